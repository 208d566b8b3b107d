"""r_max: the largest reward that a step can pay, and how certain that is.

The paths of the reward give a bound; that of a sum is the largest sum of addends that can hold at
once (`peaks.py`). It is exact if a step was seen to pay it, if the world is
small enough to look at all of it, or if the user's own reward pays it in a state that was made up
to meet the conditions (whether that state can be reached is not known yet). Otherwise it stays an
upper bound. Where a distance proves that the state cannot be reached, the next lower reward takes
its place (`next_lower`). Whole numbers are exact, however large.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.errors import IntroplanError
from introplan.introspection.facts import MaximalReward
from introplan.introspection.programs.peaks import Peak, peak
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.rewards import Payment
from introplan.introspection.programs.sample import sampled
from introplan.introspection.programs.states import build
from introplan.introspection.programs.successor_check import action_in
from introplan.mdp import NotAllowedError, exact
from introplan.symbolic.budget import Budget, is_time_over
from introplan.symbolic.terms.term import Term

if TYPE_CHECKING:
    from introplan.introspection.programs import possible_answers
    from introplan.symbolic.constraints import witnesses
else:  # where all rewards are numbers, or the largest one is kept
    possible_answers = deferred("introplan.introspection.programs.possible_answers")
    witnesses = deferred("introplan.symbolic.constraints.witnesses")

MAX_EXHAUSTED_STATES = 30_000
"""Worlds whose ranges have room for no more states are looked at completely: about a second."""

MAX_WITNESSED_WAYS = 3
"""Ways to the largest reward for which a state is made up; one that is met is enough."""

UNKNOWN = MaximalReward(None, "unknown")


def maximal_reward(reading: Reading, budget: Budget) -> MaximalReward:
    """The largest reward; asked of the user's own function wherever it is called exact."""
    seen = reading.sample.largest_reward
    if reading.sample.is_complete:
        return MaximalReward(seen, "exact") if seen is not None else UNKNOWN
    bound = _bound(reading)
    if bound is None:
        return UNKNOWN
    if math.isinf(bound):
        return MaximalReward(None, "unbounded")
    if seen is None or seen < bound:
        exhausted = _exhausted(reading, budget)
        if exhausted is not None:
            return MaximalReward(exhausted, "exact")
    return _judged(reading, bound)


def constant_reward(reading: Reading) -> float | None:
    """What every step pays, if that is proven to be the same; None otherwise."""
    paid = {reward for *_, reward, _ in reading.sample.transitions}
    if reading.payments and not reading.sample.is_complete:
        paid |= {end for p in reading.payments for end in (p.least, p.most)}
    is_proven = bool(reading.payments) or reading.sample.is_complete
    return paid.pop() if is_proven and len(paid) == 1 else None


def next_lower(reading: Reading, r_max: MaximalReward) -> MaximalReward | None:
    """The largest reward below one that cannot be had after all; None if that is not known."""
    value = r_max.value
    if value is None or not reading.payments:
        return None
    if any(p.most >= value and p.least < p.most for p in reading.payments):
        return None
    lower = max((p.most for p in reading.payments if p.most < value), default=None)
    return None if lower is None else _judged(reading, lower)


def _judged(reading: Reading, bound: float) -> MaximalReward:
    """A bound, and whether it is known to be paid."""
    seen = reading.sample.largest_reward
    is_paid = (seen is not None and seen >= bound) or _is_witnessed(reading, bound)
    return MaximalReward(exact(bound), "exact" if is_paid else "upper bound")


def _bound(reading: Reading) -> float | None:
    """The most that any path of the reward can pay."""
    if reading.payments:
        return max(p.value for _, p in peaks(reading, reading.payments))
    answers = possible_answers.possible_answers(reading.task.program.reward)
    return None if answers is None else exact(max(answers))


def _exhausted(reading: Reading, budget: Budget) -> float | None:
    """The largest reward of a small world, by looking at all of it."""
    size = 1.0
    for domain in reading.box.values():
        size *= domain.size
    if reading.operators is None or size > MAX_EXHAUSTED_STATES:
        return None
    whole = sampled(reading.task, budget.share(0.4), near=MAX_EXHAUSTED_STATES)
    return whole.largest_reward if whole.is_complete and whole.error is None else None


def peaks(reading: Reading, payments: Sequence[Payment]) -> Iterator[tuple[Payment, Peak]]:
    """Payments that may pay most, each with the most it pays; surely smaller ones are left out.

    A peak takes a search where a bound takes one pass, so the largest bound is looked at first.
    """
    best = -math.inf
    for payment in sorted(payments, key=lambda p: -p.most):
        if payment.most < best:
            return
        found = peak_of(reading, payment)
        best = max(best, found.value)
        yield payment, found


def peak_of(reading: Reading, payment: Payment) -> Peak:
    """The most that a payment can be, and when; worked out once, while there is time."""
    found = reading.peaks.get(id(payment))
    if found is None and is_time_over():
        return Peak(payment.most)
    if found is None:
        found = reading.peaks[id(payment)] = _peak_of(payment)
    return found


def _peak_of(payment: Payment) -> Peak:
    known = payment.operator.known.copy()
    if payment.least == payment.most or not known.learn_all(payment.conditions):
        return Peak(payment.most, ((),))
    return peak(payment.value, known)


def _is_witnessed(reading: Reading, value: float) -> bool:
    """Is there a state, not necessarily one that can be reached, where a step pays this?"""
    may_pay = [p for p in reading.payments or () if p.most >= value]
    return any(
        found.value == value and _pays(reading, payment, way, value)
        for payment, found in peaks(reading, may_pay)
        for way in found.ways[:MAX_WITNESSED_WAYS]
    )


def _pays(reading: Reading, payment: Payment, further: tuple[Term, ...], value: float) -> bool:
    if reading.read is None or reading.shape is None:
        return False
    start, operator = reading.read(reading.task.start), payment.operator
    conditions = (*operator.conditions, *payment.conditions, *further)
    for row in witnesses.witnesses(reading.order, operator.box, conditions, [start]):
        try:
            before = build(reading.shape, list(row))
            outcome = reading.task.step(before, action_in(reading, operator, row, before))
        except (IntroplanError, NotAllowedError):
            return False
        return outcome.reward == value
    return False
