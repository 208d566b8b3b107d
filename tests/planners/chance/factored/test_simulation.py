"""The code of a world as a simulator."""

from __future__ import annotations

from factored_worlds import corridor, sysadmin
from introplan.planners.chance.factored.simulation import simulation_of
from introplan.planners.chance.factored.twin import expect


def test_one_step_of_computers() -> None:
    """All run; the second is rebooted, the others stay up with probability 0.9."""
    simulation = simulation_of(sysadmin(3))
    values = expect(simulation.step, [*simulation.start, 0.0, 1.0, 0.0])

    assert [values[node] for node in simulation.next] == [0.9, 1.0, 0.9]
    assert sum(values[node] for node in simulation.paid) == 3 - 0.75


def test_what_it_starts_with() -> None:
    """The robot is in the first cell, and no action is chosen."""
    simulation = simulation_of(corridor(3))

    assert (simulation.start, simulation.defaults) == ([1.0, 0.0, 0.0], [0.0, 0.0])
    assert simulation.is_boolean == [True] * 3
