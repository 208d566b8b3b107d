"""Pictures of worlds that are tables, from arrays that the environment keeps beside its table.

A state of a table is a number. Where an array has a cell for each of them, and steps lead to
neighbours in it, the number is a place: the array is drawn, with the agent on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

FLOOR, AGENT = ".", "@"

MIN_LOCAL = 0.8
"""The part of the steps that must lead to a neighbour: some lead back to a start."""


def map_of_table(env: Any, rows: Mapping[tuple[int, int], Any]) -> Callable[[int], str] | None:
    """What draws a state of a table; None where no array says where its states are."""
    count = len({state for state, _ in rows})
    arrays = {n: v for n, v in vars(env).items() if _is_map(v, count)}
    if not arrays:
        return None
    width = next(iter(arrays.values())).shape[1]
    if not _are_local([(before, after[0]) for (before, _), after in rows.items()], width):
        return None
    cells = _cells(arrays, width, count)

    def draw(state: int) -> str:
        shown = [*cells]
        shown[state] = AGENT
        return "\n".join("".join(shown[at : at + width]) for at in range(0, count, width))

    return draw


def _is_map(value: Any, count: int) -> bool:
    """An array of letters or truth values, with a cell for each state."""
    is_matrix = getattr(value, "ndim", None) == 2 and getattr(value, "size", 0) == count
    return is_matrix and value.dtype.kind in "SUb" and min(value.shape) > 1


def _are_local(steps: list[tuple[int, int]], width: int) -> bool:
    near = sum(abs(after - before) in (0, 1, width) for before, after in steps)
    return near >= MIN_LOCAL * len(steps)


def _cells(arrays: Mapping[str, Any], width: int, count: int) -> list[str]:
    """Signs from letters, of which the commonest is floor, and from arrays of truth values."""
    cells = [FLOOR] * count
    for name, array in arrays.items():
        if array.shape[1] != width:
            continue
        if array.dtype.kind == "b":
            sign = next((c for c in name if c.isalpha()), "x")
            cells = [sign if v else c for c, v in zip(cells, array.ravel().tolist(), strict=True)]
            continue
        letters = [v.decode() if isinstance(v, bytes) else v for v in array.ravel().tolist()]
        ground, _ = Counter(letters).most_common(1)[0]
        cells = [c if v == ground else v[:1] for c, v in zip(cells, letters, strict=True)]
    return cells
