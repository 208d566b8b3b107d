"""Native code against its twin in Python: the same values, draws, tables and decisions."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from factored_worlds import best_value, corridor, crossing, ferries, local_model, sysadmin
from introplan.factored.model import FactoredModel
from introplan.limits import Limits, Meter
from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.cones import Dependences
from introplan.planners.chance.factored.layers import relaxed_code
from introplan.planners.chance.factored.native import Estimate, Way
from introplan.planners.chance.factored.simulation import Simulation, simulation_of
from introplan.planners.chance.factored.tables import Layout, Tabler
from introplan.planners.chance.factored.twin import Random64, draw, expect, intervals
from random_factored import random_model

pytestmark = pytest.mark.skipif(not native.IS_AVAILABLE, reason="built without a compiler")


def model_of(seed: int) -> FactoredModel:
    """A random world of either kind."""
    rng = random.Random(seed)
    return random_model(rng) if seed % 2 else local_model(rng)


def same(left: float, right: float) -> bool:
    """Equal, or both no numbers."""
    return left == pytest.approx(right, abs=1e-12) or (math.isnan(left) and math.isnan(right))


@pytest.mark.parametrize("seed", range(40))
def test_values_draws_and_intervals_are_those_of_the_twin(seed: int) -> None:
    """Every node of the step and of the relaxed layer of a random world."""
    simulation, rng = simulation_of(model_of(seed)), random.Random(seed)
    slots = [*simulation.start, *(float(rng.random() < 0.5) for _ in simulation.defaults)]
    code = simulation.step
    kernel = native.native_code(code)
    relaxed = relaxed_code(simulation).code
    marginals = [tuple(sorted((rng.random(), rng.random()))) for _ in simulation.start]
    low, high = zip(*marginals, strict=True)
    pairs = native.native_code(relaxed).intervals(low, high, 0.3)
    twins = intervals(relaxed, [(a, b) for a, b in marginals], 0.3)

    assert all(map(same, kernel.expect(slots), expect(code, slots)))
    assert all(map(same, kernel.draw(slots, 7), draw(code, slots, Random64(7))))
    assert all(same(a[0], b[0]) and same(a[1], b[1]) for a, b in zip(pairs, twins, strict=True))


def tables(simulation: Simulation, layout: Layout, *, is_native: bool) -> Any:
    """A table of some variables, solved."""

    def maker(**parts: Any) -> Any:
        return native.table(is_native=is_native, **parts)

    meter = Meter(Limits())
    tabler = Tabler(
        simulation, Dependences.of(simulation), meter, simulation.start, 4, table_maker=maker
    )
    made = tabler.table(layout)
    assert made is not None
    made.content.solve(4, 0.9, 0.5, False)
    return made.content


@pytest.mark.parametrize("seed", range(30))
def test_tables_are_those_of_the_twin(seed: int) -> None:
    """All variables, or some of them with the others as they are: rows, edges and values."""
    simulation, rng = simulation_of(local_model(random.Random(seed))), random.Random(seed)
    variables = sorted(rng.sample(range(6), rng.choice([3, 6])))
    terms = range(len(simulation.terms)) if len(variables) == 6 else ()
    layout = Layout(tuple(variables), tuple(terms))
    ours, twin = (tables(simulation, layout, is_native=one) for one in (True, False))

    assert (ours.rows, ours.edges) == (twin.rows, twin.edges)
    for state in twin.numbers:
        full = list(simulation.start)
        for variable, value in zip(variables, state, strict=True):
            full[variable] = value
        row, other = ours.row(full), twin.row(full)
        assert ours.value(row, 4) == pytest.approx(twin.value(other, 4))
        assert [ours.q(row, n, 3) for n in range(2)] == pytest.approx(
            [twin.q(other, n, 3) for n in range(2)]
        )


@pytest.mark.parametrize("model", [sysadmin(4), ferries(3), corridor(5)], ids=lambda m: m.name)
def test_decisions_and_episodes_are_those_of_the_twin(model: FactoredModel) -> None:
    """By the relaxed return: options with values, and what episodes are paid."""
    simulation = simulation_of(model)
    estimate = Estimate((), (False,) * len(simulation.terms), relaxed_code(simulation))
    ours, twin = (native.planner(simulation, estimate, is_native=one) for one in (True, False))
    effort = native.effort(trials=0, seconds=None, seed=0, prior=0.0, exploration=0.0)
    options = ours.decide(Way.GREEDY, simulation.start, 5, effort)
    others = twin.decide(Way.GREEDY, simulation.start, 5, None)

    assert [one[0] for one in options] == [one[0] for one in others]
    assert [one[1] for one in options] == pytest.approx([one[1] for one in others])
    for way in (Way.GREEDY, Way.FIRST):
        paid = [ours.play(way, simulation.start, 8, seed, effort) for seed in range(5)]
        assert paid == pytest.approx(
            [twin.play(way, simulation.start, 8, seed, None) for seed in range(5)]
        )


@pytest.mark.parametrize("length", [3, 4, 5])
def test_a_context_that_is_certain_makes_tables_exact(length: int) -> None:
    """The car goes round by itself: what the robot can do about it is all that is looked at."""
    model = crossing(length)
    simulation = simulation_of(model)
    tabler = Tabler(simulation, Dependences.of(simulation), Meter(Limits()), simulation.start, 6)
    (table,) = tabler.timed()
    state, contexts = simulation.start, []
    for _ in range(7):
        contexts.append(state)
        values = expect(simulation.step, [*state, *simulation.defaults])
        state = [values[node] for node in simulation.next]
    assert table.content.look_ahead(simulation.start, contexts, 6, 1.0, 1000)
    row = table.content.row(simulation.start)

    assert table.layout.variables == tuple(range(length, 2 * length))
    assert max(table.content.q(row, n, 6) for n in range(2)) == best_value(model)
