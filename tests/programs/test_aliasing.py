"""Two places of a state that hold one object are told from two places with equal objects."""

from __future__ import annotations

import copy
import functools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import introplan as ip
from introplan.programs.aliasing import aliasing_of, has_aliases, has_cycle, mutable_parts
from introplan.programs.copying import copied
from introplan.programs.identity import key_of


@dataclass
class Box:
    """An object that holds things."""

    left: Any = None
    right: Any = None


@dataclass(frozen=True)
class Pair:
    """A frozen object that may hold things that change."""

    left: Any
    right: Any = field(default=None)


class Point:
    """A class with an idea of equality of its own: a value, by its own account."""

    def __init__(self, x: int) -> None:
        self.x = x

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and self.x == other.x

    def __hash__(self) -> int:
        return hash(self.x)


SHAPES: dict[str, Callable[[Any, Any], Any]] = {
    "list": lambda a, b: [a, b],
    "tuple": lambda a, b: (a, b),
    "dict": lambda a, b: {"a": a, "b": b},
    "attributes": Box,
    "frozen": Pair,
    "nested": lambda a, b: [[1, {"x": (a,)}], Box(Pair(b))],
    "deque": lambda a, b: deque([a, b]),
    "array": lambda a, b: np.array([a, b, None], dtype=object),
    "partial": lambda a, b: functools.partial(print, a, end=b),
}

