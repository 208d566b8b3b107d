"""Value tables: what is looked up for a state."""

from __future__ import annotations

import math

from introplan.introspection.returns.value_table import row_reader
from value_worlds import coin_tables


def test_a_table_on_all_variables_is_exact() -> None:
    """One coin is one step away, the other three."""
    tables = coin_tables(4)
    rewards = [case.reward for case in tables.projections.model.cases]
    table = tables.table(tables.variables, rewards)
    assert table is not None
    found = [table.at((0, True, True), moves) for moves in range(5)]
    assert found == [0, 2, 2, 7, 7]
    assert table.at((2, True, False), 1) == 5


def test_a_state_that_was_not_met_has_no_entry() -> None:
    """Infinity: nothing is known of it."""
    tables = coin_tables(4)
    rewards = [case.reward for case in tables.projections.model.cases]
    table = tables.table(tables.variables, rewards)
    assert table is not None
    assert table.at((17, True, True), 3) == math.inf


def test_without_a_horizon_coins_are_paid_once() -> None:
    """The table itself finds out that they do not come back; without the flags they do."""
    tables = coin_tables(None)
    rewards = [case.reward for case in tables.projections.model.cases]
    table = tables.table(tables.variables, rewards)
    assert table is not None
    assert table.at((0, True, True), None) == 7
    assert table.at((0, True, False), None) == 5
    forgetful = tables.table(tables.variables[:1], rewards)
    assert forgetful is not None
    assert forgetful.at((0, True, True), None) == math.inf


def test_states_that_cannot_be_taken_apart_have_no_row() -> None:
    """A reader that fails gives nothing to look up."""
    row_of = row_reader(lambda state: (state[0], state[1]))
    assert row_of((1, 2)) == (1, 2)
    assert row_of(7) is None
