"""The most that a sum can be, and when: its peak.

The largest value of a sum is not the sum of the largest values where conditions exclude each
other. `peak` finds it as weighted constraint satisfaction (depth-first branch and bound; Freuder &
Wallace 1992): decide the heaviest addend first, in its favour, propagate, and go back where that
contradicts the path condition. Where no two addends are in conflict, the first descent is also
the proof.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.limits import thread_seconds
from introplan.symbolic.constraints.entailment import is_satisfiable
from introplan.symbolic.constraints.interval import Bounds, Box, bounds
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.values import Value, as_term, is_term
from introplan.symbolic.terms.build import (
    FALSE,
    TRUE,
    at_most,
    conjoin,
    const,
    equal,
    negate,
)
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import Call, Choose, Sort, Term, sort_of, walk

if TYPE_CHECKING:
    from introplan.introspection.programs import sums
    from introplan.introspection.programs.sums import Addend
else:  # most rewards are numbers
    sums = deferred("introplan.introspection.programs.sums")

MAX_PEAK_DECISIONS = 600
"""Decisions of one search for the largest value: 300 addends without conflict take 300 of them, a
few milliseconds in all. After that the bound that is known so far is returned."""

MAX_PEAK_SECONDS = 0.3
"""For one number: sums with many tests take milliseconds for each decision, and an upper bound is
all that most of them are good for."""

MAX_PEAK_WAYS = 64
"""Ways to the largest value that are listed; the distance to the nearest of more takes longer to
compute than a step."""

ROUNDING = 1e-12
"""The part of a sum of floats that its order can change, with room to spare."""


@dataclass(frozen=True, slots=True)
class Peak:
    """The most that a number can be, and the ways in which it is that much."""

    value: float
    ways: tuple[tuple[Term, ...], ...] = ()
    """Alternatives, each a conjunction of conditions under which the number is the value."""

    is_met: bool = False
    """Is there certainly a state, reachable or not, in which it is that much? Otherwise the value
    is only an upper bound."""

    is_complete: bool = False
    """Are these all the ways?"""


def peak(value: Value, known: PathCondition) -> Peak:
    """The most that a number can be where the path condition holds."""
    if not is_term(value):
        return Peak(value, ((),), is_met=is_satisfiable(known) is True, is_complete=True)
    parts = sorted(sums.addends(value), key=lambda a: -abs(a.weight) * _span(a, known.box))
    tests = {part.test: None for part in walk(value) if isinstance(part, Choose)}
    return _PeakSearch(as_term(value), parts, tuple(tests)).run(known)


def _span_of(addend: Addend, known: PathCondition) -> Bounds:
    """The least and the most that one addend can add."""
    truth = known.truth(addend.condition)
    if truth is False:
        return 0, 0
    low = high = addend.weight
    if addend.amount is not None:
        ends = bounds(addend.amount, known.box)
        # What was decided of an amount as a whole does not show in the ranges of its variables.
        met = [end for end in ends if known.truth(_is_at(addend.amount, end)) is True]
        amounts = [addend.weight * end for end in (met[:1] or ends)]
        low, high = min(amounts), max(amounts)
    return (low, high) if truth else (min(0, low), max(0, high))


def _span(addend: Addend, box: Box) -> float:
    if addend.amount is None:
        return 1
    low, high = bounds(addend.amount, box)
    return high - low


def _is_at(amount: Term, end: float) -> Term:
    """That a number is at an end of its range, in terms of what it is made of where possible."""
    if math.isinf(end):
        return FALSE
    match amount:
        case Call("max", parts) if any(part is const(end) for part in parts):
            return conjoin(at_most(part, const(end)) for part in parts)
        case Call("min", parts) if any(part is const(end) for part in parts):
            return conjoin(at_most(const(end), part) for part in parts)
        case Call("abs", (part,), Sort.INT) if end == 0:
            return equal(part, const(0))
        case _:
            return equal(amount, const(end))


def _price_of_losing(addend: Addend, wish: Term) -> float:
    """What is lost at least where an addend is not at its best."""
    if addend.amount is None:
        return abs(addend.weight)
    # Another whole number is off by one at least; a penalty that counts may be one of 0.
    is_exact = sort_of(addend.amount) is Sort.INT and wish is not negate(addend.condition)
    return abs(addend.weight) if is_exact else 0


@dataclass(slots=True)
class _PeakSearch:
    """Depth-first branch and bound over the conditions of addends."""

    value: Term
    parts: Sequence[Addend]
    tests: Sequence[Term]
    """The conditions inside the value."""

    decisions: int = 0
    best: float = -math.inf
    ways: list[tuple[Term, ...]] = field(default_factory=list)
    """Leaves whose value is the best one, exactly."""

    is_met: bool = False
    is_complete: bool = True
    left_open: float = -math.inf
    """The largest bound of what was not looked at because there were too many decisions."""

    until: float = math.inf
    """When to stop looking."""

    top: float = math.inf
    """What all addends add up to, each at its best."""

    def run(self, known: PathCondition) -> Peak:
        """The best leaves; an upper bound if the search was cut."""
        self.top = self._bounds_of_addends(known)[1]
        self.until = thread_seconds() + MAX_PEAK_SECONDS
        self._descend(known, 0, (), 0)
        if self.left_open > self.best or self.best == -math.inf:
            limit = max(self.left_open, self.best)
            return Peak(min(limit if limit > -math.inf else math.inf, self._bounds(known)[1]))
        return Peak(self.best, tuple(self.ways), self.is_met, self.is_complete)

    def _limit(self, known: PathCondition) -> float:
        return self._bounds_of_addends(known)[1]

    def _bounds(self, known: PathCondition) -> Bounds:
        """Where the sum lies: within the bounds of its addends, and within those of its form."""
        (a, b), (c, d) = self._bounds_of_addends(known), bounds(self._simplified(known), known.box)
        return max(a, c), min(b, d)

    def _bounds_of_addends(self, known: PathCondition) -> Bounds:
        spans = [_span_of(part, known) for part in self.parts]
        low, high = sum(span[0] for span in spans), sum(span[1] for span in spans)
        if isinstance(low, int) and isinstance(high, int):
            return low, high
        slack = ROUNDING * sum(max(map(abs, span)) for span in spans)
        return low - slack, high + slack

    def _simplified(self, known: PathCondition) -> Term:
        """The value with the conditions in it replaced by what is known of them."""
        truths = {test: known.truth(test) for test in self.tests}
        return substituted(self.value, {t: const(v) for t, v in truths.items() if v is not None})

    def _descend(
        self, known: PathCondition, place: int, chosen: tuple[Term, ...], lost: float
    ) -> None:
        """Decide the addends from `place` on; `lost` is what decisions against some have cost."""
        wish = None
        while place < len(self.parts) and wish is None:
            wish = self._favourable(self.parts[place], known)
            place += 1
        if wish is None:
            self._leaf(known, chosen)
            return
        if lost and self._limit(known) < self.best:
            return
        self.decisions += 1
        is_late = thread_seconds() > self.until
        if is_late or self.decisions > MAX_PEAK_DECISIONS or len(self.ways) > MAX_PEAK_WAYS:
            self.left_open = max(self.left_open, self._limit(known))
            self.is_complete = False
            return
        price = _price_of_losing(self.parts[place - 1], wish)
        for condition, cost in ((wish, 0.0), (negate(wish), price)):
            if self.top - lost - cost < self.best:
                continue
            attempt = known.copy()
            if attempt.learn(condition, True):
                self._descend(attempt, place, (*chosen, condition), lost + cost)

    def _favourable(self, addend: Addend, known: PathCondition) -> Term | None:
        """What should hold for an addend to be largest; None if nothing is open about it."""
        if addend.amount is None:
            wish = addend.condition if addend.weight > 0 else negate(addend.condition)
        else:
            low, high = bounds(addend.amount, known.box)
            end = high if addend.weight > 0 else low
            if not math.isfinite(end) or low == high:
                return None
            wish = _is_at(addend.amount, end)
            if addend.weight * end > 0:
                wish = conjoin([addend.condition, wish])
            elif addend.condition is not TRUE:
                wish = negate(addend.condition)
        return wish if known.truth(wish) is None else None

    def _leaf(self, known: PathCondition, chosen: tuple[Term, ...]) -> None:
        low, limit = self._bounds(known)
        if limit < self.best or (is_met := is_satisfiable(known)) is False:
            return
        if limit > self.best:
            self.best, self.ways = limit, []
            self.is_met, self.is_complete = False, self.left_open == -math.inf
        if low == limit:
            self.ways.append(chosen)
            self.is_met = self.is_met or is_met is True
        else:
            self.is_complete = False
