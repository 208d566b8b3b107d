"""Python's random numbers out of numpy's generator."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np

from introplan.interop.gymnasium.draws import Draws, continued


def everything(rng: random.Random) -> list[object]:
    """Draws of every sort."""
    cards = list(range(9))
    rng.shuffle(cards)
    sample = rng.sample(range(100), 3)
    return [rng.random(), rng.gauss(0, 1), rng.randrange(10**30), rng.choice("abc"), sample, cards]


def test_the_generator_decides() -> None:
    """The same generator draws the same, another one something else; its state is all there is."""
    first, same, other = (np.random.default_rng(seed) for seed in (1, 1, 2))
    assert everything(Draws(lambda: first)) == everything(Draws(lambda: same))
    assert everything(Draws(lambda: first)) != everything(Draws(lambda: other))


def test_numbers_are_spread_evenly() -> None:
    """Of few and of many bits; seeding changes nothing."""
    generator = np.random.default_rng(0)
    rng = Draws(lambda: generator)
    rng.seed(7)
    counted = Counter(rng.randrange(6) for _ in range(6_000))
    assert all(850 < counted[face] < 1_150 for face in range(6))
    assert all(0 <= rng.getrandbits(k) < 2**k for k in (1, 7, 8, 9, 64, 65))
    tens = sorted(rng.random() for _ in range(1_000))
    assert all(b - a < 0.02 for a, b in pairwise([0.0, *tens, 1.0]))


def test_nothing_is_asked_for_before_it_is_needed() -> None:
    """An environment without chance gets no generator."""
    asked: list[int] = []
    Draws(lambda: asked.append(1) or np.random.default_rng(0))  # type: ignore[func-returns-value]
    assert not asked


def test_a_generator_goes_on_from_a_state() -> None:
    """With the numbers that the other one would have given."""
    generator = np.random.default_rng(3)
    generator.random(5)
    again = continued(generator.bit_generator.state)  # type: ignore[arg-type]
    assert again.random() == generator.random()
