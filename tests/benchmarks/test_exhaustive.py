"""The judge of worlds at first try: states by their content, and what is best."""

from __future__ import annotations

import math
from enum import Enum
from functools import partial
from typing import Any

import introplan as ip
from wild.exhaustive import best, explored, frozen


class Colour(Enum):
    """A part of a state that refers to its class."""

    RED = "red"
    BLUE = "blue"


class Node:
    """A part of a state that its own parts refer to."""

    def __init__(self, name: str, parent: Node | None = None) -> None:
        self.name, self.parent, self.children = name, parent, list[Node]()
        if parent is not None:
            parent.children.append(self)


def _tree(*names: str) -> Node:
    root = Node("")
    for name in names:
        Node(name, root)
    return root


def test_states_in_circles_are_known_by_their_content() -> None:
    """Two trees with links to parents are the same if they hold the same; so are enums."""
    assert frozen(_tree("a", "b")) == frozen(_tree("a", "b"))
    assert frozen(_tree("a", "b")) != frozen(_tree("a", "c"))
    assert frozen({Colour.RED}) == frozen({Colour.RED}) != frozen({Colour.BLUE})


def test_without_the_success_that_is_named_there_is_no_plan() -> None:
    """Whatever single steps pay; in a part of a world, nobody knows."""

    def step(s: int, a: int) -> int:
        return (s + a) % 8

    model: Any = ip.program(
        actions=(2, 4),
        transition=step,
        reward=lambda s, a, t: t,
        terminal=lambda s, a, t: "success" if t == 3 else None,
    )
    graph = explored(model.task(0))
    assert best(graph, is_success_named=True).score == -math.inf
    assert best(graph).score == 6
    near = explored(model.task(0), limit=2)
    assert math.isnan(best(near, is_success_named=True).score)


def test_an_episode_may_go_on_for_nothing_instead_of_ending_badly() -> None:
    """Where the only end costs and steps are free; where they cost as well, it is taken."""
    model: Any = ip.program(
        actions=("go", "stay"),
        transition=lambda s, a: s + 1 if a == "go" else s,
        reward=lambda s, a, t: -1 if t == 3 else 0,
        terminal=lambda s, a, t: t == 3,
    )
    assert best(explored(model.task(0))).score == 0
    assert ip.plan(model.task(0)).score == 0
    dear: Any = ip.program(
        actions=("go", "stay"),
        transition=lambda s, a: s + 1 if a == "go" else s,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: t == 3,
    )
    assert (best(explored(dear.task(0))).score, best(explored(dear.task(0))).steps) == (-3, 3)


def test_an_end_that_pays_as_much_as_going_on_is_preferred() -> None:
    """The steps to it are known."""
    model: Any = ip.program(
        actions=("go", "stay"),
        transition=lambda s, a: s + 1 if a == "go" else s,
        reward=lambda s, a, t: 0,
        terminal=lambda s, a, t: t == 2,
    )
    found = best(explored(model.task(0)))
    assert (found.score, found.steps) == (0, 2)


def _paid(pays: dict[int, int], s: int, a: str, t: int) -> int:
    return pays.get(t, 0)


def test_in_a_part_of_a_world_a_bad_end_is_not_the_best() -> None:
    """What lies beyond is not known, unless an end is as good as a step."""
    for paid, is_known in ((-1, False), (0, True), (1, True)):
        pays = {-1: paid}
        model: Any = ip.program(
            actions=("go", "fall"),
            transition=lambda s, a: s + 1 if a == "go" else -1,
            reward=partial(_paid, pays),
            terminal=lambda s, a, t: t == -1,
        )
        found = best(explored(model.task(0), limit=20))
        assert math.isnan(found.score) is not is_known
