"""Backward induction under chance."""

from __future__ import annotations

import pytest

from graphs.test_decisions import coin_graph
from introplan.graphs.decision_stages import solve_stages
from introplan.search.native.sweeps import PythonSweeps


def test_choices_depend_on_the_moves_left() -> None:
    """Without an end in sight waiting costs 1 a move, and giving up never pays."""
    graph = coin_graph()
    stages = solve_stages(
        graph, 3, 1.0, PythonSweeps(graph), within=lambda moves: 2, check=lambda: None
    )

    assert stages.values[0] == pytest.approx(-1 - 0.5 - 0.25)
    assert [stages.choice(0, left) for left in (0, 1, 2, 3)] == [-1, 0, 0, 0]
    assert stages.choice(1, 2) == -1


def test_where_nothing_changes_the_rest_is_the_same() -> None:
    """With a discount values settle to the last bit, and no sweep is made in vain."""
    graph = coin_graph()
    stages = solve_stages(
        graph, 5_000, 0.5, PythonSweeps(graph), within=lambda moves: 2, check=lambda: None
    )

    assert stages.values[0] == pytest.approx(-4 / 3)
    assert len(stages.choices) < 100
    assert stages.choice(0, 5_000) == 0
