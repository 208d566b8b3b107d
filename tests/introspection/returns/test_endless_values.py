"""Longest paths: against all walks of small random graphs."""

from __future__ import annotations

import math

import pytest

from introplan.introspection.returns.endless_values import EndlessValues, LongestPaths
from introplan.introspection.returns.value_graph import ValueGraph
from random_returns import endless_returns, returns_over
from value_worlds import random_graph, unlimited


def values(
    edges: list[list[tuple[int, float]]],
    ends: dict[int, float],
    *,
    discount: float = 1.0,
    needs_success: bool = False,
) -> list[float]:
    """The largest returns of a graph whose states are never stuck."""
    last = [ends.get(number, -math.inf) for number in range(len(edges))]
    graph = ValueGraph((), {}, edges, last, [False] * len(edges))
    return LongestPaths(graph, discount, needs_success, unlimited).values()


@pytest.mark.parametrize("needs_success", [True, False])
@pytest.mark.parametrize("discount", [1.0, 0.7])
def test_random_graphs_against_exhaustion(discount: float, needs_success: bool) -> None:
    """Whole and broken rewards, loops that pay, cost, and pay nothing."""
    for seed in range(400):
        graph, other = random_graph(seed, needs_success=needs_success)
        found = LongestPaths(graph, discount, needs_success, unlimited).values()
        if discount == 1:
            expected = endless_returns(other, needs_success=needs_success)
        else:
            expected = returns_over(other, 120, discount, needs_success=needs_success)[-1]
        assert found == pytest.approx(expected, abs=1e-9), seed


def test_a_loop_that_pays_is_worth_infinitely_much() -> None:
    """Round and round for 1; from where no end can be reached, that is no success."""
    edges: list[list[tuple[int, float]]] = [[(1, -5)], [(2, 2)], [(1, -1)]]
    assert values(edges, {}) == [math.inf] * 3
    assert values(edges, {}, needs_success=True) == [-math.inf] * 3
    assert values(edges, {2: 0}, needs_success=True) == [math.inf] * 3


def test_a_loop_that_pays_nothing_is_as_good_as_stopping() -> None:
    """0.1 + 0.2 - 0.3 is nothing, although floats do not say so; the only end is worse."""
    edges: list[list[tuple[int, float]]] = [[(1, 0.1)], [(2, 0.2)], [(0, -0.3)]]
    assert values(edges, {0: -10}) == pytest.approx([0.3, 0.2, 0.0])


def test_moves_may_be_limited_where_the_task_has_no_horizon() -> None:
    """An episode that is cut short keeps what it would have lost later; success is never later."""
    values = [8.0, -4.0]
    assert EndlessValues(values, 0.5, False, loss=4.0).at(0, 2) == 8 + 0.25 * 4
    assert EndlessValues(values, 0.5, True, loss=4.0).at(0, 2) == 8
    assert EndlessValues(values, 1.0, False, loss=4.0).at(0, 2) == math.inf
    assert EndlessValues(values, 1.0, False, loss=4.0).at(1, None) == -4
