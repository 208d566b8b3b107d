"""Comparison of values that depend on unknowns."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from introplan.symbolic.builtins.compare import is_same
from introplan.symbolic.interpreter.values import Items
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import equal
from symbolic_runs import FLAG, X, Y, new_run, refusal_of, wrong_answers


@dataclass
class Point:
    """Compared by its parts."""

    a: int
    b: int


class Even:
    """Equal to every even number."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and other % 2 == 0

    __hash__ = None  # type: ignore[assignment]


EVEN = Even()
RNG = random.Random(4)


def _containers(x: int, y: int, flag: bool) -> object:
    return (
        (x, y) == (1, 2),
        [x, 1] != [y, 1],
        Point(x, 1) == Point(y, 1),
        {1: x} == {1: y},
        {x, 1} == {y, 1},
        (x,) == [x],  # type: ignore[comparison-overlap]
    )


def _order(x: int, y: int, flag: bool) -> object:
    return (x, y) < (y, 1), [x] >= [1, y], {x} <= {y, 1}, x < 0.5


def _own_equality(x: int, y: int, flag: bool) -> object:
    return x == EVEN, x == EVEN, y != EVEN


@pytest.mark.parametrize("function", [_containers, _order, _own_equality])
def test_a_comparison_says_what_python_says(function: Callable[..., object]) -> None:
    """Part by part, in Python's order, with the user's own methods."""
    assert wrong_answers(function) == []


def test_equal_parts_are_one_condition() -> None:
    """No fork."""
    pair, other = Items(tuple, [X, 1], 0), Items(tuple, [Y, 1], 0)

    assert new_run().equals(pair, other) == equal(X, Y)


def test_identity_is_only_decided_where_python_does() -> None:
    """`is` with a number is CPython's own business; with None and True it is not."""
    assert is_same(X, None) is False
    assert is_same(FLAG, True) is FLAG
    with pytest.raises(Refused, match="PY-EXPR"):
        is_same(X, 300)
    assert "`is`" in refusal_of(lambda x, y, flag: x is y)


def _without_chance(x: int, y: int, flag: bool) -> object:
    never, always = 0.0, 1
    draw = random.random()
    return draw < never, never > draw, draw >= 0, draw < always, RNG.random() < 1.5, draw <= -1


def _by_chance(x: int, y: int, flag: bool) -> object:
    return x if random.random() < 0.5 else y


def _exactly(x: int, y: int, flag: bool) -> object:
    return random.random() == x


def test_a_draw_behind_a_probability_of_zero_or_one_is_no_chance() -> None:
    """It is compared with what it cannot be between; anything else is refused."""
    assert wrong_answers(_without_chance) == []
    assert "random number" in refusal_of(_by_chance)
    assert "random number" in refusal_of(_exactly)


PLACES = [(np.int64(1), np.int32(2)), (np.int64(3), np.uint8(0))]


def _numpy_places(x: int, y: int, flag: bool) -> object:
    place: Any = (x, y)
    found = PLACES.index(place) if place in PLACES else -1
    return place == PLACES[0], place in {PLACES[1]}, found


def test_numbers_of_numpy_in_constants_are_numbers() -> None:
    """A place is found in a table; what a comparison with one alone gives is numpy's."""
    assert wrong_answers(_numpy_places) == []
    assert "int64" in refusal_of(lambda x, y, flag: x == PLACES[0][0])
