"""Prices of resources: for a knapsack, the bound of its linear relaxation."""

from __future__ import annotations

from itertools import product

import pytest

from introplan.introspection.returns.resource_prices import PricedSums, priced, resources
from introplan.introspection.returns.reward_terms import reward_terms
from introplan.symbolic.terms.term import Const
from value_worlds import WEIGHTS, WORTH, knapsack_tables


def test_what_is_used_up_is_a_resource() -> None:
    """The room of a knapsack; flags that are set are no numbers."""
    tables, patterns, _ = knapsack_tables(1000)
    (found,) = resources(patterns, tables.projections)
    assert found.var.name == "room"
    assert found.least == 0


def test_the_price_is_charged_where_the_resource_is_used() -> None:
    """An item of 4 units at 2 each costs 8."""
    tables, patterns, _ = knapsack_tables(1000)
    (room,) = resources(patterns, tables.projections)
    terms, _ = reward_terms(patterns.model)
    for term in priced(terms, room, 2.0):
        shares = [piece for share in term.shares.values() for piece in share]
        pieces = [piece.value for piece in shares if isinstance(piece, Const)]
        item = WORTH.index(term.most)
        assert sorted(pieces) == sorted([WORTH[item], -2.0 * WEIGHTS[item]])
        assert room.var not in term.names


def test_a_knapsack_is_bounded_by_its_linear_relaxation() -> None:
    """Items of 4, 3 and 2 units, worth 9, 6 and 2, in 8: the last one counts for half."""
    tables, patterns, row = knapsack_tables(6)
    terms, base = reward_terms(patterns.model)
    found = list(PricedSums(tables, patterns, terms, base, row).sums())
    assert min(some.at(row, None) for some in found) == pytest.approx(16)


def test_no_price_gives_a_bound_that_is_too_small() -> None:
    """For every room and all items that are left, against all choices of items."""
    tables, patterns, row = knapsack_tables(6)
    terms, base = reward_terms(patterns.model)
    sums = list(PricedSums(tables, patterns, terms, base, row).sums())
    for room, taken in product(range(9), product((False, True), repeat=3)):
        best = 0
        for chosen in product((False, True), repeat=3):
            items = [n for n in range(3) if chosen[n] and not taken[n]]
            if sum(WEIGHTS[n] for n in items) <= room:
                best = max(best, sum(WORTH[n] for n in items))
        assert all(some.at((room, *taken), None) >= best - 1e-9 for some in sums)
