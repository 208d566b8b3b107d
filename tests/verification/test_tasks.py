"""A kind of task that nothing in the package knows: planned, judged and explored all the same."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.mdp import Task
from stairs import Stairs


@pytest.mark.parametrize("planner", ["greedy", "beam[4]", "mcts[200]", "value-iteration"])
def test_baselines_plan_a_kind_of_task_that_they_never_heard_of(planner: str) -> None:
    """The plan is replayed by the task's own steps; cost, score and milestones are the task's."""
    task: Task = Stairs()
    result = ip.plan(task, planner)
    assert (result.status, result.score, result.verified) == ("success", 1.0, True)
    assert result.is_successful
    assert result.cost == sum(task.action_costs(result.plan or ()))
    assert [reached.step for reached in result.milestones] == [len(result.plan or ())]


def test_its_space_can_be_explored() -> None:
    """Six states, one of them a success."""
    space = ip.reachable(Stairs())
    assert (sorted(space.states), len(space.success)) == ([0, 1, 2, 3, 4, 5], 1)


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (["2", 2, 1], ""),
        ([2, 2], "the plan ends before success"),
        ([-1], "step 1: -1 is not allowed"),
        ([3], "step 1: unknown action '3'"),
        ([2, 2, 1, 1], "step 4: the episode ended with success at step 3"),
    ],
)
def test_the_judge_says_what_is_wrong(plan: list[Any], reason: str) -> None:
    """By step, as for the kinds that have a judge of their own."""
    verdict = ip.verify(Stairs(), plan)
    assert verdict.valid == (not reason)
    assert verdict.reason.startswith(reason)


def test_a_horizon_is_kept() -> None:
    """No more steps than there are moves."""
    assert "no more than 2 steps" in ip.verify(Stairs(horizon=2), [1, 1, 1]).reason


def test_what_only_readers_can_do_is_refused_by_name() -> None:
    """The introspector has to know the kind; certificates, too."""
    with pytest.raises(ip.UsageError, match="cannot read Stairs"):
        ip.plan(Stairs())
    with pytest.raises(ip.NoProofError, match="no certificates for Stairs"):
        ip.certify(Stairs())
