"""Maps: text or numbers in rows of equal length, drawn as tiles.

A world in Python that draws itself as a map gets a picture for nothing: `#` is a wall, `.` and
blanks are floor, `@` is whoever acts, `*` is a destination; every other sign stands in its tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import cos, pi, sin

from introplan.view.drawing import Box, Disc, Drawing, Line, Shape, Sprite, Words, fitted

WALL, FLOOR, AGENT, GOAL = "#", ". ", "@", "*"
MARGIN = 12.0
LARGEST = 40_000

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
    if len(text) > LARGEST or not text.replace("\n", "").isprintable():
        return False
    ground = sum(text.count(sign) for sign in "#.")
    return " " not in text or 3 * ground >= len(rows) * len(rows[0])


def map_drawing(rows: Sequence[Sequence[str]], title: str = "a map") -> Drawing:
    """The signs of a map as tiles; all rows are of one length."""
    across, down = len(rows[0]), len(rows)
    tile = min(28.0, max(6.0, 840.0 / across))
    sprites = [_ground(across, down, tile), *_walls(rows, tile)]
    sprites += _signs(rows, tile)
    size = (across * tile + 2 * MARGIN, down * tile + 2 * MARGIN)
    return Drawing(*size, tuple(sprites), title)


def _ground(across: int, down: int, tile: float) -> Sprite:
    """Floor with a line between tiles."""
    width, height = across * tile, down * tile
    lines: list[Shape] = [Box(0, 0, width, height, "floor")]
    if tile > 9:
        lines += [Line(((x * tile, 0), (x * tile, height)), "grid") for x in range(across + 1)]
        lines += [Line(((0, y * tile), (width, y * tile)), "grid") for y in range(down + 1)]
    return Sprite("floor", MARGIN, MARGIN, tuple(lines))


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
            yield Sprite(f"walls {y}", MARGIN, MARGIN + y * tile, tuple(boxes))


def _signs(rows: Sequence[Sequence[str]], tile: float) -> Iterator[Sprite]:
    """Everything that stands on the floor; the n-th of its kind keeps its key where it goes."""
    seen: dict[str, int] = {}
    agents = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign == WALL or sign in FLOOR:
                continue
            number = seen[sign] = seen.get(sign, 0) + 1
            place = (MARGIN + (x + 0.5) * tile, MARGIN + (y + 0.5) * tile)
            sprite = Sprite(f"{sign} {number}", *place, sign_shapes(sign, tile), sign)
            if sign == AGENT:
                agents.append(sprite)
            else:
                yield sprite
    yield from agents


def sign_shapes(sign: str, tile: float) -> tuple[Shape, ...]:
    """What a sign looks like, around the middle of its tile."""
    if sign == AGENT:
        return (Disc(0, 0, tile * 0.36, "agent"),)
    if sign == GOAL:
        scale = tile * 0.4 / 10
        return (Line(tuple((x * scale, y * scale) for x, y in STAR), "goal", is_closed=True),)
    half = tile * 0.42
    frame = Box(-half, -half, 2 * half, 2 * half, "chip-on", tile * 0.12)
    shown, size = fitted(sign, tile * 0.8, size=tile * 0.58, least=5)
    return (frame, Words(0, size * 0.36, shown, "text", size))
