"""What user functions return: what is taken, what is refused, and that nothing is rounded."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import introplan as ip
from introplan.mdp import NotAllowedError
from introplan.programs.answers import (
    as_actions,
    as_reward,
    as_state,
    as_status,
    check_state,
    checked_actions,
    listed,
    not_allowed,
)
from introplan.programs.freezing import kept


def function(*_: Any) -> Any:
    """Whatever returned the answer."""


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        (3, 3.0),
        (True, 1.0),
        (np.float64(0.5), 0.5),
        (Fraction(1, 4), 0.25),
        (Decimal("2.5"), 2.5),
        (2**60 + 1, 2**60 + 1),
        (np.int64(2**60 + 1), 2**60 + 1),
    ],
)
def test_a_reward_is_any_number_and_whole_ones_are_exact(answer: Any, number: float) -> None:
    """Small ones are floats; one that a float would round stays whole."""
    assert as_reward(answer, function) == number
    assert type(as_reward(answer, function)) is type(number)


@pytest.mark.parametrize(
    "answer", [None, "1", b"1", float("nan"), float("inf"), [1], 1e301, 10**400]
)
def test_what_is_no_finite_number_is_refused(answer: Any) -> None:
    """With the place of the function."""
    with pytest.raises(ip.ModelError, match="reward must return a"):
        as_reward(answer, function)


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (None, ip.Status.CONTINUE),
        (False, ip.Status.CONTINUE),
        (np.bool_(True), ip.Status.OVER),
        ("failure", ip.Status.FAILURE),
        (ip.Status.SUCCESS, ip.Status.SUCCESS),
    ],
)
def test_a_status_is_a_word_a_truth_value_or_itself(answer: Any, status: ip.Status) -> None:
    """True means that the episode is over."""
    assert as_status(answer, function) is status


def test_other_statuses_are_refused() -> None:
    """A number is none: 1 could mean anything."""
    with pytest.raises(ip.ModelError, match="terminal must return True, False"):
        as_status(1, function)


def test_actions_have_a_fixed_order() -> None:
    """Sets are sorted by text; what never ends is refused."""
    assert listed({"b", "a"}) == ("a", "b")
    assert as_actions(iter([2, 1]), function) == (2, 1)
    with pytest.raises(ip.ModelError, match="must return a list of actions, got None"):
        as_actions(None, function)
    with pytest.raises(ip.UsageError, match="does it ever end"):
        listed(iter(int, 1))


def test_a_list_of_actions_is_not_empty() -> None:
    """A function of a state may be given instead."""
    assert checked_actions([1, 2]) == (1, 2)
    with pytest.raises(ip.UsageError, match="actions is empty"):
        checked_actions([])
    with pytest.raises(ip.UsageError, match="actions must be a list"):
        checked_actions(3)  # type: ignore[arg-type]


def test_a_state_that_cannot_be_kept_is_an_error_of_the_transition() -> None:
    """A generator is used up when it is read; a tuple is fine."""
    assert as_state((1, 2), function, kept) == (1, 2)
    with pytest.raises(ip.ModelError, match="must return another kind of state"):
        as_state((n for n in range(3)), function, kept)


def test_nothing_is_a_state_only_where_the_start_is_nothing() -> None:
    """And what is not equal to itself is none at all."""
    check_state(None, function, is_nothing_a_state=True)
    check_state(0.5, function, is_nothing_a_state=False)
    with pytest.raises(ip.ModelError, match="the new state, got None"):
        check_state(None, function, is_nothing_a_state=False)
    with pytest.raises(ip.ModelError, match="equal to itself"):
        check_state(float("nan"), function, is_nothing_a_state=True)


def test_a_transition_that_raises_does_not_allow_an_action_unless_it_is_a_slip() -> None:
    """A ValueError is a rule, a NameError a mistake in the code."""
    with pytest.raises(NotAllowedError, match="ValueError: no"):
        not_allowed(function, ValueError("no"))
    with pytest.raises(ip.ModelError, match="NameError"):
        not_allowed(function, _raised(NameError("x")))


def _raised(error: Exception) -> Exception:
    """The error as it is when it was caught."""
    try:
        raise error
    except Exception as caught:
        return caught
