"""Generators that answer from a script, with the names of three kinds of generators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from introplan.programs.forking import all_ways
from introplan.programs.scripts import NotListedError

DRAWS = 20_000


def shares(function: Callable[[Any], Any]) -> dict[Any, float]:
    """The probability of each result."""
    found: dict[Any, float] = {}
    for probability, result in all_ways(function):
        found[result] = found.get(result, 0.0) + probability
    return found


def agree(found: dict[Any, float], drawn: Counter[Any]) -> None:
    """The same results, as often as they should be: four standard deviations."""
    assert sum(found.values()) == pytest.approx(1)
    assert found.keys() == drawn.keys()
    for result, share in found.items():
        spread = (share * (1 - share) / DRAWS) ** 0.5
        assert abs(drawn[result] / DRAWS - share) <= 4 * spread + 1e-12, result


NUMPY: list[Callable[[Any], Any]] = [
    lambda rng: int(rng.integers(3)),
    lambda rng: int(rng.integers(1, 3, endpoint=True)),
    lambda rng: tuple(int(n) for n in rng.integers(0, 2, size=3)),
    lambda rng: str(rng.choice(["a", "b", "a"])),
    lambda rng: int(rng.choice(3, p=[0.5, 0.25, 0.25])),
    lambda rng: tuple(int(n) for n in rng.choice(4, size=2, replace=False)),
    lambda rng: tuple(int(n) for n in rng.choice([5, 6], size=2)),
    lambda rng: tuple(int(n) for n in rng.permutation(3)),
    lambda rng: int(rng.binomial(3, 0.25)),
    lambda rng: int(rng.multinomial(1, [0.25, 0.75]).argmax()),
    lambda rng: bool(rng.uniform(-1, 3) < 0),
    lambda rng: tuple(tuple(map(bool, row)) for row in rng.random((1, 2)) < 0.5),
]

LEGACY: list[Callable[[Any], Any]] = [
    lambda rng: int(rng.randint(3)),
    lambda rng: int(rng.randint(1, 3)),
    lambda rng: bool(rng.rand() < 0.3),
    lambda rng: tuple(map(bool, rng.rand(2) < 0.3)),
    lambda rng: bool(rng.random_sample() < 0.3),
    lambda rng: int(rng.choice([1, 1, 2])),
]


@pytest.mark.parametrize("function", NUMPY)
def test_numpys_generator_is_answered_as_it_draws(function: Callable[[Any], Any]) -> None:
    """The probabilities are those of 20,000 draws."""
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.default_rng(1)
    agree(shares(function), Counter(function(rng) for _ in range(DRAWS)))


@pytest.mark.parametrize("function", LEGACY)
def test_numpys_older_generator_has_names_of_its_own(function: Callable[[Any], Any]) -> None:
    """The upper end of `randint` does not come, unlike that of `random`."""
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.RandomState(1)
    found = shares(lambda forking: function(forking.legacy))
    agree(found, Counter(function(rng) for _ in range(DRAWS)))


def test_options_that_are_equal_are_one() -> None:
    """A deck of 52 cards has ten kinds for whoever counts; 1 and True are two."""
    deck = [*range(1, 10), 10, 10, 10, 10]
    assert len(all_ways(lambda rng: rng.choice(deck))) == 10
    assert shares(lambda rng: rng.choice(deck))[10] == pytest.approx(4 / 13)
    assert len(all_ways(lambda rng: repr(rng.choice([1, True])))) == 2
    weighted = all_ways(lambda rng: rng.choices("aab", [1, 2, 5])[0])
    assert sorted(weighted) == [(0.375, "a"), (0.625, "b")]


def test_what_is_no_list_is_named() -> None:
    """By the method that was called."""
    with pytest.raises(NotListedError, match=r"rng\.gauss"):
        all_ways(lambda rng: rng.gauss(0, 1) > 0)
    with pytest.raises(NotListedError, match="shuffle of 9"):
        all_ways(lambda rng: rng.shuffle(list(range(9))))
    with pytest.raises(IndexError):
        all_ways(lambda rng: rng.choice([]))
