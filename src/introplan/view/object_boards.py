"""Boards whose cells are objects: a wall, a door, or nothing at each place.

Such a board is an object with a width, a height and a list of cells, as in grid worlds written
with classes, or a list of rows. The class of a cell says what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from introplan.view.grids import FLOOR, TARGET
from introplan.view.names import role_of
from introplan.view.parts import named_parts, plain

SIDES = (("width", "height"), ("cols", "rows"), ("n_cols", "n_rows"), ("w", "h"))
"""What the sides of a board are called, that across first."""

MIN_CELLS, MAX_CELLS = 6, 3_600
"""Of a board: fewer are no board, more are not drawn."""

SIMPLE = (str, int, float, bool, tuple, list, set, frozenset, dict)


def rows_of_objects(value: Any) -> list[list[str]] | None:
    """The signs of a board of objects in rows; None for everything else."""
    rows = _rows(value)
    if rows is None:
        return None
    kinds = {type(cell) for row in rows for cell in row if cell is not None}
    if not kinds or any(issubclass(kind, SIMPLE) for kind in kinds):
        return None
    if len(kinds) == 1 and all(cell is not None for row in rows for cell in row):
        return None  # their class does not tell them apart
    return [[_sign(cell) for cell in row] for row in rows]


def legend_of_objects(value: Any) -> tuple[tuple[str, str], ...]:
    """What the letters on a board of objects stand for."""
    found = {
        _sign(cell): type(cell).__name__.lower()
        for row in _rows(value) or ()
        for cell in row
        if cell is not None and role_of(type(cell).__name__) is None
    }
    return tuple(sorted(found.items()))


def _sign(cell: Any) -> str:
    if cell is None:
        return FLOOR[0]
    name = type(cell).__name__
    letter = next((c for c in name.lower() if c.isalpha() and c != TARGET), "x")
    return role_of(name) or letter


def _rows(value: Any) -> list[Sequence[Any]] | None:
    """The cells in rows, if the value is a rectangle of them."""
    if isinstance(value, list | tuple):
        return _checked(value)
    if value is None or isinstance(value, (*SIMPLE, type)):
        return None
    parts = dict(named_parts(value))
    for across, down in SIDES:
        width, height = plain(parts.get(across)), plain(parts.get(down))
        if type(width) is int and type(height) is int and width > 0:
            return next(_rectangles(parts.values(), width, height), None)
    return None


def _rectangles(values: Any, width: int, height: int) -> Iterator[list[Sequence[Any]]]:
    for value in values:
        if not isinstance(value, list | tuple):
            continue
        if len(value) == width * height and not isinstance(value[0], list | tuple):
            rows = [value[at : at + width] for at in range(0, len(value), width)]
        else:
            rows = [*value]
        found = _checked(rows)
        if found is not None and (len(found[0]), len(found)) == (width, height):
            yield found


def _checked(rows: Sequence[Any]) -> list[Sequence[Any]] | None:
    """Rows of one length, with enough cells and not too many."""
    if not rows or not all(isinstance(row, list | tuple) for row in rows):
        return None
    cells = sum(map(len, rows))
    is_board = len({len(row) for row in rows}) == 1 and MIN_CELLS <= cells <= MAX_CELLS
    return [*rows] if is_board else None
