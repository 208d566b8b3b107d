"""Step bounds: admissible distances from how far one step can move a number.

A step bound of a condition is a function g of the state with g = 0 where the condition holds and
g(before) - g(after) <= 1 for every operator. Such a function never overestimates the number of
steps to the condition, and no step can lower it by more than one: admissible and consistent by
construction (Pearl 1984). Potential heuristics (Pommerening et al. 2015) have the same conditions,
and find g with a linear program; here it is read off the shape of the condition. For each operator
we keep the most by which it can lower g, its *drop*.

* A number that must become c, and that operators move by at most u up and d down, is at least
  (c - x) / u or (x - c) / d steps away.
* All of several conditions: the sum of their bounds, divided by the largest sum of drops of one
  operator (uniform cost partitioning, Katz & Domshlak 2008). Two coordinates that never move
  together: nothing to divide, the Manhattan distance. Diagonal moves: divided by 2, and then the
  largest part wins, the Chebyshev distance.
* Any of several conditions: the least of their bounds.
* Anything else: 1 until it holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS, StepBound
from introplan.introspection.heuristics.transport import travelling
from introplan.introspection.programs.operator import Operator
from introplan.symbolic.budget import check_time
from introplan.symbolic.constraints.interval import INFINITY, Box, bounds, truth
from introplan.symbolic.constraints.path_condition import small_space
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import spelled_out, substituted, weakened
from introplan.symbolic.terms.term import (
    And,
    AtMost,
    Const,
    Equal,
    Linear,
    Lookup,
    Or,
    Sort,
    Table,
    Term,
    Var,
    sort_of,
    variables,
)

MAX_TRIED_STATES = 400
"""The change of a number that depends on so few states is computed in all of them; intervals are
less exact. Every operator is asked for every number of the target."""


@dataclass(slots=True)
class StepBounds:
    """Builds step bounds of conditions on the states of one model."""

    operators: Sequence[Operator]
    box: Box
    _known: dict[Term, StepBound] = field(default_factory=dict)
    """Of the parts of conditions: the alternatives of a target mostly have the same."""

    _changes: dict[tuple[Term, Operator], tuple[float, float]] = field(default_factory=dict)
    """By how much operators change numbers, or the parts of numbers that they touch."""

    def of(self, condition: Term) -> StepBound:
        """The largest bound known for a condition."""
        return self._of(spelled_out(condition))

    def _of(self, condition: Term) -> StepBound:
        if condition not in self._known:
            self._known[condition] = self._derived(condition)
        return self._known[condition]

    def _derived(self, condition: Term) -> StepBound:
        match condition:
            case Const(value):
                return StepBound(
                    terms.const(0 if value else UNREACHABLE_STEPS), (0,) * len(self.operators)
                )
            case And(parts):
                return self._all(parts)
            case Or(parts):
                return nearest([self._of(part) for part in parts])
            case _:
                return self._simple(condition)

    def _simple(self, condition: Term) -> StepBound:
        match condition:
            case Equal(left, Const(value)) if sort_of(left) is Sort.INT:
                found = self._by_steps(left, value, value)
            case AtMost(form, bound):
                found = self._by_steps(form, -INFINITY, bound)
            case _:
                found = None
        return found or self._by_truth(condition)

    def _by_steps(self, feature: Term, low: float, high: float) -> StepBound | None:
        """The distance of a number from a range, by the largest steps towards it."""
        check_time()
        changes = [self._change(feature, operator) for operator in self.operators]
        up, down = (
            max((c[1] for c in changes), default=0),
            max((-c[0] for c in changes), default=0),
        )
        least, most = bounds(feature, self.box)
        if low == high and most - least > 1 and min(up, down) >= most - least:
            return None  # one step can do it all: there is nothing to count
        sides: list[Term] = []
        drops = [0] * len(changes)
        if least < low:
            if not _add_side(sides, terms.subtract(terms.const(low), feature), up):
                return None
            drops = [max(d, _rounds(c[1], up)) for d, c in zip(drops, changes, strict=True)]
        if most > high:
            if not _add_side(sides, terms.subtract(feature, terms.const(high)), down):
                return None
            drops = [max(d, _rounds(-c[0], down)) for d, c in zip(drops, changes, strict=True)]
        is_symmetric = len(sides) == 2 and low == high and up == down == 1
        if is_symmetric:
            distance = terms.absolute(sides[1])
        else:
            distance = terms.largest([terms.ZERO, *sides]) if sides else terms.ZERO
            if len(sides) == 1 and low == high:
                distance = sides[0]
        return StepBound(distance, tuple(drops))

    def _change(self, feature: Term, operator: Operator) -> tuple[float, float]:
        """By how much an operator can change a number: the least and the most."""
        if operator.effects.keys().isdisjoint(variables(feature)):
            return (0, 0)
        touched = _touched(feature, operator.effects)
        key = (touched, operator)
        if key not in self._changes:
            self._changes[key] = self._worked_out(touched, operator)
        return self._changes[key]

    def _worked_out(self, touched: Term, operator: Operator) -> tuple[float, float]:
        change = terms.subtract(substituted(touched, operator.effects), touched)
        space = small_space(variables(change), operator.box, limit=MAX_TRIED_STATES)
        if space is None or isinstance(change, Const):
            return bounds(change, operator.box)
        order, rows = space
        known = weakened(operator.constraint, set(order))
        if truth(known, operator.box) and (found := _by_variable(change, operator.box)):
            return found
        holds, amount = compiled_one(known, order), compiled_one(change, order)
        tried = [amount(row) for row in rows if holds(row)]
        return (min(tried), max(tried)) if tried else (0, 0)

    def _by_truth(self, condition: Term) -> StepBound:
        """1 until the condition holds."""
        drops = tuple(int(self._can_bring_about(condition, o)) for o in self.operators)
        if not any(drops):
            return StepBound(
                terms.choose(condition, terms.ZERO, terms.const(UNREACHABLE_STEPS)), drops
            )
        return StepBound(terms.choose(condition, terms.ZERO, terms.ONE), drops)

    def _can_bring_about(self, condition: Term, operator: Operator) -> bool:
        if not any(var in operator.effects for var in variables(condition)):
            return False
        after = substituted(condition, operator.effects)
        if after is condition:
            return False
        known = operator.known
        return known.truth(after) is not False and known.truth(condition) is not True

    def _all(self, parts: Sequence[Term]) -> StepBound:
        each = summed_bounds([self._of(part) for part in parts])
        found = travelling(parts, self.operators, self._drop)
        return each if found is None else farthest([StepBound(*found), each])

    def _drop(self, feature: Term, operator: Operator) -> float:
        """By how much an operator can lower a number."""
        return max(0, -self._change(feature, operator)[0])


def _by_variable(change: Term, box: Box) -> tuple[float, float] | None:
    """The exact bounds of a sum in which each part is a table of one variable.

    Nothing is compiled for it, which takes most of the time of trying few values.
    """
    if not isinstance(change, Linear):
        return None
    tables: dict[Var, list[tuple[Table, int]]] = {}
    for part, weight in change.parts:
        match part:
            case Lookup(table, (Var() as var,)) if var in box:
                tables.setdefault(var, []).append((table, weight))
            case _:
                return None
    low: float = change.constant
    high: float = change.constant
    for var, summands in tables.items():
        values = [sum(table.at(v) * weight for table, weight in summands) for v in box[var]]
        low, high = low + min(values), high + max(values)
    return low, high


def _touched(feature: Term, effects: Mapping[Var, Term]) -> Term:
    """The part of a sum that effects can change: the rest cancels out of every difference."""
    if not isinstance(feature, Linear):
        return feature
    return terms.combine(
        *((p, w) for p, w in feature.parts if not effects.keys().isdisjoint(variables(p)))
    )


def _add_side(sides: list[Term], gap: Term, step: float) -> bool:
    """Note how many steps of this size a gap takes; False if steps have no largest size."""
    if not math.isfinite(step):
        return False
    if step <= 0:
        sides.append(
            terms.multiply(terms.smallest([gap, terms.ONE]), terms.const(UNREACHABLE_STEPS))
        )
    elif step == 1:
        sides.append(gap)
    else:
        size = int(step)
        sides.append(terms.divide(terms.add(gap, terms.const(size - 1)), size))
    return True


def _rounds(change: float, step: float) -> int:
    """How many steps' worth a change is."""
    return math.ceil(change / step) if change > 0 and step > 0 else 0


