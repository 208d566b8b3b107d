"""Where steps draw from."""

from __future__ import annotations

import random
from random import choice
from typing import Any

import pytest

from introplan.programs.chance_sources import Hand, drawing_from, kind_of, places_of
from introplan.programs.forking import all_ways

OWN = random.Random(7)
"""A generator of this module."""


class Drawer:
    """It draws from all kinds of places."""

    def drawn(self) -> tuple[bool, str, int]:
        """From `random`, by a name of its own, from a generator of its module."""
        return random.random() < 0.5, choice("ab"), OWN.randint(1, 2)


def test_all_that_is_drawn_in_modules_is_forked() -> None:
    """Eight ways; and afterwards everything is as it was."""
    drawer = Drawer()
    places = places_of([drawer])
    before = (random.random, choice, OWN)

    def run(rng: Any) -> Any:
        with drawing_from(places, Hand(rng)):
            return drawer.drawn()

    found = all_ways(run)
    assert sorted(result for _, result in found) == [
        (first, second, third) for first in (False, True) for second in "ab" for third in (1, 2)
    ]
    assert [p for p, _ in found] == [0.125] * 8
    assert (random.random, choice, OWN) == before


def test_places_are_put_back_after_an_error() -> None:
    """Whatever the step raises."""
    before, places = random.random, places_of([Drawer()])
    with pytest.raises(ZeroDivisionError), drawing_from(places, Hand(random.Random(0))):
        random.choice([1 // 0])
    assert random.random is before


def test_generators_have_kinds() -> None:
    """Python's, and both of numpy's; one hand makes each kind once, from one seed."""
    numpy = pytest.importorskip("numpy")
    assert kind_of(random.Random(0)) == "python"
    assert kind_of(numpy.random.default_rng(0)) == "numpy"
    assert kind_of(numpy.random.RandomState(0)) == "legacy"
    first, second = Hand(random.Random(3)), Hand(random.Random(3))
    assert first.of("numpy") is first.of("numpy")
    assert first.of("numpy").random() == second.of("numpy").random()
    assert first.of("legacy").rand() == second.of("legacy").rand()
