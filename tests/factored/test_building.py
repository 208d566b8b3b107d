"""Expressions are made once, simplified, and mean the same."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

import random_factored
from introplan.errors import ModelError
from introplan.factored.building import Builder, checked, normal
from introplan.factored.expressions import Apply, Constant, Expression, Layer, Operator
from random_factored import RandomExpressions, chances, ways


@pytest.fixture
def builder() -> Builder:
    """An empty builder."""
    return Builder()


def truths(builder: Builder, count: int = 3) -> list[Expression]:
    """Some Boolean variables."""
    return [builder.variable(Layer.STATE, place, boolean=True) for place in range(count)]


def test_equal_expressions_are_one_object(builder: Builder) -> None:
    """Also where they are made of parts."""
    x, y, _ = truths(builder)
    made = [builder.if_else(x, builder.apply(Operator.ADD, [x, y]), y) for _ in range(2)]

    assert made[0] is made[1]
    assert builder.constant(1) is builder.true


def test_constants_are_worked_out(builder: Builder) -> None:
    """What decides an operator leaves nothing else of it."""
    x, y, _ = truths(builder)
    two = builder.constant(2)

    assert builder.apply(Operator.AND, [x, builder.false, y]) is builder.false
    assert builder.apply(Operator.OR, [x, builder.true]) is builder.true
    assert builder.apply(Operator.MULTIPLY, [two, x, builder.false]) is builder.false
    assert builder.apply(Operator.ADD, [two, two]) == Constant(4.0)
    assert builder.apply(Operator.AND, [builder.true, x]) is x
    assert builder.if_else(x, y, y) is y
    assert builder.if_else(x, builder.true, builder.false) is x
    assert builder.apply(Operator.EQUAL, [x, builder.false]) is builder.apply(Operator.NOT, [x])


def test_sums_are_flat_with_one_constant(builder: Builder) -> None:
    """A difference is a sum too."""
    x, y, z = truths(builder)
    left = builder.apply(Operator.ADD, [x, builder.constant(1), y])
    made = builder.apply(Operator.SUBTRACT, [left, builder.apply(Operator.ADD, [z, z])])

    assert isinstance(made, Apply)
    assert made.operator is Operator.ADD
    assert len(made.arguments) == 4
    assert made.arguments[-1] == Constant(1.0)


def test_draws_are_never_merged(builder: Builder) -> None:
    """Two coins are two coins, though they are equal expressions."""
    coin = builder.bernoulli(builder.constant(0.5))
    both = builder.apply(Operator.AND, [coin, coin])

    assert builder.draws(both)
    assert chances(ways(both, {})) == {1.0: 0.25, 0.0: 0.75}
    assert builder.draws(builder.apply(Operator.EQUAL, [coin, coin]))


def test_draws_that_are_certain_are_none(builder: Builder) -> None:
    """Probability 0 or 1, or a condition instead of a probability."""
    (x,) = truths(builder, 1)

    assert builder.bernoulli(builder.constant(1.0)) is builder.true
    assert builder.bernoulli(x) is x
    assert builder.discrete([3, 4], [builder.constant(0), builder.constant(1)]) == Constant(4.0)


@pytest.mark.parametrize("wrong", [[1.5], [-0.5, 1.5], [0.5, 0.4]])
def test_what_are_no_probabilities_is_refused(builder: Builder, wrong: Iterable[float]) -> None:
    """Outside of 0 and 1, or with another sum."""
    parts = [builder.constant(value) for value in wrong]
    with pytest.raises(ModelError, match="probabilit"):
        builder.discrete(range(len(parts)), parts)


def test_rounding_does_not_make_a_probability_wrong() -> None:
    """A trifle too much is cut, and sums are made 1."""
    assert checked(1 + 1e-9) == 1.0
    assert checked(-1e-9) == 0.0
    assert sum(normal([0.1] * 10)) == pytest.approx(1.0, abs=1e-15)


class _Plain(Builder):
    """Makes trees as they are written: what simplified ones are compared with."""

    def apply(self, operator: Operator, arguments: Iterable[Expression]) -> Expression:
        return Apply(operator, tuple(arguments))


@pytest.mark.parametrize("chunk", range(20))
@pytest.mark.statistical
def test_simplified_expressions_mean_the_same(chunk: int) -> None:
    """The same values with the same probabilities as the tree that was not simplified."""
    for seed in range(40):
        simple, plain = Builder(), _Plain()
        made = []
        for builder in (simple, plain):
            rng = random.Random(1000 * chunk + seed)
            variables = truths(builder)
            variables.append(builder.variable(Layer.STATE, 3, boolean=False))
            made.append(RandomExpressions(rng, builder, variables).number(4))
        rng = random.Random(seed)
        context = {(Layer.STATE, place): float(rng.random() < 0.5) for place in range(3)}
        context[Layer.STATE, 3] = rng.choice(random_factored.NUMBERS)
        left, right = (chances(ways(one, context)) for one in made)

        assert left == pytest.approx(right)
