"""The code of a world as a simulator."""

from __future__ import annotations

from dataclasses import replace

from factored_worlds import corridor, sysadmin
from introplan.factored.expressions import Apply, Layer, Operator, Variable
from introplan.planners.chance.factored.simulation import can_get_stuck, simulation_of
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


def test_where_doing_nothing_is_always_allowed_nothing_gets_stuck() -> None:
    """Not to go is allowed everywhere, to have to go is not."""
    go = Variable(Layer.ACTION, 0)
    at_end = Variable(Layer.STATE, 2)
    never_at_end = Apply(Operator.NOT, (Apply(Operator.AND, (go, at_end)),))

    assert not can_get_stuck(replace(corridor(3), preconditions=(never_at_end,)))
    assert can_get_stuck(replace(corridor(3), preconditions=(go,)))
    assert can_get_stuck(replace(corridor(3), preconditions=(at_end,)))
