"""Values on one line, and the parts of objects."""

from __future__ import annotations

from dataclasses import dataclass

from introplan.view.parts import MAX_DEPTH, named_parts, value_text


class Hero:
    """An object that prints as where it lies."""

    def __init__(self) -> None:
        self.hp = 3
        self.bag = ["key"]


class Slotted:
    """The same with slots."""

    __slots__ = ("__weakref__", "hp")

    def __init__(self) -> None:
        self.hp = 3


@dataclass
class Level:
    """A record with such an object in it."""

    hero: Hero


class Node:
    """A link to its parent."""

    def __init__(self, parent: Node | None) -> None:
        self.parent = parent
        self.children: list[Node] = []


def test_objects_print_by_their_attributes() -> None:
    """Where they lie in memory is never shown, however deep they are."""
    assert value_text(Hero()) == "Hero(hp=3, bag=['key'])"
    assert value_text({"h": Hero()}) == "{'h': Hero(hp=3, bag=['key'])}"
    assert value_text(Level(Hero())) == "Level(hero=Hero(hp=3, bag=['key']))"
    assert value_text(Slotted()) == "Slotted(hp=3)"
    assert [*named_parts(Slotted())] == [("hp", 3)]


def test_links_back_are_not_followed() -> None:
    """A circle is named where it closes, and what is deep is only named."""
    root = Node(None)
    root.children = [Node(root)]
    assert value_text(root) == "Node(parent=None, children=[Node(parent=Node, children=[])])"
    chain = Node(None)
    for _ in range(50):
        chain = Node(chain)
    assert value_text(chain).count("Node") == MAX_DEPTH + 1
