"""Grown tables: the pattern gets the variables that lower the bound."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.programs.reading import read_program_model
from introplan.introspection.returns.cases import cases_of
from introplan.introspection.returns.grown_tables import GrownTable
from introplan.introspection.returns.patterns import Patterns
from introplan.introspection.returns.value_graph import Projections
from introplan.introspection.returns.value_table import ValueTable, ValueTables
from introplan.symbolic.budget import Budget
from value_worlds import UNKNOWN, unlimited

WEIGHTS, WORTH = (4, 3, 2), (9, 6, 2)

Pack = tuple[int, tuple[bool, ...]]


def pack(s: Pack, a: int) -> Pack:
    """Put an item into a knapsack, once."""
    room, taken = s
    if a == 3:
        return s
    if taken[a] or WEIGHTS[a] > room:
        raise ValueError(a)
    return (room - WEIGHTS[a], (*taken[:a], True, *taken[a + 1 :]))


def grown(max_states: int) -> ValueTable | None:
    """The table of a knapsack with room for 8, made of single variables."""
    world = ip.program(
        actions=range(4),
        transition=pack,
        reward=lambda s, a, s2: 0 if a == 3 else WORTH[a],
        terminal=lambda s, a, s2: a == 3,
    )
    task = world.task((8, (False,) * 3))
    reading = read_program_model(task, Budget.of(5.0))
    assert reading.read is not None
    model = cases_of(reading, UNKNOWN, unlimited)
    row = reading.read(task.start)
    start = dict(zip(reading.order, row, strict=True))
    projections = Projections(model, start, False, unlimited, max_states)
    tables = ValueTables(projections, reading.order, None, 1.0, unlimited, 10**6)
    patterns = Patterns(model, reading.order, reading.box)
    rewards = [case.reward for case in model.cases]
    grower = GrownTable(tables, patterns, row, rewards)
    return grower.table([(var,) for var in reading.order])


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
