"""Means with a band, straight lines through points, and which law a growth follows.

A band is the 95 % confidence interval of the mean, by Student's t. The law of a growth is the
straight line that fits better: in log-log axes a line is a polynomial, in semi-log axes an
exponential. What grows faster than any exponential fits neither, but the second one less badly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

QUANTILES = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""Student's t at 97.5 %, from 1 degree of freedom on."""

NORMAL_QUANTILE = 1.96
"""Of 97.5 %, for bands of 95 %: Student's quantile where the sample is large."""

TAIL_FRACTION = 10
"""The tail of a growth begins at 1/10 of the largest size: one decade of a log axis."""

MIN_POINTS = 4
"""Sizes that a law of growth takes: a line in the log-log plane has two parameters, and two points
more show whether it is one."""

MIN_TAIL_POINTS = 3
"""Sizes that the slope of a tail takes: two always lie on a line, whatever they show."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its band."""

    value: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Mean:
    """The mean with its 95 % confidence interval; of one value, the value.

    >>> mean_of([1.0, 2.0, 3.0])
    Mean(value=2.0, low=-0.484..., high=4.484...)
    """
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:
        return Mean(mean, mean, mean)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    quantile = QUANTILES[count - 2] if count - 2 < len(QUANTILES) else NORMAL_QUANTILE
    margin = quantile * math.sqrt(variance / count)
    return Mean(mean, mean - margin, mean + margin)


@dataclass(frozen=True, slots=True)
class Line:
    """The straight line nearest to some points, and how far off they are (root mean square)."""

    slope: float
    offset: float
    error: float


def line_through(xs: Sequence[float], ys: Sequence[float]) -> Line | None:
    """The line of least squares, if there are two different xs."""
    middle_x, middle_y = math.fsum(xs) / max(1, len(xs)), math.fsum(ys) / max(1, len(ys))
    spread = math.fsum((x - middle_x) ** 2 for x in xs)
    if spread <= 0:
        return None
    slope = math.fsum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    slope /= spread
    offset = middle_y - slope * middle_x
    off = math.fsum((y - offset - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    return Line(slope, offset, math.sqrt(off / len(xs)))


@dataclass(frozen=True, slots=True)
class Growth:
    """How a quantity grows with the size.

    `slope` is the exponent of the power law through all points, `tail_slope` of the one through
    the largest sizes, `early_slope` and `late_slope` through the lower and the upper half of the
    sizes. `factor` is what one more makes of it. None stands for too few points.
    """

    sizes: tuple[float, ...]
    slope: float
    tail_slope: float | None
    early_slope: float | None
    late_slope: float | None
    factor: float
    early_factor: float | None
    late_factor: float | None
    power_error: float
    exponential_error: float

    @property
    def law(self) -> str:
        """The better fit."""
        return "polynomial" if self.power_error <= self.exponential_error else "exponential"


def growth(sizes: Sequence[float], values: Sequence[float]) -> Growth | None:
    """The growth through points with positive values, if there are enough."""
    pairs = sorted((x, y) for x, y in zip(sizes, values, strict=True) if x > 0 and y > 0)
    if len(pairs) < MIN_POINTS:
        return None
    xs, ys = [x for x, _ in pairs], [math.log(y) for _, y in pairs]
    logs = [math.log(x) for x in xs]
    power, exponential = line_through(logs, ys), line_through(xs, ys)
    if power is None or exponential is None:
        return None
    half = len(xs) // 2
    tail = next(i for i, x in enumerate(xs) if x >= xs[-1] / TAIL_FRACTION)
    return Growth(
        tuple(xs),
        power.slope,
        _slope(logs[tail:], ys[tail:]),
        _slope(logs[: len(xs) - half], ys[: len(xs) - half], fewest=2),
        _slope(logs[half:], ys[half:], fewest=2),
        math.exp(exponential.slope),
        _factor(xs[: len(xs) - half], ys[: len(xs) - half]),
        _factor(xs[half:], ys[half:]),
        power.error,
        exponential.error,
    )


def _slope(
    xs: Sequence[float], ys: Sequence[float], *, fewest: int = MIN_TAIL_POINTS
) -> float | None:
    line = line_through(xs, ys) if len(xs) >= fewest else None
    return None if line is None else line.slope


def _factor(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    slope = _slope(xs, ys, fewest=2)
    return None if slope is None else math.exp(slope)
