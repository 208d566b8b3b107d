"""`range` with ends that depend on the state: each number that it may have is there or not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from introplan.symbolic.builtins.ranges import MAX_RANGE_LENGTH
from symbolic_runs import paths_through, refusal_of, wrong_answers


def _to(x: int, y: int, flag: bool) -> object:
    return sum(i * i for i in range(x)), len(range(x + 1))


def _between(x: int, y: int, flag: bool) -> object:
    return sum(i * 10 + 1 for i in range(x, y)), sum(i * 10 + 1 for i in range(x, y, -1))


def _in_steps(x: int, y: int, flag: bool) -> object:
    return sum(i * 10 + 1 for i in range(x, 7, 3)), sum(i * 10 + 1 for i in range(5, x, -2))


def _loop(x: int, y: int, flag: bool) -> object:
    for i in range(1, x + 1):
        if i == y:
            return i
    return 0


def _too_long(x: int, y: int, flag: bool) -> object:
    return sum(range(x * MAX_RANGE_LENGTH))


@pytest.mark.parametrize("function", [_to, _between, _in_steps, _loop])
def test_a_range_of_unknown_length_says_what_it_says_in_python(
    function: Callable[..., object],
) -> None:
    """Upwards and downwards, in steps of any size."""
    assert wrong_answers(function) == []


def test_its_numbers_need_no_path_each() -> None:
    """Each is an item with a condition."""
    assert len(paths_through(_to)) == 1


def test_one_that_may_be_very_long_is_refused() -> None:
    """Its body would be run for every number."""
    assert refusal_of(_too_long) == "a range whose length depends on the state"
