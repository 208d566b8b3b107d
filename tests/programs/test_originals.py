"""Models that go by which object they are given are refused; all others are left in peace."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import introplan as ip


class Room:
    """A place that is equal to itself alone."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ways: dict[str, Room] = {}


class Named(Room):
    """A place that is equal to all of its name."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)


def _rooms(kind: type[Room] = Room) -> list[Room]:
    """Three rooms in a row, the first of which leads to the second and so on."""
    rooms = [kind(name) for name in ("hall", "kitchen", "vault")]
    for here, there in pairwise(rooms):
        here.ways["on"] = there
    return rooms


def _by_table() -> ip.ProgramTask:
    hall, kitchen, vault = (Room(name) for name in "abc")
    table = {(hall, "on"): kitchen, (kitchen, "on"): vault}
    return ip.program(
        actions=["back", "on"],
        transition=lambda s, a: table[s, a],
        reward=lambda s, a, t: float(t.name == "c"),
    ).task(hall)


def _by_comparison(compare: Callable[[Any, Any], bool], kind: type[Room]) -> ip.ProgramTask:
    rooms = _rooms(kind)
    return ip.program(
        actions=["on"],
        transition=lambda s, a: s.ways[a],
        reward=lambda s, a, t: float(compare(t, rooms[-1])),
    ).task(rooms[0])


IDENTICAL: dict[str, Callable[[], ip.ProgramTask]] = {
    "keys": _by_table,
    "is": lambda: _by_comparison(lambda one, two: one is two, Room),
    "==": lambda: _by_comparison(lambda one, two: bool(one == two), Room),
    "is, of a class with ==": lambda: _by_comparison(lambda one, two: one is two, Named),
}


@pytest.mark.parametrize("name", IDENTICAL)
@pytest.mark.parametrize("planner", ["introspector", "greedy", "value-iteration"])
def test_who_asks_which_object_it_is_gets_told(name: str, planner: str) -> None:
    """Instead of a proof that there is no plan."""
    with pytest.raises(ip.ModelError, match=r"tells a state from a copy of it.*__eq__"):
        ip.plan(IDENTICAL[name](), planner)


def test_findings_and_proofs_are_refused_as_well() -> None:
    """Whatever begins with a copy."""
    task = IDENTICAL["keys"]()
    with pytest.raises(ip.ModelError, match="copy"):
        ip.introspect(task)
    with pytest.raises(ip.ModelError, match="copy"):
        ip.certify(task)


def test_rooms_that_know_when_they_are_equal_are_states() -> None:
    """So are those that are told apart by their names."""
    rooms = _by_comparison(lambda one, two: bool(one == two), Named)
    names = _by_comparison(lambda one, two: bool(one.name == two.name), Room)

    assert ip.plan(rooms).plan == ("on", "on")
    assert ip.plan(names).plan == ("on", "on")


def test_who_changes_what_it_is_given_is_not_given_the_start() -> None:
    """The user's own object stays as it was."""

    def transition(s: list[int], a: int) -> list[int]:
        s[0] += a
        return s

    start = [0]
    world = ip.program(
        actions=[1, 2], transition=transition, reward=lambda s, a, t: float(t[0] == 4)
    )

    assert ip.plan(world.task(start)).plan == (2, 2)
    assert start == [0]


def test_a_model_that_answers_differently_every_time_is_not_accused_of_this() -> None:
    """It is no copy that makes the difference."""
    rng = random.Random(1)
    world = ip.program(
        actions=[1],
        transition=lambda s, a: [*copy.copy(s), a],
        reward=lambda s, a, t: rng.random(),
    )

    with pytest.raises(ip.ModelError, match="must depend on nothing but their arguments"):
        ip.plan(world.task([], horizon=3), "random[5]")


class Yard:
    """A row of cars that knows when it is equal to another one."""

    def __init__(self, cars: tuple[int, ...]) -> None:
        self.cars = cars

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Yard) and self.cars == other.cars

    def __hash__(self) -> int:
        return hash(self.cars)


def test_nothing_back_is_not_allowed_for_originals_too() -> None:
    """A transition that gives None back is no sign of a model that knows its objects."""
    world = ip.program(
        actions=["take", "turn"],
        transition=lambda s, a: None if a == "turn" else Yard(s.cars[1:]) if s.cars else None,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: not s2.cars,
    )
    result = ip.plan(world.task(Yard((1, 2, 3))))
    assert result.plan is not None
    assert len(result.plan) == 3
