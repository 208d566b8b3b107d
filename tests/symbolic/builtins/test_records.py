"""Attributes, copies and named tuples."""

from __future__ import annotations

import copy
import dataclasses
import enum
from collections.abc import Callable
from typing import NamedTuple

import pytest

from symbolic_runs import refusal_of, wrong_answers


@dataclasses.dataclass
class Box:
    """A thing with a list inside."""

    size: int
    parts: list[int]
    kind = "box"

    @property
    def double(self) -> int:
        """Twice the size."""
        return 2 * self.size

    def grown(self, by: int) -> int:
        """The size, and more."""
        return self.size + by


class Pair(NamedTuple):
    """Two numbers."""

    a: int
    b: int


class Odd:
    """Has every attribute."""

    def __getattribute__(self, name: str) -> int:
        return 1


ODD = Odd()


@dataclasses.dataclass(frozen=True)
class Fixed:
    """A thing that cannot be changed."""

    size: int


def _reads(x: int, y: int, flag: bool) -> object:
    box = Box(x, [y])
    return box.size, box.double, box.grown(y), box.kind, getattr(box, "none", 7)


def _sets(x: int, y: int, flag: bool) -> object:
    box = Box(x, [y])
    other = box
    other.size += 1
    setattr(box, "kind", y)  # noqa: B010
    return box.size, box.kind


def _frozen(x: int, y: int, flag: bool) -> object:
    fixed = Fixed(x)
    if flag:
        fixed.size = y  # type: ignore[misc]
    return dataclasses.replace(fixed, size=y).size, fixed.size


def _copies(x: int, y: int, flag: bool) -> object:
    box = Box(x, [y])
    shallow, deep = copy.copy(box), copy.deepcopy([box, box])
    box.parts.append(1)
    deep[0].size = 9
    return len(shallow.parts), len(deep[0].parts), deep[1].size


def _named(x: int, y: int, flag: bool) -> object:
    pair = Pair(x, y)._replace(b=1)
    return pair, tuple(pair._asdict()), pair.index(1), pair.count(x)


class Level(enum.IntEnum):
    """A number with a name, and a part that is computed."""

    LOW = 0
    HIGH = 2

    @property
    def doubled(self) -> int:
        """Twice the number."""
        return 2 * self


class Suit(str, enum.Enum):  # noqa: UP042 - as people write it
    """A text with a name."""

    CLUBS = "c"


def _members(x: int, y: int, flag: bool) -> object:
    level = Level.HIGH if flag else Level.LOW
    return x == level.value, x == Level.HIGH.value, level.doubled + y, Suit.CLUBS.value == "c"


def _parts_of_numbers(x: int, y: int, flag: bool) -> object:
    return x == (2).real, (3).numerator + y, (2.5).is_integer()


def _missing(x: int, y: int, flag: bool) -> object:
    return Box(x, []).nothing if flag else x  # type: ignore[attr-defined]


FUNCTIONS = [_reads, _sets, _frozen, _copies, _named, _members, _parts_of_numbers, _missing]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_objects_are_what_they_are_in_python(function: Callable[..., object]) -> None:
    """Properties, methods, class attributes; what is frozen raises; copies share or do not."""
    assert wrong_answers(function) == []


def test_an_attribute_that_a_class_computes_itself_is_refused() -> None:
    """By `__getattribute__`."""
    assert "__getattribute__" in refusal_of(lambda x, y, flag: ODD.a + x)


def test_a_part_of_an_unknown_number_that_is_no_method_is_refused() -> None:
    """It is not compared as if it were a method."""
    assert "the attribute real" in refusal_of(lambda x, y, flag: x.real == y)


@dataclasses.dataclass(frozen=True)
class Purse:
    """What cannot change."""

    coins: int
    notes: int


def test_the_attributes_of_what_cannot_change_are_a_dictionary() -> None:
    """`vars` of a frozen dataclass, changed as a copy and made into an object again."""

    def spent(x: int, y: int, flag: bool) -> object:
        named = vars(Purse(x, y)).copy()
        named["coins"] -= 1
        after = Purse(**named)
        return after.coins, after.notes, tuple(vars(after).items())

    assert wrong_answers(spent) == []


def test_the_attributes_of_what_may_change_are_not_a_dictionary() -> None:
    """It would change with the object."""
    assert "may be changed" in refusal_of(lambda x, y, flag: len(vars(Box(x, []))))
