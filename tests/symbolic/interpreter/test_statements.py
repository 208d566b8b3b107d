"""Statements do what they do in Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symbolic_runs import refusal_of, wrong_answers


def _loop_with_else(x: int, y: int, flag: bool) -> int:
    for n in range(4):
        if n == x:
            continue
        if n == y:
            break
    else:
        return -1
    return n


def _while(x: int, y: int, flag: bool) -> int:
    rounds = 0
    while x > 0:
        x -= 1
        rounds += y
    return rounds


def _try(x: int, y: int, flag: bool) -> object:
    try:
        result = 6 // x
    except ZeroDivisionError:
        return "zero"
    else:
        return result + 1


def _raise(x: int, y: int, flag: bool) -> int:
    assert x < 3
    if flag:
        raise ValueError(f"{x} is {y}")
    return x


@pytest.mark.parametrize("function", [_loop_with_else, _while, _try, _raise])
def test_a_statement_does_what_it_does_in_python(function: Callable[..., object]) -> None:
    """Loops with break, continue and else; try; raise with a text that is not computed; assert."""
    assert wrong_answers(function) == []


def test_a_loop_without_end_is_refused() -> None:
    """After a number of rounds, with that number."""

    def forever(x: int, y: int, flag: bool) -> None:
        while True:
            pass

    assert "2000 rounds" in refusal_of(forever)


def test_statements_that_are_not_understood_are_named() -> None:
    """As Python names them."""

    def files(x: int, y: int, flag: bool) -> None:
        with open("data"):
            pass

    assert refusal_of(files) == "`with`"
