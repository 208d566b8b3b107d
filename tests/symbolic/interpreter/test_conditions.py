"""Operands that may not be reached."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symbolic_runs import paths_through, wrong_answers


class Ranked:
    """Ordered by a method that returns a number in place of a truth value."""

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __lt__(self, other: Ranked) -> int:
        return 5 if self.rank < other.rank else 0


def _short_circuit(x: int, y: int, flag: bool) -> bool:
    return (x != 0 and 6 // x > y) or flag


def _values_of_or(x: int, y: int, flag: bool) -> int:
    return x or y or 7


def _chain(x: int, y: int, flag: bool) -> bool:
    return -1 < x <= y < 3


def _chain_of_own_comparisons(x: int, y: int, flag: bool) -> object:
    return Ranked(x) < Ranked(y) < Ranked(2)


def _conditional(x: int, y: int, flag: bool) -> int:
    return 6 // x if x else y


@pytest.mark.parametrize(
    "function",
    [_short_circuit, _values_of_or, _chain, _chain_of_own_comparisons, _conditional],
)
def test_an_operand_that_is_not_reached_does_nothing(function: Callable[..., object]) -> None:
    """It neither raises nor counts; the value is Python's, 0 and not False where that is said."""
    assert wrong_answers(function) == []


def test_pure_operands_do_not_fork() -> None:
    """`and`, `or`, a chain and a conditional expression of numbers are one term."""
    paths = paths_through(lambda x, y, flag: 1 if 0 < x < 3 and (flag or y > 1) else 2)

    assert len(paths) == 1
