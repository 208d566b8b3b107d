"""Rewards as whole numbers: score first, then steps."""

from __future__ import annotations

import math

from introplan.graphs.weights import Weights


def test_decimals_are_exact() -> None:
    """A tenth and a fifth are three tenths, and a step less counts only among equals."""
    rewards = [0.1, 0.2, -0.3, 0.0]
    weights = Weights.for_rewards(rewards, max_steps=10)
    assert weights.is_exact
    assert sum(weights.score_of(rewards)) == 0
    one, two, three, none = weights.of(rewards)
    assert one + two + three == 3 * none == -3
    assert one + 10 * none > 9 * none
    assert one > 10 * none
    assert weights.tolerance(100) == 0


def test_other_numbers_are_rounded_and_no_rounding_pays() -> None:
    """Differences of potentials sum up to nothing around a loop."""
    potential = [math.sqrt(n) for n in (2, 3, 5, 7)]
    rewards = [b - a for a, b in zip(potential, potential[1:] + potential[:1], strict=True)]
    weights = Weights.for_rewards(rewards, max_steps=10)
    assert not weights.is_exact
    assert sum(weights.score_of(rewards)) < 0
    assert abs(sum(weights.score_of(rewards))) <= weights.tolerance(4)
    assert weights.of([rewards[0]])[0] > 0
