"""The world of a replay: changed in place, with the past to be had from the changes."""

from __future__ import annotations

import random

from introplan.relational.action import GroundAction, changes
from introplan.relational.derived import with_derived
from introplan.relational.evaluation import Moments
from introplan.relational.state import row_of
from introplan.verification.replay_world import ReplayWorld, Schema
from random_tasks import random_task
from replay import after, random_walk


def test_every_state_of_a_walk_and_the_one_before_are_those_of_the_definition() -> None:
    """Random walks in random tasks, derived rows included."""
    rng = random.Random(1)
    for seed in range(1, 80):
        task = random_task(seed)
        objects, rules = task.start.objects, task.domain.derived
        world, facts = ReplayWorld(task, lambda: None), task.start.facts
        for action in random_walk(task, rng, length=6):
            before = with_derived(rules, objects, facts)
            schema = task.domain.action(action.name)
            binding = dict(zip(schema.parameters, action.arguments, strict=True))
            adds, deletes = changes(schema, binding, Moments(objects, before))
            done = (action.name, *(c.name for c in action.arguments))
            step = world.change({*map(row_of, adds)}, {*map(row_of, deletes)}, done)
            facts = after(task, facts, action).facts
            rows = set(map(row_of, before))
            assert world.known == {*map(row_of, with_derived(rules, objects, facts))}, seed
            assert {row for row in world.known | rows if step.was_true(row)} == rows, seed


def test_adding_wins_over_deleting() -> None:
    """What an action both adds and deletes is true afterwards, and did not change if it was."""
    task = random_task(1)
    world = ReplayWorld(task, lambda: None)
    row = ("new", "a")
    assert world.change({row}, {row}, ("act",)).added == {row}
    assert row in world.known
    step = world.change({row}, {row}, ("act",))
    assert (step.added, step.removed) == (set(), set())


def test_a_world_follows_the_simulator_along_random_walks() -> None:
    """The same facts after every action, and actions that cannot be done say why."""
    steps = refused = 0
    for seed in range(40):
        task, rng = random_task(seed), random.Random(seed)
        if task.domain.derived or task.is_numeric:
            continue
        world = ReplayWorld(task, lambda: None)
        objects = task.start.objects
        schemas = {
            s.name: Schema(s, objects, world.true, lambda: None) for s in task.domain.actions
        }
        state = task.start
        for _ in range(5):
            allowed = task.actions(state)
            for schema in task.domain.actions:
                options = [objects.of(v.types) for v in schema.parameters]
                if not all(options):
                    continue
                chosen = tuple(rng.choice(some) for some in options)
                found = schemas[schema.name].changes([c.name for c in chosen], world.true)
                assert isinstance(found, str) == (GroundAction(schema.name, chosen) not in allowed)
                refused += isinstance(found, str)
            if not allowed:
                break
            action = rng.choice(allowed)
            names = [c.name for c in action.arguments]
            changed = schemas[action.name].changes(names, world.true)
            assert not isinstance(changed, str), changed
            world.change(changed.adds, changed.deletes, (action.name, *names), changed.values)
            state = task.step(state, action).state
            assert world.known == {row_of(fact) for fact in state.facts}, seed
            steps += 1
    assert steps > 50
    assert refused > 10
