"""Register code in Python: what its values mean, by definition."""

from __future__ import annotations

import random

import pytest

from introplan.planners.chance.factored.simulation import simulation_of
from introplan.planners.chance.factored.twin import Random64, draw, expect, intervals
from random_factored import random_model, steps


def test_the_stream_of_draws_is_the_published_one() -> None:
    """The first numbers of SplitMix64 from the seed 1234567."""
    random64 = Random64(1234567)

    assert [random64.next() for _ in range(2)] == [6457827717110365317, 3203168211198807973]


@pytest.mark.parametrize("seed", range(15))
def test_draws_have_the_distribution_of_the_definition(seed: int) -> None:
    """Two thousand steps of a random world against the probabilities of what comes of one."""
    model = random_model(random.Random(seed))
    simulation, stream = simulation_of(model), Random64(seed)
    state = tuple(simulation.start)
    truth: dict[tuple[float, ...], float] = {}
    for after, _, p in steps(model, state, ()):
        truth[after] = truth.get(after, 0.0) + p
    seen: dict[tuple[float, ...], int] = {}
    for _ in range(2000):
        values = draw(simulation.step, [*state, *simulation.defaults], stream)
        after = tuple(values[node] for node in simulation.next)
        seen[after] = seen.get(after, 0) + 1

    assert set(seen) <= set(truth)
    assert all(abs(seen.get(one, 0) / 2000 - p) < 0.06 for one, p in truth.items())


def test_points_are_intervals_and_expectations() -> None:
    """Without chance all three readings of a world agree."""
    model = random_model(random.Random(3))
    simulation = simulation_of(model)
    slots = [*simulation.start, *simulation.defaults]
    expected = expect(simulation.step, slots)
    found = intervals(simulation.step, [(value, value) for value in slots], 1.0)

    assert all(
        found[node] == (expected[node], expected[node])
        for node in range(len(expected))
        if not simulation.step.draws[node]
    )
