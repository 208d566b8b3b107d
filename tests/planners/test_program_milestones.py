"""From milestone to milestone, and the moves that are left."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.programs.finder import introspect_program
from introplan.limits import Meter
from introplan.machine.native import IS_AVAILABLE
from introplan.planners.program_milestones import MilestoneWalk


def walk(horizon: int, *, ends: bool) -> MilestoneWalk:
    """Along a ring of five in which coming round pays 7, and ends the episode or not."""
    model = ip.program(
        actions=["on", "dig"],
        transition=lambda s, a: (s + 1) % 5 if a == "on" else s,
        reward=lambda s, a, t: 7.0 if a == "on" and t == 0 else float(a == "dig"),
        terminal=(lambda s, a, t: a == "on" and t == 0) if ends else None,
    )
    task = model.task(0, horizon)
    found = MilestoneWalk(task, Meter(), horizon)
    found.walk(introspect_program(task, budget=2.0))
    return found


def test_a_loop_is_repeated_and_the_rest_is_used() -> None:
    """Two rounds, and two moves for what pays at once."""
    found = walk(12, ends=False)
    assert (found.actions, sum(found.rewards)) == (["on"] * 10 + ["dig"] * 2, 16.0)
    assert (found.status, found.method) == ("horizon", "milestones")


def test_an_end_ends_it() -> None:
    """Over with the first milestone."""
    found = walk(12, ends=True)
    assert (found.actions, found.status) == (["on"] * 5, "ended")


def test_without_time_for_a_milestone_the_best_next_reward_is_taken() -> None:
    """Step by step."""
    found = walk(3, ends=False)
    assert (found.actions, found.method) == (["dig"] * 3, "best-next-reward")


def test_a_long_way_is_found_by_the_machine() -> None:
    """Many steps to the first milestone, then there and back until the horizon."""
    task = ip.sample("grid", distance=30_000, seed=1)
    native, python = ip.plan(task), ip.plan(task, engine="python")
    assert native.engine == ("native" if IS_AVAILABLE else "python")
    assert python.engine == "python"
    assert (native.plan, native.score) == (python.plan, python.score)
    assert tuple(native.milestones) == tuple(python.milestones)
    assert native.milestones[0].step == 30_000
