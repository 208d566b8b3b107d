"""Calls of the user's functions: errors have a place, messages a fixed text."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.programs.user_code import (
    WrongPartError,
    blaming_users,
    called,
    check_function,
    error_text,
    shown,
    wrong_answer,
)


def broken(state: object) -> float:
    """A function of a model with a mistake."""
    return 1 / 0


def test_an_error_is_reported_with_the_line_that_raised() -> None:
    """As bad input, from the original error."""
    with pytest.raises(ip.ModelError) as caught:
        called("reward", broken, 3)

    assert "reward raised ZeroDivisionError: division by zero" in str(caught.value)
    assert f"test_user_code.py:{broken.__code__.co_firstlineno + 2}" in str(caught.value)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_interruptions_pass_through(error: type[BaseException]) -> None:
    """They are no mistakes of a model."""

    def raising() -> None:
        raise error

    with pytest.raises(error):
        called("transition", raising)


def test_an_error_from_a_special_method_points_at_it() -> None:
    """No call of ours expected it."""

    class Odd:
        def __eq__(self, other: object) -> bool:
            raise LookupError("odd")

    with pytest.raises(ip.ModelError, match="__eq__ raised LookupError: odd"), blaming_users():
        _ = Odd() == 1


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (3, "reward must be a function reward"),
        (
            lambda s: 0,
            r"reward is called as reward\(state, action\), got a function <lambda>\(s\)",
        ),
    ],
)
def test_a_function_must_take_its_arguments(function: Any, message: str) -> None:
    """The message has the call and the signature; the error the part."""
    with pytest.raises(WrongPartError, match=message) as caught:
        check_function("reward", function, ("state", "action"))
    assert caught.value.part == "reward"
    check_function("reward", lambda s, a, *more: 0, ("state", "action"))
    check_function("reward", max, ("state", "action"))


def test_values_in_messages_are_short_and_the_same_every_time() -> None:
    """No addresses; what cannot print itself goes by its type."""

    class Mute:
        def __repr__(self) -> str:
            raise RuntimeError

    assert "0x" not in shown(object())
    assert shown(Mute()) == "a Mute"
    assert len(shown("x" * 1000)) == 80
    assert error_text(ValueError()) == "ValueError"
    assert "must return" in str(wrong_answer("reward", broken, "must return a number"))
