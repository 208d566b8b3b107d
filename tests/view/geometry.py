"""Where the things of a drawing are, for tests that hold a drawing against the facts."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations

from introplan.view.drawing import Box, Drawing, Sprite, Words
from introplan.view.svg import svg

Rectangle = tuple[float, float, float, float]


def sprite(drawing: Drawing, key: str) -> Sprite:
    """The sprite of this key; there is exactly one."""
    (found,) = (s for s in drawing.sprites if s.key == key)
    return found


def box_of(drawing: Drawing, key: str) -> Rectangle:
    """The corners of the first box of a sprite."""
    found = sprite(drawing, key)
    box = next(shape for shape in found.shapes if isinstance(shape, Box))
    left, top = found.x + box.x, found.y + box.y
    return (left, top, left + box.width, top + box.height)


def is_inside(inner: Rectangle, outer: Rectangle) -> bool:
    """Does the one lie within the other?"""
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def overlap(first: Rectangle, second: Rectangle) -> bool:
    """Do they share more than an edge?"""
    return (
        first[0] < second[2] - 0.01
        and second[0] < first[2] - 0.01
        and first[1] < second[3] - 0.01
        and second[1] < first[3] - 0.01
    )


def check_sound(drawing: Drawing, *, movable: str) -> None:
    """Well-formed, keys once each, all within the sheet, no two `movable`s on top of another."""
    ElementTree.fromstring(svg(drawing))
    keys = [s.key for s in drawing.sprites]
    assert len(set(keys)) == len(keys)
    things = [box_of(drawing, key) for key in keys if key.startswith(movable)]
    sheet = (0.0, 0.0, drawing.width, drawing.height)
    assert all(is_inside(thing, sheet) for thing in things)
    assert not any(overlap(a, b) for a, b in combinations(things, 2))


def texts(drawing: Drawing) -> list[str]:
    """All words of a drawing."""
    return [w.text for s in drawing.sprites for w in s.shapes if isinstance(w, Words)]
