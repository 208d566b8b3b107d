"""Functions that take a generator are told from those that do not."""

from __future__ import annotations

import random
from typing import Any

from introplan.programs.signatures import takes_generator, wants_numpy


def walk(s: int, a: int, rng: random.Random) -> int:
    """One to three on."""
    return s + a * rng.choice([1, 2, 3])


def test_a_third_parameter_that_is_needed_is_a_generator() -> None:
    """Or one with a default that is called like one; other defaults are the user's own."""
    assert takes_generator(walk)
    assert takes_generator(lambda s, a, rng=None: s)
    assert not takes_generator(lambda s, a: s)
    assert not takes_generator(lambda s, a, speed=1: s)
    assert not takes_generator("walk")
    assert not takes_generator(dict)


def test_the_annotation_says_whose_generator_is_wanted() -> None:
    """Numpy's only where that is written."""

    def with_numpy(s: Any, a: Any, rng: np.random.Generator) -> Any:  # type: ignore[name-defined] # noqa: F821
        return s

    assert wants_numpy(with_numpy)
    assert not wants_numpy(walk)
