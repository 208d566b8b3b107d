"""After the search: plans get cheaper, never worse, and the search's counts stay."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.planners import plan_improvement
from introplan.planners.answer import Answer
from introplan.planners.introspector import MilestoneSearch
from introplan.planners.plan_improvement import improve_a_little
from introplan.planners.status import Method
from introplan.search.python_engine import PythonEngine
from random_tasks import random_task


def test_an_improved_plan_succeeds_costs_no_more_and_scores_no_less() -> None:
    """On random tasks that were planned by milestones alone."""
    for seed in range(80):
        task = random_task(seed)
        engine, answer = PythonEngine(task, Meter()), Answer(Method.MILESTONES)
        planner = MilestoneSearch(engine, answer)
        if engine.starts_at_goal or planner.plan() != "success" or task.has_refunds:
            continue
        assert answer.node is not None
        before, score = engine.plan_to(answer.node), answer.node.score
        counts = engine.meter.expanded, engine.meter.generated
        improve_a_little(engine, answer, planner.goal_generator.success)
        after = engine.plan_to(answer.node)
        assert sum(task.action_costs(after)) <= sum(task.action_costs(before)), seed
        assert answer.node.score >= score, seed
        assert ip.verify(task, after).valid, seed
        assert (engine.meter.expanded, engine.meter.generated) == counts


def test_milestones_keep_their_mutations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the plan was replaced; and a shorter look ahead only loses names."""
    task = ip.sample("bins", bins=4, items=8, seed=0)
    result = ip.plan(task, engine="python")
    assert all(reached.mutation is not None for reached in result.milestones)
    monkeypatch.setattr(plan_improvement, "LOOK_AHEAD_MILESTONES", 1)
    assert ip.plan(task, engine="python").plan == result.plan
