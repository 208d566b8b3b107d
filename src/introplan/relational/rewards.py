"""Rewards: a decision list over a transition, and sums over objects beside it.

A decision list is rows of (condition, value), tried in order. A row of a sum pays for each binding
of its variables under which its condition holds; the list and the sums add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import prod
from typing import Generic, TypeVar

from introplan.mdp import MAX_EXACT_FLOAT, Status, add, exact, total
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    FALSE,
    And,
    Formula,
    Not,
    Variable,
    conjunction,
    declare,
    disjunction,
)
from introplan.relational.numbers import (
    Expression,
    expression_text,
    ground_function,
    mapped,
    value_of,
)
from introplan.relational.state import Objects

V = TypeVar("V")

MAX_SUMMED_STEPS = 2**20
"""Steps of the longest plans expected: so many whole numbers up to 2**33 add up exactly."""


@dataclass(frozen=True, slots=True)
class Rule(Generic[V]):
    """If `condition` holds, the list's value is `value`."""

    condition: Formula
    value: V


@dataclass(frozen=True, slots=True)
class DecisionList(Generic[V]):
    """The value of the first rule that holds, or `default`."""

    rules: tuple[Rule[V], ...]
    default: V

    def value(self, moments: Moments) -> V:
        """The value for one transition."""
        for rule in self.rules:
            if holds(rule.condition, moments):
                return rule.value
        return self.default

    @property
    def values(self) -> tuple[V, ...]:
        """Every value a row names, and the default last."""
        return (*(rule.value for rule in self.rules), self.default)


@dataclass(frozen=True, slots=True)
class SumRow:
    """Pays `value` once for each binding of `variables` under which `condition` holds."""

    variables: tuple[Variable, ...]
    condition: Formula
    value: float

    def paid(self, count: int) -> float:
        """What so many bindings pay together: whole numbers exactly, others with one rounding.

        Counting first keeps the sum independent of the order in which bindings are met, so that
        counters that only follow what changes give the same number as trying every binding.
        """
        paid = self.value * count
        if type(paid) is float and -MAX_EXACT_FLOAT < paid < MAX_EXACT_FLOAT:
            return paid
        is_whole = float(self.value).is_integer()
        return exact(int(self.value) * count) if is_whole else paid

    def most_bindings(self, objects: Objects) -> int:
        """The number of bindings that the types of the variables allow."""
        return prod(len(objects.of(v.types)) for v in self.variables)

    def __str__(self) -> str:
        is_short = float(self.value).is_integer() and abs(self.value) < MAX_EXACT_FLOAT
        value = str(int(self.value)) if is_short else repr(self.value)
        return f"(sum {declare(self.variables)} (if {self.condition} {value}))"


@dataclass(frozen=True, slots=True)
class Amount:
    """Pays what `expression` says for each binding of `variables` under which `condition` holds.

    What is undefined pays nothing.
    """

    variables: tuple[Variable, ...]
    condition: Formula
    expression: Expression

    def __str__(self) -> str:
        value = expression_text(self.expression)
        return f"(sum {declare(self.variables)} (if {self.condition} {value}))"


