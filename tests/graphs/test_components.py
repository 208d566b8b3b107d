"""Strongly connected components, against reachability."""

from __future__ import annotations

import random

from introplan.graphs.components import components, components_of_rows


def reach(rows: list[list[int]], used: list[bool], state: int) -> set[int]:
    """What can be reached from a state in one step or more, through used states."""
    found: set[int] = set()
    waiting = [state]
    while waiting:
        for target in rows[waiting.pop()]:
            if target >= 0 and used[target] and target not in found:
                found.add(target)
                waiting.append(target)
    return found


def test_components_are_those_of_states_that_reach_each_other() -> None:
    """And every component comes after those that it leads to."""
    for seed in range(300):
        rng = random.Random(seed)
        count = rng.randint(1, 9)
        rows = [[rng.randrange(-1, count) for _ in range(rng.randint(0, 3))] for _ in range(count)]
        used = [rng.random() < 0.9 for _ in range(count)]
        first, targets = [0], []
        for row in rows:
            targets += row
            first.append(len(targets))
        found = list(components(first, targets, used))

        assert sorted(s for part in found for s in part) == [s for s in range(count) if used[s]]
        done: set[int] = set()
        for part in found:
            for state in part:
                there = reach(rows, used, state)
                together = {s for s in there if state in reach(rows, used, s)} | {state}
                assert together == set(part), seed
                assert there <= done | set(part), seed
            done |= set(part)


def test_components_of_rows_come_after_those_they_lead_to() -> None:
    """Two loops, one behind the other, and a state between them."""
    rows = [[1], [0, 2], [3], [4], [3]]
    assert [sorted(c) for c in components_of_rows(rows)] == [[3, 4], [2], [0, 1]]
