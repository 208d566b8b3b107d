"""Sums of tables: groups of terms, and what they are worth together."""

from __future__ import annotations

import pytest

from introplan.introspection.returns.patterns import Patterns
from introplan.introspection.returns.reward_terms import reward_terms
from introplan.introspection.returns.table_sums import TableSums
from value_worlds import coin_tables


def coin_sums(states: int, room: float, horizon: int) -> list[float]:
    """The values of sums of tables at the start of the world of two coins."""
    tables = coin_tables(horizon)
    tables.projections.max_states = states
    model = tables.projections.model
    patterns = Patterns(model, tables.variables, {})
    terms, base = reward_terms(model)
    sums = TableSums(tables, patterns, terms, base).sums(room)
    return [sum(table.at((0, True, True), horizon) for table in some) for some in sums]


def test_terms_that_fit_into_one_table_are_exact() -> None:
    """Both coins in three moves."""
    assert coin_sums(1000, 1000, 3) == [7]


def test_terms_in_tables_of_their_own_are_a_bound() -> None:
    """Each coin as if there were no other: still both, and none where there is no time."""
    assert coin_sums(12, 24, 3) == [7]
    assert coin_sums(12, 24, 2) == [2]


@pytest.mark.parametrize("room", [1000, 24])
def test_nothing_is_left_of_a_budget_of_no_states(room: float) -> None:
    """Tables that are too large are no bound."""
    assert coin_sums(3, room, 3) == []