@dataclass(frozen=True, slots=True)
class Reward:
    """What a transition pays: the value of the decision list `rows`, all `sums` and `amounts`.

    An amount is a sum of numbers that change; how much it can pay at most is not known.
    """

    rows: DecisionList[float] = field(default_factory=lambda: DecisionList((), 0.0))
    sums: tuple[SumRow, ...] = ()
    amounts: tuple[Amount, ...] = ()

    def value(self, moments: Moments) -> float:
        """The reward of one transition, by trying every binding."""
        counts = [_count(row, moments) for row in self.sums]
        amounts = [list(_amounts(amount, moments)) for amount in self.amounts]
        return self.paid(self.rows.value(moments), counts, amounts)

    def paid(
        self, listed: float, counts: Iterable[int], amounts: Iterable[Sequence[float]] = ()
    ) -> float:
        """What is paid if the list pays `listed` and so many bindings of each sum hold.

        `amounts` are the numbers of each amount, sorted here: objects have no order.
        """
        for row, count in zip(self.sums, counts, strict=True):
            listed = add(listed, row.paid(count))
        for numbers in amounts:
            listed = add(listed, total(sorted(numbers)))
        return listed

    def sizes(self, objects: Objects) -> tuple[float, ...]:
        """Numbers that say how large rewards can be, for `adds_up_in_floats`."""
        most = sum(abs(row.paid(row.most_bindings(objects))) for row in self.sums)
        return (*self.rows.values, *((abs(v) + most) // 1 for v in self.rows.values if most))

    @property
    def values(self) -> tuple[float, ...]:
        """Every number that a row names, and the default of the list."""
        return (*self.rows.values, *(row.value for row in self.sums))

    @property
    def conditions(self) -> tuple[Formula, ...]:
        """Every condition: those of the list, then those of the sums."""
        listed = (rule.condition for rule in self.rows.rules)
        sums = (row.condition for row in self.sums)
        return (*listed, *sums, *(amount.condition for amount in self.amounts))

    @property
    def is_constant(self) -> bool:
        """Does every step pay the same, as far as the numbers show?"""
        if self.amounts or any(row.value != 0 for row in self.sums):
            return False
        return len(set(self.rows.values)) == 1


def goal_reward(goal: Formula | None) -> Reward:
    """The reward of a plain goal: 1 for reaching it."""
    return Reward(DecisionList(() if goal is None else (Rule(goal, 1.0),), 0.0))


def _count(row: SumRow, moments: Moments) -> int:
    choices = product(*(moments.objects.of(v.types) for v in row.variables))
    bindings = (dict(zip(row.variables, choice, strict=True)) for choice in choices)
    return sum(holds(row.condition, moments, binding) for binding in bindings)


def _amounts(amount: Amount, moments: Moments) -> Iterator[float]:
    for choice in product(*(moments.objects.of(v.types) for v in amount.variables)):
        binding = dict(zip(amount.variables, choice, strict=True))
        if holds(amount.condition, moments, binding):
            value = value_of(
                mapped(amount.expression, partial(ground_function, binding=binding)), moments.value
            )
            yield 0.0 if value is None else value


def succeeded(status: Status, reward: float, success_value: float | None) -> Status:
    """The status of a step, which is a success too if it pays `success_value`."""
    if status is Status.CONTINUE and success_value is not None and reward >= success_value:
        return Status.SUCCESS
    return status


def condition_for(rows: DecisionList[V], value: V) -> Formula:
    """The formula that holds exactly when `rows` gives `value`.

    A row counts when its own condition holds and those above do not; several rows with the
    value, or the default, give a disjunction. Rows above that give the same value need no
    negation: either way the answer is `value`. A row that repeats a condition never counts.
    """
    parts = list(_disjuncts(rows, value))
    return disjunction(*parts) if parts else FALSE


def _disjuncts(rows: DecisionList[V], value: V) -> Iterator[Formula]:
    above: list[Formula] = []
    seen: set[Formula] = set()
    for rule in rows.rules:
        if rule.condition in seen:
            continue
        seen.add(rule.condition)
        if rule.value == value:
            yield conjunction(*above, rule.condition)
        else:
            above.append(Not(rule.condition))
    if rows.default == value:
        yield conjunction(*above) if above else And(())


def adds_up_in_floats(values: Iterable[float], horizon: int | None) -> bool:
    """Is every sum of these numbers over an episode exact in double precision?

    Only whole numbers are asked for: sums of fractions are rounded everywhere, and alike.
    """
    steps = MAX_SUMMED_STEPS if horizon is None else min(horizon, MAX_SUMMED_STEPS)
    return all(abs(v) * max(steps, 1) <= MAX_EXACT_FLOAT for v in values if v == v // 1)


def maximal_reward(rows: DecisionList[float]) -> float:
    """The paper's r_max: the largest value that a row or the default can pay."""
    return max(rows.values)


def maximal_reward_condition(rows: DecisionList[float]) -> Formula:
    """The formula that pays r_max (the paper's extract_maximal_reward_condition)."""
    return condition_for(rows, maximal_reward(rows))
