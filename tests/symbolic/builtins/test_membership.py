"""Membership of unknowns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from introplan.symbolic.terms.term import Lookup
from symbolic_runs import X, new_run, wrong_answers

WALLS = frozenset({(0, 1), (2, 2), (3, -1)})
NAMES = ["a", 1, 2.0, (1, 2)]


def _constants(x: int, y: int, flag: bool) -> object:
    return (x, y) in WALLS, x in NAMES, x not in (1, 3), x in {2: "b"}


def _range(x: int, y: int, flag: bool) -> object:
    return x in range(-1, 4, 2), y in range(3, -2, -2), x in range(0)


def _made(x: int, y: int, flag: bool) -> object:
    keys = {1: y}.keys()
    return x in [y, 1], x in {y, 2}, x in (n for n in (y, 3)), x in keys


def _changed_meanwhile(x: int, y: int, flag: bool) -> object:
    table = {1: 0}
    before = x in table
    table[2] = 0
    del table[1]
    return before, x in table, table.get(x, 5)


def _unhashable(x: int, y: int, flag: bool) -> object:
    return ([x] if flag else x) in {1: 2}


@pytest.mark.parametrize("function", [_constants, _range, _made, _changed_meanwhile, _unhashable])
def test_an_unknown_is_in_a_container_where_python_says_so(
    function: Callable[..., object],
) -> None:
    """A dictionary that changes between two questions has two answers."""
    assert wrong_answers(function) == []


def test_membership_in_a_constant_is_one_lookup() -> None:
    """The table is made once for all paths of an analysis."""
    run = new_run()

    first, second = run.is_in(X, NAMES), run.is_in(X, NAMES)

    assert isinstance(first, Lookup)
    assert first.table is second.table
