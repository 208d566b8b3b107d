"""Register code: expressions as one list of nodes, each after those that it is made of.

What occurs twice is one node, unless it draws: two draws are independent, so each keeps its own
nodes. Code is built under a *binding* of variables: to the slots that values are written to, to
nodes that compute them, or to constants. Under constants it shrinks, so that what an action does
to a variable is compiled for that action alone, and what it does not touch is shared with others.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from introplan.factored.arithmetic import applied
from introplan.factored.expressions import (
    Apply,
    Bernoulli,
    Constant,
    Discrete,
    Expression,
    IfElse,
    Operator,
    Variable,
    children,
)


class NodeKind(enum.IntEnum):
    """Kinds of nodes that are no operator of `Operator`, whose numbers they continue."""

    CONSTANT = 23
    SLOT = 24
    IF_ELSE = 25
    BERNOULLI = 26
    DISCRETE = 27
    """Operands: the probabilities, then as many values."""
    BEST = 28
    """What actions can make of the first operand: the budgeted part of the way to the best of the
    others. Only in layers of the relaxed return."""
    SPLIT = 29
    """A probability, and a value for 1 and for 0, each computed on its own."""
    PROBABILITY = 30
    """The operand, cut to what a probability can be."""


Binding = Mapping[Variable, int]
"""The nodes that stand for variables."""

DRAWS = (int(NodeKind.BERNOULLI), int(NodeKind.DISCRETE))


@dataclass(slots=True)
class Code:
    """Nodes without repetitions; a node has a kind, a number and earlier nodes as operands."""

    shares_draws: bool = False
    """Only where draws stand for their probabilities: then equal ones are the same number."""
    kinds: list[int] = field(default_factory=list)
    numbers: list[float] = field(default_factory=list)
    operands: list[tuple[int, ...]] = field(default_factory=list)
    draws: list[bool] = field(default_factory=list)
    """Does the value of a node depend on a draw made inside of it?"""
    known: dict[tuple[int, float, tuple[int, ...]], int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.kinds)

    def constant(self, value: float) -> int:
        """The node of a number."""
        return self._node(NodeKind.CONSTANT, float(value), ())

    def slot(self, number: int) -> int:
        """The node of a value that is written there before the code runs."""
        return self._node(NodeKind.SLOT, float(number), ())

    def value(self, node: int) -> float | None:
        """The number of a constant; None for other nodes."""
        return self.numbers[node] if self.kinds[node] == NodeKind.CONSTANT else None

    def node(self, kind: int, operands: Sequence[int]) -> int:
        """An operator or another kind, applied; simplified where operands are constants."""
        simple = self._simplified(kind, list(operands))
        return self._node(kind, 0.0, tuple(operands)) if simple is None else simple

    def _node(self, kind: int, number: float, operands: tuple[int, ...]) -> int:
        draws = kind in DRAWS or any(self.draws[one] for one in operands)
        draws = draws and not self.shares_draws
        key = (int(kind), number, operands)
        if not draws and key in self.known:
            return self.known[key]
        self.kinds.append(int(kind))
        self.numbers.append(number)
        self.operands.append(operands)
        self.draws.append(draws)
        made = len(self.kinds) - 1
        if not draws:
            self.known[key] = made
        return made

    def _simplified(self, kind: int, operands: list[int]) -> int | None:
        if kind in (Operator.AND, Operator.OR):
            return self._junction(kind, operands)
        if kind in (Operator.ADD, Operator.MULTIPLY):
            return self._sum_or_product(kind, operands)
        values = [self.value(one) for one in operands]
        if kind in (NodeKind.IF_ELSE, NodeKind.SPLIT):
            return self._choice(operands, values)
        if kind == NodeKind.BEST:
            others = [one for one in dict.fromkeys(operands[1:]) if one != operands[0]]
            if not others:
                return operands[0]
            return self._node(kind, 0.0, (operands[0], *others))
        if kind == NodeKind.DISCRETE:
            return None
        if any(value is None for value in values):
            return None
        known = [value for value in values if value is not None]
        if kind == NodeKind.BERNOULLI:
            return operands[0] if known[0] in (0.0, 1.0) else None
        if kind == NodeKind.PROBABILITY:
            return self.constant(min(max(known[0], 0.0), 1.0))
        return self.constant(apply(kind, known))

    def _junction(self, kind: int, operands: list[int]) -> int | None:
        neutral = 1.0 if kind == Operator.AND else 0.0
        left = []
        for one in operands:
            value = self.value(one)
            if value is not None and value != neutral:
                return self.constant(1.0 - neutral)
            if value is None and (self.draws[one] or one not in left):
                left.append(one)
        if not left:
            return self.constant(neutral)
        return left[0] if len(left) == 1 else self._node(kind, 0.0, tuple(left))

    def _sum_or_product(self, kind: int, operands: list[int]) -> int | None:
        neutral = 0.0 if kind == Operator.ADD else 1.0
        known, left = neutral, []
        for one in operands:
            value = self.value(one)
            if value is None:
                left.append(one)
            else:
                known = known + value if kind == Operator.ADD else known * value
        if kind == Operator.MULTIPLY and known == 0.0:
            return self.constant(0.0)
        if not left:
            return self.constant(known)
        if known != neutral:
            left.append(self.constant(known))
        return left[0] if len(left) == 1 else self._node(kind, 0.0, tuple(left))

    def _choice(self, operands: list[int], values: list[float | None]) -> int | None:
        condition, then, otherwise = operands
        if values[0] in (0.0, 1.0):
            return then if values[0] else otherwise
        if then == otherwise:
            return then
        if values[1] == 1.0 and values[2] == 0.0:
            return condition
        if values[1] == 0.0 and values[2] == 1.0:
            return self.node(Operator.NOT, (condition,))
        return None


def apply(kind: int, values: Sequence[float]) -> float:
    """An operator on numbers; on probabilities AND and OR take events for independent."""
    if kind == Operator.AND:
        return math.prod(values)
    if kind == Operator.OR:
        return 1.0 - math.prod(1.0 - value for value in values)
    if kind == Operator.NOT:
        return 1.0 - values[0]
    return applied(Operator(kind), values)


@dataclass(slots=True)
class Compiler:
    """Puts expressions into code under one binding; parts that draw nothing are put in once."""

    code: Code
    binding: Binding
    done: dict[int, int] = field(default_factory=dict)
    kept: list[Expression] = field(default_factory=list)
    """Expressions are known by their addresses, which must not be used again."""

    def node(self, expression: Expression) -> int:
        """The node of an expression."""
        key = id(expression)
        if key in self.done:
            return self.done[key]
        made = self._made(expression)
        if not self.code.draws[made]:
            self.done[key] = made
            self.kept.append(expression)
        return made

    def _made(self, expression: Expression) -> int:
        match expression:
            case Constant(value):
                return self.code.constant(value)
            case Variable():
                return self.binding[expression]
            case Apply(operator, _):
                kind = int(operator)
            case IfElse():
                kind = int(NodeKind.IF_ELSE)
            case Bernoulli():
                kind = int(NodeKind.BERNOULLI)
            case Discrete(values, _):
                parts = [self.node(one) for one in children(expression)]
                parts += [self.code.constant(value) for value in values]
                return self.code.node(NodeKind.DISCRETE, parts)
            case _:
                assert_never(expression)
        return self.code.node(kind, [self.node(one) for one in children(expression)])
