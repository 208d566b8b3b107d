"""An upper bound on the score that can still be had, read off the terms of the reward.

The bound of a state is linear, as potential heuristics are (Pommerening, Helmert, Röger and Seipp
2015): what every further step can pay at most, again and again (`per_step`), what only the end of
the episode pays (`at_end`), and a weight for each literal whose loss can be paid once and that has
not been lost yet (`weights`; a coin that still lies there). Terms that name different actions
exclude each other in one step, so the most that a step pays is worked out for every action schema.

Rewards are multiplied by `scale`, which makes whole numbers of decimals: sums of whole numbers
are exact, so no rounding can make a loop pay or break a tie. Where there is no such number (a
discount, rewards that are computed) scores are compared with a `tolerance`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from introplan.graphs.weights import common_denominator, decimal
from introplan.mdp import Status
from introplan.relational.action import ActionSchema
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import (
    TRUE,
    And,
    Formula,
    Literal,
    Moment,
    Predicate,
    Variable,
)
from introplan.relational.rewards import Rule, SumRow
from introplan.relational.rewriting import conjuncts, normal_form
from introplan.search.payment_options import Option, OptionReader, Signed

MAX_SCALE = 10**6
"""Rewards with more than six decimals together are compared with a tolerance: their whole numbers
would leave little of the 53 bits in which doubles add up exactly."""

RELATIVE_TOLERANCE = 1e-12
"""Of the largest reward: a hundred thousand steps then lose less than the 1e-7 of it."""


@dataclass(frozen=True, slots=True)
class ScoreBound:
    """The parts of the bound, all of them times `scale`; see the module.

    `never_stuck`: some action is applicable in every state. `is_nonnegative`: no step pays less
    than nothing.
    """

    scale: int
    tolerance: float
    per_step: float
    at_end: float
    weights: tuple[tuple[Literal, bool, float], ...]
    never_stuck: bool
    is_nonnegative: bool
    largest: float = math.inf
    """No single step pays more."""
    max_steps: float = math.inf
    """No episode is longer: every action uses up a literal for good, and there are so many."""


def signed_weights(bound: ScoreBound) -> dict[Literal, float]:
    """Weights of true literals; one that must be false weighs less than nothing where it is true.

    The difference to what it weighs while it is false is in `signed_constant`.
    """
    found: dict[Literal, float] = {}
    for literal, truth, weight in bound.weights:
        found[literal] = found.get(literal, 0.0) + (weight if truth else -weight)
    return found


def signed_constant(bound: ScoreBound) -> float:
    """What is left of the bound when no literal with a weight is true."""
    total = bound.at_end
    for _, truth, weight in bound.weights:
        if not truth:
            total += weight
    return total


def score_bound(task: RelationalTask) -> ScoreBound:
    """The bound for a task; its `per_step` is infinite where rewards are computed numbers."""
    return _Assembly(task).bound()


@dataclass(slots=True)
class _Term:
    """A row of the list, or of a sum, that can pay."""

    condition: Formula
    value: Fraction
    variables: tuple[Variable, ...]
    options: tuple[Option, ...]
    is_at_end: bool = False
    consumed: tuple[tuple[Option, Signed, tuple[Literal, ...]], ...] | None = None

    @property
    def is_once(self) -> bool:
        """Is what it pays limited by literals that are used up, or by the end of the episode?"""
        return self.is_at_end or self.consumed is not None

    def fits(self, schema: ActionSchema) -> bool:
        """Can it pay on a step of this schema?"""
        actions = [option.action for option in self.options]
        return any(a is None or a.predicate.name == schema.name for a in actions)


class _Assembly:
    """Puts the bound of one task together."""

    def __init__(self, task: RelationalTask) -> None:
        self.task = task
        self.reader = OptionReader(task)
        self.ends = _ending_conditions(task)
        self.reward = task.reward
        self.is_plain = not self.reward.amounts
        self.weights: dict[tuple[Literal, bool], Fraction] = {}
        self.at_end = Fraction(0)

    def bound(self) -> ScoreBound:
        """Collect the terms, then what a step can repeat, then what is left for once."""
        is_exact = self.is_plain and self.task.discount == 1
        scale, tolerance = _scale(self.reward.values, is_exact=is_exact)
        stuck = not _is_always_applicable(self.task)
        if not self.is_plain:
            return ScoreBound(1, RELATIVE_TOLERANCE, math.inf, 0.0, (), not stuck, False)
        self.rows = [self._term(rule, ()) for rule in self.reward.rows.rules]
        self.sums = [self._term(row, row.variables) for row in self.reward.sums]
        per_step = self._repeated()
        for term in self.sums:
            if term.value > 0 and term.is_once:
                self._weigh_sum(term)
        return ScoreBound(
            scale,
            tolerance,
            float(per_step * scale),
            float(self.at_end * scale),
            tuple((x, truth, float(w * scale)) for (x, truth), w in self.weights.items()),
            not stuck,
            all(value >= 0 for value in self.reward.values),
            float(self._largest() * scale),
            self._most_steps(),
        )

    def _most_steps(self) -> float:
        """The number of literals that actions use up, if every action uses up one."""
        rows: set[tuple[Literal, bool]] = set()
        for schema in self.task.domain.actions:
            name = Predicate(schema.name, len(schema.parameters))
            option = Option(((Literal(name, schema.parameters, Moment.DID), True),))
            used = self.reader.consumed(option)
            found = None if used is None else self.reader.rows(used, option)
            if used is None or found is None:
                return math.inf
            rows.update((row, used[1]) for row in found)
        return float(len(rows))

    def _largest(self) -> Fraction:
        """The most that any one step can pay."""
        rows = [term.value for term in self.rows if term.options]
        listed = max([*rows, decimal(self.reward.rows.default)])
        return listed + sum(
            (t.value * self._count(t, Option(())) for t in self.sums if t.value > 0 and t.options),
            Fraction(0),
        )

    def _term(self, row: Rule[float] | SumRow, variables: tuple[Variable, ...]) -> _Term:
        options = self.reader.options(row.condition)
        term = _Term(row.condition, decimal(row.value), variables, options)
        parts = set(conjuncts(normal_form(row.condition)))
        term.is_at_end = any(end <= parts for end in self.ends)
        term.consumed = self._consumed(options)
        return term

    def _consumed(
        self, options: tuple[Option, ...]
    ) -> tuple[tuple[Option, Signed, tuple[Literal, ...]], ...] | None:
        """For each option what it consumes; None if one of them consumes nothing."""
        found = []
        for option in options:
            used = self.reader.consumed(option)
            rows = None if used is None else self.reader.rows(used, option)
            if used is None or rows is None:
                return None
            found.append((option, used, tuple(rows)))
        return tuple(found)

    def _repeated(self) -> Fraction:
        """The most that a step can pay again and again; rows of the list paid once are weighed."""
        sums = {s.name: self._sums_with(s) for s in self.task.domain.actions}
        best: Fraction | None = None
        for schema in self.task.domain.actions:
            listed = self._listed_with(schema)
            if listed is not None:
                total = listed + sums[schema.name]
                best = total if best is None else max(best, total)
        base = Fraction(0) if best is None else best
        for term in self.rows:
            if term.is_once:
                fitting = [s for s in self.task.domain.actions if term.fits(s)]
                extra = [term.value + sums[s.name] - base for s in fitting]
                self._weigh_row(term, max(extra, default=Fraction(0)))
        return base

    def _listed_with(self, schema: ActionSchema) -> Fraction | None:
        """The most that the list pays repeatedly on steps of a schema; None: nothing at all."""
        values = []
        for term in self.rows:
            if term.fits(schema) and not term.is_once:
                values.append(term.value)
            if self.reader.is_sure(term.condition, schema):
                return max(values, default=None)
        return max([*values, decimal(self.reward.rows.default)])

    def _sums_with(self, schema: ActionSchema) -> Fraction:
        """The most that the sums pay repeatedly on a step of a schema."""
        total = Fraction(0)
        for term in self.sums:
            if term.value < 0 and self.reader.is_sure(term.condition, schema):
                is_named = any(option.action is not None for option in term.options)
                total += term.value * (1 if is_named else self._count(term, Option(())))
            elif term.value > 0 and not term.is_once:
                options = [
                    o
                    for o in term.options
                    if o.action is None or o.action.predicate.name == schema.name
                ]
                many = sum(self._count(term, option) for option in options)
                total += term.value * min(many, self._count(term, Option(())))
        return total

    def _count(self, term: _Term, option: Option, used: Literal | None = None) -> int:
        """Bindings that one step can pay; the action, and what is used up, fix their variables."""
        fixed = {*(option.action.terms if option.action else ()), *(used.terms if used else ())}
        return self.reader.bindings([v for v in term.variables if v not in fixed], option)

    def _weigh_row(self, term: _Term, extra: Fraction) -> None:
        """What a row of the list that is not paid repeatedly adds to the best repeated pay."""
        if extra <= 0:
            return
        if term.is_at_end:
            self.at_end = max(self.at_end, extra)
            return
        for _, (_, truth), rows in term.consumed or ():
            for row in rows:
                # The step that uses up the literal is paid by one row of the list only.
                self.weights[row, truth] = max(self.weights.get((row, truth), extra), extra)

    def _weigh_sum(self, term: _Term) -> None:
        if not term.is_at_end:
            for option, (literal, truth), rows in term.consumed or ():
                many = self._count(term, option, literal)
                self._add_weights(rows, truth, term.value * many)
            return
        for option in term.options:
            needed = self.reader.required(option)
            found = None if needed is None else self.reader.rows(needed, option)
            if needed is None or found is None:
                self.at_end += term.value * self._count(term, option)
            else:
                many = self._count(term, option, needed[0])
                self._add_weights(found, needed[1], term.value * many)

    def _add_weights(self, rows: Iterable[Literal], truth: bool, weight: Fraction) -> None:
        for row in rows:
            self.weights[row, truth] = self.weights.get((row, truth), Fraction(0)) + weight


def _ending_conditions(task: RelationalTask) -> list[set[Formula]]:
    """Conditions under which an episode is over, as sets of parts that must all hold."""
    ends: list[set[Formula]] = []
    for rule in task.termination.rules:
        # A row that lets the episode go on may hold before those below it.
        if rule.value is Status.CONTINUE:
            break
        ends.append(set(conjuncts(normal_form(rule.condition))))
    return [end for end in ends if end]


def _is_always_applicable(task: RelationalTask) -> bool:
    """Is there an action without a precondition, and no step that is a failure?"""
    objects = task.start.objects
    return Status.FAILURE not in task.termination.values and any(
        normal_form(s.precondition) in (TRUE, And((TRUE,)))
        and all(objects.of(v.types) for v in s.parameters)
        for s in task.domain.actions
    )


def _scale(values: Sequence[float], *, is_exact: bool) -> tuple[int, float]:
    """A factor that makes whole numbers of all values, and the tolerance without one."""
    tolerance = RELATIVE_TOLERANCE * max(1.0, *map(abs, values))
    if not is_exact:
        return 1, tolerance
    scale = common_denominator(map(decimal, values))
    return (scale, 0.0) if scale <= MAX_SCALE else (1, tolerance)
