"""The judge's rewards in numbers that change, against the definition."""

from __future__ import annotations

import introplan as ip
from introplan.mdp import total
from random_numeric_tasks import NaiveSimulator, random_numeric_task


def test_every_step_of_a_replay_is_paid_as_the_definition_says() -> None:
    """Random walks in random tasks."""
    steps = 0
    for seed in range(60):
        task = random_numeric_task(seed, has_reward=True)
        naive = NaiveSimulator(task)
        state, plan, paid = naive.start, list[str](), list[float]()
        for _ in range(3):
            found = list(naive.successors(state))
            if not found:
                break
            action, after = found[seed % len(found)]
            paid.append(float(naive.reward(state, after)))
            plan.append(action)
            state = after
        verdict = ip.verify(task, plan)
        assert verdict.rewards == tuple(paid)
        assert verdict.score == total(paid)
        steps += len(plan)
    assert steps > 60
