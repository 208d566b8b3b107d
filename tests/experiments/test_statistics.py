"""Means, bands, lines and laws against numbers worked out elsewhere."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from introplan.experiments.statistics import growth, line_through, mean_of


def test_the_band_is_students_confidence_interval() -> None:
    """Five values with mean 6, standard deviation sqrt(10): 6 +- 2.776 sqrt(10 / 5)."""
    mean = mean_of([2, 4, 6, 8, 10])

    assert mean.value == 6
    assert mean.high - 6 == pytest.approx(2.776 * math.sqrt(2))
    assert 6 - mean.low == pytest.approx(2.776 * math.sqrt(2))


def test_about_95_of_100_bands_hold_the_true_mean() -> None:
    """The band keeps its promise on samples of a known distribution."""
    rng = random.Random(5)
    bands = [mean_of([rng.gauss(3, 2) for _ in range(8)]) for _ in range(2000)]

    held = sum(band.low <= 3 <= band.high for band in bands) / len(bands)

    assert 0.93 < held < 0.97


def test_the_line_is_that_of_the_standard_library() -> None:
    """Least squares, on random points."""
    rng = random.Random(1)
    xs = [rng.uniform(0, 9) for _ in range(30)]
    ys = [3 * x - 1 + rng.gauss(0, 1) for x in xs]
    line = line_through(xs, ys)
    expected = statistics.linear_regression(xs, ys)

    assert line is not None
    assert line.slope == pytest.approx(expected.slope)
    assert line.offset == pytest.approx(expected.intercept)


def test_no_line_goes_through_one_place() -> None:
    """Two values at one size have no slope."""
    assert line_through([2, 2], [1, 5]) is None
    assert line_through([], []) is None


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0, 3.0])
def test_powers_are_found_and_called_polynomial(power: float) -> None:
    """A slope in log-log axes is the exponent."""
    found = growth(range(1, 30), [5 * n**power for n in range(1, 30)])

    assert found is not None
    assert found.slope == pytest.approx(power)
    assert found.tail_slope == pytest.approx(power)
    assert found.law == "polynomial"


@pytest.mark.parametrize("value", [lambda n: 2.0**n, lambda n: 1.3**n, math.factorial])
def test_exponentials_and_what_outgrows_them_are_told_from_powers(value) -> None:  # type: ignore[no-untyped-def]
    """Also with some noise, as means of few episodes have."""
    rng = random.Random(3)
    sizes = range(2, 12)
    found = growth(sizes, [value(n) * rng.uniform(0.85, 1.15) for n in sizes])

    assert found is not None
    assert found.law == "exponential"


def test_a_constant_cost_does_not_hide_the_growth_at_the_end() -> None:
    """20 ms to begin with and 10 us per step: linear, seen from far away."""
    sizes = [2, 5, 10, 20, 100, 1000, 10**4, 10**5, 3 * 10**5, 10**6]
    found = growth(sizes, [0.02 + 1e-5 * n for n in sizes])

    assert found is not None
    assert found.slope < 0.5
    assert found.tail_slope == pytest.approx(1.0, abs=0.02)


def test_three_points_are_too_few_for_a_law() -> None:
    """No answer is better than a guess; zeros do not count."""
    assert growth([1, 2, 3], [1, 2, 3]) is None
    assert growth([1, 2, 3, 4], [0, 1, 2, 3]) is None
