"""Relaxed plans: they work where nothing is lost, and leave out nothing that can happen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from introplan.introspection.relational.goals import Conditions
from introplan.limits import Meter
from introplan.relational.domain import Task
from introplan.relational.grounding import Goal
from introplan.search.ff_heuristic import FFHeuristic
from introplan.search.goal_counters import DEAD_END
from introplan.search.relaxed_task import Proposition, RelaxedOperator, RelaxedTask
from introplan.search.world import World, WorldNode
from random_tasks import random_task

TASKS, CHUNK, STATES = 300, 50, 12


def _relaxed(task: Task) -> tuple[World, RelaxedTask, Goal]:
    """A world, what relaxed plans are made of, and what ends with success."""
    world = World(task, Meter())
    relaxed_task = world.relaxed_task()
    assert relaxed_task is not None
    return world, relaxed_task, Conditions.of(task).success


def _walk(world: World, seed: int) -> Iterator[WorldNode]:
    """Nodes on a random walk, each made the present in turn."""
    rng = random.Random(seed)
    node = world.root
    for _ in range(STATES):
        world.move_to(node)
        yield node
        schemas = range(len(world.compiled.schemas))
        children = [child for schema in schemas for child in world.children(schema)]
        if not children:
            return
        node = rng.choice(children)


def _holds(world: World, proposition: Proposition) -> bool:
    return isinstance(proposition, tuple) and (proposition[0] in world.facts) == proposition[1]


def _closure(world: World, operators: list[RelaxedOperator]) -> set[Proposition]:
    """Everything that operators give from the present if nothing is lost."""
    everything = {p for o in operators for p in (*o.needs, *o.gives)}
    found = {p for p in everything if _holds(world, p)}
    while news := {p for o in operators if o.needs <= found for p in o.gives} - found:
        found |= news
    return found


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(TASKS // CHUNK))
def test_a_relaxed_plan_works_where_nothing_is_lost(chunk: int) -> None:
    """Its operators alone lead to the goal; none does if no plan is found; 0 means met."""
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        world, relaxed_task, goal = _relaxed(random_task(seed))
        plan = FFHeuristic(relaxed_task, goal)
        counters = world.new_counters()
        counters.add_distance_root(goal)
        world.listeners.append(counters)
        own, whole = relaxed_task.with_goal(goal)
        operators = [*relaxed_task.operators, *own]
        for _ in _walk(world, seed):
            distance, preferred = plan.distance(world.facts)
            assert (distance == 0) == (counters.costs()[0] == 0), seed
            assert (distance < DEAD_END) == (whole in _closure(world, operators)), seed
            if distance < DEAD_END:
                used = [plan.operators[number] for number in plan.plan()]
                assert plan.goal in _closure(world, used), seed
            for schema, arguments in preferred:
                compiled = world.compiled.schemas[schema]
                assert compiled.is_applicable(world.facts, arguments), seed


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(TASKS // CHUNK))
def test_everything_that_can_happen_is_among_the_operators(chunk: int) -> None:
    """What a step of the model makes true, operators give from what holds before it."""
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        world, relaxed_task, _ = _relaxed(random_task(seed))
        for node in islice(_walk(world, seed), 4):
            reached = _closure(world, relaxed_task.operators)
            for schema in range(len(world.compiled.schemas)):
                for child in world.children(schema):
                    rows = [row for row in child.added if row not in world.facts]
                    assert all((row, True) in reached for row in rows), (seed, node.depth)


def test_nothing_is_ground_as_long_as_counting_sees_something() -> None:
    """A world that nobody asked for relaxed plans has none."""
    world = World(random_task(3), Meter())

    assert world._relaxed is None
    assert world.relaxed_task() is world.relaxed_task()