PARTS: dict[str, Callable[[], Any]] = {
    "list": lambda: [0],
    "dict": lambda: {"k": 0},
    "set": lambda: {1},
    "object": lambda: Box(1),
    "array": lambda: np.zeros(2),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("shape", SHAPES)
def test_one_object_twice_is_another_state_than_two_equal_objects(shape: str, part: str) -> None:
    """Wherever the places are and whatever is there; copies keep which of the two it is."""
    make, new = SHAPES[shape], PARTS[part]
    shared = new()
    one, two = make(shared, shared), make(new(), new())

    assert key_of(one) != key_of(two)
    assert key_of(one) == key_of(copied(one))
    assert key_of(two) == key_of(copied(two))


@pytest.mark.parametrize("part", [1, "word", (1, 2), frozenset({1}), Pair(1, 2), Point(1), print])
def test_aliasing_of_values_does_not_count(part: Any) -> None:
    """What cannot change, or is a value by its own account, may be shared."""
    twin = Point(1) if isinstance(part, Point) else copy.deepcopy(part)

    assert key_of([part, part]) == key_of([part, twin])
    assert not has_aliases([part, part])


def test_aliasing_does_not_depend_on_order() -> None:
    """Dictionaries and attributes in another order alias alike."""
    row: list[int] = []
    one, other = {"a": row, "b": row, "c": []}, {"c": [], "b": row, "a": row}

    assert key_of(one) == key_of(other)
    assert key_of(one) != key_of({"a": [], "b": row, "c": row})


def test_which_places_alias_counts() -> None:
    """The first two of three, or the last two."""
    a, b = [0], [0]

    assert len({key_of(s) for s in ([a, a, b], [a, b, b], [a, b, a], [a, a, a], [a, b, []])}) == 5


def test_two_arrays_over_the_same_memory_are_refused() -> None:
    """Copies would not share it: a model would behave differently on them."""
    board = np.zeros((3, 3))

    with pytest.raises(ip.UsageError, match="same memory"):
        key_of((board, board[0]))
    assert key_of((board[:, 0], board[:, 1])) == key_of((np.zeros(3), np.zeros(3)))


def _split_or_flip(state: list[list[int]], action: str) -> list[list[int]]:
    if action == "split":
        state[1] = list(state[1])
    else:
        state[0][0] = 1 - state[0][0]
    return state


def _link_late(state: list[Any], action: str) -> list[Any]:
    """After a long way, one row can be put in place of the other."""
    if action == "link":
        if state[2] < 150:
            state[2] += 1
        else:
            state[1] = state[0]
    else:
        state[0][0] = min(state[0][0] + 1, 3)
    return state


@pytest.mark.parametrize(
    ("planner", "optimal"), [("introspector", False), ("introspector", True), ("greedy", False)]
)
def test_a_plan_that_must_split_a_shared_row_is_found(planner: str, optimal: bool) -> None:
    """Without aliasing in the key, splitting changes nothing and there is "no plan"."""
    row = [0]
    model = ip.program(
        actions=["split", "flip"],
        transition=_split_or_flip,
        reward=lambda s, a, t: float(t[0] != t[1]),
        terminal=lambda s, a, t: t[0] != t[1],
    )

    result = ip.plan(model.task([row, row]), planner=planner, optimal=optimal)

    assert result.plan == ("split", "flip")


def test_reading_refuses_states_that_become_aliased() -> None:
    """An analysis with a variable for each place would not see that a change is seen in two."""
    model = ip.program(
        actions=["link", "up"],
        transition=_link_late,
        reward=lambda s, a, t: float(t[1][0] == 3),
        terminal=lambda s, a, t: t[1][0] == 3,
    )

    info = ip.introspect(model.task([[0], [0], 0]))

    assert any("one object" in diagnostic.construct for diagnostic in info.diagnostics)


def test_which_attributes_are_shared_counts() -> None:
    """Three equal lists as attributes: the first two shared is not the last two shared."""
    first, second = [0], [0]
    one = SimpleNamespace(x=first, y=first, z=second)
    other = SimpleNamespace(x=second, y=first, z=first)
    assert aliasing_of(one, hash) != aliasing_of(other, hash)


class Node:
    """Knows its parent and its children."""

    def __init__(self, name: str, parent: Any = None) -> None:
        self.name, self.parent = name, parent
        self.children: Any = []
        self.exits: Any = None
        if parent is not None:
            parent.children.append(self)


def tree(*names: str) -> Node:
    """A root with children of these names."""
    root = Node("root")
    for name in names:
        Node(name, root)
    return root


def test_what_contains_itself_is_told_apart() -> None:
    """Parts are numbered: equal trees have equal keys, others do not, copies keep the key."""
    one, twin, other = tree("a", "b"), tree("a", "b"), tree("a", "c")

    assert has_cycle(one)
    assert not has_cycle([one.name, one.name])
    assert key_of(one) == key_of(twin) == key_of(copied(one))
    assert key_of(one) != key_of(other)
    other.children[1].name = "b"
    assert key_of(one) == key_of(other)
    other.children[1].parent = other.children[0]
    assert key_of(one) != key_of(other)


def test_order_of_attributes_and_keys_does_not_count_in_cycles() -> None:
    """As everywhere else; the order of lists does."""
    one, other = tree("a"), tree("a")
    one.exits, other.exits = {"n": one, "s": None}, {"s": None, "n": other}
    del other.name
    other.name = "root"

    assert key_of(one) == key_of(other)
    one.exits, other.exits = [one, None], [None, other]
    assert key_of(one) != key_of(other)


def test_sets_of_objects_in_cycles() -> None:
    """Members are told apart by what they plainly are, or refused."""
    one, other = tree("a", "b"), tree("b", "a")
    for each in (one, other):
        each.children = {*each.children}

    assert key_of(one) == key_of(other)
    one.children = {Node("a"), Node("a")}
    one.parent = one
    with pytest.raises(ip.UsageError, match="use a list in place of the set"):
        key_of(one)


def test_states_with_cycles_are_planned_with() -> None:
    """Objects with links to their parents, moved from one to the other."""

    def transition(root: Node, name: str) -> Node:
        inbox, outbox = root.children
        moved = next(n for n in inbox.children if n.name == name)
        inbox.children.remove(moved)
        moved.parent = outbox
        outbox.children.append(moved)
        return root

    def is_sorted(s: Node, a: str, t: Node) -> bool:
        return [n.name for n in t.children[1].children] == ["y", "x"]

    start = tree("in", "out")
    for name in "xy":
        Node(name, start.children[0])
    world = ip.program(
        actions=["x", "y"], transition=transition, reward=is_sorted, terminal=is_sorted
    )

    result = ip.plan(world.task(start), optimal=True)

    assert result.plan == ("y", "x")
    assert result.proved_optimal
    assert len(ip.reachable(world.task(start)).states) == 5


def test_mutable_parts_are_found_once() -> None:
    """Everything that a change could be seen in, also where it contains itself."""
    root = tree("a")

    assert len(mutable_parts((root, root))) == 4  # two nodes, two lists of children
    assert mutable_parts((1, "a", frozenset({2}))) == {}
