"""Plans in worlds that are not read."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import introplan as ip
from introplan.errors import ChanceError
from introplan.factored.building import Builder
from introplan.factored.expressions import Layer, Operator
from introplan.factored.model import ActionValue, FactoredModel, Kind, VariableInfo
from introplan.factored.task import FactoredTask, factored_task
from introplan.planners.status import Method
from random_factored import random_model


def switches(count: int, horizon: int) -> FactoredTask:
    """Switches of which one can be turned in a step; the last is paid for only if all are on."""
    builder = Builder()
    on = [builder.variable(Layer.STATE, n, boolean=True) for n in range(count)]
    turn = [builder.variable(Layer.ACTION, n, boolean=True) for n in range(count)]
    after = tuple(builder.apply(Operator.OR, pair) for pair in zip(on, turn, strict=True))
    everything = builder.apply(Operator.AND, on)
    some = builder.apply(
        Operator.MULTIPLY, [builder.constant(-0.125), builder.apply(Operator.OR, turn)]
    )
    return factored_task(
        FactoredModel(
            name="switches",
            state=tuple(VariableInfo(f"on(s{n})", Kind.BOOLEAN, 0.0) for n in range(count)),
            actions=tuple(VariableInfo(f"turn(s{n})", Kind.BOOLEAN, 0.0) for n in range(count)),
            choices=tuple(ActionValue(n, 1.0) for n in range(count)),
            concurrency=1,
            intermediate=(),
            next_values=after,
            rewards=(everything, some),
            horizon=horizon,
        )
    )


def test_a_small_world_is_solved() -> None:
    """The largest score, with a proof: four moves that cost, then two that pay."""
    found = ip.plan(switches(4, 6))

    assert found.method is Method.VALUE_ITERATION
    assert (found.score, found.bound, found.proved_optimal) == (1.5, 1.5, True)
    assert found.verified


def test_a_large_world_is_searched_with_a_beam() -> None:
    """And the result says so; asked for a proof within a limit, it has none."""
    task = switches(30, 5)
    found = ip.plan(task, limits=ip.Limits(seconds=4))
    strict = ip.plan(task, optimal=True, limits=ip.Limits(seconds=1))

    assert found.method is Method.BEAM
    assert "nothing is proven" in " ".join(found.notes)
    assert found.score == 0.0
    assert not strict.proved_optimal


@pytest.mark.parametrize("seed", range(12))
def test_plans_of_random_worlds_are_the_best(seed: int) -> None:
    """The score of the best policy, which is computed by other code."""
    model = random_model(random.Random(seed))
    task = factored_task(replace(model, discount=1.0))
    if task.has_chance:
        with pytest.raises(ChanceError):
            ip.plan(task)
        return
    found = ip.plan(task, optimal=True)

    assert found.score == pytest.approx(ip.policy(task).value)
