"""Two kinds of grids: maps of tiles, and walks on an endless plane.

A map is text or numbers in rows of equal length. Its signs are those that text games share:

    #  wall      . or blank  floor      @  agent      *  destination      o  target      $  crate

Every other sign stands as a letter in its tile. In the notation of Sokoban (XSB), where crates are
`$`, a `*` is a crate on a target: `crates=True` says that a map is one of those.

A walk is drawn with the origin, the axes, the walker and its path. Small windows show every line
of the grid; in larger ones lines stand 2, 5, 10, 20 ... steps apart and are numbered accordingly,
and walker and origin keep their size, so that a thousand steps away is as clear as three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, cos, floor, pi, sin

from introplan.view.drawing import (
    PAINTS,
    Box,
    Disc,
    Drawing,
    Line,
    Shape,
    Sprite,
    Words,
    fitted,
    width_of,
)

WALL, FLOOR, AGENT, GOAL, TARGET, CRATE = "#", ". ", "@", "*", "o", "$"
MARGIN_PX, LEGEND_PX = 12.0, 12.5

MAX_MAP_CELLS = 40_000
"""A map of 200 by 200 tiles; larger texts are shown as text."""

STAR = tuple(
    (sin(pi * i / 5) * (10, 4.6)[i % 2], -cos(pi * i / 5) * (10, 4.6)[i % 2]) for i in range(10)
)
"""Five points, and five hollows between them."""


def is_map(text: str) -> bool:
    """Is this a map rather than words: rows of one length, without blanks or mostly ground?

    >>> is_map("####\\n#@.#\\n####"), is_map("at (3, 4)"), is_map("ab cd\\nef gh")
    (True, False, False)
    """
    rows = text.splitlines()
    if len(rows) < 2 or len({len(row) for row in rows}) != 1 or not rows[0]:
        return False
    if len(text) > MAX_MAP_CELLS or not text.replace("\n", "").isprintable():
        return False
    ground = sum(text.count(sign) for sign in "#.")
    return " " not in text or 3 * ground >= len(rows) * len(rows[0])


def map_drawing(
    rows: Sequence[Sequence[str]],
    title: str = "a map",
    *,
    crates: bool = False,
    legend: str = "",
) -> Drawing:
    """The signs of a map as tiles; all rows are of one length.

    With `crates` a `*` is a crate on a target, and no destination. The legend says below what
    letters stand for.
    """
    across, down = len(rows[0]), len(rows)
    # As wide as a page allows, but no tile larger than 28 pixels, nor too small to be seen.
    # Words get larger tiles, so that they can be read.
    letters = max(len(sign) for row in rows for sign in row)
    tile = min(28.0 + 5.0 * max(0, letters - 2), max(6.0, 840.0 / across))
    sprites = [_ground(across, down, tile), *_walls(rows, tile)]
    sprites += _signs(rows, tile, crates=crates)
    width, height = across * tile + 2 * MARGIN_PX, down * tile + 2 * MARGIN_PX
    if legend:
        words = Words(0, 0, legend, "soft", LEGEND_PX, "start")
        sprites.append(Sprite("legend", MARGIN_PX, height + LEGEND_PX / 2, (words,)))
        width = max(width, width_of(legend, LEGEND_PX) + 2 * MARGIN_PX)
        height += LEGEND_PX + MARGIN_PX
    return Drawing(width, height, tuple(sprites), title)


def _ground(across: int, down: int, tile: float) -> Sprite:
    """Floor with a line between tiles."""
    width, height = across * tile, down * tile
    lines: list[Shape] = [Box(0, 0, width, height, "floor")]
    if tile > 9:
        lines += [Line(((x * tile, 0), (x * tile, height)), "grid") for x in range(across + 1)]
        lines += [Line(((0, y * tile), (width, y * tile)), "grid") for y in range(down + 1)]
    return Sprite("floor", MARGIN_PX, MARGIN_PX, tuple(lines))


def _walls(rows: Sequence[Sequence[str]], tile: float) -> Iterator[Sprite]:
    """Walls side by side are one box, a sprite for each row that has any."""
    for y, row in enumerate(rows):
        boxes: list[Shape] = []
        x = 0
        for is_wall, run in groupby(row, key=WALL.__eq__):
            length = len(list(run))
            if is_wall:
                boxes.append(Box(x * tile, 0, length * tile, tile + 0.4, "wall"))
            x += length
        if boxes:
            yield Sprite(f"walls {y}", MARGIN_PX, MARGIN_PX + y * tile, tuple(boxes))


def _signs(rows: Sequence[Sequence[str]], tile: float, *, crates: bool) -> Iterator[Sprite]:
    """Everything that stands on the floor; the n-th of its kind keeps its key where it goes."""
    seen: dict[str, int] = {}
    agents = []
    letters = max((len(sign) for row in rows for sign in row), default=1)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign == WALL or sign in FLOOR:
                continue
            is_home = crates and sign == GOAL
            kind = CRATE if is_home else sign  # a crate stays the same one on a target
            number = seen[kind] = seen.get(kind, 0) + 1
            place = (MARGIN_PX + (x + 0.5) * tile, MARGIN_PX + (y + 0.5) * tile)
            shapes = sign_shapes(kind, tile, letters)
            if is_home:
                shapes += (Disc(0, 0, tile * 0.2, "goal"),)
            sprite = Sprite(f"{kind} {number}", *place, shapes, sign)
            if sign == AGENT:
                agents.append(sprite)
            else:
                yield sprite
    yield from agents


def sign_shapes(sign: str, tile: float, letters: int = 1) -> tuple[Shape, ...]:
    """What a sign looks like, around the middle of its tile.

    Words on tiles are of one size: the longest has so many `letters`.
    """
    if sign == AGENT:
        return (Disc(0, 0, tile * 0.36, "agent"),)
    if sign == GOAL:
        scale = tile * 0.4 / 10
        return (Line(tuple((x * scale, y * scale) for x, y in STAR), "goal", is_closed=True),)
    half = tile * 0.42
    if sign == TARGET:
        return (Disc(0, 0, tile * 0.34, "target"), Disc(0, 0, tile * 0.12, "target"))
    if sign == CRATE:
        crossed = (((-half, -half), (half, half)), ((-half, half), (half, -half)))
        planks = (Line(ends, "plank") for ends in crossed)
        return (Box(-half, -half, 2 * half, 2 * half, "crate"), *planks)
    look = f"paint-{sign.lower()}" if sign.lower() in PAINTS else "chip-on"
    frame = Box(-half, -half, 2 * half, 2 * half, look, tile * 0.12)
    _, common = fitted("n" * letters, tile * 0.8, size=tile * 0.58, least=5)
    shown, size = fitted(sign, tile * 0.8, size=common, least=5)
    return (frame, Words(0, size * 0.36, shown, "text", size))


Cell = tuple[int, int]

SIDE_PX, WALK_MARGIN_PX = 480.0, 44.0
"""The square of the plane, and room around it for the numbers of its lines."""

MAX_GRID_LINES = 16
"""Lines in each direction: their numbers then stand 30 pixels apart and do not touch."""


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of the plane that is shown: a square around the origin and all cells of a walk."""

    left: float
    top: float
    span: float
    step: int

    @property
    def unit(self) -> float:
        return SIDE_PX / self.span

    def place(self, cell: tuple[float, float]) -> tuple[float, float]:
        """Where a cell comes out; y grows upwards in the world and downwards on paper."""
        x, y = cell
        return (
            WALK_MARGIN_PX + (x - self.left) * self.unit,
            WALK_MARGIN_PX + (self.top - y) * self.unit,
        )


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
            if span / (size * factor) <= MAX_GRID_LINES:
                return size * factor
        size *= 10


