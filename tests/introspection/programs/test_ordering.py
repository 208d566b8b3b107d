"""What is found out about a world does not depend on the order in which its tables were filled."""

from __future__ import annotations

import enum
import random
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import pytest

import introplan as ip
from introplan.introspection.programs.ordering import in_order
from random_programs import random_world
from reliability.load import Answer, answer_of

K = TypeVar("K")
V = TypeVar("V")


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 0


@dataclass(frozen=True)
class Cell:
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


@pytest.mark.parametrize("seed", range(60))
def test_tables_filled_in_another_order_make_no_difference(seed: int) -> None:
    """Neither to the plan, nor to the nodes it took, nor to the findings; both at the same time."""
    world, rng = random_world(seed), random.Random(seed)
    other = replace(
        world,
        targets=_shuffled(world.targets, rng),
        rewards=_shuffled(world.rewards, rng),
        ends=_shuffled(world.ends, rng),
    )
    one, two = world.task(), other.task()
    found = ip.introspect(one)

    assert _known(two) == _known(one)
    assert _distances(ip.introspect(two), world.targets) == _distances(found, world.targets)


def _known(task: ip.ProgramTask) -> Answer:
    return answer_of(ip.plan(task))


def _distances(found: ip.Introspection, steps: dict[tuple[int, str], int]) -> list[float]:
    return [found.heuristic(state) for state, _ in steps]


def _shuffled(table: dict[K, V], rng: random.Random) -> dict[K, V]:
    return dict(rng.sample(list(table.items()), len(table)))
