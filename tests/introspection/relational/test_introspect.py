"""Introspection of a relational task: what is found without searching."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.relational.introspect import introspect_relational


def test_bins_pay_for_closing_an_empty_one() -> None:
    """r_max, the distance of the start, and what no action changes."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    info = introspect_relational(task)
    assert (info.r_max.value, info.r_max.status) == (1, "exact")
    assert info.heuristic(task.start) == 1 + min(
        sum(str(fact).endswith(f" {bin_})") for fact in task.start.facts if "in-bin" in str(fact))
        for bin_ in ("d1", "d2")
    )
    assert not info.heuristic.admissible


def test_a_milestone_is_satisfied_by_the_step_that_pays() -> None:
    """And by no other step of the plan."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    info, state = introspect_relational(task), task.start
    for action in ip.plan(task).plan or ():
        after, reward, _ = task.step(state, action)
        assert info.satisfied(state, action, after) == (reward == 1)
        state = after
