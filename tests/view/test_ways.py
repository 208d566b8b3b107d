"""Which way actions go: by the likeliest outcome, or by what equally likely ones share."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from introplan.view.ways import ways_of

MOVES = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


def board(side: int, aside: float, seed: int) -> ip.Values:
    """A walk with walls; with chance it goes to the left or to the right of where it should."""
    rng = random.Random(seed)
    walls = {(rng.randrange(side), rng.randrange(side)) for _ in range(side)} - {(0, 0)}

    def moved(s: tuple[int, int], way: tuple[int, int]) -> tuple[int, int]:
        to = s[0] + way[0], s[1] + way[1]
        return s if to in walls or not all(0 <= x < side for x in to) else to

    def outcomes(s: tuple[int, int], a: str) -> list[tuple[float, Any]]:
        if a == "rest":
            return [(1.0, s)]
        down, across = MOVES[a]
        turned = [(across, down), (-across, -down)]
        return [(1 - 2 * aside, moved(s, (down, across))), *((aside, moved(s, w)) for w in turned)]

    world: Any = ip.program(
        actions=[*MOVES, "rest"], outcomes=outcomes, reward=lambda s, a, t: -1.0
    )
    return ip.values(world.task((0, 0), horizon=3 * side))


@pytest.mark.parametrize("aside", [0.0, 0.1, 0.25, 1 / 3])
@pytest.mark.parametrize("seed", range(6))
def test_ways_are_those_that_the_world_means(seed: int, aside: float) -> None:
    """On boards with random walls, however often a step goes astray."""
    known = board(5, aside, seed)
    found = ways_of(known, dict(enumerate(known.states)))
    assert found["rest"] == (0, 0)
    for name, (down, across) in MOVES.items():
        along = found[name][0] * down + found[name][1] * across
        beside = abs(found[name][0] * across) + abs(found[name][1] * down)
        assert along > 2 * beside, name
