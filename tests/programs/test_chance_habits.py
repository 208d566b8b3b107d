"""Worlds with chance as people write them, each in a habit of its own; values by hand or brute."""

from __future__ import annotations

import bisect
import enum
from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

import introplan as ip

Make = Callable[[], Any]
HABITS: list[tuple[Make, float]] = []


def habit(value: float) -> Callable[[Make], Make]:
    """A world, and what its best policy is expected to score."""

    def added(make: Make) -> Make:
        HABITS.append((make, value))
        return make

    return added


@habit(-62 / 11)
def nested_branches() -> Any:
    """Draws in branches of draws."""

    def transition(s: int, a: str, rng: Any) -> int:
        if a == "fast":
            if rng.random() < 0.5:
                return s + 2
            if rng.random() < 0.5:
                return s + 1
            return 0
        return s + 1

    model = ip.program(
        actions=["slow", "fast"],
        transition=transition,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: t >= 6,
    )
    return model.task(0)


@habit(6)
def frozen_dataclasses() -> Any:
    """Truth values that are counted, and an action that raises."""

    @dataclass(frozen=True)
    class Car:
        position: int = 0
        fuel: int = 5

    def transition(s: Car, a: str, rng: Any) -> Car:
        if s.fuel == 0:
            raise ValueError("no fuel")
        went = rng.random() < (0.9 if a == "careful" else 0.6)
        by = (1 if a == "careful" else 2) * went
        return replace(s, position=s.position + by, fuel=s.fuel - 1)

    model = ip.program(
        actions=["careful", "bold"],
        transition=transition,
        reward=lambda s, a, t: t.position - s.position,
        terminal=lambda s, a, t: t.fuel == 0,
    )
    return model.task(Car())


@habit(8)
def mutated_dictionaries() -> Any:
    """States that are changed in place, and None as an action."""

    def transition(s: Any, a: str | None, rng: Any) -> Any:
        for plant in s:
            if rng.random() < 0.2:
                s[plant] -= 1
        if a:
            s[a] = 3
        return s

    model = ip.program(
        actions=[None, "fern", "moss"],
        transition=transition,
        reward=lambda s, a, t: sum(v > 0 for v in t.values()),
    )
    return model.task({"fern": 2, "moss": 2}, horizon=4)


@habit(0.6)
def draws_in_lambdas() -> Any:
    """Prices of what comes: one more than it costs on average, less 0.8."""
    model = ip.program(
        actions=["buy", "wait"],
        transition=lambda s, a, rng: (s[0] + 1, s[1] + (a == "buy") * rng.randint(0, 2)),
        reward=lambda s, a, t: t[1] - s[1] - (a == "buy") * 0.8,
    )
    return model.task((0, 0), horizon=3)


@habit(-5)
def dictionaries_of_outcomes() -> Any:
    """States with their probabilities."""
    model = ip.program(
        actions=[1, 2],
        outcomes=lambda s, a: {s + a: 0.8, s: 0.2},
        reward=lambda s, a, t: -a,
        terminal=lambda s, a, t: t >= 4,
    )
    return model.task(0)


@habit(10)
def shuffled_rest() -> Any:
    """Cards that are shuffled after each move; the top one is always right."""

    def transition(s: Any, a: int, rng: Any) -> Any:
        rest = [card for card in s if card != a]
        rng.shuffle(rest)
        return tuple(rest)

    model = ip.program(
        actions=lambda s: list(s),
        transition=transition,
        reward=lambda s, a, t: a * (s[0] == a),
        terminal=lambda s, a, t: not t,
    )
    return model.task((1, 2, 3, 4))


@habit(1.8)
def bisected_sums() -> Any:
    """A place in cumulative probabilities."""

    def transition(s: int, a: int, rng: Any) -> int:
        return s + bisect.bisect([0.2, 0.5, 1.0], rng.random()) - 1 if a else s

    model = ip.program(actions=[0, 1], transition=transition, reward=lambda s, a, t: t)
    return model.task(0, horizon=3)


@habit(-4)
def optional_generators() -> Any:
    """A generator by default."""

    def step(s: int, a: int, rng: Any = None) -> Any:
        after = s + (rng.random() < 0.5)
        return after, -1, after >= 2

    return ip.program(actions=[0], step=step).task(0)


@habit(1.9951171875)
def enums_and_named_tuples() -> Any:
    """A coin with four sides."""

    class Way(enum.Enum):
        LEFT = 0
        RIGHT = 1

    Place = namedtuple("Place", "x time")

    def step(s: Any, a: Way, rng: Any) -> Any:
        by = 1 if a is Way.RIGHT else -1
        if rng.choice([True, False, False, False]):
            by = 0
        after = Place(s.x + by, s.time + 1)
        return after, float(after.x == 2), after.time >= 5

    return ip.program(actions=list(Way), step=step).task(Place(0, 0))


@habit(-8)
def weights_of_choices() -> Any:
    """Half a step on average, for half the price each: eight tosses for four."""

    def transition(s: int, a: int, rng: Any) -> int:
        return s + a * int(rng.choices([0, 1], weights=[1, 1])[0])

    model = ip.program(
        actions=[1, 2],
        transition=transition,
        reward=lambda s, a, t: -a,
        terminal=lambda s, a, t: t >= 4,
    )
    return model.task(0)


@pytest.mark.parametrize(("make", "value"), HABITS, ids=lambda x: getattr(x, "__name__", ""))
def test_the_value_is_exact_and_the_judge_says_so(make: Make, value: float) -> None:
    """Proven, and verified."""
    result = ip.policy(make())
    assert result.value == pytest.approx(value)
    assert result.proved_optimal
    assert result.verified
