"""The estimates that compete."""

from __future__ import annotations

import pytest

from factored_worlds import best_value, crossing, ferries, sysadmin
from introplan.factored.model import FactoredModel
from introplan.limits import Limits, Meter
from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.candidates import (
    Candidate,
    actor_candidate,
    planner_of,
    relaxed_candidates,
    table_candidates,
    timed_candidate,
)
from introplan.planners.chance.factored.cones import Dependences
from introplan.planners.chance.factored.layers import relaxed_code
from introplan.planners.chance.factored.native import Way
from introplan.planners.chance.factored.simulation import simulation_of
from introplan.planners.chance.factored.tables import Tabler


def candidates(model: FactoredModel) -> tuple[list[Candidate], Candidate | None]:
    """Those of tables, and that of actors."""
    simulation = simulation_of(model)
    found, relaxed = Dependences.of(simulation), relaxed_code(simulation)
    tabler = Tabler(simulation, found, Meter(Limits()), simulation.start, 4)
    made = table_candidates(simulation, found, tabler.separate(), relaxed, 4)
    return list(made), actor_candidate(simulation, found, tabler, relaxed, 4)


def test_tables_compete_with_and_without_shares() -> None:
    """What depends on the action alone is in no table, and there is nothing to look ahead for."""
    tables, _ = candidates(sysadmin(3, linked=False))

    assert [one.words for one in tables] == [
        "3 value tables",
        "3 value tables, each for 33% of the steps",
    ]
    assert tables[0].estimate.covered.count(False) == 3
    assert tables[0].estimate.relaxed is None


def test_actors_share_the_wishes_out() -> None:
    """Who waits is met where nobody waits."""
    _, actors = candidates(ferries(3))

    assert actors is not None
    assert actors.estimate.shared == ((0, 0.0), (1, 0.0), (2, 0.0))


def test_the_relaxed_return_is_there_in_two_lengths() -> None:
    """Over all steps, and over few."""
    simulation = simulation_of(sysadmin(3))
    long, short = relaxed_candidates(simulation, relaxed_code(simulation))

    assert long.estimate.layers > short.estimate.layers


@pytest.mark.skipif(not native.IS_AVAILABLE, reason="built without a compiler")
def test_tables_in_a_context_look_ahead_from_each_decision() -> None:
    """A robot among cars that come and go by chance does better than one that never waits."""
    model = crossing(5, 12, chance=0.8)
    simulation = simulation_of(model)
    found, relaxed = Dependences.of(simulation), relaxed_code(simulation)
    tabler = Tabler(simulation, found, Meter(Limits()), simulation.start, 12)
    timed = timed_candidate(simulation, found, tabler, (), relaxed, 12)
    assert timed is not None
    effort = native.effort(trials=0, seconds=None, seed=0, prior=0.0, exploration=0.0)
    planner = planner_of(simulation, timed)
    played = [planner.play(Way.GREEDY, simulation.start, 12, n, effort) for n in range(200)]

    assert sum(played) / 200 > best_value(model) - 0.5
    assert timed.estimate.timed == (True,)
