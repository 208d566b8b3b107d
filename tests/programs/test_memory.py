"""States of a live copy: what differs is told, and put back."""

from __future__ import annotations

import random
from collections import deque
from typing import Any, NamedTuple

import pytest

from introplan.programs.memory import Memory, Unsupported
from made_rooms import Rooms


class Pair(NamedTuple):
    """With a name."""

    left: Any
    right: Any


class Box:
    """Of many kinds of parts."""

    def __init__(self) -> None:
        numpy = pytest.importorskip("numpy")
        self.number, self.flag, self.real = 1, True, 0.5
        self.table = {"a": {3}}
        self.things = [Pair(1, [2]), self.table]
        self.line = deque([1, 2], maxlen=3)
        self.array = numpy.zeros((2, 2), dtype=int)
        self.me = self
        self.again = self.things
        self.call = self.grow
        self.rng = random.Random(1)

    def grow(self) -> None:
        """By a method that the box itself holds."""
        self.things.append({"new": [self.number]})


def _change(box: Any, choice: int) -> None:
    changes: list[Any] = [
        lambda: setattr(box, "number", box.number + 1),
        lambda: setattr(box, "flag", 1),
        lambda: box.table["a"].add(box.number),
        lambda: box.line.append(box.number),
        lambda: box.array.__setitem__((0, 1), box.number),
        lambda: box.call(),
        lambda: setattr(box, "more", (box.table, "x")),
        lambda: box.table.update(b=[True, 1.0]),
        lambda: setattr(box, "again", [*box.again]),
        lambda: box.things.reverse(),
        lambda: box.__dict__.pop("real", None),
    ]
    changes[choice % len(changes)]()


def _told(box: Any) -> str:
    """All of it, as text."""
    names = sorted(n for n in vars(box) if n not in ("me", "call", "rng"))
    parts = [f"{n}={vars(box)[n]!r}" for n in names]
    shared = box.again is box.things, box.me is box, box.call.__self__ is box
    return f"{parts} {shared}"


def test_any_state_can_be_gone_back_to() -> None:
    """Random changes: each state is as it was left, whatever came in between."""
    original = Box()
    before = _told(original)
    memory, rng = Memory(original), random.Random(2)
    states: dict[Any, str] = {(): _told(memory.root)}
    assert states[()] == before
    for _ in range(400):
        memory.go_to(rng.choice([*states]))
        _change(memory.root, rng.randrange(11))
        memory.note_changes()
        state, told = memory.read(), _told(memory.root)
        assert states.setdefault(state, told) == told
    for state, told in states.items():
        memory.go_to(state)
        assert _told(memory.root) == told
    assert len(states) > 50
    assert _told(original) == before


def test_equal_values_are_one_state_and_others_are_not() -> None:
    """However they came about; 1 is not True."""
    memory = Memory(Box())

    def state(*choices: int) -> Any:
        memory.go_to(())
        for choice in choices:
            _change(memory.root, choice)
        memory.note_changes()
        return memory.read()

    assert state(9, 9) == () == state()
    assert state(0, 4) != state(4, 0)
    assert state(1) != ()


def test_cold_parts_are_noticed_later() -> None:
    """And are hot from then on."""
    memory = Memory(Box())
    memory.cool([0])
    _change(memory.root, 2)
    memory.note_changes()
    assert memory.read() == ()
    assert memory.warmed()
    assert memory.read() != ()
    memory.go_to(())
    assert not memory.warmed()
    assert memory.root.table["a"] == {3}


def test_circles_are_found() -> None:
    """An object that holds itself, by an attribute or by a method."""
    assert Memory(Box()).has_cycle
    assert not Memory(Rooms()).has_cycle
    assert Memory(Rooms(is_circular=True)).has_cycle


def test_what_cannot_be_put_back_is_not_supported() -> None:
    """An iterator, and new objects in a set, which has no order."""
    box = Box()
    vars(box)["steps"] = iter([1])
    with pytest.raises(Unsupported):
        Memory(box)
    memory = Memory(Box())
    memory.root.first = {Rooms()}
    memory.note_changes()
    with pytest.raises(Unsupported):
        memory.read()


def test_new_objects_keep_their_ties() -> None:
    """Two places hold one new object, which holds itself."""
    memory = Memory(Box())
    new: list[Any] = [1]
    new.append(new)
    memory.root.first = memory.root.second = new
    memory.note_changes()
    state = memory.read()
    memory.go_to(())
    assert not hasattr(memory.root, "first")
    memory.go_to(state)
    assert memory.root.first is memory.root.second is memory.root.first[1]
    assert memory.root.first is not new


def test_what_nobody_reads_is_no_part_of_a_state() -> None:
    """An attribute by itself, and the parts that it alone holds; what others hold as well is."""

    class Logged:
        def __init__(self) -> None:
            self.shared = [0]
            self.log: list[Any] = [[0], self.shared]

    memory = Memory(Logged(), ["log"])
    memory.root.log[0].append(1)
    memory.root.log = [2]
    memory.note_changes()
    assert memory.read() == ()
    memory.root.shared[0] = 1
    memory.note_changes()
    entries = memory.read()
    assert len(entries) == 1
    memory.go_to(())
    assert (memory.root.shared, memory.root.log) == ([0], [[0], [0]])


def test_arrays_over_the_same_memory_are_refused() -> None:
    """Live copies of them would be arrays of their own; parts of one that do not meet may."""
    numpy = pytest.importorskip("numpy")
    board = Box()
    board.array = numpy.zeros(4)
    board.table = {"left": board.array[:2]}
    with pytest.raises(Unsupported):
        Memory(board)
    board.array = board.array[2:]
    Memory(board)
