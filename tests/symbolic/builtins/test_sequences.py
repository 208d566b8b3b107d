"""Lists, tuples and text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from introplan.symbolic.interpreter.values import Items
from introplan.symbolic.terms.term import Lookup
from symbolic_runs import X, Y, new_run, paths_through, refusal_of, wrong_answers

MAZE = ("#..", ".#.", "..#")
ROWS = [[1, 2, 3], [4, 5, 6]]


def _elements(x: int, y: int, flag: bool) -> object:
    return MAZE[x][y], ROWS[flag][x], (x, y, 5)[y]


def _methods(x: int, y: int, flag: bool) -> object:
    row = [3, x]
    row.append(y)
    row.extend(n for n in (1, 2))
    row.insert(1, 0)
    row.reverse()
    last = row.pop()
    row.remove(2)
    return tuple(row), last, row.count(x), [x, y, 9].index(9)


def _not_there(x: int, y: int, flag: bool) -> object:
    return (1, 2, x).index(y)


def _sorted(x: int, y: int, flag: bool) -> object:
    row = [x, 1, y]
    row.sort(reverse=True)
    return tuple(row), tuple(sorted([x, y, 2])), tuple(sorted((3, 1, 2), key=lambda n: -n))


@pytest.mark.parametrize("function", [_elements, _methods, _not_there, _sorted])
def test_a_sequence_is_what_it_is_in_python(function: Callable[..., object]) -> None:
    """Places outside raise IndexError, negative ones count from the end."""
    assert wrong_answers(function) == []


def test_two_unknown_places_in_a_constant_are_one_lookup() -> None:
    """`MAZE[y][x]` is a table of two keys."""
    paths = paths_through(lambda x, y, flag: MAZE[x % 3][y % 3])

    assert len(paths) == 1
    assert isinstance(paths[0].result, Lookup)
    assert len(paths[0].result.keys) == 2


def test_many_unknown_numbers_are_not_sorted() -> None:
    """The term would be too large."""
    assert "sorting" in refusal_of(lambda x, y, flag: sorted([x, y] * 5))
    assert new_run().call(sorted, [(3, 1)], {}).items == [1, 3]
    assert len(new_run().call(sorted, [Items(tuple, [X, Y], 0)], {}).items) == 2
