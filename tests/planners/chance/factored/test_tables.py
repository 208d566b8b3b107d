"""Which tables are made, how they are merged, and what they are worth."""

from __future__ import annotations

import pytest

from factored_worlds import best_value, corridor, ferries, sysadmin
from introplan.factored.model import FactoredModel
from introplan.limits import Limits, Meter
from introplan.planners.chance.factored import tables
from introplan.planners.chance.factored.cones import Dependences
from introplan.planners.chance.factored.simulation import simulation_of
from introplan.planners.chance.factored.tables import Tabler, share_of, solve


def tabler_of(model: FactoredModel) -> Tabler:
    """What makes tables of a world, from its start."""
    simulation = simulation_of(model)
    assert model.horizon is not None
    found = Dependences.of(simulation)
    return Tabler(simulation, found, Meter(Limits()), simulation.start, model.horizon)


@pytest.mark.parametrize("model", [sysadmin(3), ferries(2), corridor(4)], ids=lambda m: m.name)
def test_the_whole_world_as_a_table(model: FactoredModel) -> None:
    """It has the value of the definition."""
    tabler = tabler_of(model)
    whole = tabler.whole()
    assert whole is not None
    assert model.horizon is not None
    solve([whole], model.horizon, model.discount, 1.0)

    assert whole.value(tabler.state, model.horizon) == pytest.approx(best_value(model))


def test_a_world_that_is_too_large_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """By states, or by what their outcomes come to."""
    monkeypatch.setattr(tables, "MAX_WHOLE_STATES", 7)

    assert tabler_of(sysadmin(3)).whole() is None


def test_tables_with_common_variables_are_merged() -> None:
    """Each island has a table; they share the boat, so one is left of them."""
    tabler = tabler_of(ferries(3, boats=1))
    separate = tabler.separate()
    merged = tabler.merged(separate)

    assert len(separate) == 3
    assert [one.layout.variables for one in merged] == [tuple(range(6))]
    assert share_of(separate) == pytest.approx(1 / 3)


def test_each_actor_has_a_table() -> None:
    """With the people of all islands, and without the other boat."""
    found = tabler_of(ferries(3)).by_actor()

    assert found is not None
    assert [one.layout.variables for one in found] == [(0, 1, 2, 3, 4, 5), (0, 1, 2, 6, 7, 8)]
    assert not any(one.is_closed for one in found)
    assert tabler_of(corridor(4)).by_actor() is None
