"""Substitution and other rewritings keep the meaning, or weaken it on purpose."""

from __future__ import annotations

import random

import pytest

from introplan.symbolic.terms.build import add, choose, less
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import spelled_out, substituted, weakened
from introplan.symbolic.terms.term import const, variables
from random_conditions import ORDER, STATES, X, Y, random_condition

SOME = STATES[::7]


@pytest.mark.parametrize("seed", range(40))
def test_terms_in_place_of_variables(seed: int) -> None:
    """The value of the new term is that of the old one at the new values."""
    condition = random_condition(random.Random(seed))
    after = substituted(condition, {X: const(2), Y: X})
    old, new = compiled_one(condition, ORDER), compiled_one(after, ORDER)
    for x, _, *rest in SOME:
        assert bool(new((x, x, *rest))) == bool(old((2, x, *rest)))


def test_a_condition_in_place_of_a_condition() -> None:
    """Any part can be replaced; what is left is simplified again."""
    test = less(X, Y)
    assert substituted(choose(test, add(X, const(1)), Y), {test: const(True)}) is add(X, const(1))
    assert substituted(add(X, Y), {test: const(True)}) is add(X, Y)


@pytest.mark.parametrize("seed", range(40))
def test_spelled_out_conditions_mean_the_same(seed: int) -> None:
    """AND and OR over simple conditions."""
    condition = random_condition(random.Random(seed))
    old, new = compiled_one(condition, ORDER), compiled_one(spelled_out(condition), ORDER)
    assert all(bool(old(state)) == bool(new(state)) for state in SOME)


@pytest.mark.parametrize("seed", range(40))
def test_weakened_conditions_hold_wherever_the_whole_did(seed: int) -> None:
    """Abstraction: conditions on forgotten variables count as met."""
    condition = spelled_out(random_condition(random.Random(seed)))
    weak = weakened(condition, {X, Y})
    assert set(variables(weak)) <= {X, Y}
    old, new = compiled_one(condition, ORDER), compiled_one(weak, ORDER)
    assert all(new(state) for state in SOME if old(state))
