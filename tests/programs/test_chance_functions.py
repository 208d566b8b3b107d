"""Functions that draw although nothing gives them a generator."""

from __future__ import annotations

import random
from random import choice
from typing import Any

import pytest

import introplan as ip
from introplan.programs.chance import ChanceTask
from introplan.programs.chance_functions import as_drawn

OWN = random.Random(4)
"""A generator of this module."""


def by_module(s: int, a: int) -> int:
    """It draws from `random`."""
    return s + a if random.random() < 0.5 else s


def by_name(s: int, a: int) -> int:
    """It draws by a name of its own."""
    return s + choice([0, a])


def by_own(s: int, a: int) -> int:
    """It draws from a generator that it knows."""
    return s + a * OWN.randint(0, 1)


def slips() -> bool:
    """Half of the time."""
    return random.choice([True, False])


def by_helper(s: int, a: int) -> int:
    """It asks another function."""
    return s if slips() else s + a


class World:
    """Rules as methods, with a generator."""

    def __init__(self) -> None:
        self.rng = random.Random(0)

    def transition(self, s: int, a: int) -> int:
        """It draws from its own."""
        return s + a if self.rng.random() < 0.5 else s


def task(transition: Any) -> Any:
    """To 4 in steps of 1 or 2; each costs what it is long."""
    model = ip.program(
        actions=[1, 2],
        transition=transition,
        reward=lambda s, a, t: -a,
        terminal=lambda s, a, t: t >= 4,
    )
    return model.task(0)


@pytest.mark.parametrize("rule", [by_module, by_name, by_own, by_helper, World().transition])
def test_the_best_policy_is_that_of_the_world_with_chance(rule: Any) -> None:
    """Eight steps of 1, half of which fail; and the judge says so too."""
    result = ip.policy(task(rule))
    assert result.value == pytest.approx(-8)
    assert result.proved_optimal
    assert ip.evaluate(task(rule), result).value == pytest.approx(-8)
    drawn = ip.evaluate(task(rule), lambda s: 1, runs=500, seed=1)
    assert drawn.interval[0] < -8 < drawn.interval[1]
    assert ip.values(task(rule)).value(2) == pytest.approx(-4)


def test_numpys_functions_and_steps_and_rewards_count() -> None:
    """Rewards can be drawn as well."""
    numpy = pytest.importorskip("numpy")

    def step(s: int, a: int) -> Any:
        after = s + a if numpy.random.rand() < 0.5 else s
        return after, float(numpy.random.choice([0, -2])), after >= 2

    world = ip.program(actions=[1], step=step).task(0)
    assert ip.policy(world).value == pytest.approx(-4)


def test_functions_that_do_not_draw_are_left_alone() -> None:
    """Also if they have a word in common with what does."""

    def transition(s: int, a: int) -> int:
        choice = [s, s + a]
        return max(choice)

    plain = task(transition)
    assert as_drawn(plain) is plain
    assert isinstance(as_drawn(task(by_module)), ChanceTask)
