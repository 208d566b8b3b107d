"""Random episodes of relational tasks."""

from __future__ import annotations

import random

import introplan as ip
from introplan.relational.action import GroundAction


def random_walk(task: ip.Task, rng: random.Random) -> tuple[list[GroundAction], list[float]]:
    """Actions of an episode and what the simulator says that they pay."""
    plan: list[GroundAction] = []
    rewards: list[float] = []
    state = task.start
    for _ in range(8 if task.horizon is None else task.horizon):
        actions = task.actions(state)
        if not actions:
            break
        plan.append(rng.choice(actions))
        outcome = task.step(state, plan[-1])
        rewards.append(outcome.reward)
        state = outcome.state
        if outcome.status is not ip.Status.CONTINUE:
            break
    return plan, rewards
