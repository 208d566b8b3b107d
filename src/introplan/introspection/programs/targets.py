"""Targets: what a plan should bring about, as conditions on states.

Three kinds of steps are worth aiming for: steps that pay r_max, ends that pay most (`ends.py`),
and named success. `milestone_target` says which of them is the milestone of a world:

    r_max       where it is more than 0 and not every step pays it
    the end     else, named success, or the best ends if they are worth aiming for: most worlds of
                textbooks pay -1 a step and say the goal in a test that ends the episode
    r_max       else: there is nothing better to aim for
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.introspection import facts
from introplan.introspection.heuristics.distance import Target
from introplan.introspection.programs.clauses import Clause, after_condition, is_constant
from introplan.introspection.programs.ends import BestEnds, best_ends, is_best_unknown, status_of
from introplan.introspection.programs.r_max import peak_of
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.rewards import Payment
from introplan.mdp import Status
from introplan.symbolic.constraints.entailment import contradicts, minimal
from introplan.symbolic.interpreter.values import Value, is_concrete, is_term
from introplan.symbolic.terms.build import conjoin, const, disjoin, equal
from introplan.symbolic.terms.term import Term

if TYPE_CHECKING:
    from introplan.introspection.programs import sums
else:  # most rewards are numbers
    sums = deferred("introplan.introspection.programs.sums")

LEAST_WEIGHT_FRACTION = 1e-9
"""An addend that is smaller than this part of the whole sum may be lost in rounding: then a step
can be paid the largest sum without it."""

ENDS = (Status.OVER, Status.SUCCESS)
NAMED = (Status.SUCCESS,)
Ways = list[tuple[Any, Term]]
"""Actions, and conditions before them."""


class Kind(enum.Enum):
    """What is special about a milestone."""

    REWARD = facts.REWARD
    END = facts.END
    SUCCESS = facts.SUCCESS


@dataclass(frozen=True, slots=True)
class MilestoneTarget:
    """What to aim for: its kind, the most that its step pays (None: unknown), and when."""

    kind: Kind
    value: float | None
    target: Target | None
    ways: Callable[[], Ways]
    """The steps that meet it: actions, and conditions on the state before them."""


def milestone_target(
    reading: Reading, r_max: float | None, *, below: float | None = None
) -> MilestoneTarget:
    """What to aim for in a world; of ends those that pay less than `below`, if it is given."""
    ends = None
    if r_max is None or r_max <= 0 or not _is_special(reading, r_max):
        ends = _end_milestone(reading, below)
    if ends is not None:
        return ends
    ways = lambda: [] if r_max is None else list(paying(reading, r_max))  # noqa: E731
    return MilestoneTarget(Kind.REWARD, r_max, reward_target(reading, r_max), ways)


def _is_special(reading: Reading, r_max: float) -> bool:
    """Are there steps that pay less?"""
    return not reading.payments or any(p.least < r_max for p in reading.payments)


def _end_milestone(reading: Reading, below: float | None) -> MilestoneTarget | None:
    if reading.operators is None or reading.endings is None:
        return None
    limit = math.inf if below is None else below
    named = best_ends(reading, NAMED, below=limit)
    if named is not None and any(end.status is Status.SUCCESS for end in named.ends):
        return _of_ends(Kind.SUCCESS, reading, named, NAMED)
    if named is None and is_best_unknown(reading, NAMED, limit):
        # Any success will do: those that pay most are known to be out of reach.
        target = end_target(reading, NAMED)
        return MilestoneTarget(Kind.SUCCESS, None, target, lambda: _named(reading))
    best = best_ends(reading, ENDS, below=limit)
    if best is None or not best.is_goal:
        return None
    return _of_ends(Kind.END, reading, best, ENDS)


def _named(reading: Reading) -> Ways:
    ends = [e for e in reading.endings or () if _may_be(reading, e.value, NAMED)]
    return [(e.operator.action, e.constraint) for e in ends]


def _of_ends(
    kind: Kind, reading: Reading, best: BestEnds, statuses: Sequence[Status]
) -> MilestoneTarget:
    target = _as_target(reading, best, statuses)
    return MilestoneTarget(kind, best.value, target, lambda: list(best.ways()))


def reward_target(reading: Reading, value: float | None) -> Target | None:
    """The steps that pay this: a condition on the state after them, where that is all."""
    if value is None or reading.operators is None or reading.payments is None:
        return None
    after = None
    if not _depends_on_steps(reading):
        after = after_condition(reading.clauses, lambda paid: bool(paid == value))
    if after is not None:
        return Target((after,), 0)
    # Distances are built from equalities: one that follows from the others (the last tile of
    # a puzzle is where no other is) still makes them larger, and stays.
    ways = [minimal(c, reading.box, keeps_equalities=True) for _, c in paying(reading, value)]
    return Target(tuple(dict.fromkeys(ways)), 1) if ways else None


def paying(reading: Reading, value: float) -> Iterator[tuple[Any, Term]]:
    """Actions, and conditions before them under which they pay exactly this."""
    for payment in reading.payments or ():
        if payment.least <= value <= payment.most:
            for way in _ways_to_pay(reading, payment, value):
                condition = conjoin([payment.constraint, *way])
                if not contradicts(reading.box, [condition]):
                    yield payment.operator.action, condition


def _ways_to_pay(reading: Reading, payment: Payment, value: float) -> Sequence[tuple[Term, ...]]:
    """Alternatives of what makes a payment this much."""
    if not is_term(payment.value):
        return [()]
    # The largest sum is paid where its addends are at their best, and nowhere else: conjunctions,
    # of which distances understand more than of an equation.
    if _has_no_small_part(payment):
        found = peak_of(reading, payment)
        if found.value < value:
            return []
        if found.value == value and found.is_complete:
            return found.ways
    return [(equal(payment.value, const(value)),)]


def _has_no_small_part(payment: Payment) -> bool:
    weights = [abs(a.weight) for a in sums.addends(payment.value)]
    return min(weights, default=0) > LEAST_WEIGHT_FRACTION * sum(weights)


def end_target(reading: Reading, statuses: Container[Status]) -> Target | None:
    """The steps that end, or may end, with one of these statuses; None if none was read."""
    if reading.operators is None or reading.endings is None:
        return None
    # Conditions as they were read: a redundant one can still make a distance larger, and the
    # text of this distance is not shown.
    ways = [e.constraint for e in reading.endings if _may_be(reading, e.value, statuses)]
    if not ways:
        return None
    # One condition on the state after the step, where that is all: a goal test. Before the step
    # there is a way for each operator, and a distance that is the least of as many takes longer.
    after = after_condition(reading.end_clauses, lambda v: status_of(reading, v) in statuses)
    return Target(tuple(dict.fromkeys(ways)), 1) if after is None else Target((after,), 0)


def _may_be(reading: Reading, answer: Value, statuses: Container[Status]) -> bool:
    """Can an answer of `terminal` be one of these?"""
    return not is_concrete(answer) or status_of(reading, answer) in statuses


def _as_target(reading: Reading, best: BestEnds, statuses: Sequence[Status]) -> Target:
    """Ends as a target: a condition on the state after them, where that is all."""
    after = _after_ends(reading, best.value, statuses)
    if after is not None:
        return Target((after,), 0)
    conditions = [minimal(c, reading.box, keeps_equalities=True) for _, c in best.ways()]
    return Target(tuple(dict.fromkeys(conditions)), 1)


def _depends_on_steps(reading: Reading) -> bool:
    """Does a `step` say the reward, and not the same of all steps? Then the state after is not
    all that matters, and what the reward says of any two states need not be read to know that.
    """
    paid = {end for p in reading.payments or () for end in (p.least, p.most)}
    return reading.is_said_by_step("reward") and len(paid) > 1


def _after_ends(reading: Reading, value: float, statuses: Sequence[Status]) -> Term | None:
    """What must hold after a step for it to end so and to pay this, if that is all."""
    if reading.is_said_by_step("terminal") or _depends_on_steps(reading):
        return None
    ends, paid = reading.end_clauses or (), reading.clauses or ()
    by_action: dict[int, list[Clause]] = {}
    for clause in paid:
        by_action.setdefault(id(clause.action), []).append(clause)
    if not by_action or not all(is_constant(clause.value) for clause in (*ends, *paid)):
        return None
    options: dict[int, list[Term]] = {action: [] for action in by_action}
    for end in ends:
        if status_of(reading, end.value) not in statuses:
            continue
        for clause in by_action[id(end.action)]:
            if clause.value != value:
                continue
            if isinstance(end.condition, tuple) or isinstance(clause.condition, tuple):
                return None
            both = conjoin([end.condition, clause.condition])
            if not contradicts(reading.box, [both]):
                options[id(end.action)].append(minimal(both, reading.box))
    found = {disjoin(conditions) for conditions in options.values()}
    return found.pop() if len(found) == 1 else None
