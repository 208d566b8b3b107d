"""Rewards as whole numbers in which a step costs a little: one number for score and cost.

Scores are compared first and steps second. With `weight = reward * scale - 1` and a scale above
the number of steps one comparison does both, and a loop has a positive weight exactly if it pays.

Rewards count as the decimal numbers that they are written as: 0.1 stands for a tenth, so that sums
that should be equal are, and rounding makes no loop pay. Where the decimals have no common
denominator of moderate size, rewards are rounded to a unit far below what counts, and a step costs
one unit: more than rounding can make a step pay.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

MAX_DENOMINATOR = 10**15
"""Rewards with more decimals than this together are rounded: their whole numbers would have
hundreds of digits, and be no longer quick to add."""

UNITS_IN_LARGEST = 10**12
"""Units in the largest reward where rewards are rounded: answers are compared up to 1e-9."""

MAX_ROUNDED_STEPS = 500
"""Steps whose rounding a loop is forgiven: together less than 1e-9 of the largest reward."""


def decimal(number: float) -> Fraction:
    """The number as it is written: 0.1 is a tenth, not the binary fraction next to it.

    >>> decimal(0.1)
    Fraction(1, 10)
    """
    return Fraction(repr(number))


def common_denominator(fractions: Iterable[Fraction]) -> int:
    """The least factor that makes whole numbers of all.

    >>> common_denominator(map(decimal, [0.5, 0.2]))
    10
    """
    return math.lcm(*(fraction.denominator for fraction in fractions))


@dataclass(frozen=True, slots=True)
class Weights:
    """Whole numbers for rewards; `of` is the weight of a step, `score_of` leaves its cost out."""

    whole: dict[float, int]
    """Each reward in units."""
    scale: int
    """Weight of one unit."""
    is_exact: bool

    @classmethod
    def for_rewards(cls, rewards: Iterable[float], max_steps: int) -> Weights:
        """Weights in which at most `max_steps` steps count less than any difference of scores."""
        distinct = set(rewards)
        decimals = {reward: decimal(reward) for reward in distinct}
        common = common_denominator(decimals.values())
        if common <= MAX_DENOMINATOR:
            whole = {reward: int(f * common) for reward, f in decimals.items()}
            return cls(whole, 2 * max_steps + 4, is_exact=True)
        unit = max(map(abs, distinct)) / UNITS_IN_LARGEST
        return cls({reward: round(reward / unit) for reward in distinct}, 1, is_exact=False)

    def of(self, rewards: Sequence[float]) -> list[int]:
        """The weight of each step: score first, then as few steps as possible."""
        weight = {reward: units * self.scale - 1 for reward, units in self.whole.items()}
        return [weight[reward] for reward in rewards]

    def tolerance(self, steps: int) -> int:
        """Units by which the sum of a loop of so many steps may be wrong."""
        return 0 if self.is_exact else 2 * min(steps, MAX_ROUNDED_STEPS)

    def score_of(self, rewards: Sequence[float]) -> list[int]:
        """Units of each step; where they are rounded, less what rounding can add."""
        less = 0 if self.is_exact else 1
        return [self.whole[reward] - less for reward in rewards]
