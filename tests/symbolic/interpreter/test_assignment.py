"""Assignment changes what Python changes, and nothing that the program did not make."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symbolic_runs import refusal_of, wrong_answers

TABLE = [1, 2, 3]


def _starred(x: int, y: int, flag: bool) -> object:
    first, *middle, last = [x, y, 7] if flag else [x]
    return first, len(middle), last


def _at_an_unknown_place(x: int, y: int, flag: bool) -> object:
    row = [0, 1, 2, 3]
    row[x] = y
    return tuple(row)


def _extended_slice(x: int, y: int, flag: bool) -> object:
    row = [0, 1, 2, 3]
    row[::2] = [x, y, 5] if flag else [x, y]
    return tuple(row)


def _shared_list(x: int, y: int, flag: bool) -> object:
    row = [x]
    other = row
    other += [y]
    return tuple(row)


def _deleted(x: int, y: int, flag: bool) -> object:
    row = [x, y, 3]
    del row[0]
    return tuple(row)


@pytest.mark.parametrize(
    "function", [_starred, _at_an_unknown_place, _extended_slice, _shared_list, _deleted]
)
def test_an_assignment_does_what_python_does(function: Callable[..., object]) -> None:
    """Too few values for a starred target, and slices of another length, raise ValueError."""
    assert wrong_answers(function) == []


def test_a_constant_of_the_module_is_not_changed() -> None:
    """Its change would be seen by the next call: the function is not pure."""

    def change(x: int, y: int, flag: bool) -> int:
        TABLE[0] = x
        return TABLE[0]

    assert "did not create" in refusal_of(change)
