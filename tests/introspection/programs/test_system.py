"""Readings as transition systems."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.system import system_of
from introplan.machine.system import Unsupported
from introplan.machine.twin import PythonMachine
from introplan.mdp import Status
from introplan.symbolic.budget import Budget


def _walk(state: int, action: int) -> int:
    return min(max(state + action, 0), 20)


def _task(reward: Any) -> Any:
    model = ip.program(
        actions=(-1, 1), transition=_walk, reward=reward, terminal=lambda s, a, s2: s2 == 20
    )
    return model.task(3)


def test_a_reading_is_a_system() -> None:
    """Steps, rewards and ends are those of the functions."""
    system = system_of(read_program_model(_task(lambda s, a, s2: s2 - s), Budget.of(5)))
    found = PythonMachine(system).successors((19,))
    assert [(s.row, s.reward, s.status) for s in found] == [
        ((18,), -1, Status.CONTINUE),
        ((20,), 1, Status.OVER),
    ]


def test_what_was_not_understood_has_none() -> None:
    """A reward that is read nowhere gives no system."""
    task = _task(lambda s, a, s2: float(str(s2 * 1.5)[:2]))
    with pytest.raises(Unsupported, match="reward"):
        system_of(read_program_model(task, Budget.of(5)))
