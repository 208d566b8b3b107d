"""Python's random numbers out of the generator of an environment.

Tasks draw with a `random.Random`; Gymnasium seeds a numpy `Generator`, `np_random`. Here the first
asks the second, so that `reset(seed=)` says what happens in an episode.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np


class Draws(random.Random):
    """A `random.Random` without a state of its own; `source` gives numpy's when it is needed.

    An environment in which nothing is drawn never asks for its generator, which would be made.
    """

    source: Callable[[], np.random.Generator]

    def __new__(cls, source: Callable[[], np.random.Generator]) -> Draws:
        """Nothing is seeded: Python would make a seed of the argument."""
        return super().__new__(cls)

    def __init__(self, source: Callable[[], np.random.Generator]) -> None:
        self.source = source
        self.gauss_next = None  # what `seed` sets: the second one of a pair of normal numbers

    def random(self) -> float:
        """A number from 0 on and below 1."""
        return float(self.source().random())

    def getrandbits(self, k: int, /) -> int:
        """A whole number of `k` random bits."""
        return int.from_bytes(self.source().bytes((k + 7) // 8), "big") >> (-k % 8)

    def seed(self, *arguments: Any, **options: Any) -> None:
        """Nothing: the environment is seeded, by its `reset`."""


def continued(bits: dict[str, Any]) -> np.random.Generator:
    """A generator that goes on from the state of another one."""
    kind = getattr(np.random, bits["bit_generator"])
    generator = np.random.Generator(kind())
    generator.bit_generator.state = bits
    return generator
