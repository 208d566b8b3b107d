"""Operators as functions, and `reduce`."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable

import pytest

from introplan.symbolic.builtins.functional import getter_of
from symbolic_runs import new_run, wrong_answers


def _reduced(x: int, y: int, flag: bool) -> object:
    return functools.reduce(operator.mul, [x, y, 3], 1), functools.reduce(operator.or_, (flag, 0))


def _empty(x: int, y: int, flag: bool) -> object:
    return functools.reduce(operator.add, [v for v in (1, 2) if v > x])


def _in_order(x: int, y: int, flag: bool) -> object:
    return functools.reduce(lambda total, v: total * 3 - v, [x, y, 2])


def _by_getter(x: int, y: int, flag: bool) -> object:
    return max([(x, 1), (y, 5)], key=operator.itemgetter(1)), operator.itemgetter(1)((x, y))


@pytest.mark.parametrize("function", [_reduced, _empty, _in_order, _by_getter])
def test_they_say_what_they_say_in_python(function: Callable[..., object]) -> None:
    """From the left to the right, with and without a beginning."""
    assert wrong_answers(function) == []


def test_a_getter_knows_its_keys() -> None:
    """One key gives the part, several a tuple of them."""
    one, two = getter_of(operator.itemgetter(1)), getter_of(operator.itemgetter(1, 0))

    assert one is not None
    assert two is not None
    assert one(new_run(), (5, 6)) == 6
    assert two(new_run(), (5, 6)) == (6, 5)
    assert getter_of(len) is None
