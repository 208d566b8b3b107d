"""Every claim of a planner is held against a replay."""

from __future__ import annotations

from dataclasses import replace

import pytest

import introplan as ip
from introplan.checking import checked
from introplan.limits import Meter
from introplan.planners.loops import Loop
from introplan.planners.result import PlanResult, PlanStatus


def lane(*, horizon: int | None = None) -> ip.ProgramTask:
    """From 0 to 3, where nothing can be done; from 1 there is an end."""

    def transition(state: int, action: str) -> int:
        if state == 3:
            raise ValueError("the end of the lane")
        return 9 if action == "leave" and state == 1 else state + (action == "on")

    model = ip.program(
        actions=["on", "stay", "leave"],
        transition=transition,
        reward=lambda s, a, t: float(a == "on"),
        terminal=lambda s, a, t: t == 9,
    )
    return model.task(0, horizon)


def claim(plan: tuple[str, ...], status: PlanStatus, **more: object) -> PlanResult[str]:
    """A result as a planner would hand it over."""
    score = float(plan.count("on"))
    return PlanResult(plan, score, status, float(len(plan)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "right",
    [
        claim(("on", "leave"), PlanStatus.ENDED, bound=3.0),
        claim(("on", "on", "on"), PlanStatus.ENDED, bound=3.0, proved_optimal=True),
        claim(("stay",), PlanStatus.HORIZON),
    ],
)
def test_what_is_true_is_verified(right: PlanResult[str]) -> None:
    """Over, stuck, or going on."""
    assert checked(lane(), right, Meter()).verified


@pytest.mark.parametrize(
    "wrong",
    [
        claim(("on", "on"), PlanStatus.ENDED),
        claim(("on", "on", "on"), PlanStatus.ENDED, bound=2.0),
        claim(("on", "on", "on"), PlanStatus.ENDED, bound=4.0, proved_optimal=True),
        claim(("on", "leave"), PlanStatus.SUCCESS),
        claim(("on", "leave"), PlanStatus.ENDED, loop=Loop((), ("stay",), 1.0)),
        claim(("on", "leave"), PlanStatus.ENDED, loop=Loop((), ("on",), 1.0)),
        claim(("on", "leave"), PlanStatus.ENDED, loop=Loop(("on", "leave"), ("on",), 1.0)),
    ],
)
def test_what_is_not_true_is_noticed(wrong: PlanResult[str]) -> None:
    """Not stuck, above the bound, below it and called the best, no success, no loop that pays."""
    with pytest.raises(ip.ModelError, match="something else than planning did"):
        checked(lane(), wrong, Meter())


def test_all_moves_must_be_used_where_only_the_score_counts() -> None:
    """Unless nothing can be done any more."""
    task = lane(horizon=4)
    assert checked(task, claim(("on", "on", "on"), PlanStatus.HORIZON), Meter()).verified
    with pytest.raises(ip.ModelError, match="could go on"):
        checked(task, claim(("on", "on"), PlanStatus.HORIZON), Meter())


def test_a_loop_that_pays_is_gone_round() -> None:
    """A claim that holds passes."""
    model = ip.program(
        actions=["turn", "leave"],
        transition=lambda s, a: 9 if a == "leave" else s,
        reward=lambda s, a, t: 1.0,
        terminal=lambda s, a, t: t == 9,
    )
    result = ip.plan(model.task(0))
    assert result.loop == Loop((), ("turn",), 1.0)
    again = checked(model.task(0), replace(result, verified=False), Meter())
    assert again.verified
