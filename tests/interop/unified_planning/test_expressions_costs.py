"""Costs of actions, from numbers that never change."""

from __future__ import annotations

from interop.foreign_problems import metric_value, rooms
from introplan.interop.unified_planning import IntroplanEngine, translated


def test_tolls_become_costs_of_actions() -> None:
    """A function of the objects, with a value for every door."""
    translation = translated(rooms(cost=True))
    task = translation.task
    (move,) = task.domain.actions

    assert task.has_action_costs
    assert "toll" in str(move.cost[0])
    moves = [action for action in task.actions(task.start) if str(action) == "(move r0 r4)"]
    assert task.action_costs(moves) == [10.0]


def test_the_cost_of_a_plan_is_the_metric_of_the_problem() -> None:
    """As the validator of unified-planning adds it up."""
    problem = rooms(cost=True)
    plan = IntroplanEngine(optimal=True).solve(problem).plan
    ours = sum(translated(problem).task.action_costs(translated(problem).plan_over(plan)))

    assert metric_value(problem, plan) == ours
