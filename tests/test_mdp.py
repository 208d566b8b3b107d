"""Markov decision processes: steps that are not allowed, sums of rewards, texts of actions."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import pytest

from introplan.errors import UsageError
from introplan.mdp import (
    MAX_EXACT_FLOAT,
    NotAllowedError,
    Outcome,
    Status,
    action_text,
    add,
    attempt,
    check_discount,
    exact,
    successors,
    total,
)


class Stairs:
    """Steps 0 to 2; only `up` is possible on the first, both elsewhere but at the top."""

    def actions(self, state: int) -> Sequence[str]:
        """Always both are tried."""
        return ["up", "down"]

    def step(self, state: int, action: str) -> Outcome[int]:
        """A step off the stairs is not allowed."""
        after = state + 1 if action == "up" else state - 1
        if not 0 <= after <= 2:
            raise NotAllowedError
        return Outcome(after, float(after), Status.SUCCESS if after == 2 else Status.CONTINUE)


def test_an_action_that_is_not_allowed_has_no_outcome() -> None:
    """`attempt` says None, and `successors` leaves it out."""
    assert attempt(Stairs(), 0, "down") is None
    assert attempt(Stairs(), 1, "up") == (2, 2.0, Status.SUCCESS)
    assert [action for action, _ in successors(Stairs(), 0)] == ["up"]
    assert [action for action, _ in successors(Stairs(), 1)] == ["up", "down"]


def test_other_exceptions_are_not_taken_for_a_refusal() -> None:
    """A slip in a model must not look like a rule."""

    class Broken(Stairs):
        def step(self, state: int, action: str) -> Outcome[int]:
            raise KeyError(action)

    with pytest.raises(KeyError):
        attempt(Broken(), 0, "up")


def test_whole_numbers_are_added_exactly() -> None:
    """Above 2**53 floats have gaps; small numbers stay floats."""
    assert add(float(MAX_EXACT_FLOAT), 1.0) == MAX_EXACT_FLOAT + 1
    assert total([2**60, 1, -(2**60)]) == 1
    assert type(total([1.0, 2.0])) is float
    assert type(exact(3)) is float
    assert exact(2**60 + 1) == 2**60 + 1


def test_fractions_are_added_one_after_the_other() -> None:
    """One rounding per step, as an agent would add them up."""
    rewards = [0.1] * 10

    assert total(rewards) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1
    assert total([]) == 0.0


class Turn(enum.Enum):
    """An action as an enum member."""

    LEFT = (0, 1)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Turn.LEFT, "LEFT"),
        ("up", "up"),
        (3, "3"),
        ("a\nb", "'a\\nb'"),
        ("", "''"),
        ("; x", "'; x'"),
    ],
)
def test_an_action_is_one_line_of_text(action: object, text: str) -> None:
    """So that plans are files with one action per line; `;` begins a comment there."""
    assert action_text(action) == text


def test_a_discount_other_than_one_is_refused() -> None:
    """Rather than ignored."""
    check_discount(1.0)
    with pytest.raises(UsageError, match=r"0\.9"):
        check_discount(0.9)
