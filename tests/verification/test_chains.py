"""The judge's arithmetic, on chains that can be done by hand."""

from __future__ import annotations

import math
from collections.abc import Hashable

import pytest

from introplan.mdp import Outcome, Status
from introplan.verification.chains import (
    Outcomes,
    TooManyError,
    expected_endless,
    expected_within,
)


def walk(state: Hashable, left: int | None) -> Outcomes:
    """A fair walk between 0 and 4, where it ends; each step costs 1."""
    assert isinstance(state, int)
    found = []
    for after in (state - 1, state + 1):
        status = Status.OVER if after in (0, 4) else Status.CONTINUE
        found.append((0.5, Outcome[Hashable](after, -1.0, status)))
    return found


def test_a_fair_walk_takes_as_long_as_it_should() -> None:
    """From k of n it is k (n - k) steps."""
    assert expected_endless(2, 1.0, walk, 100, 10_000) == pytest.approx(-4)
    assert expected_endless(1, 1.0, walk, 100, 10_000) == pytest.approx(-3)


def test_with_a_horizon_mass_is_carried_forward() -> None:
    """Two steps are always taken from the middle; then half of the walks are over."""
    assert expected_within(2, 2, 1.0, walk, 100) == -2
    assert expected_within(2, 3, 1.0, walk, 100) == -2.5
    assert expected_within(2, 2, 0.5, walk, 100) == -1.5


def forever(reward: float, second: float) -> float:
    """What a loop of two steps pays."""

    def follow(state: Hashable, left: int | None) -> Outcomes:
        paid = reward if state == 0 else second
        return [(1.0, Outcome(1 - int(state == 1), paid, Status.CONTINUE))]

    return expected_endless(0, 1.0, follow, 10, 100)


def test_loops_without_end() -> None:
    """They gain, they lose, they pay nothing, or it cannot be said."""
    assert forever(2.0, -1.0) == math.inf
    assert forever(-2.0, 1.0) == -math.inf
    assert forever(0.0, 0.0) == 0
    assert math.isnan(forever(1.0, -1.0))


def test_a_discount_ends_everything() -> None:
    """1 now, half as much later."""

    def follow(state: Hashable, left: int | None) -> Outcomes:
        return [(1.0, Outcome(state, 1.0, Status.CONTINUE))]

    assert expected_endless(0, 0.5, follow, 10, 100) == pytest.approx(2)


def test_limits_hold() -> None:
    """On states, operations and steps."""

    def grow(state: Hashable, left: int | None) -> Outcomes:
        assert isinstance(state, int)
        return [(0.5, Outcome(2 * state + bit, 0.0, Status.CONTINUE)) for bit in (0, 1)]

    with pytest.raises(TooManyError):
        expected_endless(1, 1.0, grow, 50, 10_000)
    with pytest.raises(TooManyError):
        expected_within(1, 30, 1.0, grow, 1_000)
    with pytest.raises(TooManyError):
        expected_endless(2, 1.0, walk, 100, 1)
