"""Places for the nodes of a layered graph: one row per layer, ordered so that few edges cross."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

MAX_SWEEPS = 24
"""Passes over all rows, as in Graphviz's dot (Gansner et al. 1993): later ones hardly improve."""

MAX_ORDERED_NODES = 5_000
"""Larger graphs keep their rows as they are: the order of thousands of nodes cannot be seen, and
the passes over them take seconds."""


class Point(NamedTuple):
    """A place in a drawing, in pixels."""

    x: float
    y: float


def layers_of(depths: Sequence[int]) -> list[list[int]]:
    """The numbers from 1 of each depth.

    >>> layers_of([0, 1, 1, 2])
    [[1], [2, 3], [4]]
    """
    rows: list[list[int]] = [[] for _ in range(max(depths) + 1)]
    for node, depth in enumerate(depths, start=1):
        rows[depth].append(node)
    return rows


def arranged(rows: list[list[int]], edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The rows with each node near the middle of its neighbours in the rows next to it.

    The barycentre heuristic: sweep down and up and keep the arrangement with the shortest edges.
    """
    if sum(map(len, rows)) > MAX_ORDERED_NODES:
        return rows
    above, below = _neighbours(rows, edges)
    best, least = rows, _length(rows, below)
    current = rows
    for sweep in range(MAX_SWEEPS):
        current = _swept(current, above) if sweep % 2 == 0 else _swept(current[::-1], below)[::-1]
        length = _length(current, below)
        # Kept when better: single sweeps may make the picture worse, and the method need not
        # converge.
        if length < least:
            best, least = current, length
    return best


def places(rows: Sequence[Sequence[int]], *, across: float, down: float) -> dict[int, Point]:
    """A point for each node, rows centred; short rows are spread, but not too far."""
    width = max(map(len, rows)) * across
    found: dict[int, Point] = {}
    for depth, row in enumerate(rows):
        step = min(width / len(row), 2.5 * across)
        left = (width - step * len(row)) / 2
        for i, node in enumerate(row):
            found[node] = Point(left + (i + 0.5) * step, (depth + 0.5) * down)
    return found


Neighbours = Mapping[int, Sequence[int]]


def _neighbours(
    rows: list[list[int]], edges: Iterable[tuple[int, int]]
) -> tuple[Neighbours, Neighbours]:
    """For each node those in the row above it, and those in the row below it."""
    depth = {node: i for i, row in enumerate(rows) for node in row}
    above: dict[int, list[int]] = {node: [] for node in depth}
    below: dict[int, list[int]] = {node: [] for node in depth}
    downward = (sorted(edge, key=depth.__getitem__) for edge in edges)
    for upper, lower in dict.fromkeys(map(tuple, downward)):
        if depth[lower] == depth[upper] + 1:
            above[lower].append(upper)
            below[upper].append(lower)
    return above, below


def _swept(rows: list[list[int]], neighbours: Neighbours) -> list[list[int]]:
    """Order each row by the mean place of the neighbours in the row before it."""
    done = [rows[0]]
    for row in rows[1:]:
        place = _relative_places(done[-1])
        own = _relative_places(row)
        key = {n: _mean([place[m] for m in neighbours[n] if m in place], own[n]) for n in row}
        done.append(sorted(row, key=lambda node: (key[node], own[node])))
    return done


def _relative_places(row: Sequence[int]) -> dict[int, float]:
    """Where in its row a node stands, the middle being 0."""
    return {node: i - (len(row) - 1) / 2 for i, node in enumerate(row)}


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _length(rows: Sequence[Sequence[int]], below: Neighbours) -> float:
    """How far apart neighbours stand, squared and summed."""
    place = {n: x for row in rows for n, x in _relative_places(row).items()}
    return sum((place[n] - place[m]) ** 2 for n, others in below.items() for m in others)
