"""Comprehensions: rounds that may or may not happen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symbolic_runs import paths_through, wrong_answers


def _filtered_list(x: int, y: int, flag: bool) -> object:
    return tuple([n for n in (1, 2, 3) if n > x])


def _nested(x: int, y: int, flag: bool) -> int:
    return sum(a * b for a in (x, y) if a > 0 for b in (1, 2) if b != a)


def _of_a_dictionary(x: int, y: int, flag: bool) -> object:
    return tuple({n: n * x for n in (1, 2) if flag}.values())


def _lazy(x: int, y: int, flag: bool) -> int:
    numbers = (1 // n for n in (x, y))
    return next(numbers) if x else 0


@pytest.mark.parametrize("function", [_filtered_list, _nested, _of_a_dictionary, _lazy])
def test_a_comprehension_is_what_it_is_in_python(function: Callable[..., object]) -> None:
    """Also where later rounds would raise and are never asked for."""
    assert wrong_answers(function) == []


def test_a_round_that_only_computes_does_not_fork() -> None:
    """The number of items that meet an open condition is one term."""
    assert len(paths_through(lambda x, y, flag: sum(n for n in (1, 2, 3) if n > x))) == 1
