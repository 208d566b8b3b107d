"""Terms evaluated in one state: the same values as their functions give."""

from __future__ import annotations

import random

import pytest

from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.evaluate import value_of
from introplan.symbolic.terms.term import Sort, Var
from random_conditions import ORDER, STATES, random_condition, random_number


@pytest.mark.parametrize("seed", range(60))
def test_a_term_has_the_value_of_its_function(seed: int) -> None:
    """Conditions, choices between numbers, and calls, in states from all over."""
    rng = random.Random(seed)
    test, one, two = random_condition(rng), random_number(rng), random_number(rng)
    chosen = build.choose(test, build.largest([one, two]), build.multiply(one, two))
    for term in (test, build.negate(test), chosen, build.absolute(one)):
        function = compiled_one(term, ORDER)
        for row in rng.sample(STATES, 30):
            assert value_of(term, dict(zip(ORDER, row, strict=True))) == function(row)


def test_what_is_shared_is_evaluated_once() -> None:
    """A term of a hundred nodes with 2 ** 50 ways through it."""
    x = Var("x", Sort.INT)
    term = build.add(x, build.ONE)
    for _ in range(50):
        term = build.multiply(term, term)
    assert value_of(term, {x: 0}) == 1
