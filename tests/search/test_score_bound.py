"""The bound on the score is never below what can be had, and close in worlds of known kinds."""

from __future__ import annotations

import math
from dataclasses import replace

from introplan.limits import Meter
from introplan.relational.rewards import DecisionList, Reward
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import ScoreRequest
from introplan.search.score_bound import score_bound, signed_constant, signed_weights
from score_truth import best, scored_task
from score_worlds import coins, detour, lamp


def test_every_coin_counts_once() -> None:
    """Its weight is what taking it pays: gold pays both rows of the sum."""
    weights = {str(x): w for x, _, w in score_bound(coins(5)).weights}

    assert weights == {"(lies k1 a)": 1.0, "(lies k2 d)": 6.0, "(lies k3 d)": 1.0}
    assert score_bound(coins(5)).per_step == 0
    assert score_bound(coins(5)).is_nonnegative


def test_no_step_of_a_walk_pays_more_than_the_least_penalty() -> None:
    """The swamp costs 20 a step, the rest 1."""
    bound = score_bound(detour())

    assert (bound.per_step, bound.at_end, bound.weights) == (-1.0, 0.0, ())


def test_what_can_be_repeated_is_paid_per_step_and_what_ends_the_episode_once() -> None:
    """Rewards are scaled to whole numbers."""
    bound = score_bound(lamp(0.5, -0.25))

    assert bound.scale == 4
    assert bound.tolerance == 0
    assert bound.per_step == 4.0  # the smash is not seen to be the end: (broken) is its effect


def test_a_condition_that_is_the_success_condition_pays_at_the_end() -> None:
    """Then it cannot be repeated."""
    task = lamp(0, 0)
    rules = task.reward.rows.rules
    ending = task.termination.rules[0].condition
    reward = Reward(DecisionList((replace(rules[2], condition=ending), *rules[:2]), 0.0))
    bound = score_bound(replace(task, domain=replace(task.domain, reward=reward)))

    assert (bound.per_step, bound.at_end) == (0.0, 1.0)


def test_weights_of_false_literals_become_a_constant() -> None:
    """The sum over true literals and the constant is the same number."""
    bound = score_bound(coins(3))
    flipped = replace(bound, weights=tuple((x, False, w) for x, _, w in bound.weights))

    assert sum(signed_weights(bound).values()) == 8.0
    assert signed_constant(bound) == 0.0
    assert signed_constant(flipped) == 8.0
    assert sum(signed_weights(flipped).values()) == -8.0


def test_no_bound_is_below_the_best_score_of_random_tasks() -> None:
    """Asked before anything was searched."""
    checked = 0
    for seed in range(300):
        task = scored_task(seed)
        truth = best(task) if not (task.is_paid_once or task.is_classical) else None
        if truth is None or truth.score is None or not truth.succeeds:
            continue
        if task.horizon is None and task.discount < 1:
            continue
        engine = PythonEngine(task, Meter())
        request = ScoreRequest(
            score_bound(task), needs_success=True, max_depth=task.horizon, max_generated=0
        )
        found = engine.best_score(engine.root, request)
        checked += math.isfinite(found.bound)
        assert found.bound >= truth.score - 1e-9 or truth.score > 10**8, seed
    assert checked > 60
