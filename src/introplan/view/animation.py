"""Many drawings that differ little: the first one whole, of the others what is new.

Sprites are numbered as they first come up, and what they look like is kept once (`bodies`). A
frame is a flat list of numbers, four for each sprite that moved, changed or went away: its
number, x, y and its body (-1: gone). Moving one block of a thousand takes four numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, assert_never

from introplan.view.drawing import Box, Curve, Disc, Drawing, Line, Shape, Sprite, Words
from introplan.view.program_scenes import OwnPicture, Picture
from introplan.view.svg import path_of

GONE = -1


@dataclass(slots=True)
class Animation:
    """Frames as numbers; worlds that draw themselves have whole pictures instead."""

    width: float = 0.0
    height: float = 0.0
    bodies: list[Any] = field(default_factory=list)
    frames: list[list[float]] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)


def animated(pictures: Iterable[Picture]) -> Animation:
    """A animation of these pictures."""
    recorder = Recorder()
    for picture in pictures:
        recorder.take(picture)
    return recorder.animation


class Recorder:
    """Takes pictures one by one and remembers what it saw last."""

    def __init__(self) -> None:
        self.animation = Animation()
        self.numbers: dict[str, int] = {}
        self.bodies: dict[Any, int] = {}
        self.last: dict[int, tuple[float, float, int]] = {}
        self.pictures: dict[str, int] = {}

    def take(self, picture: Picture) -> None:
        """Add a frame."""
        match picture:
            case Drawing():
                self._take_drawing(picture)
            case OwnPicture(svg):
                self._take_own(svg)
            case _:
                assert_never(picture)

    def _take_drawing(self, drawing: Drawing) -> None:
        animation = self.animation
        animation.width, animation.height = (
            max(animation.width, drawing.width),
            max(animation.height, drawing.height),
        )
        animation.titles.append(drawing.title)
        now = {self._number(s.key): self._placed(s) for s in drawing.sprites}
        changes: list[float] = []
        for number, placed in now.items():
            if self.last.get(number) != placed:
                changes += [number, *placed]
        for number in self.last:
            if number not in now:
                changes += [number, 0, 0, GONE]
        self.last = now
        animation.frames.append(changes)

    def _take_own(self, svg: str) -> None:
        """Keep each picture once."""
        self.animation.titles.append("")
        if svg not in self.pictures:
            self.pictures[svg] = len(self.pictures)
            self.animation.pictures.append(svg)
        self.animation.shown.append(self.pictures[svg])

    def _number(self, key: str) -> int:
        return self.numbers.setdefault(key, len(self.numbers))

    def _placed(self, sprite: Sprite) -> tuple[float, float, int]:
        look = (sprite.shapes, sprite.title, sprite.kind)
        body = self.bodies.get(look)
        if body is None:
            body = self.bodies[look] = len(self.animation.bodies)
            shapes = [_encoded(shape) for shape in sprite.shapes]
            self.animation.bodies.append([sprite.title, sprite.kind, shapes])
        return (_short(sprite.x), _short(sprite.y), body)


def _encoded(shape: Shape) -> list[Any]:
    """A shape as the page reads it: a letter, its look, and its numbers."""
    match shape:
        case Box(x, y, width, height, look, radius):
            return ["b", look, *map(_short, (x, y, width, height, radius))]
        case Disc(x, y, radius, look):
            return ["d", look, *map(_short, (x, y, radius))]
        case Line() | Curve():
            return ["p", shape.look, path_of(shape)]
        case Words(x, y, text, look, size, anchor, is_mono):
            return ["t", look, _short(x), _short(y), text, _short(size), anchor, int(is_mono)]
        case _:
            assert_never(shape)


def _short(value: float) -> float:
    """A number with one decimal, whole if it can be."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
