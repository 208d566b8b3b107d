"""Expressions have the values they have in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symbolic_runs import refusal_of, wrong_answers

GRID = ("ab.", "c.d", "..e")


def _literals(x: int, y: int, flag: bool) -> object:
    row = [x, *(y, 1)]
    return (*row, len({x, y, *row}), {"a": x, **{"b": y}}["b"])


def _sliced(x: int, y: int, flag: bool) -> object:
    return (1, 2, 3, 4)[x:3], (1, 2, 3, 4)[::-1]


def _text(x: int, y: int, flag: bool) -> str:
    return f"{x}-{flag}"


def _walrus(x: int, y: int, flag: bool) -> int:
    return n + 1 if (n := x + y) > 2 else n


def _closure(x: int, y: int, flag: bool) -> object:
    add: Any = lambda a, b=y: a + b  # noqa: E731
    return add(x) + add(x, 1)


@pytest.mark.parametrize("function", [_literals, _sliced, _text, _walrus, _closure])
def test_an_expression_has_its_value(function: Callable[..., object]) -> None:
    """Literals with stars, slices with unknown ends, f-strings of few texts, :=, lambdas."""
    assert wrong_answers(function) == []


def test_a_refusal_names_the_line() -> None:
    """That of the innermost expression in the user's own file."""
    assert "format" in refusal_of(lambda x, y, flag: f"{x:03}")
