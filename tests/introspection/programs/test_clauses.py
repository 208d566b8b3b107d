"""Clauses: what is said of any two states."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.programs.reader import read_program_model
from introplan.symbolic.budget import Budget
from read_worlds import corner_reward, grid_move, read


def test_clauses_speak_of_any_two_states() -> None:
    """What the reward says, whatever the transition does."""
    reading = read()
    assert reading.clauses is not None
    assert {clause.value for clause in reading.clauses} == {10, -1}
    assert len(reading.clauses) == 8


def test_clauses_are_read_when_they_are_asked_for() -> None:
    """Neither before, nor again; and what planning did in between costs them nothing."""
    world = ip.program(
        actions=["left", "right", "up", "down"],
        transition=grid_move,
        reward=corner_reward,
        terminal=lambda s, a, s2: s2 == (3, 3),
    )
    budget = Budget.of(5.0)
    reading = read_program_model(world.task((0, 0)), budget)
    assert not reading.said
    budget.steps = budget.deadline = 0
    first = reading.clauses
    assert first
    assert reading.clauses is first
    assert reading.end_clauses
    assert not reading.diagnostics
