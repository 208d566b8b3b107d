"""GREEDY: best-first search on score, in the black box and on an engine."""

from __future__ import annotations

import introplan as ip
from introplan.limits import Meter
from introplan.planners.baseline import run_baseline
from introplan.planners.greedy import greedy, plan_greedily
from introplan.planners.result import Method
from introplan.search.python_engine import PythonEngine
from random_tasks import random_task


def test_the_black_box_and_the_engine_agree() -> None:
    """On random relational tasks; what loops up to the horizon is no proof in the black box."""
    for seed in range(60):
        task = random_task(seed)
        boxed = run_baseline(task, Meter(), greedy, method=Method.GREEDY)
        engine = plan_greedily(task, Meter(), PythonEngine)
        weaker = "horizon" if engine.status == "unsolvable" and task.horizon else engine.status
        assert boxed.status in (engine.status, weaker), seed
        assert boxed.method == engine.method, seed


def test_a_reward_that_is_still_to_come_fools_it() -> None:
    """The first episode that is over with the best score so far ends the search."""
    model = ip.program(
        actions=["wait", "dig"],
        transition=lambda s, a: s + 1 if a == "dig" else s,
        reward=lambda s, a, t: 9.0 if t == 2 and a == "dig" else -float(a == "dig"),
    )
    task = model.task(0, horizon=2)
    assert ip.plan(task, "greedy").score == 0.0
    assert ip.plan(task, "value-iteration").score == 8.0


def test_without_a_horizon_an_empty_queue_is_a_proof() -> None:
    """Every state was looked at once."""
    model = ip.program(
        actions=[1],
        transition=lambda s, a: (s + a) % 7,
        reward=lambda s, a, t: 0.0,
        terminal=lambda s, a, t: "success" if t == 9 else "continue",
    )
    result = ip.plan(model.task(0), "greedy")
    assert (result.status, result.expanded) == ("unsolvable", 7)
