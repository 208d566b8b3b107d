"""Any task as a world whose states can be hashed."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.planners.chance.worlds import world_of


def test_states_of_any_kind_are_keys() -> None:
    """Lists are, and come back as they were."""
    model = ip.program(actions=[1], transition=lambda s, a: [*s, a], reward=lambda s, a, t: len(t))
    world = world_of(model.task([], horizon=3))
    ((probability, outcome),) = world.outcomes(world.start, 1)

    assert probability == 1.0
    assert world.decode(outcome.state) == [1]
    assert hash(outcome.state) == hash(world.sample(world.start, 1, random.Random(0)).state)


def test_an_episode_without_end_has_no_score() -> None:
    """A horizon, a discount or an end is needed, in Python and for sums in PDDL."""
    model = ip.program(actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 1)
    with pytest.raises(UsageError, match="give it a horizon"):
        world_of(model.task(0))
    assert world_of(model.task(0, discount=0.5)).start == 0
