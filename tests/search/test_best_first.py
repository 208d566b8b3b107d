"""The one search loop: what it looks at, and that it leaves the world as it was."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.introspection.relational.goals import Conditions
from introplan.limits import LimitReached, Limits, Meter, StopReason
from introplan.mdp import Status
from introplan.relational.domain import Task
from introplan.search.best_first import best_first_search
from introplan.search.requests import SearchRequest
from introplan.search.world import World
from random_tasks import random_task


@pytest.mark.parametrize(
    "task", [ip.sample("blocks-world", blocks=60), ip.sample("bins", bins=5, items=40)]
)
def test_a_search_that_makes_progress_looks_at_nothing_else(task: Task) -> None:
    """Every child that is produced is on the plan: no other action is even considered."""
    result = ip.plan(task)

    assert result.expanded == result.generated == len(result.plan or ())


def test_a_search_leaves_the_world_as_it_was() -> None:
    """After any search, back at the root, the facts are those of the start and nothing else."""
    for seed in range(100):
        task = random_task(seed)
        world = World(task, Meter())
        facts = set(world.facts)
        goal = Conditions.of(task).success
        best_first_search(world, world.root, SearchRequest(goal, goal, task.horizon))
        world.move_to(world.root)

        assert set(world.facts) == facts, f"random_task({seed})"
        assert world.state() == task.start
        assert len(world.listeners) == 1


def test_a_limit_inside_a_search_leaves_the_world_usable() -> None:
    """The rows that a search keeps for itself are gone even when it is cut off."""
    task = ip.sample("drawers", drawers=3, items=8, seed=1)
    world = World(task, Meter(Limits(nodes=5)))
    goal = Conditions.of(task).success

    with pytest.raises(LimitReached):
        best_first_search(world, world.root, SearchRequest(goal, goal))
    world.move_to(world.root)
    assert world.state() == task.start


def test_patience_ends_a_search_without_progress() -> None:
    """An unguided search never gets nearer to anything."""
    task = ip.sample("bins", bins=3, items=20)
    found = best_first_search(
        world := World(task, Meter()), world.root, SearchRequest(max_stalled_nodes=50)
    )

    assert (found.node, found.status, found.reason) == (None, Status.CONTINUE, StopReason.EFFORT)
    assert world.meter.expanded <= 52


def test_an_exhausted_search_has_expanded_every_state() -> None:
    """Lazy or not: in worlds without success, every reachable state is expanded exactly once."""
    compared = 0
    for seed in range(200):
        task = random_task(seed)
        space = ip.reachable(task)
        if space.success or task.horizon is not None:
            continue
        compared += 1
        world = World(task, Meter())
        found = best_first_search(
            world, world.root, SearchRequest(guide=Conditions.of(task).reward)
        )

        assert found.reason is StopReason.EXHAUSTED
        assert world.meter.expanded == len(space.states) - len(space.failure), seed
        assert world.meter.generated == len(space.edges), seed
    assert compared > 20