def nearest(parts: list[StepBound]) -> StepBound:
    """Any of several conditions: as far as the nearest."""
    if len(parts) == 1:
        return parts[0]
    drops = tuple(max(column) for column in zip(*(p.drops for p in parts), strict=True))
    return StepBound(terms.smallest([p.term for p in parts]), drops)


def farthest(parts: list[StepBound]) -> StepBound:
    """Several estimates of one distance: the largest."""
    unique = list({p.term: p for p in parts}.values())
    if len(unique) == 1:
        return unique[0]
    drops = tuple(max(column) for column in zip(*(p.drops for p in unique), strict=True))
    return StepBound(terms.largest([p.term for p in unique]), drops)


def summed_bounds(parts: list[StepBound]) -> StepBound:
    """All of several conditions: a sum as large as the drops allow, or the largest part."""
    given = parts
    parts = [p for p in {p.term: p for p in parts}.values() if p.term is not terms.ZERO]
    if len(parts) <= 1:
        return parts[0] if parts else given[0]
    kept = _worth_adding(parts)
    sums = [sum(column) for column in zip(*(p.drops for p in kept), strict=True)]
    most = max(max(sums, default=1), 1)
    total = terms.combine(*((p.term, 1) for p in kept))
    if most > 1:
        total = terms.divide(terms.add(total, terms.const(most - 1)), most)
    drops = tuple(math.ceil(s / most) for s in sums)
    whole = StepBound(total, drops)
    if most == 1 and len(kept) == len(parts):
        return whole
    return farthest([whole, *(parts if most > 1 else [p for p in parts if p not in kept])])


def _worth_adding(parts: list[StepBound]) -> list[StepBound]:
    """Leave out parts that raise what the sum must be divided by more than they add."""
    kept = list(parts)
    sums = [sum(column) for column in zip(*(p.drops for p in kept), strict=True)]
    while True:
        most = max(sums, default=0)
        if most <= 1 or len(kept) == 1:
            return kept
        # Only a part that every operator of the largest sum lowers can make that smaller.
        largest = [place for place, total in enumerate(sums) if total == most]
        left_out = next((p for p in kept if all(p.drops[place] for place in largest)), None)
        if left_out is None:
            return kept
        rest = [total - drop for total, drop in zip(sums, left_out.drops, strict=True)]
        if (len(kept) - 1) / (max(rest) or 1) <= len(kept) / most:
            return kept
        kept, sums = [p for p in kept if p is not left_out], rest
