"""States of every kind are told apart by value and cannot be spoilt by code that changes them."""

from __future__ import annotations

import copy
import enum
from collections import deque
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

import introplan as ip
from introplan.programs.copying import copied, is_immutable
from introplan.programs.freezing import Snapshot, kept, state_text, value_of
from introplan.programs.identity import key_of


class Color(enum.Enum):
    """An enum, compared by identity."""

    RED = 1
    BLUE = 2


class Cell(NamedTuple):
    """A tuple with names."""

    x: int
    y: int


@dataclass(frozen=True)
class Frozen:
    """A dataclass that cannot change, if its parts cannot."""

    cell: Cell
    bag: Any = frozenset()


@dataclass
class Mutable:
    """A dataclass that can change."""

    x: int = 0
    items: list[int] = field(default_factory=list)


class Plain:
    """An object without any idea of equality."""

    def __init__(self, x: int) -> None:
        self.x = x


class Slotted:
    """The same with slots."""

    __slots__ = ("x",)

    def __init__(self, x: int) -> None:
        self.x = x


class Pack(list[int]):
    """A list with a name."""


IMMUTABLE: list[Any] = [
    0,
    1.5,
    "s",
    None,
    Color.RED,
    Cell(1, 2),
    (1, ("a", frozenset({Cell(0, 0)}))),
    Frozen(Cell(0, 1), frozenset({1})),
]

MUTABLE: list[Any] = [
    [1, 2],
    {"a": [1]},
    {1, 2},
    deque([1]),
    bytearray(b"ab"),
    Mutable(1, [2]),
    Plain(3),
    Slotted(3),
    Pack([1]),
    (1, [2]),
    Frozen(Cell(0, 1), [3]),
    {(0, 1): Color.RED},
]


@pytest.mark.parametrize("state", IMMUTABLE, ids=repr)
def test_what_cannot_change_is_kept_as_it_is(state: Any) -> None:
    """Nobody gets a copy."""
    assert is_immutable(state)
    assert value_of(kept(state)) is state
    assert copied(state) is state


@pytest.mark.parametrize("state", MUTABLE, ids=lambda s: type(s).__name__)
def test_what_can_change_is_told_apart_by_value(state: Any) -> None:
    """A copy is another object with the same key, and changing it leaves the original alone."""
    twin = copied(state)
    snapshot = kept(state)

    assert isinstance(snapshot, Snapshot)
    assert kept(twin) == snapshot
    assert hash(kept(twin)) == hash(snapshot)
    assert value_of(snapshot) is state
    assert twin is not state


def test_different_values_have_different_keys() -> None:
    """Also across types that Python would not call equal."""
    states = [*MUTABLE, [1], [1, [2]], [2, 1], {"a": [2]}, {1}, Mutable(1, []), Plain(4)]
    keys = [key_of(state) for state in states]

    assert len(set(keys)) == len(states)


def test_a_part_that_occurs_twice_stays_one_part() -> None:
    """Rows that are one and the same list are so in the copy."""
    row = [0, 0]
    twin = copied([row, row])
    twin[0][0] = 1

    assert twin == [[1, 0], [1, 0]]
    assert row == [0, 0]


def test_numpy_arrays_are_told_apart_by_shape_type_and_content() -> None:
    """Arrays of numbers, and inside of other states."""
    numpy = pytest.importorskip("numpy")
    zeros = numpy.zeros((2, 3), dtype=int)
    twin = copied((zeros, 1))[0]
    twin[0, 0] = 1

    assert kept(zeros) == kept(numpy.zeros((2, 3), dtype=int))
    assert kept(zeros) != kept(numpy.zeros((3, 2), dtype=int))
    assert kept(zeros) != kept(twin)
    copied(zeros)[0, 0] = copied([zeros])[0][0, 0] = 1

    assert zeros.sum() == 0
    assert is_immutable((numpy.int64(3), numpy.bool_(True)))
    assert kept(zeros[:, ::2]) == kept(numpy.zeros((2, 2), dtype=int))


def test_a_state_that_cannot_be_told_apart_is_refused() -> None:
    """A generator has a future that nobody can compare."""
    with pytest.raises(ip.UsageError, match="generator"):
        kept(x for x in (1, 2))
    knot: list[Any] = []
    knot.append(knot)
    assert kept(knot) == kept(copied(knot))
    assert kept(knot) != kept([knot])  # a change of the first shows it
    assert state_text(knot) == "[...]"


class Outside(NamedTuple):
    """Where one is not inside."""

    place: int


class Inside(NamedTuple):
    """The same fields, and something else."""

    place: int


class Room(enum.IntEnum):
    """Equal to numbers, and to what else is equal to them."""

    HALL = 0


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (0, False),
        (1, 1.0),
        (0, Room.HALL),
        (Outside(1), Inside(1)),
        (Outside(1), (1,)),
        ((1, (True,)), (1, (1,))),
        (frozenset({1}), frozenset({1.0})),
        (Fraction(1, 2), 0.5),
    ],
)
def test_what_a_program_can_tell_apart_is_not_one_state(left: object, right: object) -> None:
    """Python calls these equal; a program may ask for the type."""
    assert left == right
    assert kept(left) != kept(right)
    assert key_of(left) != key_of(right)
    assert kept([left]) != kept([right])
    assert kept(left) == kept(copy.deepcopy(left))
    assert value_of(kept(left)) is left
