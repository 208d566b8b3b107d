"""What is said about a policy."""

from __future__ import annotations

import math
from typing import Any

import pytest

from introplan.planners.chance.result import Explanation, Option, PolicyResult, meets


def result(value: float, bound: float | None, low: float) -> PolicyResult:
    """A result with these numbers."""
    nothing = Explanation((), "none")

    def policy(state: Any, steps_left: int | None = None) -> Any:
        return None

    high = value if bound is None else bound
    return PolicyResult(policy, value, bound, (low, high), "m", lambda s, left: nothing, 3)


@pytest.mark.parametrize(
    ("value", "bound", "low", "is_proved"),
    [
        (1.0, 1.0 + 1e-12, 1.0 - 1e-12, True),
        (1.0, 1.001, 1.0, False),
        (1.0, 1.0, 0.9, False),
        (1.0, None, 1.0, False),
        (math.inf, math.inf, math.inf, False),
        (-math.inf, -math.inf, -math.inf, False),
    ],
)
def test_optimal_means_that_the_value_meets_a_bound(
    value: float, bound: float | None, low: float, is_proved: bool
) -> None:
    """For certain: the lower end of the interval counts, and infinities prove nothing."""
    assert result(value, bound, low).proved_optimal is is_proved


def test_it_is_told_in_two_lines() -> None:
    """The value and how sure it is; the method and what it took."""
    assert str(result(0.5, 0.5, 0.5)).startswith("value 0.5, proved optimal\nby m, 3 states in")
    assert "no policy exceeds 0.75" in str(result(0.5, 0.75, 0.5))
    assert "(0.25 to 0.5)" in str(result(0.5, None, 0.25))


def test_an_explanation_lists_actions() -> None:
    """The best first; nothing where nothing can be done."""
    told = Explanation((Option("up", 1.0), Option("down", 0.5, 0.25)), "uct")

    assert told.value == 1.0
    assert str(told) == "by uct:\n  1  up\n  0.5 +- 0.25  down"
    assert str(Explanation((), "uct")) == "nothing can be done here"


def test_rounding_is_forgiven() -> None:
    """Nine digits of them are the same."""
    assert meets(1e6, 1e6 + 1e-4)
    assert not meets(1.0, 1.0 + 1e-6)
    assert meets(math.inf, math.inf)
    assert not meets(-math.inf, 5.0)
