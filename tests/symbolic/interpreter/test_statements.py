"""Statements do what they do in Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symbolic_runs import paths_through, refusal_of, wrong_answers


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


def _skipping(x: int, y: int, flag: bool) -> float:
    total = 0
    for n in range(4):
        if n == x:
            continue
        if flag and n < y:
            continue
        total += n + 1
    return total


def _last_one_left(x: int, y: int, flag: bool) -> int:
    found = 7
    for n in range(4):
        part = n + y
        if n == x:
            continue
        found = part if flag else found
    return found + part


def _over_a_set(x: int, y: int, flag: bool) -> int:
    total = 1
    for n in {x, y, 3} if flag else {x}:
        if n > 2:
            continue
        total += 10 ** (n + 2)
    return total


@pytest.mark.parametrize("function", [_skipping, _last_one_left, _over_a_set])
def test_a_round_that_may_be_skipped_is_merged(function: Callable[..., object]) -> None:
    """With `continue` or a set: sums, names that are set in every round, elements by condition."""
    assert wrong_answers(function) == []


def test_a_loop_of_twenty_rounds_with_continue_is_one_path() -> None:
    """Rounds are merged one by one: not 2 ** 20 paths."""

    def skipping(x: int, y: int, flag: bool) -> int:
        total = 0
        for n in range(20):
            if (x + n) % 3 == y:
                continue
            total += n
        return total

    assert len(paths_through(skipping)) == 1


def test_what_a_loop_may_not_set_is_not_read_after_it() -> None:
    """A name that only some rounds bind has no one value; the order of a set is not known."""

    def unsettled(x: int, y: int, flag: bool) -> int:
        total = 0
        for n in range(3):
            if n == x:
                continue
            total = last = n
        return total + last

    def ordered(x: int, y: int, flag: bool) -> int:
        last = 0
        for n in {x, y}:
            last = 2 * last + n
        return last

    assert "after a loop" in refusal_of(unsettled)
    assert "a loop over a set" in refusal_of(ordered)


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
