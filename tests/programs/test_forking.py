"""Every way in which a function that draws can come out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from introplan.programs.forking import all_ways
from introplan.programs.scripts import NotListedError


def shares(function: Callable[[Any], Any]) -> dict[Any, float]:
    """The probability of each result."""
    found = Counter[Any]()
    for probability, result in all_ways(function):
        found[result] += probability  # type: ignore[assignment]
    return dict(found)


def nested(rng: Any) -> str:
    """One uniform number, asked twice, and another."""
    first = rng.random()
    if first < 0.1:
        return "a"
    if first < 0.4:
        return "b"
    return "c" if rng.random() >= 0.25 else "d"


def card(rng: Any) -> int:
    """A sum of two cards, the second one from what is left."""
    cards = [1, 2, 3]
    rng.shuffle(cards)
    return int(cards[0] * 10 + cards[1])


FUNCTIONS: list[Callable[[Any], Any]] = [
    nested,
    card,
    lambda rng: rng.choice("abc") + str(rng.randint(1, 2)),
    lambda rng: int(rng.random() * 3),
    lambda rng: int(rng.uniform(-2, 2)),
    lambda rng: 1 - rng.random() < 0.3,
    lambda rng: rng.choices("ab", [1, 3])[0],
    lambda rng: tuple(rng.sample([1, 2, 3], 2)),
    lambda rng: rng.randrange(0, 10, 3),
    lambda rng: 0.5 <= 2 * rng.random() < 0.75,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_probabilities_are_those_of_many_draws(function: Callable[[Any], Any]) -> None:
    """Against `random` itself: 20,000 draws, four standard deviations."""
    found, rng = shares(function), random.Random(0)
    drawn = Counter(function(rng) for _ in range(20_000))

    assert sum(found.values()) == pytest.approx(1)
    assert drawn.keys() <= found.keys()
    for result, share in found.items():
        assert drawn[result] / 20_000 == pytest.approx(share, abs=0.015)


def test_the_generator_of_numpy_is_listed_as_well() -> None:
    """`integers`, `choice` with probabilities, `permutation`, `binomial`."""
    assert shares(lambda g: g.integers(2)) == {0: 0.5, 1: 0.5}
    assert shares(lambda g: g.integers(1, 2, endpoint=True)) == {1: 0.5, 2: 0.5}
    assert shares(lambda g: g.choice(2, p=[0.25, 0.75])) == {0: 0.25, 1: 0.75}
    assert len(shares(lambda g: tuple(g.permutation(3)))) == 6
    assert shares(lambda g: g.binomial(2, 0.5)) == {0: 0.25, 1: 0.5, 2: 0.25}


def swallowing(rng: Any) -> float:
    """A function that catches what goes wrong in it."""
    try:
        return float(rng.gauss(0, 1))
    except Exception:
        return 0.0


@pytest.mark.parametrize(
    "function",
    [
        swallowing,
        lambda rng: rng.gauss(0, 1),
        lambda rng: 1 + rng.random(),
        lambda rng: {"x": [rng.uniform(0, 1)]},
        lambda rng: rng.random() ** 2 < 0.5,
        lambda rng: round(rng.random(), 1),
        lambda rng: rng.random() < rng.random(),
        lambda rng: rng.shuffle(list(range(9))),
        lambda rng: rng.random(size=3),
        lambda rng: [rng.choice(range(100)) for _ in range(3)],
    ],
)
def test_what_cannot_be_listed_says_so(function: Callable[[Any], Any]) -> None:
    """Densities, numbers that are kept or calculated with, and too many ways."""
    with pytest.raises(NotListedError):
        all_ways(function)
