"""Statuses and methods: the words of the interface."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.limits import StopReason
from introplan.planners import program_sweep
from introplan.planners.status import STOPPED, Method, PlanStatus


def test_every_limit_has_its_status() -> None:
    """What a meter can raise is an answer; the other reasons end searches inside a planner."""
    inside = {StopReason.FOUND, StopReason.EXHAUSTED, StopReason.EFFORT}
    assert set(STOPPED) == set(StopReason) - inside
    assert PlanStatus.SUCCESS not in STOPPED.values()


def test_methods_are_words_for_json_and_records() -> None:
    """Lower case, with hyphens; equal to their text."""
    assert {"milestones", "distance", "breadth-first", "astar", "sweep"} <= set(map(str, Method))
    assert all(method == str(method) == method.lower() for method in Method)


def test_a_small_world_that_was_searched_blindly_does_not_claim_introspection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The method tells a search along a derived distance from blind search."""
    monkeypatch.setattr(program_sweep, "MAX_SWEEP_CALLS", 0)
    model = ip.program(
        actions=[-1, 1],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: 0.0,
        terminal=lambda s, a, t: "success" if t == GOAL else "continue",
    )
    near, far = model.task(GOAL - 3), model.task(GOAL - 3_000)
    assert ip.plan(near).method == "breadth-first"
    assert ip.plan(far).method == "distance"
    assert ip.plan(far, shortest=True).proved_shortest


GOAL = 1000
