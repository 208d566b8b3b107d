"""A kind of task that nothing in the package knows: planned, judged and explored all the same."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

import introplan as ip
from introplan.mdp import NotAllowedError, Outcome, Status, Task, Wanted


@dataclass(frozen=True)
class Stairs:
    """Climb from 0 to the top, one or two steps at a time; two cost more. Below 0 is no step."""

    start: int = 0
    top: int = 5
    horizon: int | None = None
    name: str = "stairs"
    discount: float = 1.0
    r_max: float | None = 1.0
    engines: tuple[str, ...] = ("python",)
    runs_user_code: bool = False
    has_action_costs: bool = True

    @property
    def wanted(self) -> Wanted:
        """To be on top."""
        return Wanted.SUCCESS

    def actions(self, state: int) -> Sequence[int]:
        """Down, up, and two up."""
        return (-1, 1, 2)

    def step(self, state: int, action: int) -> Outcome[int]:
        """The next step of the stairs."""
        after = state + action
        if not 0 <= after <= self.top:
            raise NotAllowedError("no such step")
        is_top = after == self.top
        return Outcome(after, float(is_top), Status.SUCCESS if is_top else Status.CONTINUE)

    def successors(self, state: int) -> list[tuple[int, Outcome[int]]]:
        """What is possible."""
        tried = ((a, state + a) for a in self.actions(state))
        return [(a, self.step(state, a)) for a, after in tried if 0 <= after <= self.top]

    def outcomes(self, state: int, action: int) -> list[tuple[float, Outcome[int]]]:
        """No chance."""
        return [(1.0, self.step(state, action))]

    def sample(self, state: int, action: int, rng: random.Random) -> Outcome[int]:
        """No chance."""
        return self.step(state, action)

    def action_costs(self, plan: Sequence[int]) -> list[float]:
        """Two at a time cost 3."""
        return [3.0 if action == 2 else 1.0 for action in plan]

    def costs_without_value(self, plan: Iterable[int]) -> str:
        """All have one."""
        return ""

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """The top."""
        return 1.0

    def with_r_max(self, reward: float) -> Stairs:
        """It is known."""
        return self

    def restarted(self, state: int, *, horizon: int | None) -> Stairs:
        """From another step."""
        return replace(self, start=state, horizon=horizon)


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
