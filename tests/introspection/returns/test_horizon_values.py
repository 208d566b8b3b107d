"""Backward induction: exact within its rows, and never too small beyond them."""

from __future__ import annotations

import random
from functools import partial

import pytest

from introplan.introspection.returns.horizon_values import HorizonValues, values_over
from introplan.introspection.returns.value_graph import ValueGraph
from random_returns import returns_over
from value_worlds import random_graph, unlimited


def solved(
    graph: ValueGraph, moves: int, *, discount: float, needs_success: bool, work: int
) -> HorizonValues:
    """The values of a graph over a number of moves, with a limit on the work."""
    return values_over(
        graph,
        moves,
        discount=discount,
        needs_success=needs_success,
        check=unlimited,
        max_relaxations=work,
    )


@pytest.mark.parametrize("needs_success", [True, False])
@pytest.mark.parametrize("discount", [1.0, 0.8])
def test_random_graphs_against_exhaustion(discount: float, needs_success: bool) -> None:
    """All rows are exact; those that are cut off are bounded."""
    moves = 25
    for seed in range(200):
        graph, other = random_graph(seed, needs_success=needs_success)
        expected = returns_over(other, moves, discount, needs_success=needs_success)
        solve = partial(solved, graph, moves, discount=discount, needs_success=needs_success)
        whole = solve(work=10**6)
        short = solve(work=graph.size * random.Random(seed).randint(1, 20))
        for left, row in enumerate(expected):
            for number, best in enumerate(row):
                assert whole.at(number, left) == pytest.approx(best), seed
                assert short.at(number, left) >= best - 1e-9, (seed, number, left)


def test_pay_every_second_step_is_not_taken_for_pay_of_every_step() -> None:
    """A loop of two states pays 10 and 0; far beyond the rows that is still 5 a move."""
    graph = ValueGraph((), {}, [[(1, 10)], [(0, 0)]], [float("-inf")] * 2, [False] * 2)
    found = solved(graph, 1000, discount=1.0, needs_success=False, work=1)
    assert len(found.rows) < 10
    assert found.at(0, 1000) == 5000
    assert found.at(1, 1000) == 5000
