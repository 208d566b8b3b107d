"""Five thousand random worlds: scores, bounds and proofs against value iteration."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from reliability.scores.cases import case
from reliability.scores.graph import Edge, End, Graph
from reliability.scores.judging import complaints, replayed
from reliability.scores.truth import truth

TASKS, CHUNK = 5_100, 150

Property = Callable[[str, object], None]


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(TASKS // CHUNK))
def test_scores_bounds_and_proofs_are_those_of_value_iteration(
    chunk: int, record_property: Property
) -> None:
    """The best score is found and proven, no bound is below it, and no proof is wrong."""
    began, with_a_choice = time.process_time(), 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        found = case(seed)
        with_a_choice += found.truth.cheapest != found.truth.least_cost
        wrong = list(complaints(found, seed))
        if wrong:
            pytest.fail("\n".join([found.name, *wrong, found.text]), pytrace=False)
    record_property("tasks", CHUNK)
    record_property("with a choice", with_a_choice)
    record_property("milliseconds", 1000 * (time.process_time() - began))


def edge(action: str, target: int, reward: float = 0, end: End = End.CONTINUE) -> Edge:
    """A transition that costs 1."""
    return Edge(action, target, int(reward), 1, end)


SUCCESS, OVER = End.SUCCESS, End.OVER


def test_only_plans_that_succeed_count_where_success_is_named() -> None:
    """An end that pays more is none; the longer way to success is paid more."""
    ways = [
        [edge("short", -1, -5, SUCCESS), edge("long", 1, -1), edge("over", -1, 9, OVER)],
        [edge("arrive", -1, 0, SUCCESS)],
    ]
    known = truth(Graph(ways, names_success=True))

    assert (known.best, known.least_cost, known.cheapest) == (-1, 2, 1)


def test_a_loop_that_pays_has_no_best_score() -> None:
    """Unless it leads away from success for good."""
    paying = [edge("round", 0, 1), edge("leave", -1, 0, SUCCESS)]
    assert truth(Graph([paying], names_success=True)).best == float("inf")
    astray = [[edge("away", 1), edge("leave", -1, 3, SUCCESS)], [edge("round", 1, 1)]]
    assert truth(Graph(astray, names_success=True)).best == 3


def test_going_on_is_better_than_lava() -> None:
    """Where the only end costs more than a loop that pays nothing."""
    known = truth(Graph([[edge("wait", 0), edge("lava", -1, -10, OVER)]], names_success=False))
    assert (known.best, known.goes_on) == (0, True)
    walking = truth(Graph([[edge("w", 0, -1), edge("lava", -1, -10, OVER)]], names_success=False))
    assert (walking.best, walking.goes_on, walking.least_cost) == (-10, False, 1)


def test_nothing_that_ends_means_the_largest_reward() -> None:
    """Paid once, soonest."""
    ways = [[edge("a", 1, -1), edge("b", 0, 2)], [edge("c", 0, 7)]]
    known = truth(Graph(ways, names_success=False))
    assert (known.aim, known.best, known.least_cost) == ("reward", 7, 2)


def test_discounted_loops_are_geometric_series() -> None:
    """1 + 1/2 + 1/4 + ... is 2; with success to be reached, 2 is the supremum of no plan."""
    ways = [[edge("round", 0, 1), edge("out", -1, 0, SUCCESS)]]
    half = Fraction(1, 2)
    assert truth(Graph(ways, names_success=False, discount=half)).best == 2
    known = truth(Graph(ways, names_success=True, discount=half))
    assert (known.best, known.is_attained) == (2, False)


@pytest.mark.parametrize("seed", range(60))
def test_the_truth_over_a_horizon_is_that_of_all_sequences(seed: int) -> None:
    """Brute force: every sequence of up to four actions."""
    found = case(seed)
    actions = sorted({e.action for edges in found.graph.edges for e in edges})
    horizon = 4 if len(actions) <= 6 else 2
    graph = Graph(found.graph.edges, found.graph.names_success, horizon, found.graph.discount)
    best = []
    for length in range(horizon + 1):
        for sequence in product(actions, repeat=length):
            run = replayed(graph, sequence)
            if run is None:
                continue
            is_whole = run.end is not End.CONTINUE or run.is_stuck or length == horizon
            if run.end is End.SUCCESS or (is_whole and not truth(graph).succeeds):
                best.append((run.score, -run.cost))
    known = truth(graph)
    assert known.least_cost is not None
    assert max(best) == (known.best, -known.least_cost)
