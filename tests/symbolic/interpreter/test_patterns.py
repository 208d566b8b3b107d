"""`match` takes the case that Python takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from symbolic_runs import refusal_of, wrong_answers


@dataclass(frozen=True)
class Point:
    """A point."""

    a: int
    b: int


def _values(x: int, y: int, flag: bool) -> object:
    match x:
        case 0 | 1:
            return "low"
        case n if n < y:
            return n
        case _:
            return None


def _sequences(x: int, y: int, flag: bool) -> object:
    match [x, y, 3] if flag else [x]:
        case [0, *rest]:
            return len(rest)
        case [first, _, last]:
            return first + last
        case [only]:
            return only
    return None


def _classes(x: int, y: int, flag: bool) -> object:
    match Point(x, y):
        case Point(0, b=n):
            return n
        case Point(a=n, b=2 as m):
            return n + m
        case Point():
            return -9


@pytest.mark.parametrize("function", [_values, _sequences, _classes])
def test_the_first_case_that_fits_is_taken(function: Callable[..., object]) -> None:
    """Values, alternatives, guards, sequences with a star, classes."""
    assert wrong_answers(function) == []


def test_patterns_for_dictionaries_are_refused() -> None:
    """With the words of Python."""

    def mapping(x: int, y: int, flag: bool) -> int:
        match {"a": x}:
            case {"a": n}:
                return n
        return 0

    assert "dictionaries" in refusal_of(mapping)
