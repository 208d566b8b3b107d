"""Generators of random numbers: where they stand, and other numbers from them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import introplan as ip
from introplan.programs.generators import generators_of, is_generator, position, reseed

KINDS = [random.Random(1), np.random.RandomState(1), np.random.default_rng(1), np.random.PCG64(1)]


@pytest.mark.parametrize("generator", KINDS, ids=lambda value: type(value).__name__)
def test_each_kind_tells_where_it_stands(generator: Any) -> None:
    """It is where it was until it draws, and where a seed puts it."""
    assert is_generator(generator)
    draw = getattr(generator, "random", None) or generator.random_raw
    reseed(generator, 3)
    before = position(generator)
    assert position(generator) == before
    draw()
    assert position(generator) != before
    reseed(generator, 3)
    assert position(generator) == before


def test_what_a_seed_is_made_from_stands_nowhere() -> None:
    """It is numpy's, and draws nothing by itself."""
    assert position(np.random.SeedSequence(3)) is None
    reseed(np.random.SeedSequence(3), 1)


class Coin:
    """Heads wins; the coin is numpy's own."""

    def __init__(self, rng: Any = None) -> None:
        self.rng, self.side = rng, 0

    def step(self, action: int) -> Any:
        """Toss, or leave it."""
        if action:
            self.side = int((self.rng or np.random).randint(2))
        return self.side, float(self.side), self.side == 1


@pytest.mark.parametrize("rng", [None, np.random.RandomState(2)])
def test_chance_of_numpy_is_seen(rng: Any) -> None:
    """Also where nobody keeps the generator, and where it is of the older kind."""
    coin = Coin(rng)
    assert len([*generators_of(coin)]) == 2 + (rng is not None)
    task = ip.from_env(coin, actions=[0, 1])
    assert [p for p, _ in task.outcomes(task.start, 1)] == [0.5, 0.5]
    with pytest.raises(ip.ChanceError, match="policy"):
        ip.plan(task)


def test_where_the_older_generator_stands_is_seen_in_its_memory() -> None:
    """Every draw is seen, also as many as it has numbers; and so is what was set by hand."""
    generator = np.random.RandomState(5)
    before = position(generator)
    assert isinstance(before, bytes)
    held = generator.get_state(legacy=False)
    generator.random_sample(312)  # two words each: it stands where it stood, in other words
    assert generator.get_state(legacy=False)["state"]["pos"] == held["state"]["pos"]
    assert position(generator) != before
    generator.set_state(held)
    assert position(generator) == before


class Rarely:
    """A walk that draws in each step, and slips late: only at 60 or above."""

    def __init__(self) -> None:
        self.at = 0

    def step(self, action: int) -> Any:
        """One on, unless it slips."""
        slips = np.random.random_sample() < 0.5
        self.at += 0 if slips and self.at >= 60 else action
        return self.at, float(self.at == 70), self.at == 70


def test_chance_that_comes_late_is_found() -> None:
    """When most steps have drawn in vain, each is still taken a second time."""
    with pytest.raises(ip.ModelError, match="draws: chance"):
        ip.plan(ip.from_env(Rarely(), actions=[1, 2]))
