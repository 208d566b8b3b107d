"""Value tables in Python: whole worlds have the values of the definition."""

from __future__ import annotations

import random
from typing import Any

import pytest

from factored_worlds import best_value, local_model
from introplan.limits import Limits, Meter
from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.cones import Dependences
from introplan.planners.chance.factored.simulation import simulation_of
from introplan.planners.chance.factored.tables import Tabler


def twin(**parts: Any) -> Any:
    """A table without native code."""
    return native.table(is_native=False, **parts)


@pytest.mark.parametrize("seed", range(25))
def test_a_table_of_the_whole_world_has_its_value(seed: int) -> None:
    """Random worlds with preconditions, ends, numbers and rewards on what comes after."""
    model = local_model(random.Random(seed))
    simulation = simulation_of(model)
    assert model.horizon is not None
    tabler = Tabler(
        simulation,
        Dependences.of(simulation),
        Meter(Limits()),
        simulation.start,
        model.horizon,
        table_maker=twin,
    )
    whole = tabler.whole()
    assert whole is not None
    whole.content.solve(model.horizon, model.discount, 1.0, False)
    found = whole.value(simulation.start, model.horizon)
    over = native.planner(simulation, native.Estimate(), is_native=False).is_over(simulation.start)

    assert (0.0 if over else found) == pytest.approx(best_value(model))
