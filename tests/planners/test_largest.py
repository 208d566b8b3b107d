"""Sums that are to be paid once: the largest reward there is, whatever introspection knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

import introplan as ip
from introplan.limits import Limits
from introplan.mdp import Status
from random_sums import sum_task

STATES = 150


def paid_once(seed: int) -> ip.Task:
    """A random task with sums, without end, horizon and discount."""
    task = sum_task(seed)
    domain = replace(task.domain, termination=None)
    return replace(task, domain=domain, goal=None, horizon=None, discount=1.0)


def truth(task: ip.Task) -> tuple[float, int] | None:
    """The largest reward of any step and how soon it is paid; None if the world is large."""
    depths, waiting = {task.start: 0}, [task.start]
    best: tuple[float, int] | None = None
    free = replace(task, largest=float("inf"))
    while waiting:
        state = waiting.pop(0)
        for _, outcome in free.successors(state):
            assert outcome.status is Status.CONTINUE
            found = outcome.reward, -depths[state] - 1
            best = found if best is None else max(best, found)
            if outcome.state not in depths:
                depths[outcome.state] = depths[state] + 1
                waiting.append(outcome.state)
        if len(depths) > STATES:
            return None
    return best or (0.0, 0)


@pytest.mark.parametrize("seed", range(120))
def test_the_largest_reward_is_found_and_proven(seed: int) -> None:
    """Random worlds: with a proof it is the largest, soonest; without, never beyond the bound."""
    task = paid_once(seed)
    known = truth(task)
    if known is None:
        return
    best, steps = known
    for engine in ("python", "native"):
        quick = ip.plan(task, engine=engine, limits=Limits(nodes=5_000))
        proven = ip.plan(task, engine=engine, optimal=True, limits=Limits(nodes=50_000))
        if steps == 0:
            assert quick.status is proven.status is ip.PlanStatus.UNSOLVABLE
            continue
        assert quick.status is proven.status is ip.PlanStatus.SUCCESS
        assert quick.plan is not None
        assert proven.plan is not None
        assert _last_reward(task, proven) == pytest.approx(best)
        assert -len(proven.plan) == steps
        assert _last_reward(task, quick) <= best + 1e-9
        assert quick.bound is None or quick.bound >= best - 1e-9
        assert proven.bound is None or proven.bound >= best - 1e-9
        if not task.aim.left_out:
            assert _last_reward(task, quick) == pytest.approx(best)


def _last_reward(task: ip.Task, result: ip.PlanResult) -> float:
    assert result.plan is not None
    state, reward = task.start, 0.0
    for action in result.plan:
        state, reward, _ = task.step(state, action)
    return reward


def test_there_is_no_proof_that_nothing_is_paid() -> None:
    """Some step always pays the most."""
    with pytest.raises(ip.NoProofError, match="largest sum"):
        ip.certify(paid_once(1))
