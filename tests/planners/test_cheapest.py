"""The cheapest way to success: with a plan to beat and without one, the same cost."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.api import ENGINES, OPEN
from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import cost_of_plan
from introplan.planners.answer import Answer
from introplan.planners.cheapest import prove_cheapest
from introplan.planners.introspector import MilestoneSearch
from introplan.planners.status import Method, PlanStatus
from random_tasks import random_case, random_task


@pytest.mark.parametrize("engine_name", ENGINES)
def test_the_cost_is_the_least_with_a_plan_to_beat_and_without(engine_name: str) -> None:
    """Random tasks whose least cost is known, from nothing and from the first plan."""
    proven = 0
    for seed in range(80):
        task = random_task(seed)
        if not task.can_succeed or task.is_sum_paid_once or task.has_refunds:
            continue
        for has_first_plan in (False, True):
            engine = OPEN[engine_name](task, Meter())
            answer = Answer(Method.MILESTONES)
            planner = MilestoneSearch(engine, answer)
            if engine.starts_at_goal:
                continue
            first = planner.first_share() if has_first_plan else None
            if has_first_plan and first is not PlanStatus.SUCCESS:
                continue
            status = prove_cheapest(engine, answer, planner, has_plan=has_first_plan)
            if status is not PlanStatus.SUCCESS:
                assert not answer.is_optimal
                continue
            assert answer.node is not None
            assert answer.is_optimal
            assert answer.found_by is Method.ASTAR
            cost = cost_of_plan(task, engine.plan_to(answer.node))
            assert cost == pytest.approx(random_case(seed).least_cost), seed
            proven += 1
    assert proven > 20


def test_a_limit_leaves_no_proof() -> None:
    """The search stops with an error, and nothing is claimed."""
    task = ip.sample("drawers", drawers=3, items=12, seed=1)
    engine = OPEN["python"](task, Meter(Limits(nodes=5)))
    answer = Answer(Method.MILESTONES)
    with pytest.raises(LimitReached):
        prove_cheapest(engine, answer, MilestoneSearch(engine, answer), has_plan=False)
    assert not answer.is_optimal
