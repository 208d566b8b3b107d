"""Any task as a world whose states can be hashed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from introplan.errors import ModelError, UsageError
from introplan.mdp import NotAllowedError
from introplan.planners.chance.worlds import TableWorld, world_of
from introplan.programs.chance import chance_table


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


def test_a_table_is_read_as_the_task_reads_it() -> None:
    """The same outcomes in every row, equal ones added up; what is no row is not allowed."""
    gymnasium = pytest.importorskip("gymnasium")
    for name in ("FrozenLake-v1", "CliffWalking-v1"):
        task: Any = ip.from_env(gymnasium.make(name, is_slippery=True))
        world = world_of(task)
        assert isinstance(world, TableWorld)
        for state, action in world.rows:
            added: dict[Any, float] = {}
            for p, outcome in world.outcomes(state, action):
                added[outcome] = added.get(outcome, 0.0) + p
            known = {outcome: p for p, outcome in task.outcomes(state, action)}
            assert added == pytest.approx(known)
        with pytest.raises(NotAllowedError):
            world.outcomes(0, 9)


def test_a_table_whose_probabilities_do_not_add_up_is_refused() -> None:
    """In the words of the task."""
    table = {0: {0: [(0.5, 0, 0.0, False), (0.25, 0, 1.0, True)]}}
    model = chance_table(table, (0,), "half")
    assert model is not None
    with pytest.raises(ModelError, match=r"add up to 1, got 0\.75"):
        world_of(model.task(0)).outcomes(0, 0)
