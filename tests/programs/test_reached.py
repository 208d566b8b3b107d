"""Attributes that rules read behind helpers, tables, aliases, wrappers and generated methods."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import introplan as ip
from introplan.programs.method_sources import methods_of
from introplan.programs.reached import reached
from introplan.programs.slicing import slice_of


def late(world: Any) -> bool:
    """Has it taken long?"""
    return bool(world.count > 3)


def walk(world: Any) -> None:
    """A step, where it may be taken."""
    if world.place < 2 or late(world):
        world.place += 1


is_late = late
TABLE: dict[int, Callable[[Any], None]] = {0: lambda world: None, 1: walk}


class Gate:
    """The last step is for those who come late: the count is no mere bookkeeping."""

    actions = (0, 1)

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """At the start, at once."""
        self.place, self.count = 0, 0

    def move(self, action: int) -> None:
        """A step, where it may be taken."""
        if action == 1:
            walk(self)

    def step(self, action: int) -> Any:
        """One more."""
        self.count += 1
        self.move(action)
        return self.place, -1, self.place == 3, {}


class Generated(Gate):
    """In a generator, by another name."""

    def move(self, action: int) -> None:
        """A step."""
        if action == 1 and (self.place < 2 or any(is_late(world) for world in (self,))):
            self.place += 1


class Tabled(Gate):
    """In a table of the module."""

    def move(self, action: int) -> None:
        """A step."""
        TABLE[action](self)


class Held(Gate):
    """In a table of the class."""

    def on(self) -> None:
        """A step."""
        walk(self)

    moves = (lambda self: None, on)

    def move(self, action: int) -> None:
        """A step."""
        self.moves[action](self)


class Bound(Gate):
    """In a table of methods of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.handlers = {0: self.stay, 1: self.on}

    def stay(self) -> None:
        """No step."""

    def on(self) -> None:
        """A step."""
        walk(self)

    def move(self, action: int) -> None:
        """A step."""
        self.handlers[action]()


def counted(step: Callable[[Any, int], Any]) -> Callable[[Any, int], Any]:
    """A step that is only taken where it may be."""

    @functools.wraps(step)
    def inner(self: Any, action: int) -> Any:
        self.count += 1
        if self.place < 2 or self.count > 3:
            return step(self, action)
        return self.place, -1, False, {}

    return inner


class Wrapped(Gate):
    """In a decorator."""

    @counted
    def step(self, action: int) -> Any:
        """One more."""
        self.place += action
        return self.place, -1, self.place == 3, {}


@pytest.mark.parametrize("kind", [Gate, Generated, Tabled, Held, Bound, Wrapped])
def test_a_count_that_rules_ask_for_is_state_wherever_they_ask(kind: Any) -> None:
    """Left out, it would make two states one, and the world without a way."""
    result = ip.plan(ip.from_env(kind()))
    assert (result.score, len(result.plan or ())) == (-4, 4)


@dataclass
class Guest:
    """Somebody who waits."""

    place: int
    is_served: bool = False
    wishes: list[int] = field(default_factory=lambda: [1])


@dataclass
class Hotel:
    """A dataclass with members that are dataclasses: there is no text of what they compare by."""

    guests: list[Guest] = field(default_factory=lambda: [Guest(2)])
    floor: int = 0
    count: int = 0
    log: list[int] = field(default_factory=list)

    def step(self, action: int) -> Any:
        """Up or down."""
        self.count += 1
        self.log.append(action)
        self.floor += action
        for guest in self.guests:
            guest.is_served |= guest.place == self.floor
        return None, -1, all(guest.is_served for guest in self.guests)


def test_what_dataclass_generates_is_known_by_its_code() -> None:
    """It hides nothing, and what prints the world or compares it asks for no more."""
    task = ip.from_env(Hotel(), actions=[1, -1])
    assert sorted(task.start) == ["floor", "guests"]
    assert ip.introspect(task, budget=5).understood.startswith("read: rules, reward")


def test_a_name_leads_to_what_it_names() -> None:
    """Functions of no name in reach are not."""
    methods = methods_of(Gate())
    assert methods is not None
    assert {"step", "move", "walk", "late"} == {t.name for t in reached(methods, ("step",))}
    found = slice_of(Gate())
    assert found is not None
    assert "count" in found.loads


class Tool:
    """Something that steps make."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


class Hammer(Tool):
    """One of them, made from what it stems from."""

    def __init__(self, world: Workshop) -> None:
        super().__init__("hammer")
        self.owner = isinstance(world, Workshop)


class Workshop:
    """Steps make tools, and never a workshop, of which annotations and `super` speak as well."""

    def __init__(self) -> None:
        super().__init__()
        self.size, self.made = 3, 0

    def step(self, action: int) -> Any:
        """One more hammer."""
        self.made += Hammer(self).owner
        return None, 0, self.made == self.size


class Again(Workshop):
    """It is made anew by hand."""

    def step(self, action: int) -> Any:
        """Once more, from the start."""
        self.__init__()  # type: ignore[misc]
        return None, 0, self.made == self.size


def test_a_class_is_made_where_it_is_called() -> None:
    """What is only set when the object is made is no part of a state."""
    found = slice_of(Workshop())
    assert found is not None
    assert "made" in found.stores
    assert "size" not in found.stores
    again = slice_of(Again())
    assert again is not None
    assert "size" in again.stores
