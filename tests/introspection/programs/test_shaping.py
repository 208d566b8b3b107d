"""Shapes of sampled states: lengths and kinds that change, numbers of numpy, text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import introplan as ip
from introplan.introspection.programs.shape import (
    Cases,
    Leaf,
    Parts,
    Sized,
    enlarged,
    leaves_of,
    reader_of,
)
from introplan.introspection.programs.shaping import MAX_SLOTS, shape_of
from introplan.introspection.programs.states import build
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Sort

STATES: list[list[Any]] = [
    [None, (1, 2), None],
    [[], [3, 4], [5]],
    [(1, "a"), (2, "b"), (np.int64(3), "c")],
    [([1], None), ([], (0, 1)), ([2, 3], None)],
    [None, [1], [1, 2]],
]


@pytest.mark.parametrize("states", STATES)
def test_states_are_taken_apart_and_built_again(states: list[Any]) -> None:
    """A row says all there is to a state, and states that differ have rows that differ."""
    shape = shape_of(states)
    read = reader_of(shape)

    rows = [read(state) for state in states]

    assert [build(shape, list(row)) for row in rows] == states
    assert len(set(rows)) == len({repr(state) for state in states})
    assert all(len(row) == len(leaves_of(shape)) for row in rows)


def test_numbers_of_numpy_are_numbers() -> None:
    """int beside int64 is one whole number, and rows hold Python's own."""
    shape = shape_of([1, np.int64(2)])
    assert isinstance(shape, Leaf)
    assert shape.var.sort is Sort.INT
    assert type(reader_of(shape)(np.int64(2))[0]) is int


def test_boards_are_text_and_words_are_opaque() -> None:
    """Many texts of a few characters are taken apart; a handful of words are not."""
    assert isinstance(shape_of(["LLR", "RLL", "RRR"]), Parts)
    assert isinstance(shape_of(["north", "south"]), Leaf)


def test_a_list_gets_room_for_one_more() -> None:
    """The new slot has a variable of its own, with the place in its name."""
    shape = shape_of([[1], [2, 3]])
    assert isinstance(shape, Sized)
    larger = enlarged(shape, shape, (3,))
    assert [v.name for v in leaves_of(larger)] == ["len(s)", "s[0]", "s[1]", "s[2]"]
    assert reader_of(larger)([7, 8, 9]) == (3, 7, 8, 9)


def test_kinds_have_a_tag() -> None:
    """The variable that tells kinds apart comes first."""
    shape = shape_of([None, (1, 2)])
    assert isinstance(shape, Cases)
    assert reader_of(shape)((5, 6))[0] == "tuple"
    with pytest.raises(ValueError, match="another kind"):
        reader_of(shape)([1])


def test_long_lists_that_change_are_refused() -> None:
    """A log of all that happened is no part of a state to analyse."""
    with pytest.raises(Refused):
        shape_of([[], [0] * (MAX_SLOTS + 1)])


def test_words_of_few_letters_are_no_boards() -> None:
    """The letters of "ns" and "ew" never change places."""
    assert isinstance(shape_of(["ns", "ew"]), Leaf)
    assert isinstance(shape_of(["a.", ".a"]), Parts)


class _Hashed:
    """Keeps its hash once it was asked for."""

    __slots__ = ("_hash", "left", "right")

    def __init__(self, left: int, right: int) -> None:
        self.left, self.right = left, right
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hashed) and (self.left, self.right) == (other.left, other.right)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.left, self.right))
        return self._hash


def test_a_kept_hash_is_no_part_of_the_state() -> None:
    """It comes and goes without a step."""

    def moved(s: _Hashed, a: int) -> _Hashed:
        return _Hashed(s.left - a, s.right + a)

    world = ip.program(
        actions=[1, 2],
        transition=moved,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: s2.left <= 0,
    )
    task = world.task(_Hashed(9, 0))

    info = ip.introspect(task)

    assert not info.diagnostics
    assert info.heuristic(task.start) >= 4
    assert ip.plan(task, optimal=True).score == -5


@dataclass(frozen=True)
class Passenger:
    """What is told apart by its parts."""

    name: str
    way: tuple[int, int]


@dataclass(eq=False, frozen=True)
class Ticket:
    """What is told apart by nothing but itself."""

    number: int


def test_objects_that_are_told_apart_by_their_parts_are_elements_of_sets() -> None:
    """Frozen dataclasses are there or not, like simple values; others are refused."""
    ann, bob = Passenger("ann", (0, 5)), Passenger("bob", (3, 1))
    shape = shape_of([{ann}, {ann, bob}], "waiting")
    assert len(leaves_of(shape)) == 2
    assert reader_of(shape)({bob}) == (False, True)
    assert build(shape, [True, False]) == {ann}
    with pytest.raises(Refused, match="unusual elements"):
        shape_of([{Ticket(1)}], "tickets")


def test_texts_that_are_built_letter_by_letter_have_a_length() -> None:
    """Names of things do not: which letters they have says nothing."""
    shape = shape_of(["", "a", "ab", "b", "bca"], "keys")
    assert isinstance(shape, Sized)
    assert reader_of(shape)("ab") == (2, "a", "b", "a")
    assert [build(shape, [count, "b", "c", "a"]) for count in range(4)] == ["", "b", "bc", "bca"]
    assert isinstance(shape_of(["hall", "kitchen", "attic"], "room"), Leaf)
    assert isinstance(shape_of(["n", "s", ""], "way"), Leaf)
    assert isinstance(shape_of(["x" * n for n in range(MAX_SLOTS + 2)], "log"), Leaf)


def test_slots_for_texts_are_all_of_one_shape() -> None:
    """What was put together in the first place is put into the last one later."""
    shape = shape_of([("a", "ab", "b"), ("ab",), ("abc",)], "log")
    assert isinstance(shape, Sized)
    assert all(isinstance(slot, Sized) for slot in shape.slots)
