"""No plan is missed because two states look alike that are not."""

from __future__ import annotations

import functools
import operator
import random
from collections import OrderedDict, deque
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import introplan as ip
from kinds_of_states import CARRIERS, Plain, Private, at, masked, moved, with_n


@pytest.mark.parametrize("name", CARRIERS)
def test_plans_that_depend_on_what_a_state_carries_are_found(name: str) -> None:
    """Where the content stays as it is, it is not the same state all the same."""
    make = CARRIERS[name]
    check_counts_to_two(with_n(make(), 0), lambda s: with_n(make(), s.n + 1), lambda s: s.n)


def check_counts_to_two(
    start: Any, after: Callable[[Any], Any], count: Callable[[Any], int]
) -> None:
    """A plan of two steps is found, by searches that forget no state and those that do."""
    task = ip.program(
        actions=["on"],
        transition=lambda s, a: after(s),
        reward=lambda s, a, t: count(t) == 2,
        terminal=lambda s, a, t: "success" if count(t) == 2 else "continue",
    ).task(start)
    for planner in ("introspector", "value-iteration"):
        result = ip.plan(task, planner, limits=ip.Limits(nodes=50))
        assert (result.status.value, result.plan) == ("success", ("on", "on"))


def _bent(value: OrderedDict[str, int]) -> OrderedDict[str, int]:
    value.move_to_end("b" if next(iter(value)) == "a" and [*value][1] == "b" else "a")
    return value


def _signed(value: float) -> float:
    return -0.0 if str(value) == "0.0" else 5.0


FAMILIES: dict[str, tuple[Any, Callable[[Any], Any], Callable[[Any], int]]] = {
    "order": (moved(), _bent, lambda s: 2 * ([*s] == ["c", "b", "a"])),
    "zero": (0.0, _signed, lambda s: 2 * (s == 5)),
    "digits": (Decimal("1.0"), lambda s: Decimal(f"{s}0"), lambda s: len(str(s)) - 3),
    "maxlen": (deque(maxlen=0), lambda s: deque(maxlen=s.maxlen + 1), lambda s: s.maxlen),
    "mask": (
        masked([False, False]),
        lambda s: masked([True, bool(s.mask[0])]),
        lambda s: int(s.mask.sum()),
    ),
    "partial": (
        functools.partial(operator.add, 0),
        lambda s: functools.partial(operator.add, s.args[0] + 1),
        lambda s: s.args[0],
    ),
    "slot": (Private(0), lambda s: Private(s._Private__x + 1), lambda s: s._Private__x),
    "void": (
        np.zeros(1, [("a", "i4")])[0],
        lambda s: np.array([(s["a"] + 1,)], [("a", "i4")])[0],
        lambda s: int(s["a"]),
    ),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_plans_that_depend_on_what_python_calls_equal_are_found(name: str) -> None:
    """The content counts in every detail."""
    check_counts_to_two(*FAMILIES[name])


def test_a_generator_of_random_numbers_may_be_in_a_state() -> None:
    """It is copied with its state, so that worlds that roll dice are the same in every run."""

    def rolled(state: Any) -> Any:
        state.last = state.dice.randrange(6)
        return state

    task = ip.program(
        actions=["roll"],
        transition=lambda s, a: rolled(s),
        reward=lambda s, a, t: t.last == 3,
        terminal=lambda s, a, t: t.last == 3,
    ).task(at(Plain(), dice=random.Random(1), last=0))
    dice = random.Random(1)
    rolls = [dice.randrange(6) for _ in range(20)]

    assert ip.plan(task).plan == ("roll",) * (rolls.index(3) + 1)
