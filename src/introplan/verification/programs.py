"""Plans of worlds in Python, replayed by calling the user's functions.

The user's functions are the definition of the world, so there is nothing to compile and nothing to
share: what introspection read in them is not used here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice

from introplan.errors import did_you_mean
from introplan.mdp import (
    NotAllowedError,
    Status,
    Verdict,
    Wanted,
    WrongStepError,
    action_text,
    attempt,
    display_number,
    total,
)
from introplan.programs.freezing import kept
from introplan.programs.identity import key_of
from introplan.programs.program import Action, BlackBox, ProgramTask
from introplan.programs.walking import STEPS_AT_ONCE, walk

MAX_TRANSITIONS_TRIED = 10_000
"""Transitions tried to find a reward above the one that a plan ends with: a second or less where a
call takes 0.1 ms. A plan whose reward can be beaten further away than that counts as valid."""


class ProgramReplay:
    """A plan under way: the state as it is now and what was paid so far."""

    def __init__(self, task: ProgramTask, check: Callable[[], None]) -> None:
        self.task = task
        self.model = BlackBox(task)
        self.check = check
        self.state = kept(task.start)
        self.status = Status.CONTINUE
        self.rewards: list[float] = []
        actions = task.program.actions
        self.fixed = {id(a): a for a in actions} if isinstance(actions, tuple) else {}

    def take(self, action: Action) -> None:
        """Take one action of the plan; `WrongStepError` says why it cannot be taken."""
        self.check()
        taken = len(self.rewards)
        if self.status is not Status.CONTINUE:
            raise self._wrong(f"the episode ended with {self.status} at step {taken}")
        if self.task.horizon is not None and taken >= self.task.horizon:
            raise self._wrong(f"the horizon allows no more than {self.task.horizon} steps")
        chosen = action if id(action) in self.fixed else self._named(action)
        try:
            self.state, reward, self.status = self.model.step(self.state, chosen)
        except NotAllowedError as error:
            raise self._wrong(f"{action_text(chosen)} is not allowed: {error}") from None
        self.rewards.append(reward)

    def take_all(self, plan: Iterable[Action]) -> None:
        """Take one action after the other; `WrongStepError` says which cannot be taken."""
        waiting = iter(plan)
        while part := list(islice(waiting, STEPS_AT_ONCE)):
            for action in part[self._walked(part) :]:
                self.take(action)

    def _walked(self, part: list[Action]) -> int:
        """How many of the next actions were ordinary steps, which have been taken."""
        known = len(self.rewards)
        left = len(part) if self.task.horizon is None else self.task.horizon - known
        is_usual = left >= len(part) and self.fixed.keys() >= set(map(id, part))
        if is_usual and self.status is Status.CONTINUE:
            self.check()
            self.state = walk(self.task, self.state, part, self.rewards)
        return len(self.rewards) - known

    def judged(self) -> Verdict:
        """The verdict on a plan that ran to its end."""
        if self.status is Status.FAILURE:
            reason = f"step {len(self.rewards)}: the episode ended with failure"
        elif self.status is Status.SUCCESS or self.task.wanted is Wanted.SCORE:
            return self.verdict(valid=True, status=self.status, reason="")
        elif self.task.wanted is Wanted.BEST_REWARD:
            return self._judged_by_rewards()
        elif self.status is Status.OVER:
            reason = f"step {len(self.rewards)}: the episode is over without success"
        else:
            reason = "the plan ends before success"
        return self.verdict(valid=False, status=self.status, reason=reason)

    def verdict(self, *, valid: bool, status: Status | None, reason: str) -> Verdict:
        """The verdict with what was counted so far."""
        rewards = tuple(self.rewards)
        score = total(rewards, self.task.discount)
        return Verdict(valid, score, status, reason, float(len(rewards)), rewards)

    def _judged_by_rewards(self) -> Verdict:
        """The plan must end with its highest reward, and no higher one may be found nearby."""
        *before, last = self.rewards or [float("-inf")]
        if not self.rewards or any(reward >= last for reward in before):
            reason = "the plan does not end with the highest reward on the way"
        elif (more := self._more_than(last)) is not None:
            paid, possible = display_number(last), display_number(more)
            reason = f"the plan ends with a reward of {paid}, and {possible} can be had"
        else:
            return self.verdict(valid=True, status=Status.SUCCESS, reason="")
        return self.verdict(valid=False, status=Status.CONTINUE, reason=reason)

    def _more_than(self, paid: float) -> float | None:
        """The nearest higher reward that some transition pays; None if none is found."""
        start = kept(self.task.start)
        seen, waiting, left = {start}, deque([start]), MAX_TRANSITIONS_TRIED
        while waiting and left > 0:
            state = waiting.popleft()
            for action in self.model.actions(state):
                self.check()
                left -= 1
                outcome = attempt(self.model, state, action)
                if outcome is None:
                    continue
                after, reward, status = outcome
                if reward > paid and status is not Status.FAILURE:
                    return reward
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return None

    def _named(self, action: Action) -> Action:
        """The action of the present state that is equal to `action`, or has it as its text."""
        there = self.model.actions(self.state)
        for candidate in there:
            if candidate is action:
                return candidate
        key = key_of(action)
        for candidate in there:
            if key_of(candidate) == key:
                return candidate
        texts = {action_text(candidate): candidate for candidate in reversed(there)}
        text = action.strip() if isinstance(action, str) else action_text(action)
        for written in (text, text.removeprefix("(").removesuffix(")").strip()):
            if isinstance(action, str) and written in texts:
                return texts[written]
        raise self._wrong(f"unknown action {text[:80]!r}{did_you_mean(text, texts)}")

    def _wrong(self, reason: str) -> WrongStepError:
        return WrongStepError(f"step {len(self.rewards) + 1}: {reason}")
