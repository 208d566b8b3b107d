"""Loops that pay nothing in all."""

from __future__ import annotations

import pytest

from introplan.graphs.longest_paths import PositiveLoop
from introplan.graphs.zero_loops import ZeroLoops


def loops(rows: list[list[tuple[int, int]]]) -> ZeroLoops:
    """Of a graph in which each state has edges (target, reward)."""
    first, targets, scores = [0], [], []
    for row in rows:
        targets += [target for target, _ in row]
        scores += [score for _, score in row]
        first.append(len(targets))
    found = ZeroLoops(first, targets, scores, 0, lambda: None)
    found.find()
    return found


def test_a_loop_counts_by_its_sum() -> None:
    """One that pays 2 and takes 2 goes on for nothing; one that costs does not."""
    found = loops([[(1, 2)], [(0, -2), (2, 0)], [(3, 0)], [(2, -1)], [(4, 0)]])
    assert [bool(number) for number in found.component] == [True, True, False, False, True]
    assert found.round(0) == [0, 1]
    assert found.round(1) == [1, 0]
    assert found.round(4) == [5]


def test_a_loop_that_pays_is_raised() -> None:
    """With its edges."""
    with pytest.raises(PositiveLoop) as caught:
        loops([[(1, 2)], [(0, -1)]])
    assert sorted(caught.value.edges) == [0, 1]
