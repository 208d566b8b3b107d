"""What is found out about a world does not depend on the order in which its tables were filled."""

from __future__ import annotations

import enum
import gc
import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import pytest

import introplan as ip
from introplan.symbolic.terms.order import in_order
from random_programs import World, random_world
from reliability.load import Answer, answer_of

K = TypeVar("K")
V = TypeVar("V")


class Side(enum.Enum):
    """Members that are no numbers."""

    LEFT = 1
    RIGHT = 0


@dataclass(frozen=True)
class Cell:
    """It has a text, but no order."""

    x: int


class Plain:
    """It has neither an order nor a text."""


@pytest.mark.parametrize(
    "values",
    [
        (1, 2, 10),
        ("a", "b"),
        (False, 1, 2.5, "x", (1, "a"), (1, "b"), (2,), Side.LEFT, Side.RIGHT, None),
        (frozenset({1}), frozenset({1, 2}), frozenset({2}), frozenset({2, 10})),
        (Cell(1), Cell(2)),
        (float("nan"), 1j, ..., Plain()),
    ],
)
def test_the_order_of_values_is_their_own(values: tuple[Any, ...]) -> None:
    """However they come in."""
    rng, wanted = random.Random(1), in_order(values)
    for _ in range(20):
        assert in_order(rng.sample(values, len(values))) == wanted


@pytest.mark.parametrize("seed", range(6, 14))
def test_tables_filled_in_another_order_make_no_difference(seed: int) -> None:
    """Neither to the plan, nor to the nodes it took, nor to the distance."""
    world, rng = random_world(seed), random.Random(seed)
    other = replace(
        world,
        targets=_shuffled(world.targets, rng),
        rewards=_shuffled(world.rewards, rng),
        ends=_shuffled(world.ends, rng),
    )
    assert _found(other, world.targets) == _found(world, world.targets)


class Wind(enum.Flag):
    """Flags: those that are none, or several, have no name in some versions of Python."""

    NORTH = 1
    EAST = 2


def test_flags_without_a_name_are_in_order() -> None:
    """They stand beside those with one."""
    flags = [Wind.NORTH | Wind.EAST, Wind.EAST, Wind(0), Wind.NORTH]
    found = in_order(flags)
    assert set(found) == set(flags)
    assert in_order(reversed(flags)) == found


def _found(world: World, steps: Iterable[tuple[int, str]]) -> tuple[Answer, list[float]]:
    """All of it in values that keep nothing alive: worlds that are there share their tables."""
    distance = ip.introspect(world.task()).heuristic
    found = answer_of(ip.plan(world.task())), [distance(state) for state, _ in steps]
    del distance
    gc.collect()
    return found


def _shuffled(table: dict[K, V], rng: random.Random) -> dict[K, V]:
    return dict(rng.sample(list(table.items()), len(table)))
