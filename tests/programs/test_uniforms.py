"""Numbers that are decided no further than is asked."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from introplan.programs.forking import all_ways
from introplan.programs.scripts import NotListedError


def shares(function: Callable[[Any], Any]) -> dict[Any, float]:
    """The probability of each result."""
    found: dict[Any, float] = {}
    for probability, result in all_ways(function):
        found[result] = found.get(result, 0.0) + probability
    return found


def test_rounding_is_decided_by_the_intervals_that_are_rounded_alike() -> None:
    """Down, up, to the nearest."""
    assert shares(lambda rng: math.ceil(rng.random() * 4)) == dict.fromkeys([1, 2, 3, 4], 0.25)
    assert shares(lambda rng: round(rng.uniform(0, 2))) == {0: 0.25, 1: 0.5, 2: 0.25}
    assert shares(lambda rng: rng.random() < Fraction(1, 4)) == {True: 0.25, False: 0.75}


def test_numpy_compares_each_entry_of_an_array() -> None:
    """As Gymnasium's `categorical_sample` does, on either side of the sign."""
    numpy = pytest.importorskip("numpy")
    ends = numpy.cumsum([0.2, 0.5, 0.3])
    assert shares(lambda rng: int(numpy.argmax(ends > rng.random()))) == pytest.approx(
        {0: 0.2, 1: 0.5, 2: 0.3}
    )
    assert shares(lambda rng: int((rng.random() < ends).sum())) == pytest.approx(
        {3: 0.2, 2: 0.5, 1: 0.3}
    )
    assert shares(lambda rng: bool(numpy.float64(0.25) > rng.random())) == {
        True: 0.25,
        False: 0.75,
    }


def test_an_array_of_numbers_is_decided_entry_by_entry() -> None:
    """Three coins."""
    pytest.importorskip("numpy")
    found = shares(lambda rng: int((rng.random(3) < 0.5).sum()))
    assert found == {0: 0.125, 1: 0.375, 2: 0.375, 3: 0.125}


@pytest.mark.parametrize(
    "use",
    [
        lambda u: math.sqrt(u),
        lambda u: u**2,
        lambda u: {u: 1},
        lambda u: f"{u}",
        lambda u: round(u, 2),
        lambda u: u * u,
        lambda u: u.item(),
    ],
)
def test_what_needs_the_number_itself_is_not_listed(use: Callable[[Any], Any]) -> None:
    """Roots, products of two, keys of dictionaries, texts."""
    with pytest.raises(NotListedError):
        all_ways(lambda rng: bool(use(rng.random())))
