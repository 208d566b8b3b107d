"""States that are boards: rows of equal length, text with line breaks, or one row after the other.

A puzzle is often one text or tuple, "12345678_". How wide its board is shows in the steps: they
change cells side by side, and cells one width apart. Numbers that have names in the world (`WALL =
1`) are drawn as what they are called, and the signs of Sokoban as in Sokoban.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import Any

from introplan.view.fields import MAX_CELL_LETTERS, Tiles, cell_text, table_of
from introplan.view.grids import AGENT, CRATE, TARGET
from introplan.view.names import role_of
from introplan.view.object_boards import legend_of_objects, rows_of_objects

MIN_SIDE, MIN_CELLS = 2, 6
"""The smallest board: two rows of three."""

MAX_REACH = 2
"""Rows and columns that a step reaches across: a jump over a neighbour, the arms of a cross."""

BLANK = "_"
"""The gap of a puzzle, where no name says that it is something else."""

WIDTHS = ("w", "width", "cols", "columns", "ncols", "n_cols", "num_cols", "row_length")
"""What constants are called that say how wide a board is."""

MIN_SQUARE = 9
"""Cells of a board that is taken for a square without a step that shows it."""


@dataclass(frozen=True, slots=True)
class Board:
    """How the boards of a world are read: their width, the names of their numbers."""

    width: int | None
    legend: Mapping[str, str]
    is_sokoban: bool = False

    def tiles(self, board: Any) -> Tiles:
        """A board as tiles."""
        rows = rows_of(board, self.width) or [["?"]]
        signs = [[self._sign(cell) for cell in row] for row in rows]
        has_crates = self.is_sokoban or CRATE in self.legend.values()
        return Tiles(signs, has_crates, legend_of_objects(board))

    def _sign(self, cell: str) -> str:
        if self.is_sokoban and cell in ".+":
            return {".": TARGET, "+": AGENT}[cell]
        return self.legend.get(cell, "." if cell == BLANK else cell)


def board_of(values: Sequence[Any], constants: Mapping[str, Any]) -> Board | None:
    """How to read these values as boards, if all of them are boards of one size."""
    width = _width_of(values, constants)
    shown = [rows_of(value, width) for value in values]
    if not shown or any(rows is None for rows in shown):
        return None
    if len({(len(rows), len(rows[0])) for rows in shown if rows}) != 1:
        return None
    signs = {cell for rows in shown if rows for row in rows for cell in row}
    is_text = all(len(sign) == 1 for sign in signs)
    return Board(width, _legend(constants, signs), is_text and {CRATE, " "} <= signs)


def rows_of(board: Any, width: int | None) -> list[list[str]] | None:
    """The cells of a board in rows; `width` is for boards of one row after the other."""
    if isinstance(board, str) and "\n" in board:
        return table_of(board.strip("\n").splitlines())
    if isinstance(board, dict):
        return _rows_by_place(board)
    if width is None:
        return rows_of_objects(board) or table_of(board)
    cells = [cell_text(value) for value in board]
    return [cells[at : at + width] for at in range(0, len(cells), width)]


def _width_of(values: Sequence[Any], constants: Mapping[str, Any]) -> int | None:
    """The width of boards of one row after the other; None if they are none."""
    if not all(map(_is_row, values)) or len({len(value) for value in values}) != 1:
        return None
    cells = len(values[0])
    if cells < MIN_CELLS or (isinstance(values[0], str) and "\n" in values[0]):
        return None
    named = _named_width(constants)
    is_named = named is not None and cells % named == 0 and named < cells
    if is_named and isinstance(values[0], str):
        return named
    steps = [changed for pair in pairwise(values) if len(changed := _changed(*pair)) > 1]
    side = isqrt(cells)
    is_square = side * side == cells and cells >= MIN_SQUARE
    if not steps:
        is_lettered = all(isinstance(cell, str) for cell in values[0])
        return side if is_square and is_lettered else None
    widths = [side] * is_square + [w for w in range(cells // 2, 2, -1) if cells % w == 0]
    return next((width for width in widths if _are_local(steps, width)), None)


def _named_width(constants: Mapping[str, Any]) -> int | None:
    """The width that a constant says, if one does."""
    found = (v for n, v in sorted(constants.items()) if n.lower().strip("_") in WIDTHS)
    return next((v for v in found if type(v) is int and v >= MIN_SIDE), None)


def _changed(before: Sequence[Any], after: Sequence[Any]) -> list[int]:
    return [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]


def _are_local(steps: Sequence[Sequence[int]], width: int) -> bool:
    """Do all steps change cells close by on a board of this width, and some of them columns?"""
    is_upright = False
    for cells in steps:
        rows, columns = {i // width for i in cells}, {i % width for i in cells}
        if max(rows) - min(rows) > MAX_REACH or max(columns) - min(columns) > MAX_REACH:
            return False
        is_upright = is_upright or (len(rows) > 1 and len(columns) < len(cells))
    return is_upright


def _rows_by_place(board: Mapping[Any, Any]) -> list[list[str]] | None:
    """The rows of a dictionary from (x, y), or from (row, column), to what is there.

    Which of them it is shows in the order in which the places were put in.
    """
    places = list(board)
    if len(places) < MIN_CELLS or not all(map(_is_pair, places)):
        return None
    is_across_first = places[0][1] == places[1][1]
    turned = {(p[1], p[0]) if is_across_first else p: value for p, value in board.items()}
    rows, columns = sorted({r for r, _ in turned}), sorted({c for _, c in turned})
    if len(rows) * len(columns) != len(turned) or min(len(rows), len(columns)) < MIN_SIDE:
        return None
    return [[cell_text(turned[row, column]) for column in columns] for row in rows]


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(n) is int for n in value)


def _is_row(value: Any) -> bool:
    """Is this one row of short, simple cells?"""
    if hasattr(value, "_asdict") or not isinstance(value, str | tuple | list):
        return False
    simple = (str, int, float, enum.Enum, type(None))
    return all(isinstance(c, simple) and len(cell_text(c)) <= MAX_CELL_LETTERS for c in value)


def _legend(constants: Mapping[str, Any], signs: set[str]) -> dict[str, str]:
    """What the cells of a board are called in the world, where its names say what they are."""
    named = dict(_named_numbers(constants))
    found = {cell_text(value): role_of(name) for name, value in named.items()}
    legend = {cell: sign for cell, sign in found.items() if sign is not None and cell in signs}
    # One name may be chance: `EXIT = 3` among the numbers of a puzzle.
    return legend if len(legend) > 1 else {}


def _named_numbers(constants: Mapping[str, Any]) -> Iterator[tuple[str, int | str]]:
    for name, value in constants.items():
        if isinstance(value, type) and issubclass(value, enum.Enum):
            yield from ((member.name, member.value) for member in value)
        elif isinstance(value, str) and len(value) != 1:
            continue
        elif isinstance(value, int | str) and not isinstance(value, bool):
            yield name, value
