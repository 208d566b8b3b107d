"""Action costs, and the admissible heuristic that goal counting gives with them.

An action costs 1 where a task names no costs, else the sum of its cost terms.

The distance to a goal is its number of unmet literals (`goal_counters.py`), and one action
lessens it by at most the literals that its effects make right, each as often as it occurs in the
goal. So every unmet literal costs at least the least cost per literal among all actions: the
product is admissible. It is consistent, too: a step lessens it by no more than the step costs. A
conditional effect, and every derived rule, may make any number of literals right at once; there
all literals of the predicate count.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from introplan.mdp import exact, total
from introplan.relational.action import ActionSchema, CostTerm, cost_of
from introplan.relational.domain import RelationalTask
from introplan.relational.fluents import has_changing_costs
from introplan.relational.formula import Comparison, Constant, Literal, Moment, Variable
from introplan.relational.grounding import Goal, wants
from introplan.relational.numbers import Arithmetic, FunctionTerm, functions_of, ground_function
from introplan.relational.query import Facts
from introplan.search.compiled import Operator, Symbols

if TYPE_CHECKING:  # the compiled engine uses this module and needs no world in Python
    from introplan.search.world import World

Table: TypeAlias = tuple[list[int], list[int], list[float]]
"""A cost that depends on the arguments: which ones, the rows of their objects, the costs.

The parameters of an action are counted from 0; an object that stands in the model is -1 minus its
number. What no row names costs nothing.
"""


class ActionCosts:
    """The cost of every action of a task."""

    def __init__(self, task: RelationalTask, symbols: Symbols) -> None:
        self.task = task
        self._symbols = symbols
        self._known: dict[Operator, float] = {}
        self._changes = has_changing_costs(task.domain.actions)
        self.is_unit = not any(schema.cost for schema in task.domain.actions)
        self.least = [self._least(schema) for schema in task.domain.actions]
        self.is_whole = self.is_unit or all(
            value == value // 1
            for s in task.domain.actions
            for t in s.cost
            for value in self._all(t)
        )

    def of(self, operator: Operator, facts: Facts) -> float:
        """The cost of an action in the state with these facts."""
        if self.is_unit:
            return 1.0
        if self._changes:
            return self._present(operator, facts)
        if operator not in self._known:
            schema = self.task.domain.actions[operator[0]]
            objects = [self._symbols.constants[i] for i in operator[1]]
            binding = dict(zip(schema.parameters, objects, strict=True))
            self._known[operator] = cost_of(schema, binding, self.task.costs)
        return self._known[operator]

    def _present(self, operator: Operator, facts: Facts) -> float:
        """The cost of an action that depends on numbers that change."""
        symbols, schema = self._symbols, self.task.domain.actions[operator[0]]
        objects = [symbols.constants[i] for i in operator[1]]
        binding = dict(zip(schema.parameters, objects, strict=True))
        terms = {ground_function(x, binding) for t in schema.cost for x in functions_of(t)}
        values = {term: facts.values.get(symbols.value_row(term)) for term in terms}
        known = {term: value for term, value in values.items() if value is not None}
        return cost_of(schema, binding, {**self.task.costs, **known})

    def terms(self, schema: ActionSchema) -> list[float | Table]:
        """What the cost of a schema's actions is the sum of."""
        # Only the compiled engine asks, and it does not plan where costs are arithmetic.
        constants = [t for t in schema.cost if isinstance(t, float | int)]
        functions = [t for t in schema.cost if isinstance(t, FunctionTerm)]
        return [*constants, *(self._table(t, schema) for t in functions)]

    def _table(self, term: FunctionTerm, schema: ActionSchema) -> Table:
        which = [
            schema.parameters.index(t) if isinstance(t, Variable) else -1 - self._symbols.value(t)
            for t in term.terms
        ]
        rows: list[int] = []
        values: list[float] = []
        for ground, value in self.task.costs.items():
            if (ground.name, len(ground.terms)) == (term.name, len(term.terms)):
                rows += [self._symbols.value(t) for t in ground.terms if isinstance(t, Constant)]
                values.append(value)
        return which, rows, values

    def _least(self, schema: ActionSchema) -> float:
        """No action of the schema costs less."""
        if self.is_unit:
            return 1.0
        return total(min(self._all(term)) for term in schema.cost)

    def _all(self, term: CostTerm) -> list[float]:
        """Every value that a term can have."""
        if isinstance(term, Arithmetic):
            return [0.0]
        if not isinstance(term, FunctionTerm):
            return [term]
        objects = self.task.start.objects
        named = [
            value
            for ground, value in self.task.costs.items()
            if (ground.name, len(ground.terms)) == (term.name, len(term.terms))
        ]
        sizes = [len(objects.of(t.types)) for t in term.terms if isinstance(t, Variable)]
        has_every = len(named) >= len(objects.of(("object",))) ** len(term.terms) >= prod(sizes)
        return named if named and has_every else [*named, 0.0]


