"""The native sweeps against their specification, bit by bit."""

from __future__ import annotations

import random
import time
from array import array

import pytest

from introplan.graphs.decision_stages import solve_stages
from introplan.graphs.decisions import Decisions
from introplan.search.native.sweeps import IS_AVAILABLE, NativeSweeps, PythonSweeps, sweeps_of

pytestmark = pytest.mark.skipif(not IS_AVAILABLE, reason="built without a compiler")


def random_graph(seed: int, states: int = 30) -> Decisions:
    """Choices at random; some end, some states have none."""
    rng, graph = random.Random(seed), Decisions()
    for _ in range(states):
        for _ in range(rng.randrange(4)):
            weights = [rng.random() for _ in range(rng.randint(1, 4))]
            targets = rng.sample(range(-3, states), len(weights))
            edges = [(t, w / sum(weights)) for t, w in zip(targets, weights, strict=True)]
            graph.add_choice(iter(edges), rng.uniform(-2, 1), pays=True)
        graph.end_state()
    return graph


@pytest.mark.parametrize("seed", range(20))
def test_both_engines_compute_the_same_bits(seed: int) -> None:
    """Sweeps, settling and excess; values, choices and counts."""
    graph = random_graph(seed)
    found = []
    for engine in (NativeSweeps(graph), PythonSweeps(graph)):
        later, now = array("d", [0.5]) * 30, array("d", [0.0]) * 30
        chosen = array("i", [9]) * 30
        changed = engine.sweep(25, 0.9, later, now, chosen)
        order = array("q", range(30))
        count = engine.settle(order, 0.9, -0.125, later, 1e-12, 400)
        places = array("i", [9]) * 30
        bounds = engine.excess(0.9, later, places)
        found.append((changed, list(now), list(chosen), count, list(later), bounds, list(places)))

    assert found[0] == found[1]


def test_an_empty_graph_has_sweeps_too() -> None:
    """One state, and nothing to do."""
    graph = Decisions()
    graph.end_state()

    assert not sweeps_of(graph).sweep(
        1, 1.0, array("d", [0.0]), array("d", [0.0]), array("i", [0])
    )


def test_a_hundred_thousand_states_take_a_blink() -> None:
    """Forty sweeps over four choices with three outcomes each: a tenth of what is promised."""
    states, rng = 100_000, random.Random(0)
    near = [rng.randrange(-2_000, 2_000) for _ in range(12 * 997)]
    graph = Decisions(
        array("q", range(0, 4 * states + 1, 4)),
        array("q", range(0, 12 * states + 1, 3)),
        array("i", [(e // 12 + near[e % len(near)]) % states for e in range(12 * states)]),
        array("d", [1 / 3]) * (12 * states),
        array("d", [float(c % 7) for c in range(4 * states)]),
        bytearray(4 * states),
    )
    before = time.process_time()
    solve_stages(
        graph, 40, 1.0, NativeSweeps(graph), within=lambda moves: states, check=lambda: None
    )

    assert time.process_time() - before < 1
