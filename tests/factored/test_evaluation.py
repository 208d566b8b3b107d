"""Values, draws and distributions of expressions, against their definition."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from introplan.errors import ModelError
from introplan.factored.building import Builder
from introplan.factored.evaluation import Evaluator, Moment, drawn
from introplan.factored.expressions import Bernoulli, Expression, Layer, Variable
from random_factored import NUMBERS, RandomExpressions, chances, ways


def example(seed: int) -> tuple[Builder, Expression, Moment, dict[tuple[Layer, int], float]]:
    """A random expression over four variables, and their values in both notations."""
    rng, builder = random.Random(seed), Builder()
    variables = [builder.variable(Layer.STATE, n, boolean=n < 3) for n in range(4)]
    made = RandomExpressions(rng, builder, variables).number(4)
    values = [float(rng.random() < 0.5) for _ in range(3)] + [rng.choice(NUMBERS)]
    context = {(Layer.STATE, place): value for place, value in enumerate(values)}
    return builder, made, [*values, random.Random(seed), None], context


@pytest.mark.parametrize("chunk", range(20))
@pytest.mark.statistical
def test_distributions_are_those_of_the_definition(chunk: int) -> None:
    """Every value with its probability, for random expressions."""
    for seed in range(100 * chunk, 100 * chunk + 100):
        _, made, moment, context = example(seed)
        found = Evaluator((0, 4, 4, 4)).distribution(made)(moment)

        assert len({value for value, _ in found}) == len(found)
        assert dict(found) == pytest.approx(chances(ways(made, context)))


def test_values_without_draws_are_those_of_the_definition() -> None:
    """One value, the same each time."""
    seen = 0
    for seed in range(300):
        builder, made, moment, context = example(seed)
        if builder.draws(made):
            continue
        seen += 1
        (expected,) = chances(ways(made, context))
        assert Evaluator((0, 4, 4, 4)).value(made)(moment) == expected
    assert seen > 50


def test_what_is_drawn_comes_as_often_as_its_probability_says() -> None:
    """Within four standard deviations, for each value of some expressions."""
    runs, seen = 2_000, 0
    for seed in range(40):
        builder, made, moment, context = example(seed)
        if not builder.draws(made):
            continue
        value = Evaluator((0, 4, 4, 4)).value(made)
        counts = Counter(value(moment) for _ in range(runs))
        for one, p in chances(ways(made, context)).items():
            seen += 1
            assert abs(counts[one] / runs - p) <= 4 * (p * (1 - p) / runs) ** 0.5 + 1e-12
    assert seen > 10


def test_what_is_made_on_the_way_is_found_once_and_only_if_it_is_asked_for() -> None:
    """The function that finds it is called for the first look alone."""
    asked: list[int] = []

    def missing(place: int) -> float:
        asked.append(place)
        return 2.0

    evaluator = Evaluator((0, 0, 0, 2))
    value = evaluator.value(Variable(Layer.INTERMEDIATE, 1))
    moment: Moment = [None, None, None, missing]

    assert value(moment) == value(moment) == 2.0
    assert asked == [1]


def test_a_probability_that_is_none_is_refused_when_it_is_met() -> None:
    """Probabilities may depend on the state."""
    coin = Bernoulli(Variable(Layer.STATE, 0))
    evaluator = Evaluator((0, 1, 1, 1))
    moment: Moment = [1.5, random.Random(0), None]

    for function in (evaluator.value(coin), evaluator.distribution(coin)):
        with pytest.raises(ModelError, match=r"between 0 and 1, got 1\.5"):
            function(moment)


def test_a_draw_takes_every_value_in_turn() -> None:
    """By the order of values and one number."""

    class Fixed(random.Random):
        def random(self) -> float:
            return numbers.pop(0)

    numbers = [0.1, 0.3, 0.9, 1.0]
    found = [drawn([(7.0, 0.25), (8.0, 0.5), (9.0, 0.25)], Fixed()) for _ in range(4)]

    assert found == [7.0, 8.0, 9.0, 8.0]
