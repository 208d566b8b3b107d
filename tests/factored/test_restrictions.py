"""What preconditions say of joint actions, against all of them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import product

import pytest

from introplan.factored.building import Builder
from introplan.factored.expressions import Expression, Layer, Operator
from introplan.factored.model import ActionValue, Kind, VariableInfo
from introplan.factored.restrictions import most_at_once, never_chosen
from random_factored import chances, ways

WEIGHTS = (1, 1, 1, 2, 0.5, -1)

Case = tuple[list[Expression], list[VariableInfo], list[ActionValue]]


def random_case(seed: int, count: int = 5) -> Case:
    """Some preconditions on Boolean actions: sums, exclusions, implications by the state."""
    rng, builder = random.Random(seed), Builder()
    starts = [float(rng.random() < 0.2) for _ in range(count)]
    infos = [VariableInfo(f"a{n}", Kind.BOOLEAN, starts[n]) for n in range(count)]
    action = [builder.variable(Layer.ACTION, n, boolean=True) for n in range(count)]
    state = builder.variable(Layer.STATE, 0, boolean=True)
    found = [_condition(rng, builder, action, state) for _ in range(rng.randint(1, 4))]
    choices = [ActionValue(n, 1.0 - starts[n]) for n in range(count)]
    return found, infos, choices


def _condition(
    rng: random.Random, builder: Builder, action: list[Expression], state: Expression
) -> Expression:
    some = rng.sample(action, rng.randint(2, len(action)))
    parts = [one if rng.random() < 0.8 else builder.apply(Operator.NOT, [one]) for one in some]
    kind = rng.randrange(6)
    if kind <= 1:
        weighed = [
            builder.apply(Operator.MULTIPLY, [builder.constant(rng.choice(WEIGHTS)), one])
            for one in parts
        ]
        weighed += [builder.constant(rng.choice([0, 1]))] + ([state] if kind else [])
        total = builder.apply(Operator.ADD, weighed)
        operator = rng.choice([Operator.LESS_OR_EQUAL, Operator.LESS, Operator.EQUAL])
        return builder.apply(operator, [total, builder.constant(rng.choice([1, 2, 3]))])
    if kind == 2:
        both = builder.apply(Operator.AND, parts[:2])
        return builder.apply(Operator.NOT, [both])
    if kind == 3:
        refused = [builder.apply(Operator.NOT, [one]) for one in parts]
        return builder.apply(Operator.OR, refused)
    if kind == 4:
        return builder.apply(Operator.OR, [builder.apply(Operator.NOT, parts[:1]), state])
    return builder.apply(Operator.NOT, parts[:1])


def allowed(case: Case) -> Iterator[set[int]]:
    """The choices of every joint action that is allowed in some state, by trying all."""
    conditions, infos, _ = case
    for state in (0.0, 1.0):
        for values in product((0.0, 1.0), repeat=len(infos)):
            context = {(Layer.ACTION, n): value for n, value in enumerate(values)}
            context[Layer.STATE, 0] = state
            if all(set(chances(ways(one, context))) == {1.0} for one in conditions):
                yield {n for n, value in enumerate(values) if value != infos[n].start}


@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.statistical
def test_nothing_that_is_allowed_is_lost(chunk: int) -> None:
    """The bound holds for every joint action, and what is never chosen is in none."""
    tight = 0
    for seed in range(60 * chunk, 60 * chunk + 60):
        case = random_case(seed)
        together = list(allowed(case))
        bound, never = most_at_once(*case), never_chosen(case[0], case[1])

        assert all(len(chosen) <= bound for chosen in together)
        assert all(chosen.isdisjoint(never) for chosen in together)
        tight += bound < 5 or bool(never)
    assert tight > 20


def actions(count: int) -> tuple[Builder, list[Expression], list[VariableInfo], list[ActionValue]]:
    """Boolean actions."""
    builder = Builder()
    infos = [VariableInfo(f"a{n}", Kind.BOOLEAN, 0.0) for n in range(count)]
    variables = [builder.variable(Layer.ACTION, n, boolean=True) for n in range(count)]
    return builder, variables, infos, [ActionValue(n, 1.0) for n in range(count)]


def test_sums_for_each_of_several_agents_bound_what_they_do_together() -> None:
    """Two agents with three actions each, one at a time: two at once."""
    builder, action, infos, choices = actions(6)
    each = [
        builder.apply(
            Operator.LESS_OR_EQUAL,
            [builder.apply(Operator.ADD, some), builder.constant(1)],
        )
        for some in (action[:3], action[3:])
    ]

    assert most_at_once(each, infos, choices) == 2
    assert most_at_once(each[:1], infos, choices) == 4
    assert most_at_once([], infos, choices) == 6


def test_weights_count() -> None:
    """Of 1, 2 and 3 points each no more than two fit into four points."""
    builder, action, infos, choices = actions(3)
    points = [
        builder.apply(Operator.MULTIPLY, [builder.constant(n + 1), one])
        for n, one in enumerate(action)
    ]
    spent = builder.apply(Operator.ADD, points)
    limit = builder.apply(Operator.LESS_OR_EQUAL, [spent, builder.constant(4)])

    assert most_at_once([limit], infos, choices) == 2


def test_pairs_that_exclude_each_other_are_one_choice() -> None:
    """Also where each pair has a condition of its own."""
    builder, action, infos, choices = actions(4)
    pairs = [
        builder.apply(Operator.NOT, [builder.apply(Operator.AND, [action[i], action[j]])])
        for i in range(4)
        for j in range(i)
    ]

    assert most_at_once(pairs, infos, choices) == 1


def test_what_is_refused_in_every_state_is_never_chosen() -> None:
    """Alone or in a conjunction; what depends on the state is not."""
    builder, action, infos, _ = actions(3)
    state = builder.variable(Layer.STATE, 0, boolean=True)
    refused = builder.apply(Operator.NOT, [action[0]])
    implied = builder.apply(Operator.OR, [builder.apply(Operator.NOT, [action[1]]), state])

    assert never_chosen([builder.apply(Operator.AND, [refused, implied])], infos) == {0: 0.0}


def test_thousands_of_choices_take_no_time() -> None:
    """Where nothing excludes anything, nothing is compared."""
    _, _, infos, choices = actions(20_000)
    started = time.process_time()

    assert most_at_once([], infos, choices) == 20_000
    assert time.process_time() - started < 1
