"""Blocks-world: towers on a table, and a hand above it.

A block that ever stands on the table keeps its column for the whole plan, so a plan is seen as
single blocks that move. Many columns are broken into several tables, one below the other. With
many blocks, blocks lose their labels; with still more, towers become bars.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from introplan.view.drawing import Box, Drawing, Line, Shape, Sprite, Words, fitted
from introplan.view.situation import Scene, Situation, Situations, plain_name, speaks_only_of

PREDICATES = {
    "on": 2,
    "ontable": 1,
    "clear": 1,
    "handempty": 0,
    "armempty": 0,
    "holding": 1,
}
MAX_LABELLED_BLOCKS = 160
"""With more the blocks are so small that a name in them could not be read."""

MAX_DRAWN_BLOCKS = 1_500
"""With more the towers become bars: each block is an element that the page moves."""

MAX_BARS = 160
"""A bar is then 4 pixels wide, the least that can be told from its neighbour."""

MARGIN_PX, TABLE_PX = 24.0, 8.0
"""Around a drawing, and the thickness of the table."""

MAX_LARGE_COLUMNS, MAX_LARGE_LEVELS = 14, 12
"""Towers side by side, and blocks on one another, that are drawn at full size: a table of
870 pixels with towers of 410 still fits on a laptop's screen."""


class _BlockSize(NamedTuple):
    """How many columns fit on a table (860 to 1,240 pixels wide), and how large a block is."""

    columns: int
    width_px: float
    height_px: float


LARGE, SMALL = _BlockSize(14, 52.0, 34.0), _BlockSize(22, 38.0, 24.0)
BARE = _BlockSize(56, 12.0, 12.0)
"""Blocks with room for a name, for a short one, and for none."""

COLUMN_GAP_PX = 10.0
"""Room for the fingers of the hand on both sides of a block."""


@dataclass(frozen=True, slots=True)
class Towers:
    """Towers from the table up, and what is in the hand."""

    standing: tuple[tuple[str, ...], ...]
    held: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many blocks there are."""
        return sum(map(len, self.standing)) + len(self.held)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The sheet, the top of each table, and for a block at a bottom where its column stands."""

    sheet: tuple[float, float]
    tables: tuple[float, ...]
    columns: Mapping[str, tuple[float, float]]
    width: float
    height: float
    has_labels: bool


def towers_of(situation: Situation) -> Towers | None:
    """The towers, if the literals describe some: each block in one place, none in the air."""
    if not speaks_only_of(situation, PREDICATES):
        return None
    above: dict[str, str] = {}
    bottoms: list[str] = []
    held: list[str] = []
    for name, *terms in situation.facts:
        match plain_name(name):
            case "on" if terms[1] in above:
                return None
            case "on":
                above[terms[1]] = terms[0]
            case "ontable":
                bottoms.append(terms[0])
            case "holding":
                held.append(terms[0])
    order = {block: i for i, block in enumerate(situation.kinds)}
    standing = [_tower(bottom, above) for bottom in sorted(bottoms, key=order.__getitem__)]
    found = Towers(tuple(standing), tuple(sorted(held)))
    placed = [block for tower in standing for block in tower] + held
    is_sound = len(placed) == len(situation.kinds) and set(placed) == set(situation.kinds)
    return found if is_sound and placed and len(held) < 2 else None


def _tower(bottom: str, above: dict[str, str]) -> tuple[str, ...]:
    tower = [bottom]
    # The length ends a circle: literals of a damaged state may say that blocks stand on each
    # other.
    while tower[-1] in above and len(tower) <= len(above):
        tower.append(above[tower[-1]])
    return tuple(tower)


def blocks_scene(situations: Situations) -> Scene | None:
    """Drawings of a plan among blocks, or None if it is about something else."""
    columns: dict[str, int] = {}
    tallest: dict[int, int] = {}
    size = 0
    for situation in situations:
        towers = towers_of(situation)
        if towers is None:
            return None
        size = max(size, towers.size)
        for tower in towers.standing:
            column = columns.setdefault(tower[0], len(columns))
            tallest[column] = max(tallest.get(column, 0), len(tower))
    if size > MAX_DRAWN_BLOCKS:
        return _skyline
    layout = _layout(columns, tallest, size)
    return lambda situation: _drawn(_sound(situation), layout)


def _sound(situation: Situation) -> Towers:
    towers = towers_of(situation)
    assert towers is not None, "the situations were looked at before"
    return towers


