"""Any state of a world in Python: text as it is, or the parts of the state by name.

Parts are the fields of dataclasses and named tuples, the items of dictionaries, the entries of
lists and tuples, and the attributes of other objects. Rows of equal length are shown as tiles,
also where they are one part among others: a numpy array, or a list of lists. What changed since
the last state is marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from introplan.view.drawing import Box, Drawing, Shape, Sprite, Words, printable, shortened
from introplan.view.grids import map_drawing
from introplan.view.parts import named_parts, plain, value_text

ROW_PX, MARGIN_PX = 26.0, 20.0

MAX_ROWS = 48
"""Parts of a state, and rows and columns of a table: as many as fit on a tall screen."""

MAX_LETTERS = 44
"""Letters of a value, so that what it was before still fits on the line."""

MIN_TABLE_SIDE, MIN_GRID_SIDE = 2, 3
"""Cells on a side: a whole state may be a small table, but a part of 2 by 2 is more often two
pairs of coordinates."""

MAX_CELL_LETTERS = 5
"""Letters of a cell: `-0.33` can be read in a tile."""

LETTER_PX, LINE_PX = 8.6, 18.0
"""The width of a letter and the distance of lines, in a font of 14 pixels."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """Cells that are drawn as a map, whatever they are part of."""

    cells: list[list[str]]
    has_crates: bool = False
    legend: tuple[tuple[str, str], ...] = ()
    """What signs that are letters stand for."""

    @property
    def words(self) -> str:
        """The legend on one line."""
        return "   ".join(f"{sign} {name}" for sign, name in self.legend)


def parts_of(state: Any) -> list[tuple[str, str]]:
    """The parts of a state with their names, as text.

    >>> parts_of((3, {"b": 1}))
    [('0', '3'), ('1', "{'b': 1}")]
    """
    parts = named_parts(state)
    return [
        (printable(name), value_text(value)) for name, value in parts if grid_of(value) is None
    ]


def grids_of(state: Any) -> list[tuple[str, list[list[str]]]]:
    """The parts of a state that are grids, with their names.

    >>> grids_of({"board": [[0, 1, 0], [1, 0, 0], [0, 0, 2]], "turn": 3})
    [('board', [['.', '1', '.'], ['1', '.', '.'], ['.', '.', '2']])]
    """
    found = ((printable(name), grid_of(value)) for name, value in named_parts(state))
    return [(name, cells) for name, cells in found if cells is not None]


def grid_of(value: Any) -> list[list[str]] | None:
    """The cells of a part that is a grid: a matrix of numpy's, or a list of at least 3 by 3.

    Smaller lists, and tuples, are more often pairs of coordinates.
    """
    if isinstance(value, Tiles):
        return value.cells
    if getattr(value, "ndim", None) == 2 and hasattr(value, "tolist"):
        return table_of(value)
    if not isinstance(value, list) or len(value) < MIN_GRID_SIDE:
        return None
    is_grid = all(isinstance(row, list) and len(row) >= MIN_GRID_SIDE for row in value)
    return table_of(value) if is_grid else None


def table_of(state: Any) -> list[list[str]] | None:
    """The state as rows of short texts, if it is rows of equal length."""
    rows = plain(state)
    if (
        not isinstance(rows, list | tuple)
        or len(rows) < MIN_TABLE_SIDE
        or hasattr(rows, "_asdict")
    ):
        return None
    if not all(isinstance(row, list | tuple | str) for row in rows):
        return None
    if len({len(row) for row in rows}) != 1 or len(rows[0]) < MIN_TABLE_SIDE:
        return None
    cells = [[cell_text(value) for value in row] for row in rows]
    is_small = len(rows) <= MAX_ROWS and len(rows[0]) <= MAX_ROWS
    return (
        cells if is_small and all(len(c) <= MAX_CELL_LETTERS for r in cells for c in r) else None
    )


def cell_text(value: Any) -> str:
    """A cell of a board in a few letters; nothing is a dot."""
    if isinstance(value, bool):
        return "1" if value else "."
    if isinstance(value, float):
        value = f"{value:.0f}" if value.is_integer() else f"{value:.2g}"
    text = value if isinstance(value, str) else value_text(value)
    return "." if text in ("0", "None") else text


@dataclass(frozen=True, slots=True)
class Columns:
    """How many rows there are, and how many letters names and values take."""

    rows: int = 0
    name: int = 5
    value: int = 12

    def with_room_for(self, state: Any) -> Columns:
        """Large enough for this state, too."""
        parts = parts_of(state)
        name = max([self.name, *(len(name) for name, _ in parts[:MAX_ROWS])])
        value = max([self.value, *(len(value) for _, value in parts[:MAX_ROWS])])
        rows = max(self.rows, min(len(parts), MAX_ROWS + 1))
        return Columns(rows, min(name, 24), min(value, MAX_LETTERS))


def fields_drawing(state: Any, before: Any = None, *, columns: Columns | None = None) -> Drawing:
    """The parts of a state in a table, what is new since `before` marked."""
    now = parts_of(state)
    then = dict(parts_of(before)) if before is not None else None
    room = columns or Columns()
    for known in (state, before):
        room = room if known is None else room.with_room_for(known)
    shown = now[:MAX_ROWS]
    sprites = [_row(i, part, then, room) for i, part in enumerate(shown)]
    if len(now) > len(shown):
        more = Words(0, 0, f"and {len(now) - len(shown)} more", "soft", 12.5, "start")
        sprites.append(Sprite("more", MARGIN_PX, MARGIN_PX + len(shown) * ROW_PX + 16, (more,)))
    height = max(room.rows, len(sprites)) * ROW_PX + 2 * MARGIN_PX
    width = _width(room) + 2 * MARGIN_PX
    tiles = {name: part for name, part in named_parts(state) if isinstance(part, Tiles)}
    for name, cells in grids_of(state):
        own = tiles.get(name, Tiles(cells))
        grid = map_drawing(cells, crates=own.has_crates, legend=own.words)
        sprites += _below(name, grid, height)
        width, height = max(width, grid.width), height + ROW_PX + grid.height
    title = "; ".join(f"{name}: {value}" for name, value in now)[:300]
    return Drawing(width, height, tuple(sprites), title)


def _below(name: str, grid: Drawing, top: float) -> list[Sprite]:
    """The sprites of a grid under its name, moved to where the rows end."""
    heading = Words(0, 0, shortened(name, 24), "soft", 13, "start", True)
    moved = [
        replace(sprite, key=f"{name} {sprite.key}", y=sprite.y + top + ROW_PX / 2)
        for sprite in grid.sprites
    ]
    return [Sprite(f"grid {name}", MARGIN_PX, top + 4, (heading,), name), *moved]


def _width(room: Columns) -> float:
    """A name, a value and what the value was."""
    return (room.name + room.value + min(room.value, 18) + 8) * LETTER_PX + 28


def _row(
    index: int, part: tuple[str, str], then: Mapping[str, str] | None, room: Columns
) -> Sprite:
    name, value = part
    is_new = then is not None and then.get(name) != value
    frame, look = ("chip-new", "fresh") if is_new else ("chip", "text")
    was = f" (was {shortened(then[name], 18)})" if then and is_new and name in then else ""
    shapes: tuple[Shape, ...] = (
        Box(0, 0, _width(room), ROW_PX - 4, frame, 5),
        Words(10, 15.5, shortened(name, 24), "soft", 13, "start", True),
        Words(
            room.name * LETTER_PX + 22,
            15.5,
            shortened(value, MAX_LETTERS) + was,
            look,
            13,
            "start",
            True,
        ),
    )
    return Sprite(
        f"part {index}", MARGIN_PX, MARGIN_PX + index * ROW_PX, shapes, f"{name}: {value}"[:400]
    )


def text_drawing(text: str, *, size: tuple[int, int] | None = None) -> Drawing:
    """Text as it is, letters of one width; `size` makes room for so many columns and lines."""
    lines = [printable(line.expandtabs(4)) for line in text.splitlines()]
    columns, rows = size or text_size(text)
    sprites = tuple(
        Sprite(f"line {i}", MARGIN_PX, MARGIN_PX + (i + 0.8) * LINE_PX, (_mono(line),))
        for i, line in enumerate(lines)
        if line.strip()
    )
    height = rows * LINE_PX + 2 * MARGIN_PX
    return Drawing(max(columns * LETTER_PX, 200.0) + 2 * MARGIN_PX, height, sprites, text[:300])


def text_size(text: str) -> tuple[int, int]:
    """How many columns and lines a text takes."""
    lines = text.expandtabs(4).splitlines() or [""]
    return (max(map(len, lines)), len(lines))


def _mono(line: str) -> Words:
    return Words(0, 0, line, "text", 14, "start", True)


def fields_text(state: Any, before: Any = None) -> str:
    """The parts of a state for a terminal, what is new since `before` starred."""
    now = parts_of(state)
    then = dict(parts_of(before)) if before is not None else None
    widest = max((len(name) for name, _ in now), default=0)
    lines = [
        f"{'*' if then is not None and then.get(name) != value else ' '} {name:{widest}}  {value}"
        for name, value in now
    ]
    tiles = {name: part for name, part in named_parts(state) if isinstance(part, Tiles)}
    for name, cells in grids_of(state):
        lines += [f"  {name}", *(f"    {line}" for line in aligned(cells).splitlines())]
        if name in tiles and tiles[name].legend:
            lines.append(f"    {tiles[name].words}")
    return "\n".join(line.rstrip() for line in lines)


def aligned(cells: list[list[str]]) -> str:
    """Cells in columns of one width."""
    width = max(len(cell) for row in cells for cell in row)
    return "\n".join(" ".join(f"{cell:>{width}}" for cell in row) for row in cells)
