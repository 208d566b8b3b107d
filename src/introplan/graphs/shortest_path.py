"""Breadth-first search (Moore 1959): the fewest edges from a state to one of several ends."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence, Set


def shortest_path(
    first: Sequence[int],
    targets: Sequence[int],
    start: int,
    ends: Set[int],
    *,
    allowed: Sequence[bool] | None = None,
) -> list[int] | None:
    """The edges of a shortest way of one edge or more from `start` to a target in `ends`.

    It leads through allowed states only, of which the ends need not be one, and through states
    whose edges are known: `first` may end before the last state. None if there is no such way.
    """
    came_by = {start: -1}
    layer = [start]
    while layer:
        following: list[int] = []
        for state in layer:
            if state + 1 >= len(first):
                continue
            for edge in range(first[state], first[state + 1]):
                target = targets[edge]
                if target in ends:
                    return _back(first, came_by, edge)
                is_new = target >= 0 and target not in came_by
                if is_new and (allowed is None or allowed[target]):
                    came_by[target] = edge
                    following.append(target)
        layer = following
    return None


def _back(first: Sequence[int], came_by: dict[int, int], edge: int) -> list[int]:
    """The way that ends with `edge`, read backwards along the edges that states came by."""
    way: list[int] = []
    while edge >= 0:
        way.append(edge)
        # The last state whose edges begin at or before it: states have no list of sources.
        edge = came_by[bisect_right(first, edge) - 1]
    return way[::-1]
