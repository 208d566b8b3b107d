"""Resources: numbers that are only used up, and what their units are worth.

The room in a knapsack, the fuel in a tank: a number that no step raises, and that cannot fall
below some least value. If every unit of it that a step uses costs a *price*, an episode loses at
most the price of what is left of it; so what it collects is at most that, plus the most it can
collect at these prices (Lagrangian relaxation; Geoffrion 1974). At prices, terms of the reward
that compete for a resource can be bounded one by one: for a knapsack, with the right price, the
bound is that of its linear relaxation (Dantzig 1957). Any price of at least 0 gives a bound.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.introspection.returns.patterns import Patterns
from introplan.introspection.returns.reward_terms import RewardTerm, scaled
from introplan.introspection.returns.table_sums import TableSum, TableSums
from introplan.introspection.returns.value_graph import Projections
from introplan.introspection.returns.value_table import ValueTables
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.terms.build import ZERO, subtract
from introplan.symbolic.terms.term import Sort, Term, Var, variables

PRICE_STEP = 1.25
"""The factor between prices that are tried."""

LEAST_GAIN = 0.005
"""Another price is tried as long as the last one lowered the bound by this part of it."""

MAX_PRICED_STATES = 2_000
"""States of tables at prices: many prices are tried, and prices do what larger tables would do."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A number that no step raises."""

    var: Var
    least: float
    """It is never less than this."""
    used: tuple[Term, ...]
    """What each case uses of it."""


def resources(patterns: Patterns, projections: Projections) -> Iterator[Resource]:
    """The resources of a model whose least values are known."""
    for var in patterns.order:
        if var.sort is not Sort.INT:
            continue
        used = _used(var, patterns)
        if used is None:
            continue
        least = _least(var, patterns, projections)
        if least > -math.inf:
            yield Resource(var, least, used)


def _used(var: Var, patterns: Patterns) -> tuple[Term, ...] | None:
    """What each case uses of a number; None if one may raise it, or if none uses any."""
    found: list[Term] = []
    for case in patterns.model.cases:
        less = subtract(var, case.operator.effects.get(var, var))
        if bounds(less, case.known.box)[0] < 0:
            return None
        found.append(less)
    return tuple(found) if any(less is not ZERO for less in found) else None


def _least(var: Var, patterns: Patterns, projections: Projections) -> float:
    """The least value of a number: of those that can be reached, or of its range."""
    pattern = patterns.in_order(patterns.cone([var]))
    graph = projections.graph(pattern, [ZERO] * len(patterns.model.cases))
    if graph is None:
        return bounds(var, patterns.box)[0]
    place = pattern.index(var)
    return float(min(values[place] for values in graph.numbers))


def priced(terms: Sequence[RewardTerm], resource: Resource, price: float) -> list[RewardTerm]:
    """The terms, less the price of what their cases use; it is charged to one term of a case.

    Cases that have no term are not charged, which makes a bound larger and not wrong.
    """
    found: list[RewardTerm] = []
    charged: set[int] = set()
    for term in sorted(terms, key=lambda term: -term.most):
        names, shares = set(term.names), {n: list(pieces) for n, pieces in term.shares.items()}
        for number in shares:
            if number not in charged and resource.used[number] is not ZERO:
                charged.add(number)
                names.update(variables(resource.used[number]))
                shares[number].append(scaled(resource.used[number], -price))
        own = frozenset(names - {resource.var})
        found.append(RewardTerm(own, shares, term.most))
    return found


@dataclass(slots=True)
class PricedSums:
    """Builds sums of tables at prices of the resources of one task without discount."""

    tables: ValueTables
    patterns: Patterns
    terms: list[RewardTerm]
    base: RewardTerm
    start: tuple[Any, ...]

    def sums(self) -> Iterator[TableSum]:
        """Sums that are bounds, for each resource those of better and better prices.

        Raises `Refused` when the budget is spent.
        """
        projections = self.tables.projections
        found = list(resources(self.patterns, projections))
        projections.max_states = min(projections.max_states, MAX_PRICED_STATES)
        for resource in found:
            yield from self._searched(resource)

    def _searched(self, resource: Resource) -> Iterator[TableSum]:
        """The sum at a first guess of the price; then up, or else down, while that is better.

        The bound is a convex function of the price: the first step that does not lower it ends
        the search in its direction.
        """
        price = self._guess(resource)
        best = self._at(resource, price)
        if best is None or not price:
            return
        yield best
        for factor in (PRICE_STEP, 1 / PRICE_STEP):
            while True:
                found = self._at(resource, best.price * factor)
                if found is None or not self._is_better(found, best):
                    break
                yield found
                best = found

    def _is_better(self, one: TableSum, other: TableSum) -> bool:
        """Is a bound lower at the start, and not only a little?"""
        value, known = (some.at(self.start, self.tables.horizon) for some in (one, other))
        return value < known - LEAST_GAIN * abs(known)

    def _at(self, resource: Resource, price: float) -> TableSum | None:
        terms = priced(self.terms, resource, price)
        place = list(self.patterns.order).index(resource.var)
        for found in TableSums(self.tables, self.patterns, terms, self.base).sums():
            return TableSum(found.tables, price, place, resource.least)
        return None

    def _guess(self, resource: Resource) -> float:
        """The price at which a greedy choice of terms uses up the resource."""
        left = self.start[list(self.patterns.order).index(resource.var)] - resource.least
        price = 0.0
        for ratio, size in sorted((self._ratio(t, resource) for t in self.terms), reverse=True):
            if math.isfinite(ratio) and left > 0:
                price = ratio
                left -= size
        return price

    def _ratio(self, term: RewardTerm, resource: Resource) -> tuple[float, float]:
        """What a term pays for each unit that it uses, and how many it uses, about."""
        cases = self.patterns.model.cases
        spans = [bounds(resource.used[n], cases[n].known.box) for n in term.shares]
        size = min((low + min(high, 2 * low + 2)) / 2 for low, high in spans)
        return (term.most / size if size else math.inf, size)
