"""Bounds on the return: never below what the best policy scores."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from factored_worlds import best_value, local_model, sysadmin
from introplan.factored.code import Code, NodeKind
from introplan.factored.expressions import Operator
from introplan.planners.chance.factored.bounds import Sound, evaluate, term_bounds
from introplan.planners.chance.factored.simulation import simulation_of
from random_factored import random_model

SLACK = 1e-7


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(4))
def test_no_policy_scores_more_than_the_bound(chunk: int) -> None:
    """Random worlds with every kind of expression, and with local structure."""
    for seed in range(40 * chunk, 40 * chunk + 40):
        rng = random.Random(seed)
        model = random_model(rng) if seed % 2 else local_model(rng)
        assert model.horizon is not None
        bound = sum(term_bounds(simulation_of(model), model.horizon))

        assert bound >= best_value(model) - SLACK, seed


def test_the_bound_says_something() -> None:
    """Machines run at most all the time; if none can be started again, less and less."""
    model = sysadmin(3, 4)
    left_alone = replace(model, choices=())
    bound = sum(term_bounds(simulation_of(left_alone), 4))

    assert sum(term_bounds(simulation_of(model), 4)) == pytest.approx(12)
    assert best_value(left_alone) <= bound < 11.5


def test_events_are_not_taken_for_independent() -> None:
    """Of an event of probability one half and itself the conjunction has one half."""
    code = Code()
    parts = [code.slot(0), code.slot(1)]
    both = code.node(Operator.AND, parts)
    either = code.node(Operator.OR, parts)
    one_of = code.node(NodeKind.IF_ELSE, [parts[0], parts[1], code.constant(0.0)])
    half = Sound.of(0.0, 1.0, 0.5, 0.5)
    values = evaluate(code, [half, half])

    assert (values[both].least, values[both].most) == (0.0, 0.5)
    assert (values[either].least, values[either].most) == (0.5, 1.0)
    assert values[one_of].most == 0.5
