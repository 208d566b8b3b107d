"""Arithmetic of numbers that change: exact for whole numbers, undefined where floats end."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from introplan.relational.arithmetic import calculated, divided, new_value, times

BIG = 2**53 + 1


@pytest.mark.parametrize(
    ("word", "values", "result"),
    [
        ("+", [1.0, 2.0, 3.5], 6.5),
        ("+", [2.0**53, 1.0], BIG),
        ("-", [3.0], -3.0),
        ("-", [BIG, 1.0], 2.0**53),
        ("*", [2.0**30, 2.0**30], 2**60),
        ("*", [3.0, 0.5], 1.5),
        ("*", [BIG, BIG], BIG * BIG),
        ("/", [1.0, 4.0], 0.25),
        ("/", [3 * BIG, 3.0], BIG),
        ("/", [1.0, 0.0], None),
        ("*", [1e200, 1e200], None),
        ("+", [1e300, 1e300], None),
    ],
)
def test_arithmetic_is_exact_for_whole_numbers(
    word: str, values: list[float], result: float | None
) -> None:
    """Division by zero, and what leaves the range of floats, is undefined."""
    assert calculated(word, values) == result


def test_whole_numbers_of_any_size_agree_with_fractions() -> None:
    """Products and quotients, at random."""
    rng = random.Random(0)
    for _ in range(500):
        a, b = (float(rng.randrange(-(10**9), 10**9)) for _ in range(2))
        product = times(a, b)
        assert product is not None
        assert Fraction(product) == Fraction(a) * Fraction(b)
        assert b == 0 or divided(product, b) == a


@pytest.mark.parametrize(
    ("old", "changes", "new"),
    [
        (1.0, [("increase", 2.0), ("increase", 2.0)], 5.0),
        (1.0, [("scale-up", 6.0), ("scale-down", 2.0)], 3.0),
        (None, [("assign", 4.0), ("assign", 4.0)], 4.0),
        (1.0, [("assign", 4.0), ("assign", 5.0)], None),
        (1.0, [("assign", 4.0), ("increase", 1.0)], None),
        (1.0, [("scale-down", 0.0)], None),
        (None, [("decrease", 1.0)], None),
    ],
)
def test_effects_happen_at_once(
    old: float | None, changes: list[tuple[str, float]], new: float | None
) -> None:
    """Increases add up; what contradicts itself is undefined."""
    assert new_value(old, changes) == new


def test_sums_of_fractions_do_not_depend_on_the_order_of_objects() -> None:
    """Amounts are sorted before they are added up."""
    changes = [("increase", 0.1), ("increase", 0.2), ("decrease", 0.3)]

    assert len({new_value(1.0, changes[n:] + changes[:n]) for n in range(3)}) == 1
