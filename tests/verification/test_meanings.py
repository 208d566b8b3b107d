"""The judge's meaning of expressions, against the definition in tests and the one that plans."""

from __future__ import annotations

import math
import random

import pytest

from introplan.errors import UsageError
from introplan.factored.arithmetic import BINARY, applied
from introplan.factored.building import Builder
from introplan.factored.expressions import Bernoulli, Constant, Discrete, Layer, Operator, Variable
from introplan.verification.meanings import MEANINGS, NotMadeError, chances_of, value_of
from random_factored import NUMBERS, RandomExpressions, chances, ways

EDGES = (*NUMBERS, 1e300, -1e300, math.inf, -math.inf)


@pytest.mark.parametrize("operator", Operator)
def test_both_sides_mean_the_same_by_an_operator(operator: Operator) -> None:
    """Also where there is no answer, and beyond the largest float."""
    lists = [[a, b] for a in EDGES for b in EDGES] if operator in BINARY else [[a] for a in EDGES]
    for values in lists:
        mine, other = MEANINGS[operator](*values), applied(operator, values)
        assert mine == other or (math.isnan(mine) and math.isnan(other)), values


@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.statistical
def test_chances_are_those_of_the_definition(chunk: int) -> None:
    """For random expressions; what nothing is drawn in has one value, and that."""
    for seed in range(100 * chunk, 100 * chunk + 100):
        rng, builder = random.Random(seed), Builder()
        variables = [builder.variable(Layer.STATE, n, boolean=n < 3) for n in range(4)]
        made = RandomExpressions(rng, builder, variables).number(4)
        values = [float(rng.random() < 0.5) for _ in range(3)] + [rng.choice(NUMBERS)]
        context = {Variable(Layer.STATE, n): value for n, value in enumerate(values)}
        expected = chances(ways(made, {(v.layer, v.place): c for v, c in context.items()}))

        assert chances_of(made, context) == pytest.approx(expected)
        drawn = value_of(made, context, rng)
        assert drawn in expected
        assert builder.draws(made) or len(expected) == 1


def test_what_is_not_made_yet_is_asked_for() -> None:
    """The variable is named."""
    missing = Variable(Layer.INTERMEDIATE, 2)
    with pytest.raises(NotMadeError) as asked:
        chances_of(Bernoulli(missing), {})
    assert asked.value.args == (missing,)


def test_wrong_probabilities_are_refused() -> None:
    """A single one, and those that do not add up to 1."""
    with pytest.raises(UsageError, match=r"between 0 and 1, got 1\.5"):
        chances_of(Bernoulli(Constant(1.5)), {})
    with pytest.raises(UsageError, match=r"add up to 0\.75"):
        chances_of(Discrete((1.0, 2.0), (Constant(0.5), Constant(0.25))), {})
