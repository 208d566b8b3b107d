"""Arithmetic and Python's functions on numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from introplan.symbolic.builtins.numbers import is_float
from introplan.symbolic.interpreter.values import Items
from introplan.symbolic.terms.build import add
from symbolic_runs import X, Y, new_run, paths_through, wrong_answers


def _arithmetic(x: int, y: int, flag: bool) -> object:
    return x + y * 3 - 1, -x, +flag, ~y, flag + flag, x & 3, x | y, x ^ 1, flag & (x > 1)


def _division(x: int, y: int, flag: bool) -> object:
    return divmod(x, y), x // 3, x % -2


def _functions(x: int, y: int, flag: bool) -> object:
    return abs(x), min(x, y, 1), max([x, y]), sum([x, y, flag]), int(flag), bool(x), 2**y


def _floats(x: int, y: int, flag: bool) -> object:
    return float(x) * 0.1 + 0.2, x / 2 > 0.5, abs(-0.5 * x)


def _extremes(x: int, y: int, flag: bool) -> object:
    return min([], default=x), max((x, y), (y, x))


def _no_default(x: int, y: int, flag: bool) -> int:
    return max([x] if flag else [], key=None)


@pytest.mark.parametrize(
    "function", [_arithmetic, _division, _functions, _floats, _extremes, _no_default]
)
def test_numbers_are_those_of_python(function: Callable[..., object]) -> None:
    """Values and types; division by 0 and the maximum of nothing raise."""
    assert wrong_answers(function) == []


def test_numbers_do_not_fork() -> None:
    """Minima and sums are terms."""
    assert len(paths_through(lambda x, y, flag: min(x, y) + abs(x) + sum((x, flag)))) == 1
    assert new_run().call(sum, [Items(tuple, [X, Y], 0)], {}) == add(X, Y)
    assert is_float(X)
    assert is_float(0.5)


def test_min_and_max_take_a_key() -> None:
    """As Python does: the first of those with the best key."""
    assert wrong_answers(lambda x, y, flag: min(x, y, key=abs)) == []
    assert wrong_answers(lambda x, y, flag: max([x, y, 1], key=lambda n: -n)) == []


def test_a_sum_leaves_out_what_is_known_not_to_be_there() -> None:
    """Members that were taken out of a set, and items that a filter drops."""

    def summed(x: int, y: int, flag: bool) -> object:
        return sum({1, 2, y} - {1}), sum(filter(None, (x, 0))), sum(n for n in (1, x) if n != 1)

    assert wrong_answers(summed) == []
