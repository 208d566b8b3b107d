"""Steps of random factored worlds, against the definition of a step."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import random_factored
from introplan.errors import TooManyOutcomesError
from introplan.factored.building import Builder
from introplan.factored.choices import JointActions
from introplan.factored.expressions import Layer
from introplan.factored.model import ActionValue, FactoredModel, Kind, VariableInfo
from introplan.factored.simulator import Row, Simulator
from introplan.factored.states import layout_of
from introplan.mdp import Status
from random_factored import random_model


def expected(
    model: FactoredModel, state: tuple[float, ...], choices: tuple[ActionValue, ...]
) -> dict[tuple[tuple[float, ...], float], float]:
    """States and rewards after a step with their probabilities, by definition."""
    found: dict[tuple[tuple[float, ...], float], float] = {}
    for after, reward, p in random_factored.steps(model, state, choices):
        key = (after, round(reward, 9))
        found[key] = found.get(key, 0.0) + p
    return found


def found_in(rows: list[tuple[float, Row]]) -> dict[tuple[tuple[float, ...], float], float]:
    """The same of our rows."""
    found: dict[tuple[tuple[float, ...], float], float] = {}
    for p, (after, reward, _) in rows:
        key = (after, round(reward, 9))
        found[key] = found.get(key, 0.0) + p
    return found


@pytest.mark.parametrize("chunk", range(12))
@pytest.mark.statistical
def test_outcomes_are_those_of_the_definition(chunk: int) -> None:
    """For random models, states and joint actions."""
    for seed in range(25 * chunk, 25 * chunk + 25):
        rng = random.Random(seed)
        model = random_model(rng)
        simulator, actions = (
            Simulator(model),
            JointActions(model.choices, model.concurrency, layout_of(model.actions)),
        )
        state = (float(rng.random() < 0.5), float(rng.random() < 0.5), float(rng.randrange(3)))
        action = actions[rng.randrange(len(actions))]
        rows = simulator.outcomes(state, action.choices)

        assert found_in(rows) == pytest.approx(expected(model, state, action.choices))
        assert len({row for _, row in rows}) == len(rows)


def test_samples_are_drawn_from_the_outcomes() -> None:
    """As often as their probabilities say, within four standard deviations."""
    for seed in range(12):
        rng = random.Random(seed)
        model = random_model(rng)
        simulator, runs = Simulator(model), 1_000
        state = tuple(info.start for info in model.state)
        drawn = Counter(simulator.sample(state, (), rng) for _ in range(runs))
        listed = {row: p for p, row in simulator.outcomes(state, ())}
        assert drawn.keys() <= listed.keys()
        for row, p in listed.items():
            assert abs(drawn[row] / runs - p) <= 4 * (p * (1 - p) / runs) ** 0.5 + 1e-12


def coins(count: int) -> FactoredModel:
    """Variables that are all drawn anew in each step."""
    builder = Builder()
    coin = builder.bernoulli(builder.constant(0.5))
    infos = tuple(VariableInfo(f"x{n}", Kind.BOOLEAN, 0.0) for n in range(count))
    rewards = (builder.variable(Layer.NEXT, 0, boolean=True),)
    return FactoredModel("coins", infos, (), (), 0, (), (coin,) * count, rewards)


def test_too_many_outcomes_are_not_listed_but_drawn() -> None:
    """Ten coins have 1,024 outcomes; of sixty one is drawn."""
    assert len(Simulator(coins(10)).outcomes((0.0,) * 10, ())) == 1024
    many = Simulator(coins(60))
    with pytest.raises(TooManyOutcomesError, match="draw one with sample"):
        many.outcomes((0.0,) * 60, ())
    after, reward, status = many.sample((0.0,) * 60, (), random.Random(0))
    assert reward == after[0]
    assert 10 < sum(after) < 50
    assert status is Status.CONTINUE
