"""Starts that are drawn by the first move."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.programs.drawn_starts import RESET, drawn_task


def test_a_world_without_chance_begins_with_some() -> None:
    """Its steps are what they were; the draw is a move and pays nothing."""
    world = ip.program(
        actions=lambda s: [a for a in (1, 2) if s + a <= 4],
        step=lambda s, a: (s + a, -1.0, s + a == 4),
    )
    task = drawn_task(world, [(0.25, 0), (0.75, 3)], 5)
    assert task.actions(RESET) == (RESET,)
    assert [(p, o.state, o.reward) for p, o in task.outcomes(RESET, RESET)] == [
        (0.25, 0, 0.0),
        (0.75, 3, 0.0),
    ]
    assert task.horizon == 6
    assert ip.policy(task).value == pytest.approx(0.25 * -2 + 0.75 * -1)


def test_listed_outcomes_stay_listed() -> None:
    """And a discount takes the draw for a move."""

    def outcomes(state: int, action: str) -> list[Any]:
        return [(0.5, state, 0.0, False), (0.5, state + 1, 1.0, state == 1)]

    world: Any = ip.program(actions=["on"], outcomes=outcomes)
    task = drawn_task(world, [(1.0, 0)], None, discount=0.5)
    plain = ip.policy(world.task(0, discount=0.5)).value
    assert ip.policy(task).value == pytest.approx(0.5 * plain)
