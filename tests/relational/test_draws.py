"""Outcomes by joins against those by definition."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from introplan.mdp import NotAllowedError
from introplan.pddl import parse_domain, print_domain
from introplan.relational.action import GroundAction
from introplan.verification.chance_worlds import RelationalWorld
from random_draws import random_draws


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_outcomes_are_those_of_the_definition(first: int) -> None:
    """On random walks in random worlds; which actions apply, and samples, as well."""
    outcomes = 0
    for seed in range(first, first + 20):
        task = random_draws(seed)
        world, rng, state = RelationalWorld(task), random.Random(seed), task.start
        for _ in range(4):
            actions = task.actions(state)
            assert set(actions) == set(applicable(world, state))
            for action in actions:
                found = {outcome: p for p, outcome in task.outcomes(state, action)}
                assert found == pytest.approx(
                    {outcome: p for p, outcome in world.outcomes(state, action)}
                )
                assert task.sample(state, action, rng) in found
                assert world.sample(state, action, rng) in found
                outcomes += len(found)
            if not actions:
                break
            state = task.sample(state, rng.choice(actions), rng).state

    assert outcomes > 100


def test_tasks_with_chance_are_printed_and_read_back() -> None:
    """Every random domain."""
    for seed in range(60):
        domain = random_draws(seed).domain
        assert parse_domain(print_domain(domain)) == domain


def applicable(world: RelationalWorld, state: Any) -> list[GroundAction]:
    """The actions that can be done, by trying all."""
    found = []
    for schema in world.task.domain.actions:
        for choice in product(*(world.objects.of(v.types) for v in schema.parameters)):
            action = GroundAction(schema.name, choice)
            try:
                world.outcomes(state, action)
            except NotAllowedError:
                continue
            found.append(action)
    assert found == list(world.actions(state))
    return found