def _ticks(low: float, window: _Window) -> range:
    first = ceil(low / window.step) * window.step
    last = floor((low + window.span) / window.step) * window.step
    return range(first, last + 1, window.step)


def _lines(window: _Window) -> Sprite:
    """The grid with its numbers at the left and below."""
    far = WALK_MARGIN_PX + SIDE_PX
    shapes: list[Shape] = []
    for x in _ticks(window.left, window):
        at, _ = window.place((x, 0))
        shapes.append(Line(((at, WALK_MARGIN_PX), (at, far)), "grid"))
        shapes.append(Words(at, far + 18, f"{x}", "soft", 11))
    for y in _ticks(window.top - window.span, window):
        _, at = window.place((0, y))
        shapes.append(Line(((WALK_MARGIN_PX, at), (far, at)), "grid"))
        shapes.append(Words(WALK_MARGIN_PX - 8, at + 4, f"{y}", "soft", 11, "end"))
    return Sprite("grid", 0, 0, tuple(shapes))


def _axes(window: _Window) -> Sprite:
    x, y = window.place((0, 0))
    far = WALK_MARGIN_PX + SIDE_PX
    across, up = (
        Line(((WALK_MARGIN_PX, y), (far, y)), "axis"),
        Line(((x, WALK_MARGIN_PX), (x, far)), "axis"),
    )
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
    caption = Sprite("caption", WALK_MARGIN_PX, 26, (words,))
    side = SIDE_PX + 2 * WALK_MARGIN_PX
    return Drawing(side, side, (*ground, agent, caption), here)
