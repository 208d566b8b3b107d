"""The reward as a sum of terms, and what it wants of variables."""

from __future__ import annotations

from dataclasses import replace

from factored_worlds import ferries, sysadmin
from introplan.factored.building import Builder
from introplan.factored.expressions import Constant, Layer, Operator
from introplan.planners.chance.factored.wishes import MentionReader, polarities, terms


def test_a_sum_comes_apart_with_weights() -> None:
    """Two computers: what runs pays 1, what is rebooted costs 0.75."""
    found = terms(sysadmin(2))

    assert [term.weight for term in found] == [1.0, -0.75, 1.0, -0.75]


def test_constants_are_one_term() -> None:
    """And signs and factors are carried inwards."""
    builder = Builder()
    x = builder.variable(Layer.STATE, 0, boolean=True)
    doubled = builder.apply(Operator.MULTIPLY, [builder.constant(2), x])
    less = builder.apply(Operator.SUBTRACT, [builder.constant(3), doubled])
    found = terms(replace(sysadmin(2), rewards=(less, Constant(-1.0))))

    assert [(term.weight, isinstance(term.expression, Constant)) for term in found] == [
        (-2.0, False),
        (2.0, True),
    ]


def test_polarities_say_what_is_wanted() -> None:
    """Computers should run, people should not wait, where boats are is all the same."""
    assert polarities(sysadmin(3)) == (1, 1, 1)
    assert polarities(ferries(2, boats=1)) == (-1, -1, 0, 0)


def test_mentions_follow_intermediate_variables() -> None:
    """To the state, the action, and whether something was drawn on the way."""
    builder = Builder()
    x = builder.variable(Layer.STATE, 1, boolean=True)
    a = builder.variable(Layer.ACTION, 0, boolean=True)
    coin = builder.bernoulli(builder.constant(0.5))
    middle = builder.apply(Operator.AND, [x, a, coin])
    model = sysadmin(2)
    model = replace(model, intermediate=((model.state[0], middle),))
    found = MentionReader.of(model).mentions(builder.variable(Layer.INTERMEDIATE, 0, boolean=True))

    assert (set(found.state), set(found.actions)) == ({1}, {0})
    assert found.draws_before
