"""Loops as they stand in results: the planner's claim is gone round again."""

from __future__ import annotations

import introplan as ip
from introplan.planners.loops import Loop


def test_a_loop_that_pays_is_in_the_result() -> None:
    """With the way to it, its actions and what a round pays."""
    model = ip.program(
        actions=["on", "turn", "leave"],
        transition=lambda s, a: {"on": min(s + 1, 2), "turn": s, "leave": 9}[a],
        reward=lambda s, a, t: 2.0 if (s, a) == (2, "turn") else 0.0,
        terminal=lambda s, a, t: t == 9,
    )
    result = ip.plan(model.task(0), optimal=True)
    assert result.loop == Loop(("on", "on"), ("turn",), 2.0)
    assert (result.bound, result.proved_optimal) == (float("inf"), False)
