"""States that are stacks: pegs with discs, tubes of colours, piles of blocks, side by side.

Each is a column of tiles that grows upwards, with room for the highest that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from introplan.view.fields import MAX_CELL_LETTERS, Tiles, cell_text
from introplan.view.parts import named_parts

MIN_STACKS, MAX_STACKS = 2, 16
"""One list is more often a queue; more than fit side by side are listed."""

MAX_HEIGHT = 16
"""Tiles of a stack; what is higher is listed."""


def stacks_of(states: Sequence[Any]) -> Callable[[Any], Tiles] | None:
    """The tiles of a state, if all of these are stacks, and things only change places."""
    columns = [_columns(state) for state in states]
    known = [found for found in columns if found is not None]
    if not known or len(known) != len(columns) or len({*map(len, known)}) != 1:
        return None
    if len({tuple(sorted(cell for stack in found for cell in stack)) for found in known}) != 1:
        return None
    heights = {tuple(map(len, found)) for found in known}
    if any(isinstance(part, str) for _, part in named_parts(states[0])) and not _are_piles(states):
        return None
    if len(heights) == 1 and all(map(all, heights)):
        return None  # where nothing is moved from one to another these are rows, or pairs
    height = max(len(stack) for found in known for stack in found)
    return lambda state: _tiles(_columns(state) or [], height)


def _are_piles(states: Sequence[Any]) -> bool:
    """Are texts piles of letters, which go from one to the other, rather than words?"""
    rows = [sorted(str(part) for _, part in named_parts(state)) for state in states]
    return len({*map(tuple, rows)}) > 1 and any("" in row for row in rows)


def _columns(state: Any) -> list[list[str]] | None:
    """The stacks of a state from the bottom up, as short texts."""
    stacks = [value for _, value in named_parts(state)]
    if not MIN_STACKS <= len(stacks) <= MAX_STACKS:
        return None
    if not all(isinstance(s, list | tuple | str) and len(s) <= MAX_HEIGHT for s in stacks):
        return None
    if any(hasattr(s, "_asdict") or not all(isinstance(c, str | int) for c in s) for s in stacks):
        return None
    cells = [[cell_text(cell) for cell in stack] for stack in stacks]
    return cells if all(len(c) <= MAX_CELL_LETTERS for stack in cells for c in stack) else None


def _tiles(stacks: Sequence[Sequence[str]], height: int) -> Tiles:
    height = max([height, *map(len, stacks)])
    return Tiles(
        [
            [stack[level] if level < len(stack) else "." for stack in stacks]
            for level in reversed(range(height))
        ]
    )
