"""Reads what step sums are made of: the largest rewards of a task, and its distances."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from introplan.introspection.heuristics.distance import MAX_ALTERNATIVES, Target
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.targets import reward_target
from introplan.introspection.returns.cases import Case, Cases
from introplan.introspection.returns.step_sums import (
    Rewards,
    StepSums,
    as_whole,
    least_gap,
    second_reward,
)
from introplan.mdp import Wanted
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget

DISTANCE_SHARE = 0.1
"""The part of a budget for each of the two distances."""


@dataclass(frozen=True, slots=True)
class StepSumsReader:
    """Reads the step sums of one task; `model` is None where its transition was not read."""

    finder: Finder
    task: ProgramTask
    needs_success: bool
    budget: Budget
    model: Cases | None

    def step_sums(self, *, has_tables: bool) -> StepSums:
        """The bound from rewards and distances.

        Where there are tables, only the distance to an end: tables know more about milestones.
        """
        reading = self.finder.reading
        # Not what the finder has settled for: that is what to aim for, and may be less.
        most = self.finder.largest_reward.value
        target = None if has_tables else reward_target(reading, most)
        rewards = Rewards(math.inf, math.inf, math.inf, 1)
        if most is not None:
            rewards = Rewards(
                as_whole(most),
                as_whole(second_reward(reading, most)),
                as_whole(self._end_reward(most)),
                least_gap(reading, target),
                as_whole(self._going_reward(most)),
            )
        return StepSums(
            rewards,
            self.task.discount,
            self.needs_success,
            self.model is None or self.model.may_be_stuck,
            self._distance(target),
            self._distance(self._end_target()),
        )

    def _ending(self) -> list[Case] | None:
        if self.model is None:
            return None
        return [c for c in self.model.cases if c.may_end(needs_success=self.needs_success)]

    def _end_reward(self, most: float) -> float:
        """The most that the last step of an episode pays."""
        ending = self._ending()
        if ending is None:
            is_endless = self.task.program.terminal is None and self.task.wanted is Wanted.SCORE
            return -math.inf if is_endless else most
        return min(most, max((case.most for case in ending), default=-math.inf))

    def _going_reward(self, most: float) -> float:
        """The most that a step pays after which the episode goes on."""
        if self.model is None:
            return most
        return min(most, max((c.most for c in self.model.cases if c.may_continue), default=most))

    def _end_target(self) -> Target | None:
        """The steps that end an episode in a way that counts."""
        ways = {case.constraint: None for case in self._ending() or ()}
        return Target(tuple(ways), 1) if ways else None

    def _distance(self, target: Target | None) -> Callable[[Any], float]:
        """An admissible distance to a target, the step that is due included."""
        # A distance to more alternatives than these is an estimate, no bound.
        if target is None or len(target.alternatives) > MAX_ALTERNATIVES:
            return lambda state: 1.0
        return self.finder.heuristic(target, self.budget.share(DISTANCE_SHARE))
