"""Grown tables: the pattern gets the variables that lower the bound."""

from __future__ import annotations

from introplan.introspection.returns.grown_tables import GrownTable
from introplan.introspection.returns.value_table import ValueTable
from value_worlds import knapsack_tables


def grown(max_states: int) -> ValueTable | None:
    """The table of a knapsack with room for 8, made of single variables."""
    tables, patterns, row = knapsack_tables(max_states)
    rewards = [case.reward for case in patterns.model.cases]
    grower = GrownTable(tables, patterns, row, rewards)
    return grower.table([(var,) for var in patterns.order])


def test_a_pattern_grows_until_it_is_exact() -> None:
    """Two large items, 15; without flags the largest would be taken twice, 18."""
    table = grown(1000)
    assert table is not None
    assert table.at((8, False, False, False), None) == 15


def test_a_pattern_grows_as_far_as_there_is_room() -> None:
    """With 9 states for the room alone items can be taken again."""
    table = grown(9)
    assert table is not None
    assert [var.name for var in table.order] == ["room"]
    assert table.at((8, False, False, False), None) == 18
    assert grown(2) is None
