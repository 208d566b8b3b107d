"""Rewards that are sums: a number taken apart into addends, and the most that it can be.

A program that adds up (`total += ...` under conditions, `sum(...)`, `-COST[cell]`) is one term
after symbolic execution, because its paths are merged. `addends` splits that term: each addend
has a weight, the condition under which it counts, and perhaps an amount that is a number of the
state. Their sum is the term (an additive utility; Keeney & Raiffa 1976), up to the rounding of
floats.

The largest value of the sum is not the sum of the largest values where conditions exclude each
other. `peak` finds it as weighted constraint satisfaction (depth-first branch and bound; Freuder &
Wallace 1992): decide the heaviest addend first, in its favour, propagate, and go back where that
contradicts the path condition. Where no two addends are in conflict, the first descent is also
the proof.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from introplan.symbolic.constraints.entailment import is_satisfiable
from introplan.symbolic.constraints.interval import Box, bounds
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.values import Value, as_term, is_term
from introplan.symbolic.terms.build import TRUE, conjoin, const, equal, negate
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import (
    Call,
    Choose,
    Const,
    Linear,
    Lookup,
    Sort,
    Term,
    sort_of,
    walk,
)

MAX_ADDENDS = 1_000
"""Addends of one sum; a term with more stays one amount. Sums over 300 objects have as many."""

MAX_GROUPED_VALUES = 12
"""A table with more values than these is an amount, not a condition for each value."""

MAX_PEAK_DECISIONS = 600
"""Decisions of one search for the largest value: 300 addends without conflict take 300 of them, a
few milliseconds in all. After that the bound that is known so far is returned."""


@dataclass(frozen=True, slots=True)
class Addend:
    """A part of a sum: `weight` times `amount` (None: 1) where `condition` holds."""

    weight: float
    condition: Term
    amount: Term | None = None


def addends(value: Value) -> tuple[Addend, ...]:
    """The parts of a number, of which none has the weight 0; their sum is the number."""
    term = as_term(value)
    found = _Splitter().split(term)
    return tuple(_collected(found if found is not None else [Addend(1, TRUE, term)]))


class _TooMany(Exception):  # noqa: N818 - a signal, never shown
    """A term with too many addends."""


@dataclass(slots=True)
class _Splitter:
    """Splits one term, and counts what it finds."""

    count: int = 0

    def split(self, term: Term) -> list[Addend] | None:
        """The addends of a term, in its order; None if there are too many."""
        try:
            return self._parts(term)
        except _TooMany:
            return None

    def _parts(self, term: Term) -> list[Addend]:  # noqa: C901 - one case per kind
        self.count += 1
        if self.count > MAX_ADDENDS:
            raise _TooMany
        match term:
            case Const(value):
                return [Addend(_number(value), TRUE)] if value else []
            case Linear(constant, parts):
                scaled = [a for part, w in parts for a in _scaled(self._parts(part), w)]
                return [*([Addend(constant, TRUE)] if constant else []), *scaled]
            case Choose(test, then, other) if _is_number(then) and _is_number(other):
                return _chosen(test, self._parts(then), self._parts(other))
            case Call("+", (one, two)):
                return [*self._parts(one), *self._parts(two)]
            case Call("-", (one, two)):
                return [*self._parts(one), *_scaled(self._parts(two), -1)]
            case Call("neg", (one,)):
                return _scaled(self._parts(one), -1)
            case Call("float", (one,)):
                return self._parts(one)
            case Call("*", (Const(factor), one)) | Call("*", (one, Const(factor))):
                return _scaled(self._parts(one), factor)
            case Lookup(table) if (values := _few(table.values)) is not None:
                cases = ((v, equal(term, const(v))) for v in values if v)
                return [Addend(_number(v), condition) for v, condition in cases]
            case _ if sort_of(term) is Sort.BOOL:
                return [Addend(1, term)]
            case _:
                return [Addend(1, TRUE, term)]


def _number(value: float) -> float:
    return int(value) if isinstance(value, bool) else value


def _is_number(term: Term) -> bool:
    return not isinstance(term, Const) or isinstance(term.value, int | float)


def _few(values: Iterable[object]) -> list[float] | None:
    """The different values of a table if they are few numbers, in a fixed order."""
    found: list[float] = []
    for value in values:
        if not isinstance(value, int | float) or len(found) > MAX_GROUPED_VALUES:
            return None
        if value not in found:
            found.append(value)
    return sorted(found) if len(found) <= MAX_GROUPED_VALUES else None


def _scaled(parts: Iterable[Addend], factor: float) -> list[Addend]:
    return [replace(a, weight=factor * a.weight) for a in parts if factor]


def _chosen(test: Term, then: list[Addend], other: list[Addend]) -> list[Addend]:
    """Addends under a condition or its opposite; what both branches add needs no condition."""
    shared = [a for a in then if a in other]
    opposite = negate(test)
    return [
        *shared,
        *(_under(test, a) for a in then if a not in shared),
        *(_under(opposite, a) for a in other if a not in shared),
    ]


def _under(condition: Term, addend: Addend) -> Addend:
    return replace(addend, condition=conjoin([condition, addend.condition]))


def _collected(parts: Iterable[Addend]) -> list[Addend]:
    """One addend for each condition and amount, with the sum of their weights."""
    found: dict[tuple[Term, Term | None], float] = {}
    for a in parts:
        key = (a.condition, a.amount)
        found[key] = found.get(key, 0) + a.weight
    return [Addend(w, condition, amount) for (condition, amount), w in found.items() if w]


@dataclass(frozen=True, slots=True)
class Peak:
    """The most that a number can be, and conditions under which it is that much."""

    value: float
    conditions: tuple[Term, ...]
    is_met: bool
    """Is there certainly a state, reachable or not, that meets the conditions? Else the value is
    only an upper bound."""


def peak(value: Value, known: PathCondition) -> Peak:
    """The most that a number can be where the path condition holds."""
    if not is_term(value):
        return Peak(value, (), is_met=is_satisfiable(known) is True)
    parts = sorted(addends(value), key=lambda a: -abs(a.weight) * _span(a, known.box))
    return _PeakSearch(as_term(value), parts).run(known)


def _span(addend: Addend, box: Box) -> float:
    if addend.amount is None:
        return 1
    low, high = bounds(addend.amount, box)
    return high - low


@dataclass(slots=True)
class _PeakSearch:
    """Depth-first branch and bound over the conditions of addends."""

    value: Term
    parts: Sequence[Addend]
    decisions: int = 0
    best: Peak | None = None
    left_open: float = -math.inf
    """The largest bound of what was not looked at because there were too many decisions."""

    top: float = math.inf
    """What no leaf exceeds."""

    def run(self, known: PathCondition) -> Peak:
        """The best leaf; an upper bound if the search was cut."""
        self.top = self._limit(known)
        self._descend(known, 0, ())
        best = self.best
        if best is None:
            return Peak(min(self.left_open, self.top), (), is_met=False)
        if self.left_open > best.value:
            return Peak(self.left_open, best.conditions, is_met=False)
        return best

    def _limit(self, known: PathCondition) -> float:
        return bounds(self._simplified(known), known.box)[1]

    def _simplified(self, known: PathCondition) -> Term:
        """The value with the conditions in it replaced by what is known of them."""
        tests = {part.test for part in walk(self.value) if isinstance(part, Choose)}
        truths = {test: known.truth(test) for test in tests}
        return substituted(self.value, {t: const(v) for t, v in truths.items() if v is not None})

    def _descend(self, known: PathCondition, place: int, chosen: tuple[Term, ...]) -> None:
        while place < len(self.parts):
            wish = self._favourable(self.parts[place], known)
            if wish is not None:
                break
            place += 1
        else:
            self._leaf(known, chosen)
            return
        if self.best is not None and self._limit(known) <= self.best.value:
            return
        self.decisions += 1
        if self.decisions > MAX_PEAK_DECISIONS:
            self.left_open = max(self.left_open, self._limit(known))
            return
        for condition in (wish, negate(wish)):
            attempt = known.copy()
            is_done = self.best is not None and self.best.value >= self.top
            if not is_done and attempt.learn(condition, True):
                self._descend(attempt, place + 1, (*chosen, condition))

    def _favourable(self, addend: Addend, known: PathCondition) -> Term | None:
        """What should hold for an addend to be largest; None if nothing is open about it."""
        if addend.amount is None:
            wish = addend.condition if addend.weight > 0 else negate(addend.condition)
        else:
            low, high = bounds(addend.amount, known.box)
            end = high if addend.weight > 0 else low
            if not math.isfinite(end) or low == high:
                return None
            wish = equal(addend.amount, const(end))
            if addend.weight * end > 0:
                wish = conjoin([addend.condition, wish])
            elif addend.condition is not TRUE:
                wish = negate(addend.condition)
        return wish if known.truth(wish) is None else None

    def _leaf(self, known: PathCondition, chosen: tuple[Term, ...]) -> None:
        limit = self._limit(known)
        if self.best is not None and limit <= self.best.value:
            return
        is_met = is_satisfiable(known)
        if is_met is not False:
            low = bounds(self._simplified(known), known.box)[0]
            self.best = Peak(limit, chosen, is_met=is_met is True and low == limit)
