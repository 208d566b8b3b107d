"""Which conditions of `terminal` are aimed for."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.programs.finder import Finder
from introplan.mdp import Status
from introplan.planners.program_targets import end_target
from introplan.symbolic.budget import Budget


def test_the_distance_goes_to_the_end_that_is_asked_for() -> None:
    """Success is at 400, any end at -300, and failure counts as neither."""

    def terminal(state: int, action: int, after: int) -> Status | bool:
        if after == 400:
            return Status.SUCCESS
        if after == 100:
            return Status.FAILURE
        return after == -300

    model = ip.program(
        actions=[-1, 1],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: -1.0,
        terminal=terminal,
    )
    finder = Finder.of(model.task(0), Budget.of(3.0))
    success = end_target(finder, frozenset({Status.SUCCESS}))
    both = end_target(finder, frozenset({Status.SUCCESS, Status.OVER}))
    assert finder.heuristic(success)(0) == 400
    assert finder.heuristic(both)(0) == 300


def test_without_a_terminal_there_is_nothing_to_aim_for() -> None:
    """No ends were read."""
    model = ip.program(actions=[-1, 1], transition=lambda s, a: s + a, reward=lambda s, a, t: -1.0)
    finder = Finder.of(model.task(0), Budget.of(1.0))
    assert end_target(finder, frozenset({Status.SUCCESS})) is None
