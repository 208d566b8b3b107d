"""Sums of tables: groups of terms, and what they are worth together."""

from __future__ import annotations

from introplan.introspection.returns.patterns import Patterns
from introplan.introspection.returns.reward_terms import reward_terms
from introplan.introspection.returns.table_sums import TableSum, TableSums
from value_worlds import coin_tables


def coin_sums(states: int, horizon: int) -> list[float]:
    """The values of sums of tables at the start of the world of two coins."""
    tables = coin_tables(horizon)
    tables.projections.max_states = states
    model = tables.projections.model
    patterns = Patterns(model, tables.variables, {})
    terms, base = reward_terms(model)
    sums = TableSums(tables, patterns, terms, base).sums()
    return [some.at((0, True, True), horizon) for some in sums]


def test_terms_that_fit_into_one_table_are_exact() -> None:
    """Both coins in three moves."""
    assert coin_sums(1000, 3) == [7]


def test_terms_in_tables_of_their_own_are_a_bound() -> None:
    """Each coin as if there were no other: still both, and none where there is no time."""
    assert coin_sums(12, 3) == [7]
    assert coin_sums(12, 2) == [2]


def test_tables_that_are_too_large_are_no_bound() -> None:
    """Three states are not enough for a coin and a place."""
    assert coin_sums(3, 3) == []


def test_what_is_left_of_a_resource_has_a_price() -> None:
    """Five units are left above the least of 2, at 0.5 each."""
    assert TableSum((), 0.5, place=1, least=2).at((9, 7), None) == 2.5
