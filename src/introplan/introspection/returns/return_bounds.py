"""The bound on the score that can still be had: the smallest of all that is known of a task.

    bound = ReturnBound.of(finder, task)
    bound(state, moves_left)

is never less than the largest score that an episode collects from `state` on, counted and
discounted from there (the first reward has factor 1), in `moves_left` moves (None: there is no
horizon). It is admissible in the sense of A* (Hart, Nilsson & Raphael 1968) and of branch and
bound (Land & Doig 1960): infinite where nothing is known, -inf where no episode that counts is
left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.introspection.heuristics.additive import MAX_ALTERNATIVES, Target
from introplan.introspection.programs.finder import Finder
from introplan.introspection.returns.cases import Case, cases_of
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
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import conjoin

DEFAULT_SECONDS = 1.0
"""For deriving a bound where no proof was asked for."""

DISTANCE_SHARE = 0.3
"""The part of a budget that each of the two distances of the step sums may take."""

Distance = Callable[[Any], float]
Bound = Callable[[Any, int | None], float]


@dataclass(frozen=True, slots=True)
class ReturnBound:
    """What no episode can exceed from a state on."""

    parts: tuple[Bound, ...]
    """Bounds that each hold by themselves."""

    @classmethod
    def of(
        cls,
        finder: Finder,
        task: ProgramTask,
        *,
        needs_success: bool | None = None,
        budget: Budget | None = None,
        to_milestone: Distance | None = None,
    ) -> ReturnBound:
        """The bound that the reading of a task justifies, as strong as the budget allows.

        `needs_success`: only episodes that end with success count (None: as the task says).
        `to_milestone` is the distance to the largest reward, if it was derived before.
        """
        if needs_success is None:
            needs_success = task.wanted is Wanted.SUCCESS
        budget = budget or Budget.of(DEFAULT_SECONDS)
        builder = _Builder(finder, task, needs_success, budget, _cases(finder, budget))
        return cls((builder.step_sums(to_milestone),))

    def __call__(self, state: Any, moves_left: int | None) -> float:
        """The most that an episode can collect from `state` on, at most or about."""
        return min(part(state, moves_left) for part in self.parts)


def _cases(finder: Finder, budget: Budget) -> list[Case] | None:
    """Every way in which a step can go; None if that is not known."""
    if finder.reading.operators is None:
        return None
    try:
        return cases_of(finder.reading, finder.r_max, budget.spend)
    except Refused:
        return None


@dataclass(frozen=True, slots=True)
class _Builder:
    finder: Finder
    task: ProgramTask
    needs_success: bool
    budget: Budget
    cases: Sequence[Case] | None

    def step_sums(self, to_milestone: Distance | None) -> StepSums:
        """The bound from rewards and distances."""
        finder, reading = self.finder, self.finder.reading
        target = finder.reward_target()
        most = finder.r_max.value
        if to_milestone is None:
            to_milestone = finder.heuristic(target, self.budget.share(DISTANCE_SHARE))
        rewards = Rewards(math.inf, math.inf, math.inf, 1)
        if most is not None:
            rewards = Rewards(
                as_whole(most),
                as_whole(second_reward(reading, most)),
                as_whole(self._end_reward(most)),
                least_gap(reading, target),
            )
        return StepSums(
            rewards,
            self.task.discount,
            self.needs_success,
            reading.has_dead_ends or self._may_fail(),
            to_milestone,
            self._to_end(),
        )

    def _may_fail(self) -> bool:
        """May a step fail, so that a state may be stuck although an action can be done?"""
        return self.task.program.terminal is not None

    def _ending(self) -> list[Case] | None:
        if self.cases is None:
            return None
        return [c for c in self.cases if c.may_end(needs_success=self.needs_success)]

    def _end_reward(self, most: float) -> float:
        """The most that the last step of an episode pays."""
        ending = self._ending()
        if ending is None:
            is_endless = self.task.program.terminal is None and self.task.wanted is Wanted.SCORE
            return -math.inf if is_endless else most
        return min(most, max((case.most for case in ending), default=-math.inf))

    def _to_end(self) -> Distance:
        """The distance to the end of an episode, that of a last step included."""
        ways = {conjoin(case.constraints): None for case in self._ending() or ()}
        # A distance to more alternatives than these is an estimate, no bound.
        if not 1 <= len(ways) <= MAX_ALTERNATIVES:
            return lambda state: 1.0
        target = Target(tuple(ways), 1)
        return self.finder.heuristic(target, self.budget.share(DISTANCE_SHARE))
