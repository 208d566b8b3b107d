"""Longest ways against counting out, and loops that pay."""

from __future__ import annotations

import random

import pytest

from introplan.graphs.longest_paths import NO_WAY, Longest, PositiveLoop


def random_graph(rng: random.Random) -> tuple[list[int], list[int], list[int]]:
    """First edges, targets (-1: an end) and weights."""
    count, weights = rng.randint(1, 7), rng.choice([(-1, -2), (-2, -1, 1), (-5, 0, 3)])
    first, targets, paid = [0], [], []
    for _ in range(count):
        for _ in range(rng.randint(0, 3)):
            targets.append(rng.randrange(-1, count))
            paid.append(rng.choice(weights))
        first.append(len(targets))
    return first, targets, paid


def counted_out(
    first: list[int], targets: list[int], weights: list[int], steps: int
) -> list[float]:
    """The best way of at most so many steps to an end, from each state."""
    values = [NO_WAY] * (len(first) - 1)
    for _ in range(steps):
        values = [
            max(
                [
                    weights[e] + (0 if targets[e] < 0 else values[targets[e]])
                    for e in range(first[s], first[s + 1])
                ],
                default=NO_WAY,
            )
            for s in range(len(values))
        ]
    return values


def test_values_are_those_of_the_longest_ways() -> None:
    """Or a loop is named whose weight is positive and that can be gone round."""
    loops = 0
    for seed in range(600):
        first, targets, weights = random_graph(random.Random(seed))
        count = len(first) - 1
        some, more = (counted_out(first, targets, weights, n) for n in (count, 4 * count))
        longest = Longest(
            first, targets, weights, {-1: 0.0}, [NO_WAY] * count, [True] * count, lambda: None
        )
        if any(b > a for a, b in zip(some, more, strict=True)):
            with pytest.raises(PositiveLoop) as caught:
                longest.solve()
            loop = caught.value.edges
            assert sum(weights[e] for e in loop) > 0, seed
            for edge, following in zip(loop, loop[1:] + loop[:1], strict=True):
                state = targets[edge]
                assert first[state] <= following < first[state + 1], seed
            loops += 1
        else:
            longest.solve()
            assert longest.values == some, seed
    assert loops > 20
