"""Shapes: the simple values that make up a state, and back."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, NamedTuple

import pytest

import introplan as ip
from introplan.introspection.programs.shape import (
    Bits,
    Cases,
    enlarged,
    hull,
    leaves_of,
    reader_of,
)
from introplan.introspection.programs.shaping import shape_of
from introplan.introspection.programs.states import build
from introplan.symbolic.constraints.interval import OneOf, Range
from introplan.symbolic.refusal import Refused


class Light(enum.Enum):
    """On or off."""

    ON = 1
    OFF = 2


class Place(NamedTuple):
    """A cell."""

    x: int
    y: int


@dataclasses.dataclass(frozen=True)
class Room:
    """One of everything."""

    place: Place
    light: Light
    keys: frozenset[str]
    counts: tuple[int, ...]


ROOMS = [
    Room(Place(1, 2), Light.ON, frozenset("ab"), (3, 4)),
    Room(Place(5, 2), Light.OFF, frozenset("c"), (0, 4)),
]


def test_parts_have_names() -> None:
    """Fields, elements of sets and places of tuples."""
    names = [var.name for var in leaves_of(shape_of(ROOMS))]
    assert names[:3] == ["place.x", "place.y", "light"]
    assert "'a' in keys" in names
    assert names[-1] == "counts[1]"


@pytest.mark.parametrize("state", [*ROOMS, (1, (2, True)), [1, 2], {"a": 1, "b": (2,)}, {3, 4}, 7])
def test_a_state_is_taken_apart_and_put_together(state: Any) -> None:
    """The values of its variables say all there is to a state."""
    shape = shape_of([state])
    assert build(shape, list(reader_of(shape)(state))) == state


def test_the_hull_holds_all_samples() -> None:
    """Ranges for numbers, lists for the rest."""
    shape = shape_of(ROOMS)
    order, read = leaves_of(shape), reader_of(shape)
    box = hull(order, [read(room) for room in ROOMS])
    assert box[order[0]] == Range(1, 5)
    assert box[order[2]] == OneOf((Light.ON, Light.OFF))


def test_sets_grow() -> None:
    """A new element gets a variable of its own."""
    shape = shape_of([{1}, {2}])
    assert isinstance(shape, Bits)
    assert [var.name for var in leaves_of(enlarged(shape, shape, (5,)))][-1] == "5 in s"


def test_keys_that_change_are_cases() -> None:
    """A dictionary counts as another kind with other keys; more sets of keys may come."""
    states = [{"a": 1, "b": 2}, {"b": 1}, {"a": 5}]
    shape = shape_of(states)
    assert isinstance(shape, Cases)
    assert [key for key, _ in shape.cases] == ["{'a', 'b'}", "{'b'}", "{'a'}"]
    read = reader_of(shape)
    assert [build(shape, list(read(state))) for state in states] == states
    assert read({"a": 1, "b": 2}) == read({"b": 2, "a": 1})

    empty = enlarged(shape, shape, ())
    assert build(empty, list(reader_of(empty)({}))) == {}
    with pytest.raises(Refused, match="new keys"):
        enlarged(shape, shape, ("c",))


def test_too_many_sets_of_keys_are_refused() -> None:
    """Each is a case."""
    with pytest.raises(Refused, match="many kinds"):
        shape_of([{i: 0} for i in range(40)])


def test_dictionaries_that_lose_and_get_keys_are_read() -> None:
    """Parcels that lie somewhere or are carried, whichever way they get there."""

    def transition(state: Any, action: str) -> Any:
        name = action[-1]
        if action.startswith("get"):
            state["held"].append(name)
            del state["at"][name]
        elif action.startswith("put"):
            state["held"].remove(name)
            state["at"][name] = state["here"]
        else:
            state["here"] = int(name)
        return state

    def is_done(state: Any, action: str, after: Any) -> bool:
        return bool(after["at"] == {"a": 2, "b": 1})

    world = ip.program(
        actions=["get a", "get b", "put a", "put b", "go 0", "go 1", "go 2"],
        transition=transition,
        reward=lambda state, action, after: -1,
        terminal=is_done,
    )
    task = world.task({"here": 0, "at": {"a": 0, "b": 1}, "held": []})

    info = ip.introspect(task)

    assert not info.diagnostics
    assert info.heuristic(task.start) > 1
    assert ip.plan(task, optimal=True).score == -3
