"""The machine against the user's functions."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.system import system_of
from introplan.machine.native import IS_AVAILABLE, NativeMachine
from introplan.planners.program_check import agrees, real_edges
from introplan.symbolic.budget import Budget


def _add(s: int, a: int) -> int:
    if s + a > 9:
        raise ValueError("too much")
    return s + a


def _reading() -> Any:
    model = ip.program(
        actions=(1, 2, 3),
        transition=_add,
        reward=lambda s, a, s2: s2,
        terminal=lambda s, a, s2: s2 == 9,
    )
    return read_program_model(model.task(0), Budget.of(5))


def test_real_edges_are_those_of_the_functions() -> None:
    """Actions that are not allowed are left out."""
    found = real_edges(_reading(), (7,))
    assert found is not None
    assert [(action, row, reward) for action, row, reward, _ in found] == [
        (1, (8,), 8),
        (2, (9,), 9),
    ]


@pytest.mark.skipif(not IS_AVAILABLE, reason="built without a compiler")
def test_the_machine_agrees_only_with_its_own_world() -> None:
    """Another transition is told apart."""
    reading = _reading()
    machine = NativeMachine(system_of(reading), (0,))
    assert all(agrees(reading, machine, (place,)) for place in range(9))
    other = ip.program(
        actions=(1, 2, 3),
        transition=lambda s, a: s + 1,
        reward=lambda s, a, s2: s2,
        terminal=lambda s, a, s2: s2 == 9,
    )
    different = read_program_model(other.task(0), Budget.of(5))
    assert not agrees(different, machine, (0,))
