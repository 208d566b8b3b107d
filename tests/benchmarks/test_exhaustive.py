"""The judge of worlds at first try: states by their content, and what is best."""

from __future__ import annotations

import math
from enum import Enum
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