def _layout(columns: dict[str, int], tallest: dict[int, int], size: int) -> _Layout:
    """Columns side by side, on as many tables as it takes."""
    count = max(len(columns), 1)
    has_labels = size <= MAX_LABELLED_BLOCKS
    is_small = count > MAX_LARGE_COLUMNS or max(tallest.values(), default=1) > MAX_LARGE_LEVELS
    size_of = LARGE if not is_small else SMALL if has_labels else BARE
    across, width, height = min(count, size_of.columns), size_of.width_px, size_of.height_px
    used = across * (width + COLUMN_GAP_PX) - COLUMN_GAP_PX
    # Never narrower than the words below the towers, nor lower than a hand with a block in it.
    wide = max(used, 160.0) + 2 * MARGIN_PX
    y = max(66.0, height * 2 + 30) + MARGIN_PX / 2
    tables: list[float] = []
    for first in range(0, count, across):
        y += max(tallest.get(column, 1) for column in range(first, first + across)) * height
        tables.append(y)
        y += TABLE_PX + MARGIN_PX
    left = (wide - used) / 2
    places = {
        block: (left + column % across * (width + COLUMN_GAP_PX), tables[column // across])
        for block, column in columns.items()
    }
    return _Layout((wide, y - MARGIN_PX / 2), tuple(tables), places, width, height, has_labels)


def _drawn(towers: Towers, layout: _Layout) -> Drawing:
    width, height = layout.sheet
    sprites = [_table(i, layout) for i in range(len(layout.tables))]
    for tower in towers.standing:
        x, y = layout.columns[tower[0]]
        for level, block in enumerate(tower, start=1):
            sprites.append(_block(block, x, y - level * layout.height, layout))
    middle = width / 2
    sprites.append(_hand(middle, layout, is_empty=not towers.held))
    sprites += [_block(block, middle - layout.width / 2, 33, layout) for block in towers.held]
    return Drawing(width, height, tuple(sprites), _in_words(towers))


def _table(index: int, layout: _Layout) -> Sprite:
    width = layout.sheet[0] - MARGIN_PX
    top = Box(0, 0, width, TABLE_PX, "table", 2)
    return Sprite(f"table {index}", MARGIN_PX / 2, layout.tables[index], (top,), "the table")


def _block(name: str, x: float, y: float, layout: _Layout) -> Sprite:
    label = name if layout.has_labels else ""
    return Sprite(f"block {name}", x, y, _block_shapes(label, layout.width, layout.height), name)


@lru_cache(maxsize=4_096)
def _block_shapes(name: str, width: float, height: float) -> tuple[Shape, ...]:
    body = Box(0, 0, width, height, "block", 3)
    if not name:
        return (body,)
    label, size = fitted(name, width - 6, size=min(14.0, height * 0.52))
    return (body, Words(width / 2, height / 2 + size * 0.36, label, size=size))


def _hand(x: float, layout: _Layout, *, is_empty: bool) -> Sprite:
    half = layout.width / 2 + 5
    grip = 33 + layout.height * 0.6
    arm = Line(((0, 4), (0, 24)), "tool")
    fingers = Line(((-half, grip), (-half, 24), (half, 24), (half, grip)), "tool")
    return Sprite("hand", x, 0, (arm, fingers), "the hand, empty" if is_empty else "the hand")


def _in_words(towers: Towers) -> str:
    held = f"holding {towers.held[0]}" if towers.held else "the hand is empty"
    tallest = max(map(len, towers.standing), default=0)
    count = len(towers.standing)
    stand = f"{towers.size} blocks, {count} tower{'s' * (count != 1)}, the tallest of {tallest}"
    return f"{stand}; {held}"


def _skyline(situation: Situation) -> Drawing:
    """So many blocks that towers are bars, tallest first, side by side in groups if need be."""
    towers = _sound(situation)
    heights = sorted(map(len, towers.standing), reverse=True)
    group = max(1, ceil(len(heights) / MAX_BARS))
    tall = [max(heights[i : i + group]) for i in range(0, len(heights), group)]
    unit, scale = 640 / max(len(tall), 1), 220 / max([*tall, 1])
    bars = tuple(
        Box(i * unit, -h * scale, unit * 0.86, h * scale, "bar") for i, h in enumerate(tall)
    )
    held = f"in the hand: {towers.held[0]}" if towers.held else "the hand is empty"
    each = f"one bar for {group} towers, tallest first" if group > 1 else "one bar for each tower"
    facts = f"{towers.size} blocks, {len(heights)} towers, the tallest of {max(tall, default=0)}"
    sprites = (
        Sprite("facts", 24, 30, (Words(0, 0, facts, "strong", 15, "start"),)),
        Sprite("held", 24, 52, (Words(0, 0, held, "soft", 13, "start"),)),
        Sprite("towers", 24, 300, bars, each),
        Sprite("table", 24, 300, (Box(0, 0, 640, TABLE_PX, "table", 2),)),
        Sprite("key", 24, 328, (Words(0, 0, each, "soft", 12, "start"),)),
    )
    return Drawing(688, 344, sprites, _in_words(towers))


def blocks_text(situation: Situation, *, columns: int = 79) -> str | None:
    """Towers for a terminal, or None if this is about something else."""
    towers = towers_of(situation)
    if towers is None:
        return None
    if towers.size > MAX_DRAWN_BLOCKS:
        return _in_words(towers)
    cell = max(len(block) for tower in (*towers.standing, towers.held) for block in tower) + 2
    across = max(1, columns // (cell + 1))
    tables = [towers.standing[i : i + across] for i in range(0, len(towers.standing), across)]
    hand = f"hand: {towers.held[0] if towers.held else 'empty'}"
    return "\n\n".join([hand, *(_table_text(table, cell) for table in tables)])


def _table_text(table: Sequence[Sequence[str]], cell: int) -> str:
    lines = []
    for level in range(max(map(len, table)), 0, -1):
        cells = [f"[{t[level - 1]:^{cell - 2}}]" if len(t) >= level else " " * cell for t in table]
        lines.append(" ".join(cells).rstrip())
    return "\n".join([*lines, "=" * (len(table) * (cell + 1) - 1)])
