"""Sweeps: what they mean, on graphs small enough to do by hand."""

from __future__ import annotations

import math
from array import array

import pytest

from introplan.graphs.decisions import Decisions, excess, settle, sweep


def coin_graph() -> Decisions:
    """State 0 waits for heads (-1 each), or gives up (-5); state 1 has nothing to do."""
    graph = Decisions()
    graph.add_choice(iter([(0, 0.5), (1, 0.5)]), -1.0, pays=True)
    graph.add_choice(iter([(-1, 1.0)]), -5.0, pays=True)
    graph.end_state()
    graph.end_state()
    return graph


def test_a_graph_knows_its_choices_and_edges() -> None:
    """In flat arrays."""
    graph = coin_graph()

    assert graph.states == 2
    assert list(graph.choices(0)) == [0, 1]
    assert not graph.choices(1)
    assert list(graph.targets_of(0)) == [0, 1]
    assert graph.edge_starts() == [0, 3, 3]


def test_a_sweep_adds_one_move() -> None:
    """The best choice, and whether something has changed."""
    graph, later, now = coin_graph(), array("d", [-9.0, 0.0]), array("d", [0.0, 0.0])
    chosen = array("i", [7, 7])

    assert sweep(graph, 2, 1.0, later, now, chosen)
    assert (list(now), list(chosen)) == ([-5.0, 0.0], [1, -1])
    assert not sweep(graph, 2, 1.0, array("d", [-2.0, 0.0]), now, chosen)
    assert chosen[0] == 0


def test_values_settle_and_a_return_to_a_state_is_solved() -> None:
    """Heads come after two throws on average, which one sweep knows."""
    values = array("d", [0.0, 0.0])

    assert settle(coin_graph(), array("q", [0, 1]), 1.0, 0.0, values, 1e-9, 10) == 2
    assert list(values) == [-2.0, 0.0]
    assert settle(coin_graph(), array("q", [0, 1]), 1.0, -1.0, values, 1e-9, 1) == -1
    assert values[0] == -4.0


def test_excess_tells_bounds_from_above_and_from_below() -> None:
    """Nothing is added to a bound from above, something everywhere to one from below."""
    chosen = array("i", [0, 0])

    assert excess(coin_graph(), 1.0, array("d", [-2.0, 0.0]), chosen) == (0.0, 0.0)
    assert excess(coin_graph(), 1.0, array("d", [-1.5, 0.0]), chosen)[1] < 0
    assert excess(coin_graph(), 1.0, array("d", [-2.5, 0.0]), chosen)[0] > 0


def test_a_choice_that_never_leaves_is_worth_nothing_good() -> None:
    """It costs without end, and is passed over."""
    graph, values = Decisions(), array("d", [0.0])
    graph.add_choice(iter([(0, 1.0)]), -1.0, pays=True)
    graph.end_state()

    settle(graph, array("q", [0]), 1.0, 0.0, values, 1e-9, 3)
    assert values[0] == pytest.approx(-math.inf)
