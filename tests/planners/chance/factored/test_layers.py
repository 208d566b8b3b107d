"""One layer of the relaxed return."""

from __future__ import annotations

import pytest

from factored_worlds import sysadmin
from introplan.factored.code import NodeKind
from introplan.planners.chance.factored.layers import relaxed_code
from introplan.planners.chance.factored.simulation import simulation_of
from introplan.planners.chance.factored.twin import intervals


@pytest.mark.parametrize("budget", [1.0, 0.5, 0.0])
def test_a_computer_that_may_be_down(budget: float) -> None:
    """It runs by itself or not, surely after a reboot, and in between by the budget."""
    relaxed = relaxed_code(simulation_of(sysadmin(2)))
    values = intervals(relaxed.code, [(1.0, 1.0), (5 / 9, 5 / 9)], budget)
    alone = 5 / 9 * 0.9 + 4 / 9 * 0.05

    assert values[relaxed.next[1]][1] == pytest.approx(alone + budget * (1 - alone))
    assert values[relaxed.next[1]][0] == pytest.approx(alone)


def test_a_variable_is_split_on_its_own_value() -> None:
    """`running` stands in its own next value twice: both are the same event."""
    relaxed = relaxed_code(simulation_of(sysadmin(1, linked=False)))
    split = relaxed.code.operands[relaxed.next[0]][0]

    assert relaxed.polarity == (1,)
    assert relaxed.code.kinds[split] == NodeKind.SPLIT
