"""Step sums: the largest rewards of steps, as often as the moves allow.

The first milestone takes at least the derived distance, the next ones at least the steps that must
lie between two milestones, every other step pays at most the second best reward, and an episode
that ends early takes at least the distance to an end. No more than that is known of the way, so
the sums are closed forms or short loops over the number of moves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.heuristics.distance import Target
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.terms.substitute import substituted

MAX_SUMMED_MOVES = 10_000
"""Moves that are added up one by one: a millisecond, once for each distance. Of more with a
discount, every step is taken to pay the largest reward."""

MAX_KEPT_SUMS = 100_000
"""Sums that are kept for states at the same distances; some ten megabytes."""


@dataclass(frozen=True, slots=True)
class Rewards:
    """What steps pay at most, and how far apart the largest payments are."""

    milestone: float
    """The largest reward of all."""
    other: float
    """The largest reward of a step that does not pay that one."""
    end: float
    """The largest reward of a step that ends the episode in a way that counts; -inf: none does."""
    gap: int
    """The least number of steps from one milestone to the next."""
    going: float = math.inf
    """The largest reward of a step after which the episode goes on."""

    @property
    def most(self) -> float:
        """The most that a step pays which does not end the episode."""
        return min(self.milestone, self.going)


@dataclass(frozen=True, slots=True)
class StepSums:
    """The bound on returns that follows from rewards, moves and distances alone."""

    rewards: Rewards
    discount: float
    needs_success: bool
    can_be_stuck: bool
    to_milestone: Callable[[Any], float]
    to_end: Callable[[Any], float]
    """Admissible distances: the number of steps to one that pays the most, or ends the episode."""
    known: dict[tuple[float, float, int], float] = field(default_factory=dict)

    def __call__(self, state: Any, moves_left: int | None) -> float:
        """The most that an episode can collect from `state` on."""
        if math.isinf(self.rewards.milestone):
            return math.inf
        end = self._distance_to_end(state)
        if moves_left is None:
            return self._endless(end)
        if moves_left > MAX_SUMMED_MOVES and self.discount != 1:
            return self._largest_only(end, moves_left)
        key = (max(1.0, self.to_milestone(state)), end, moves_left)
        if key not in self.known:
            if len(self.known) >= MAX_KEPT_SUMS:
                self.known.clear()
            is_long = moves_left > MAX_SUMMED_MOVES
            self.known[key] = self._counted(*key) if is_long else self._summed(*key)
        return self.known[key]

    def _distance_to_end(self, state: Any) -> float:
        if self.rewards.end == -math.inf:
            return math.inf
        return max(1.0, self.to_end(state))

    def _summed(self, milestone: float, end: float, moves: int) -> float:
        """The largest sum over all numbers of steps that an episode may have."""
        # Whole numbers stay whole, however large: no product or sum of them is rounded.
        rewards, discount = self.rewards, as_whole(self.discount)
        paid: float = 0
        worth: float = 1
        best: float = 0 if self._may_stop(0, moves) else -math.inf
        for step in range(1, moves + 1):
            if step >= end:
                best = max(best, paid + worth * rewards.end)
            is_milestone = step >= milestone and not (step - milestone) % rewards.gap
            paid += worth * min(
                rewards.milestone if is_milestone else rewards.other, rewards.going
            )
            worth *= discount
            if self._may_stop(step, moves):
                best = max(best, paid)
        return best

    def _counted(self, milestone: float, end: float, moves: int) -> float:
        """The same without a discount, where it is enough to count the milestones.

        From one milestone to the next a sum changes by the same amount, so the largest is near
        the fewest steps, the first milestone or the most steps.
        """
        gap, most = self.rewards.gap, self.rewards.most
        other = min(self.rewards.other, most)

        def paid(steps: int) -> float:
            met = 0 if steps < milestone else 1 + (steps - int(milestone)) // gap
            return met * most + (steps - met) * other

        def near(least: float) -> list[int]:
            turns = [int(n) for n in (least, milestone, moves) if not math.isinf(n)]
            around = {n + m for n in turns for m in range(-gap - 1, gap + 2)}
            return [n for n in around if least <= n <= moves]

        found = [paid(n - 1) + self.rewards.end for n in near(end)]
        found += [paid(n) for n in near(0) if self._may_stop(n, moves)]
        return max(found, default=-math.inf)

    def _may_stop(self, step: int, moves: int) -> bool:
        """Can an episode be over after so many steps, although none of them ended it?"""
        return not self.needs_success and (step == moves or self.can_be_stuck)

    def _largest_only(self, end: float, moves: int) -> float:
        """The bound where every step may pay the most: sums are largest for few steps or many."""
        found = [self._ended_after(n) for n in (end, moves) if end <= moves]
        found += [self._paid(n) for n in (0, moves) if self._may_stop(n, moves)]
        return max(found, default=-math.inf)

    def _endless(self, end: float) -> float:
        """The bound without a horizon: an episode may also go on and on."""
        found = [] if math.isinf(end) else [self._ended_after(end)]
        if not math.isinf(end) and (self.rewards.most > 0 or self.discount < 1):
            found.append(self._paid(math.inf))
        if not self.needs_success:
            found.append(self._paid(math.inf))
            found += [0.0] if self.can_be_stuck else []
        return max(found, default=-math.inf)

    def _ended_after(self, steps: float) -> float:
        return self._paid(steps - 1) + math.pow(self.discount, steps - 1) * self.rewards.end

    def _paid(self, steps: float) -> float:
        """The largest reward of steps that end nothing, so often."""
        most = self.rewards.most
        if self.discount < 1:
            return most * (1 - math.pow(self.discount, steps)) / (1 - self.discount)
        return most * steps if most and steps else 0.0


def as_whole(number: float) -> float:
    """A whole number as an `int`, which no product of it rounds; others as they are."""
    is_whole = type(number) is int or float(number).is_integer()
    return int(number) if is_whole else number


def least_gap(reading: Reading, target: Target | None) -> int:
    """2 if no step leads from a milestone straight to a milestone, otherwise 1."""
    if target is None or target.due or reading.operators is None:
        return 1
    condition = target.condition
    for operator in reading.operators:
        known = operator.known.copy()
        if not known.learn(condition, True):
            continue
        if known.truth(substituted(condition, operator.effects)) is not False:
            return 1
    return 2


def second_reward(reading: Reading, most: float) -> float:
    """The most that a step pays which does not pay r_max."""
    if reading.payments is None:
        return most
    if any(p.least < most <= p.most for p in reading.payments):
        return most
    return max((p.most for p in reading.payments if p.most < most), default=most)
