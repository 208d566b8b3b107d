"""Witnesses meet the conditions they were made for."""

from __future__ import annotations

import random

import pytest

from introplan.symbolic.constraints.interval import OneOf, Range
from introplan.symbolic.constraints.witnesses import drawn_value, witnesses
from introplan.symbolic.terms.compile import compiled
from random_conditions import BOX, ORDER, STATES, random_condition


@pytest.mark.parametrize("seed", range(40))
def test_witnesses_meet_their_conditions(seed: int) -> None:
    """Every row that is made up lies in the box and meets all conditions."""
    rng = random.Random(seed)
    conditions = [random_condition(rng) for _ in range(2)]
    holds = compiled(conditions, ORDER)
    for row in witnesses(ORDER, BOX, conditions, [STATES[0], STATES[-1]]):
        assert all(holds(row))
        assert all(value in BOX[var] for var, value in zip(ORDER, row, strict=True))


def test_values_are_drawn_from_their_domain() -> None:
    """Near a value where there are no bounds."""
    rng = random.Random(1)
    assert drawn_value(rng, OneOf(("a",)), "b") == "a"
    assert all(900 <= drawn_value(rng, Range(0, float("inf")), 1000) <= 1100 for _ in range(50))
