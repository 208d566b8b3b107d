"""Drawings of random walks, and where the things of a drawing are: to compare with the facts."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from typing import Any

import introplan as ip
from introplan.view.draw import draw
from introplan.view.drawing import Box, Drawing, Sprite, Words
from introplan.view.situation import Situation, situation_of
from introplan.view.svg import svg
from replay import after, random_walk

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


def drawing_of(*arguments: Any, **options: Any) -> Drawing:
    """A drawing that is not one of the world's own."""
    drawing = draw(*arguments, **options)
    assert isinstance(drawing, Drawing)
    return drawing


def walk(task: ip.Task, seed: int, *, length: int = 25) -> list[ip.State]:
    """The states of a random walk."""
    states = [task.start]
    for action in random_walk(task, random.Random(seed), length=length):
        facts = after(task, states[-1].facts, action).facts
        states.append(ip.State(task.start.objects, facts))
    return states


def situations(states: list[ip.State]) -> list[Situation]:
    """The states as situations."""
    return [situation_of(state) for state in states]