Direction = tuple[int, bool]
"""A predicate's key and the truth that is wanted of its literals."""


class AdmissibleHeuristic:
    """The least cost per unmet literal of a goal; without costs, the least number of steps."""

    def __init__(self, world: World, goal: Goal, costs: ActionCosts | None) -> None:
        self._is_whole = costs is None or costs.is_whole
        fixed = _fixed(world, goal)
        least_costs = [1.0] * len(fixed) if costs is None else costs.least
        pairs = [(least, most) for least, most in zip(least_costs, fixed, strict=True) if most]
        rate = _exactly if self._is_whole else _nearly
        self._least, self._most = min(pairs, key=rate, default=(0.0, 1))

    def cost(self, unmet: int) -> float:
        """No plan that meets this many unmet literals costs less.

        Whole numbers are divided exactly; sums of fractions are not exact, so a hair's breadth is
        left.
        """
        if self._is_whole:
            return exact(-(-unmet * int(self._least) // self._most))
        # Sums of fractions are rounded: the margin keeps the heuristic admissible all the same.
        return unmet * (self._least / self._most) * (1 - 1e-9)


def _exactly(pair: tuple[float, int]) -> Fraction:
    return Fraction(pair[0]) / pair[1]


def _nearly(pair: tuple[float, int]) -> float:
    return pair[0] / pair[1]


def _fixed(world: World, goal: Goal) -> list[int]:
    """For every schema the most that one of its actions can lessen the distance by."""
    single: dict[Direction, int] = {}
    every: Counter[Direction] = Counter()
    done: dict[int, int] = {}
    occurrences = Counter(
        (world.compiled.encode(want.literal), want.truth, want.literal.moment is Moment.DID)
        for want in wants(goal)
        if isinstance(want.literal, Literal)
    )
    compared = [want.literal for want in wants(goal) if isinstance(want.literal, Comparison)]
    read = [{term.name for term in comparison.functions} for comparison in compared]
    for (row, truth, is_action), count in occurrences.items():
        if is_action:
            done[row[0]] = max(done.get(row[0], 0), count)
            continue
        single[row[0], truth] = max(single.get((row[0], truth), 0), count)
        every[row[0], truth] += count
    derived = sum(count for (key, _), count in every.items() if key in world.derivation.keys)
    most: list[int] = []
    for number, schema in enumerate(world.compiled.schemas):
        fixed = derived + done.get(number, 0)
        for effect in schema.effects:
            counts = single if effect.query is None else every
            fixed += sum(counts.get((p.key, True), 0) for p in effect.adds)
            fixed += sum(counts.get((p.key, False), 0) for p in effect.deletes)
        # A number that changes may make any comparison that reads the function right.
        changed = {x.target.name for effect in schema.schema.effects for x in effect.numeric}
        fixed += sum(not names.isdisjoint(changed) for names in read)
        most.append(fixed)
    return most
