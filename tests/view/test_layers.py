"""Layers of a graph: few crossings, and a place for every node."""

from __future__ import annotations

from itertools import pairwise

from introplan.view.layers import arranged, layers_of, places


def test_rows_are_arranged_so_that_crossed_edges_uncross() -> None:
    """Two edges that cross need only one exchange."""
    rows = layers_of([0, 1, 1, 2, 2])

    best = arranged(rows, [(1, 2), (1, 3), (2, 5), (3, 4)])

    second, third = best[1], best[2]
    assert [{2: 5, 3: 4}[node] for node in second] == third


def test_no_two_states_share_a_place() -> None:
    """The nodes of a row stand at least a column apart."""
    found = places([[1], [2, 3, 4], [5, 6]], across=50, down=100)

    assert all(b.x - a.x >= 50 or b.y > a.y for a, b in pairwise(found.values()))


def test_a_layer_is_a_depth() -> None:
    """Nodes are numbered from 1, in the order of their depths."""
    assert layers_of([0, 1, 1, 2]) == [[1], [2, 3], [4]]
