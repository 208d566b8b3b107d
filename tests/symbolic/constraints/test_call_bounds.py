"""Bounds of functions of numbers, against all the numbers between the ends."""

from __future__ import annotations

import itertools
import math
import operator
import random
from collections.abc import Callable
from typing import Any

import pytest

from introplan.symbolic.constraints.call_bounds import bounds_of_call

JOINED: dict[str, Callable[[Any, Any], Any]] = {
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "*": operator.mul,
    "-": operator.sub,
    "/": operator.truediv,
}


@pytest.mark.parametrize("function", sorted(JOINED))
def test_no_value_lies_outside(function: str) -> None:
    """Also where numbers are negative; a divisor is not 0."""
    rng, finite = random.Random(0), 0
    for _ in range(300):
        ends = [sorted((rng.randint(-9, 20), rng.randint(-9, 20))) for _ in range(2)]
        known = [(float(low), float(high)) for low, high in ends]
        low, high = bounds_of_call(function, [*known])
        finite += high < math.inf
        ranges = [range(low, high + 1) for low, high in ends]
        for one, two in itertools.product(*ranges):
            if function != "/" or two:
                assert low <= JOINED[function](one, two) <= high
    assert finite > 30


def test_masks_have_ends_whatever_they_are_laid_on() -> None:
    """A board in the bits of a number stays one."""
    endless = (-math.inf, math.inf)
    assert bounds_of_call("&", [endless, (4095, 4095)]) == (0, 4095)
    assert bounds_of_call("^", [(0, 12), (3, 3)]) == (0, 15)
    assert bounds_of_call("|", [(0, math.inf), (3, 3)]) == (3, math.inf)
    assert bounds_of_call("|", [(-1, 12), (3, 3)]) == endless


def test_a_divisor_that_comes_near_to_0_leaves_no_ends() -> None:
    """On one side of it the quotient has them."""
    assert bounds_of_call("/", [(1, 6), (2, 3)]) == (1 / 3, 3)
    assert bounds_of_call("/", [(1, 6), (-1, 3)]) == (-math.inf, math.inf)
