"""What operators mean over numbers, also where arithmetic has no answer."""

from __future__ import annotations

import math

import pytest

import random_factored
from introplan.factored.arithmetic import BINARY, MANY, OF_NONE, UNARY, applied
from introplan.factored.expressions import Operator

NO_ANSWER = {Operator.DIVIDE, Operator.POWER, Operator.MODULO}
REAL = {Operator.SQUARE_ROOT, Operator.EXPONENTIAL, Operator.LOGARITHM}


def test_every_operator_has_a_meaning() -> None:
    """One argument or two, and what is applied to many has a value for none."""
    assert set(UNARY) | set(BINARY) == set(Operator)
    assert not set(UNARY) & set(BINARY)
    assert set(OF_NONE) == MANY


@pytest.mark.parametrize("operator", sorted(set(Operator) - NO_ANSWER - REAL))
def test_operators_mean_what_is_spelt_out(operator: Operator) -> None:
    """On all small numbers the same as a definition of its own."""
    values = random_factored.NUMBERS
    lists = (
        [[a] for a in values] if operator in UNARY else [[a, b] for a in values for b in values]
    )
    lists += [[*two, 2.0] for two in lists] if operator in MANY else []
    for numbers in lists:
        assert applied(operator, numbers) == random_factored.meaning(operator, numbers)


def test_what_has_no_answer_is_infinite_or_no_number() -> None:
    """As IEEE 754 says; nothing raises."""
    assert applied(Operator.DIVIDE, [1.0, 0.0]) == math.inf
    assert math.isnan(applied(Operator.DIVIDE, [0.0, 0.0]))
    assert applied(Operator.LOGARITHM, [0.0]) == -math.inf
    assert math.isnan(applied(Operator.SQUARE_ROOT, [-1.0]))
    assert applied(Operator.EXPONENTIAL, [1e9]) == math.inf
    assert applied(Operator.POWER, [-10.0, 999.0]) == -math.inf
    assert applied(Operator.POWER, [0.0, -1.0]) == math.inf
    assert math.isnan(applied(Operator.POWER, [-1.0, 0.5]))
    assert math.isnan(applied(Operator.MODULO, [1.0, 0.0]))
    assert applied(Operator.FLOOR, [math.inf]) == math.inf
    assert applied(Operator.MULTIPLY, [0.0, math.inf]) == 0.0


def test_a_remainder_has_the_sign_of_the_divisor() -> None:
    """-1 modulo 3 is 2; halves are rounded to even numbers."""
    assert applied(Operator.MODULO, [-1.0, 3.0]) == 2.0
    assert [applied(Operator.ROUND, [v]) for v in (0.5, 1.5, 2.5)] == [0.0, 2.0, 2.0]
