"""Plans for any kind of task, replayed by the questions that every task answers.

A kind of world without a judge of its own is judged by its own `step`: its rules are then
believed, and all that is checked is what a planner claims about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from introplan.errors import did_you_mean
from introplan.mdp import (
    Status,
    Task,
    Verdict,
    Wanted,
    WrongStepError,
    action_text,
    attempt,
    total,
)


class TaskReplay:
    """A plan under way: the state as it is now and what was paid so far."""

    def __init__(self, task: Task, check: Callable[[], None]) -> None:
        self.task = task
        self.check = check
        self.state = task.start
        self.status = Status.CONTINUE
        self.actions: list[Any] = []
        self.rewards: list[float] = []

    def take(self, action: Any) -> None:
        """Do one action of the plan; `WrongStepError` says why it cannot be done."""
        self.check()
        taken, horizon = len(self.rewards), self.task.horizon
        if self.status is not Status.CONTINUE:
            raise self._wrong(f"the episode ended with {self.status} at step {taken}")
        if horizon is not None and taken >= horizon:
            raise self._wrong(f"the horizon allows no more than {horizon} steps")
        chosen = self._named(action)
        outcome = attempt(self.task, self.state, chosen)
        if outcome is None:
            raise self._wrong(f"{action_text(chosen)} is not allowed")
        self.state, reward, self.status = outcome
        self.actions.append(chosen)
        self.rewards.append(reward)

    def take_all(self, plan: Iterable[Any]) -> None:
        """Do one action after the other."""
        for action in plan:
            self.take(action)

    def judged(self) -> Verdict:
        """The verdict on a plan that ran to its end."""
        if self.status is Status.FAILURE:
            reason = f"step {len(self.rewards)}: the episode ended with failure"
        elif self.status is Status.SUCCESS or self.task.wanted is Wanted.SCORE:
            return self.verdict(valid=True, status=self.status, reason="")
        elif self.status is Status.OVER:
            reason = f"step {len(self.rewards)}: the episode is over without success"
        else:
            reason = "the plan ends before success"
        return self.verdict(valid=False, status=self.status, reason=reason)

    def verdict(self, *, valid: bool, status: Status | None, reason: str) -> Verdict:
        """A verdict with what was counted so far."""
        rewards, cost = tuple(self.rewards), total(self.task.action_costs(self.actions))
        return Verdict(valid, total(rewards, self.task.discount), status, reason, cost, rewards)

    def _named(self, action: Any) -> Any:
        """The action that is meant: one of those there are, or its text."""
        there = self.task.actions(self.state)
        if action in there:
            return action
        texts = {action_text(candidate): candidate for candidate in there}
        text = action.strip() if isinstance(action, str) else action_text(action)
        if text not in texts:
            raise self._wrong(f"unknown action {text[:80]!r}{did_you_mean(text, texts)}")
        return texts[text]

    def _wrong(self, reason: str) -> WrongStepError:
        return WrongStepError(f"step {len(self.rewards) + 1}: {reason}")
