"""Copies of states: equal, and nothing in them that can change is shared."""

from __future__ import annotations

import random
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

import introplan as ip
from introplan.programs.copying import copied, is_immutable, safe
from introplan.programs.identity import key_of


class Pair(NamedTuple):
    """A tuple with names."""

    left: Any
    right: Any


@dataclass
class Record:
    """A dataclass that can change."""

    items: list[Any] = field(default_factory=list)


class Bag(list[Any]):
    """A list that carries more."""

    def __init__(self, *values: Any) -> None:
        super().__init__(values)
        self.owner = ["me"]


class Seat:
    """One of a kind: equal to itself alone."""

    def __init__(self) -> None:
        self.taken = [0]


MUTABLE = [
    [1, [2]],
    {"a": {1, 2}},
    Pair([1], 2),
    Record([{"x": [1]}]),
    Bag(1, [2]),
    deque([[1]], 3),
    OrderedDict(a=[1]),
    np.arange(4).reshape(2, 2),
    np.array([[1], None], dtype=object),
    random.Random(3),
    bytearray(b"abc"),
]

IMMUTABLE = [
    1,
    2.5,
    "text",
    None,
    (1, ("a",)),
    frozenset({1}),
    Fraction(1, 2),
    Pair(1, 2),
    range(3),
]


@pytest.mark.parametrize("value", MUTABLE, ids=lambda value: type(value).__name__)
def test_a_copy_is_the_same_state_in_other_objects(value: Any) -> None:
    """By its key; the original stays what it was when the copy changes."""
    before = key_of(value)
    twin = copied(value)

    assert twin is not value
    assert type(twin) is type(value)
    assert key_of(twin) == before
    _spoil(twin)
    assert key_of(value) == before
    assert key_of(twin) != before
    assert not is_immutable(value)


def _spoil(value: Any) -> None:
    """Change something inside, as deep as it goes."""
    match value:
        case Record():
            _spoil(value.items)
        case Pair():
            _spoil(value.left)
        case Bag():
            value.owner.append("you")
        case np.ndarray() if value.dtype.hasobject:
            value[0].append(0)
        case np.ndarray():
            value[0, 0] += 1
        case random.Random():
            value.random()
        case dict():
            _spoil(next(iter(value.values())))
        case set():
            value.add("new")
        case [*parts] if parts and isinstance(parts[-1], list | dict | deque):
            _spoil(parts[-1])
        case _:
            value.append(0)


@pytest.mark.parametrize("value", IMMUTABLE, ids=repr)
def test_what_cannot_change_is_its_own_copy(value: Any) -> None:
    """No time is spent on it."""
    assert is_immutable(value)
    assert safe(value) is value
    assert copied(value) is value


@pytest.mark.parametrize("table", [dict, OrderedDict])
def test_a_table_by_objects_knows_their_copies(table: Any) -> None:
    """Where they are elsewhere in the state, in any order; other keys stay the very objects."""
    inside, outside = Seat(), Seat()
    twin = copied([table([(inside, 1), (outside, 2)]), [inside]])
    known, (seat,) = twin
    assert seat is not inside
    assert [*known.items()] == [(seat, 1), (outside, 2)]


def test_a_state_that_contains_itself_is_refused() -> None:
    """With a message, not with a stack that overflows."""
    state: deque[Any] = deque()
    state.append(state)

    with pytest.raises(ip.UsageError, match="contains itself"):
        copied(state)


def test_what_cannot_be_copied_is_named() -> None:
    """An open file, say."""
    with open(__file__, "rb") as file, pytest.raises(ip.UsageError, match="BufferedReader"):
        copied([file])
