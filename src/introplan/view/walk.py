"""A walk on an endless grid: the origin, the axes, the walker and the way it takes.

Small windows show every line of the grid; in larger ones lines stand 2, 5, 10, 20 ... steps apart
and say so, and walker and origin keep their size, so that a thousand steps away is as clear as
three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, floor

from introplan.view.drawing import Disc, Drawing, Line, Shape, Sprite, Words
from introplan.view.tiles import sign_shapes

Cell = tuple[int, int]

SIDE, MARGIN = 480.0, 44.0
MOST_LINES = 16


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of the plane that is shown: a square around the origin and all cells of a walk."""

    left: float
    top: float
    span: float
    step: int

    @property
    def unit(self) -> float:
        return SIDE / self.span

    def place(self, cell: tuple[float, float]) -> tuple[float, float]:
        """Where a cell comes out; y grows upwards in the world and downwards on paper."""
        x, y = cell
        return (MARGIN + (x - self.left) * self.unit, MARGIN + (self.top - y) * self.unit)


def walk_scene(cells: Iterable[Cell]) -> Callable[[Cell], Drawing]:
    """Drawings of a walk through these cells."""
    way = _corners(cells)
    window = _window(way)
    ground = (_lines(window), _axes(window), _way(way, window), _origin(window))
    return lambda cell: _drawn(cell, window, ground)


def _corners(cells: Iterable[Cell]) -> list[Cell]:
    """The cells at which the walk turns, and its ends."""
    way: list[Cell] = []
    for cell in cells:
        if len(way) > 1 and _is_between(way[-2], way[-1], cell):
            way[-1] = cell
        elif not way or cell != way[-1]:
            way.append(cell)
    return way


def _is_between(first: Cell, middle: Cell, last: Cell) -> bool:
    """Does the walk go straight on at `middle`?"""
    for i in (0, 1):
        if first[i] == middle[i] == last[i]:
            other = 1 - i
            return (first[other] < middle[other]) == (middle[other] < last[other])
    return False


def _window(way: list[Cell]) -> _Window:
    xs, ys = [0, *(x for x, _ in way)], [0, *(y for _, y in way)]
    reach = max(max(xs) - min(xs), max(ys) - min(ys), 4)
    span = reach * 1.16 + 1
    left = (max(xs) + min(xs)) / 2 - span / 2
    top = (max(ys) + min(ys)) / 2 + span / 2
    return _Window(left, top, span, _line_step(span))


def _line_step(span: float) -> int:
    """How far apart lines stand: 1, 2, 5, 10, 20, 50 ...

    >>> [_line_step(span) for span in (8, 30, 120, 2000)]
    [1, 2, 10, 200]
    """
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span / (size * factor) <= MOST_LINES:
                return size * factor
        size *= 10


def _ticks(low: float, window: _Window) -> range:
    first = ceil(low / window.step) * window.step
    last = floor((low + window.span) / window.step) * window.step
    return range(first, last + 1, window.step)


def _lines(window: _Window) -> Sprite:
    """The grid with its numbers at the left and below."""
    far = MARGIN + SIDE
    shapes: list[Shape] = []
    for x in _ticks(window.left, window):
        at, _ = window.place((x, 0))
        shapes.append(Line(((at, MARGIN), (at, far)), "grid"))
        shapes.append(Words(at, far + 18, f"{x}", "soft", 11))
    for y in _ticks(window.top - window.span, window):
        _, at = window.place((0, y))
        shapes.append(Line(((MARGIN, at), (far, at)), "grid"))
        shapes.append(Words(MARGIN - 8, at + 4, f"{y}", "soft", 11, "end"))
    return Sprite("grid", 0, 0, tuple(shapes))


def _axes(window: _Window) -> Sprite:
    x, y = window.place((0, 0))
    far = MARGIN + SIDE
    across, up = Line(((MARGIN, y), (far, y)), "axis"), Line(((x, MARGIN), (x, far)), "axis")
    return Sprite("axes", 0, 0, (across, up), "the axes")


def _way(way: list[Cell], window: _Window) -> Sprite:
    shapes = (Line(tuple(map(window.place, way)), "trace"),) if len(way) > 1 else ()
    return Sprite("way", 0, 0, shapes, "the way")


def _origin(window: _Window) -> Sprite:
    return Sprite("origin", *window.place((0, 0)), sign_shapes("*", _size(window)), "the origin")


def _size(window: _Window) -> float:
    return min(max(window.unit, 22.0), 40.0)


def _drawn(cell: Cell, window: _Window, ground: tuple[Sprite, ...]) -> Drawing:
    x, y = cell
    steps = abs(x) + abs(y)
    here = f"at ({x}, {y}), {steps} step{'s' * (steps != 1)} from the origin"
    walker = Disc(0, 0, _size(window) * 0.36, "agent")
    agent = Sprite("agent", *window.place(cell), (walker,), here)
    words = Words(0, 0, here, "strong", 14, "start")
    caption = Sprite("caption", MARGIN, 26, (words,))
    side = SIDE + 2 * MARGIN
    return Drawing(side, side, (*ground, agent, caption), here)
