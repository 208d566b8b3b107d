"""Anytime planning: every plan on the way is reported, each cheaper than the one before."""

from __future__ import annotations

import introplan as ip


def test_plans_get_cheaper_and_all_of_them_are_checked() -> None:
    """The last one told is the one that comes back."""
    task = ip.sample("drawers", drawers=3, items=6, seed=1)
    told: list[ip.PlanResult] = []
    result = ip.plan(task, improve=2.0, tell=told.append)
    costs = [each.cost for each in told]
    assert costs == sorted(costs, reverse=True)
    assert all(each.verified for each in told)
    assert told[-1].plan == result.plan


def test_the_method_says_whether_the_first_plan_was_improved() -> None:
    """By windows, or not at all."""
    task = ip.sample("drawers", drawers=3, items=6, seed=1)
    first = ip.plan(task, improve=0.0)
    better = ip.plan(task, improve=2.0)
    assert first.method == "milestones"
    is_better = (better.score, -better.cost) > (first.score, -first.cost)
    assert better.method in (("plan-windows", "best-bound") if is_better else ("milestones",))
