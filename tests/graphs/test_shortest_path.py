"""Shortest paths in flat arrays, against all walks of small random graphs."""

from __future__ import annotations

import random

from introplan.graphs.shortest_path import shortest_path


def least_steps(
    rows: list[list[int]], start: int, ends: set[int], allowed: list[bool]
) -> int | None:
    """The fewest steps to an end, by looking at all states after 1, 2, ... steps."""
    here = {start}
    for steps in range(1, len(rows) + 2):
        after = {target for state in here for target in rows[state]}
        if after & ends:
            return steps
        here = {target for target in after if target >= 0 and allowed[target]}
    return None


def test_no_way_is_shorter_and_every_edge_continues_the_one_before() -> None:
    """From any state to ends, among them the start itself, through allowed states alone."""
    found = 0
    for seed in range(400):
        rng = random.Random(seed)
        count = rng.randint(1, 8)
        rows = [[rng.randrange(-2, count) for _ in range(rng.randint(0, 3))] for _ in range(count)]
        first, targets = [0], []
        for row in rows:
            targets += row
            first.append(len(targets))
        allowed = [rng.random() < 0.8 for _ in range(count)]
        start = rng.randrange(count)
        ends = {rng.randrange(-2, count)}
        way = shortest_path(first, targets, start, ends, allowed=allowed)
        steps = least_steps(rows, start, ends, allowed)

        assert (None if way is None else len(way)) == steps, seed
        if way is None:
            continue
        found += 1
        state = start
        for edge in way:
            assert first[state] <= edge < first[state + 1], seed
            state = targets[edge]
        assert state in ends, seed
    assert found > 100


def test_states_whose_edges_are_not_known_are_not_passed() -> None:
    """A graph that was explored in part: state 2 has no edges yet."""
    assert shortest_path([0, 2, 2], [1, 2], 0, {-1}) is None
    assert shortest_path([0, 2, 2], [1, 2], 0, {2}) == [1]
