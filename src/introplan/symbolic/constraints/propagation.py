"""Propagators: what one condition says about the values of its variables.

Constraint propagation (Waltz 1975; AC-3, Mackworth 1977): a *propagator* of a condition removes
values that cannot be part of any solution of it. Ranges of whole numbers are kept by their bounds
alone (bounds consistency, Van Hentenryck, Simonis & Dionne 1992), lists of values value by value
(arc consistency). `PathCondition` applies the propagators of all its conditions again and again
until nothing changes.

Every propagator here is *monotone*: the more is known before, the more is known after. For
monotone propagators the end of this iteration does not depend on their order (chaotic iteration;
Apt 1999, "The essence of constraint propagation"). That is why a limit such as
`MAX_FILTERED_VALUES` compares the size of a domain: what is small stays small, whereas a count of
the work done so far would make the order matter. One such count cannot be avoided, since on wide
ranges the iteration may take millions of steps (`MAX_REVISIONS` in path_condition.py). For
differences of two variables it only does so if they contradict each other in a circle
(`x < y < z < x`), and then `has_negative_cycle` sees that at once (Bellman 1958; difference
constraints, Dechter, Meiri & Pearl 1991). For other sums less may be known after that many steps
in one order than in another one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from introplan.symbolic.constraints.avoidance import axes_of, trimmed
from introplan.symbolic.constraints.interval import (
    INFINITY,
    MAX_SEARCHED_ENTRIES,
    Bounds,
    Domain,
    OneOf,
    Range,
    bounds,
    domain_of,
    key_filters,
)
from introplan.symbolic.terms.term import Linear, Table, Term, Var, node

MAX_FILTERED_VALUES = 4096
"""Ranges up to this size are filtered value by value; larger ones only lose their ends."""

MAX_COMPARED_PAIRS = 4096
"""Two lists of values are compared with each other up to so many pairs."""


@dataclass(slots=True)
class Domains:
    """The values that variables and sums of variables can still have, and what changed of late."""

    box: dict[Var, Domain]
    sums: dict[Linear, Range] = field(default_factory=dict)
    """Sums of several variables, first weight positive. Interval arithmetic cannot see that
    `x - y <= 0` and `y - x <= -1` exclude each other; a range for `x - y` itself can."""

    changed: set[Var] = field(default_factory=set)

    def span(self, form: Linear) -> Bounds:
        """The least and the largest value of a sum, from its parts and from its own range."""
        low, high = bounds(form, self.box)
        if len(form.parts) > 1 and self.sums:
            known, sign = _canonical(form)
            own = self.sums.get(known)
            if own is not None:
                first, last = (own.low, own.high) if sign > 0 else (-own.high, -own.low)
                low, high = max(low, first), min(high, last)
        return (low, high)

    def restrict_sum(self, form: Linear, low: float, high: float) -> bool:
        """Use `low <= form <= high`; False if nothing is left."""
        low, high = low - form.constant, high - form.constant
        if len(form.parts) == 1:
            part, weight = form.parts[0]
            return not isinstance(part, Var) or self._cut(part, weight, low, high)
        form, sign = _canonical(form)
        if sign < 0:
            low, high = -high, -low
        known = self.sums.get(form)
        if known is not None:
            low, high = max(low, known.low), min(high, known.high)
        least, most = bounds(form, self.box)
        if max(low, least) > min(high, most):
            return False
        if known is None or (low, high) != (known.low, known.high):
            self.sums[form] = Range(low, high)
            self.changed.update(part for part, _ in form.parts if isinstance(part, Var))
        return self._revise_sum(form)

    def _revise_sum(self, form: Linear) -> bool:
        """Narrow the variables of a sum by its range (bounds consistency)."""
        own = self.sums[form]
        ends = [_times(weight, bounds(part, self.box)) for part, weight in form.parts]
        least, most = _Total([low for low, _ in ends]), _Total([high for _, high in ends])
        if own.low > most.value or own.high < least.value:
            return False
        for (part, weight), (low, high) in zip(form.parts, ends, strict=True):
            if isinstance(part, Var):
                first, last = own.low - most.without(high), own.high - least.without(low)
                if not self._cut(part, weight, first, last):
                    return False
        return True

    def has_negative_cycle(self) -> bool:
        """Do the ranges of differences contradict each other, whatever the values are?

        Each `x - y <= c` is an edge from y to x of length c. Around a circle the differences add
        up to 0, so no circle of a negative length can be met (Bellman-Ford).
        """
        edges = list(self._difference_bounds())
        distances: dict[Term, float] = {end: 0 for edge in edges for end in edge[:2]}
        for _ in range(len(distances)):
            is_settled = True
            for start, to, length in edges:
                if distances[start] + length < distances[to]:
                    distances[to] = distances[start] + length
                    is_settled = False
            if is_settled:
                return False
        # Without such a circle a shortest path has fewer edges than there are variables.
        return bool(edges)

    def _difference_bounds(self) -> Iterator[tuple[Term, Term, float]]:
        """Rows (y, x, c) with `x - y <= c`, from the sums that are differences."""
        for form, own in self.sums.items():
            if [weight for _, weight in form.parts] == [1, -1]:
                (one, _), (two, _) = form.parts
                if own.high < INFINITY:
                    yield two, one, own.high
                if own.low > -INFINITY:
                    yield one, two, -own.low

    def exclude_sum(self, form: Linear, value: float) -> bool:
        """Use `form != value`: a range can only lose its ends."""
        low, high = self.span(form)
        if low == value == high:
            return False
        if low == value:
            return self.restrict_sum(form, value + 1, INFINITY)
        return high != value or self.restrict_sum(form, -INFINITY, value - 1)

    def compare(self, var: Var, value: Any, is_equal: bool) -> bool:
        """A variable is equal to a value, or is not."""
        domain = domain_of(var, self.box)
        if domain is None and is_equal and isinstance(value, str):
            self.box[var] = OneOf((value,))  # of numbers there are several that are equal
            self.changed.add(var)
            return True
        if not isinstance(domain, Range) or not isinstance(value, int):
            return self.keep(var, lambda v: bool(v == value) is is_equal)
        low, high = domain.low, domain.high
        if is_equal:
            low, high = max(low, int(value)), min(high, int(value))
        else:
            low, high = low + (low == value), high - (high == value)
        return self._set_range(var, domain, low, high)

    def _cut(self, var: Var, weight: int, low: float, high: float) -> bool:
        """low <= weight * var <= high; ends that are not finite say nothing."""
        domain = domain_of(var, self.box)
        if isinstance(domain, OneOf):
            return self.keep(var, lambda v: not (weight * v < low or weight * v > high))
        assert isinstance(domain, Range)
        if weight < 0:
            low, high, weight = -high, -low, -weight
        first, last = domain.low, domain.high
        if math.isfinite(low):
            first = max(first, -(-int(low) // weight))
        if math.isfinite(high):
            last = min(last, int(high) // weight)
        return self._set_range(var, domain, first, last)

    def _set_range(self, var: Var, old: Range, low: float, high: float) -> bool:
        if low != old.low or high != old.high:
            self.box[var] = Range(low, high)
            self.changed.add(var)
        return low <= high

    def keep(self, var: Var, accepts: Callable[[Any], bool]) -> bool:
        """Keep only the values of a variable that are accepted; False if none is left."""
        domain = domain_of(var, self.box)
        if isinstance(domain, OneOf):
            kept = tuple(filter(accepts, domain.values))
            if len(kept) < len(domain.values):
                self.box[var] = OneOf(kept)
                self.changed.add(var)
            return bool(kept)
        if isinstance(domain, Range) and domain.size <= MAX_FILTERED_VALUES:
            accepted = [v for v in domain if accepts(v)]
            if not accepted:
                return False
            return self._set_range(var, domain, accepted[0], accepted[-1])
        return True

    def keep_among(self, key: Term, values: Iterable[Any]) -> bool:
        """A key of a table is one of these values."""
        found = list(values)
        are_numbers = bool(found) and all(isinstance(v, int) for v in found)
        if isinstance(key, Linear) and are_numbers:
            return self.restrict_sum(key, min(found), max(found))
        if not isinstance(key, Var):
            return bool(found)
        domain = domain_of(key, self.box)
        if isinstance(domain, Range) and are_numbers:
            low, high = max(domain.low, min(found)), min(domain.high, max(found))
            if not self._set_range(key, domain, low, high):
                return False
        return bool(found) and self.keep(key, set(found).__contains__)

    def restrict_lookup(self, table: Table, keys: tuple[Term, ...], value: bool) -> bool:
        """A table with a known truth value says where its keys can be (arc consistency).

        The value must not be that of the default: then the keys can be anywhere else.
        """
        rows = [row for row, truth in table.rows(len(keys)) if bool(truth) is value]
        if len(keys) > 1 and len(table.entries) <= MAX_SEARCHED_ENTRIES:
            filters = key_filters(keys, self.box)
            rows = [row for row in rows if all(f(k) for f, k in zip(filters, row, strict=True))]
        columns = list(zip(*rows, strict=True)) if rows else [() for _ in keys]
        return all(self.keep_among(k, column) for k, column in zip(keys, columns, strict=True))

    def avoid_lookup(self, table: Table, keys: tuple[Term, ...], value: bool) -> bool:
        """A table with the truth value of its default says where its keys cannot be."""
        axes = axes_of(keys)
        for var, smaller in [] if axes is None else trimmed(table, axes, value, self.box):
            self.box[var] = smaller
            self.changed.add(var)
            if not smaller.size:
                return False
        return True

    def equate(self, one: Var, two: Var) -> bool:
        """Two opaque variables are equal: each is one of the values of the other."""
        first, second = domain_of(one, self.box), domain_of(two, self.box)
        if not isinstance(first, OneOf) or not isinstance(second, OneOf):
            return True
        if first.size * second.size > MAX_COMPARED_PAIRS:
            return True
        return self.keep(one, lambda v: any(v == w for w in second.values)) and self.keep(
            two, lambda w: any(v == w for v in first.values)
        )

    def distinguish(self, one: Var, two: Var) -> bool:
        """Two opaque variables differ: where one is known, the other loses its value."""
        for var, other in ((one, two), (two, one)):
            domain = domain_of(other, self.box)
            is_known = isinstance(domain, OneOf) and domain.size == 1
            if is_known and not self.compare(var, next(iter(domain or ())), False):
                return False
        return True


class _Total:
    """A sum from which single parts can be taken out again, although some are infinite.

    All parts of one total are infinite in the same direction. Whole numbers stay exact.
    """

    __slots__ = ("finite", "infinite", "value")

    def __init__(self, parts: list[float]) -> None:
        infinite = [part for part in parts if part in (INFINITY, -INFINITY)]
        self.infinite = len(infinite)
        self.finite = sum(part for part in parts if part not in (INFINITY, -INFINITY))
        self.value = infinite[0] if infinite else self.finite

    def without(self, part: float) -> float:
        """The sum of the other parts."""
        if part in (INFINITY, -INFINITY):
            return self.finite if self.infinite == 1 else self.value
        return self.value if self.infinite else self.finite - part


def _times(weight: int, span: Bounds) -> Bounds:
    low, high = span
    return (weight * low, weight * high) if weight > 0 else (weight * high, weight * low)


def _canonical(form: Linear) -> tuple[Linear, int]:
    """A sum without its constant and with a positive first weight, and the sign it had."""
    sign = 1 if form.parts[0][1] > 0 else -1
    if sign > 0 and not form.constant:
        return form, 1
    return node(Linear, 0, tuple((part, sign * weight) for part, weight in form.parts)), sign
