"""Value tables in Python: the specification of `native/factored_table`; runs without it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from introplan.factored.code import Code, NodeKind, apply
from introplan.factored.expressions import Operator
from introplan.planners.chance.factored.twin import expect

MAX_OUTCOMES = 4096
"""Outcomes of one action that are followed."""

OVER = -1

Outcomes = list[tuple[float, float]]
"""Values with their probabilities."""

LINEAR = (
    Operator.AND,
    Operator.OR,
    Operator.ADD,
    Operator.SUBTRACT,
    Operator.MULTIPLY,
    Operator.NOT,
    Operator.NEGATE,
    NodeKind.IF_ELSE,
)
"""Kinds of nodes that can be computed on expectations of their operands, which are independent."""


@dataclass(slots=True)
class TwinTable:
    """See `FactoredTable` in C++; the arguments are those of its constructor."""

    code: Code
    variables: list[int]
    is_boolean: list[bool]
    next: list[int]
    paid: list[int]
    paid_after: list[int]
    allowed: list[int]
    ends: list[int]
    classes: list[list[int]]
    defaults: list[float]
    choices: list[tuple[int, float]]
    slots: list[float] = field(default_factory=list)
    numbers: dict[tuple[float, ...], int] = field(default_factory=dict)
    edges_of: list[list[list[tuple[int, float]]]] = field(default_factory=list)
    rewards: list[list[float]] = field(default_factory=list)
    values: list[list[float]] = field(default_factory=list)
    edges: int = 0
    discount: float = 1.0

    @property
    def rows(self) -> int:
        """How many states there are."""
        return len(self.numbers)

    def explore(self, state: Sequence[float], states: float, edges: float, seconds: float) -> bool:
        """All that can be reached; False where that is more than the limits allow."""
        self.slots = [*state, *self.defaults, *[0.0] * len(state)]
        pending = [tuple(state[i] for i in self.variables)]
        self.numbers[pending[0]] = 0
        for local in pending:
            known = self.rows
            found = [self._step(local, action, len(state)) for action in self.classes]
            if any(one is None for one in found):
                return False
            made = [one for one in found if one is not None]
            self.edges_of.append([edges for edges, _ in made])
            self.rewards.append([reward for _, reward in made])
            self.edges += sum(len(edges) for edges, _ in made)
            if self.rows > states or self.edges > edges:
                return False
            if self.rows > known:
                pending += list(self.numbers)[known:]
        return True

    def _step(
        self, local: tuple[float, ...], action: Sequence[int], count: int
    ) -> tuple[list[tuple[int, float]], float] | None:
        for variable, value in zip(self.variables, local, strict=True):
            self.slots[variable] = value
        self.slots[count : count + len(self.defaults)] = self.defaults
        for choice in action:
            place, value = self.choices[choice]
            self.slots[count + place] = value
        values = expect(self.code, self.slots)
        if any(values[node] < 0.5 for node in self.allowed):
            return [], -math.inf
        paid = sum(values[node] for node in self.paid)
        options = [
            self._outcomes(node, values, boolean)
            for node, boolean in zip(self.next, self.is_boolean, strict=True)
        ]
        if math.prod(map(len, options)) > MAX_OUTCOMES:
            return None
        edges = []
        for way in product(*options):
            after = tuple(value for value, _ in way)
            probability = math.prod(chance for _, chance in way)
            is_over = False
            if self.paid_after or self.ends:
                for variable, value in zip(self.variables, after, strict=True):
                    self.slots[count + len(self.defaults) + variable] = value
                later = expect(self.code, self.slots)
                paid += probability * sum(later[node] for node in self.paid_after)
                is_over = any(later[node] >= 0.5 for node in self.ends)
            number = OVER if is_over else self.numbers.setdefault(after, self.rows)
            edges.append((number, probability))
        return edges, paid

    def _outcomes(self, node: int, values: Sequence[float], boolean: bool) -> Outcomes:
        if not self.code.draws[node]:
            return [(values[node], 1.0)]
        if boolean and self._is_linear(node):
            chance = min(max(values[node], 0.0), 1.0)
            both = [(0.0, 1 - chance), (1.0, chance)]
            return [(chance, 1.0)] if chance in (0.0, 1.0) else both
        return self._combined(node, values)

    def _is_linear(self, node: int) -> bool:
        if not self.code.draws[node]:
            return True
        kind, parts = self.code.kinds[node], self.code.operands[node]
        if kind in (NodeKind.BERNOULLI, NodeKind.DISCRETE):
            return not any(self.code.draws[part] for part in parts)
        return kind in LINEAR and all(self._is_linear(part) for part in parts)

    def _combined(self, node: int, values: Sequence[float]) -> Outcomes:
        """The distribution of any node, from those of its operands, which are independent."""
        if not self.code.draws[node]:
            return [(values[node], 1.0)]
        kind, parts = self.code.kinds[node], self.code.operands[node]
        found: dict[float, float] = {}
        if kind == NodeKind.DISCRETE:
            half, left = len(parts) // 2, 1.0
            for part, outcome in zip(parts[: half - 1], parts[half:], strict=False):
                chance = min(max(values[part], 0.0), left)
                found[values[outcome]] = found.get(values[outcome], 0.0) + chance
                left -= chance
            found[values[parts[-1]]] = found.get(values[parts[-1]], 0.0) + left
        elif kind == NodeKind.BERNOULLI:
            for value, chance in self._combined(parts[0], values):
                holds = min(max(value, 0.0), 1.0)
                found[1.0] = found.get(1.0, 0.0) + chance * holds
                found[0.0] = found.get(0.0, 0.0) + chance * (1 - holds)
        else:
            for way in product(*(self._combined(part, values) for part in parts)):
                operands = [value for value, _ in way]
                if kind == NodeKind.IF_ELSE:
                    value = operands[1] if operands[0] else operands[2]
                else:
                    value = apply(kind, operands)
                found[value] = found.get(value, 0.0) + math.prod(chance for _, chance in way)
        return [(value, chance) for value, chance in found.items() if chance > 0]

    def solve(self, steps: int, discount: float, share: float, may_end: bool) -> None:
        """Values for up to so many steps."""
        self.discount = discount
        self.values = [[0.0] * self.rows]
        for left in range(1, steps + 1):
            now: list[float] = []
            self.values.append(now)
            for row in range(self.rows):
                worth = [self.q(row, number, left) for number in range(len(self.classes))]
                best, idle = max(worth), worth[0]
                best = 0.0 if best == -math.inf else best
                shared = share < 1 and idle > -math.inf
                value = share * best + (1 - share) * idle if shared else best
                now.append(max(value, 0.0) if may_end else value)

    def q(self, row: int, number: int, steps: int) -> float:
        """What a class of actions is worth with so many steps left."""
        later = self.values[steps - 1]
        more = 0.0
        for target, probability in self.edges_of[row][number]:
            if target >= 0:
                more += probability * later[target]
        return self.rewards[row][number] + self.discount * more

    def value(self, row: int, steps: int) -> float:
        """What a row is worth with so many steps left."""
        return self.values[steps][row]

    def row(self, state: Sequence[float]) -> int:
        """The row of a state; -1 if it was not met."""
        return self.numbers.get(tuple(state[i] for i in self.variables), -1)

    def class_of(self, action: Sequence[int]) -> int:
        """The class of a joint action; -1 if the table does not tell it from others."""
        own = {choice for one in self.classes for choice in one}
        part = [choice for choice in action if choice in own]
        return self.classes.index(part) if part in self.classes else -1
