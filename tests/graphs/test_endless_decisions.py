"""Values without a horizon: bounds, and what loops do."""

from __future__ import annotations

import math

import pytest

from introplan.graphs.decisions import Decisions
from introplan.graphs.endless_decisions import Endless, UndecidedError, solve_endless
from introplan.search.native.sweeps import PythonSweeps

Choice = tuple[list[tuple[int, float]], float]


def solved(rows: list[list[Choice]], discount: float = 1.0) -> Endless:
    """The solution of a graph that is written down."""
    graph = Decisions()
    for choices in rows:
        for edges, reward in choices:
            graph.add_choice(iter(edges), reward, pays=reward != 0)
        graph.end_state()
    return solve_endless(graph, discount, PythonSweeps, lambda: None)


def test_bounds_enclose_the_value_and_are_tight() -> None:
    """A throw costs 1 and ends in one of a thousand cases."""
    found = solved([[([(0, 0.999), (-1, 0.001)], -1.0)]])

    assert found.values[0] == pytest.approx(-1000)
    assert found.upper is not None
    assert found.lower <= -1000 <= found.upper
    assert found.upper - found.lower < 1e-5


def test_where_nothing_is_paid_an_episode_may_go_on() -> None:
    """Going round for nothing is better than a loss, and worse than a gain."""
    round_trip: list[Choice] = [([(1, 1.0)], 0.0)]
    for reward, value, place in [(-1.0, 0.0, 0), (1.0, 1.0, 1)]:
        found = solved([round_trip, [([(0, 1.0)], 0.0), ([(-1, 1.0)], reward)]])
        assert found.values[0] == pytest.approx(value)
        assert found.chosen[1] == place


def test_a_loop_that_gains_has_no_largest_value_and_is_named() -> None:
    """Also where each round costs something first, and where it has to be reached."""
    costly: list[list[Choice]] = [
        [([(-1, 0.5), (1, 0.5)], 0.0)],
        [([(2, 1.0)], -1.0), ([(-1, 1.0)], 5.0)],
        [([(1, 1.0)], 1.5)],
    ]
    found = solved(costly)

    assert (found.values[0], found.upper) == (math.inf, math.inf)
    assert found.loop is not None
    assert sorted(found.loop) == [1, 3]
    assert list(found.chosen) == [0, 0, 0]


def test_a_loop_that_loses_is_left_or_is_worth_minus_infinity() -> None:
    """A trap that cannot be avoided for certain is worth minus infinity."""
    trap: list[Choice] = [([(1, 1.0)], -1.0)]
    risky: Choice = ([(1, 0.01), (-1, 0.99)], 100.0)

    assert solved([[risky, ([(-1, 1.0)], -7.0)], trap]).values[0] == pytest.approx(-7)
    assert solved([[risky], trap]).upper == -math.inf


def test_fair_bets_are_not_decided() -> None:
    """How much is kept depends on when one stops: no largest value, and no loop that gains."""
    even: list[Choice] = [([(1, 1.0)], 1.0)]
    with pytest.raises(UndecidedError):
        solved([even, [([(0, 1.0)], -1.0), ([(-1, 1.0)], 0.0)]])


def test_with_a_discount_every_loop_has_a_value() -> None:
    """1 each time, half as much each time."""
    found = solved([[([(0, 1.0)], 1.0)]], discount=0.5)

    assert found.values[0] == pytest.approx(2)
    assert found.upper == pytest.approx(2)
    assert found.lower == pytest.approx(2)
