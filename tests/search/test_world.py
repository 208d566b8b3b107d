"""The world of a search: moving between nodes is undoing and redoing."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.mdp import Status
from introplan.pddl import parse_domain, parse_problem
from introplan.relational.query import Row
from introplan.search.world import World, WorldNode
from random_sums import sum_task
from random_tasks import random_task

BLOCKS = ip.sample("blocks-world", blocks=4)


def _children(world: World) -> list[WorldNode]:
    return [c for schema in range(len(world.compiled.schemas)) for c in world.children(schema)]


@pytest.mark.parametrize("seed", range(60))
def test_a_child_is_what_the_task_itself_steps_to(seed: int) -> None:
    """The state, the reward and the status of every child of the root."""
    task = random_task(seed) if seed % 3 == 0 else sum_task(seed)
    world = World(task, Meter())
    for child in _children(world):
        outcome = world.outcome(child)
        world.move_to(child)
        stepped = task.step(task.start, world.plan_to(child)[-1])

        assert (world.state(), *outcome) == (stepped.state, stepped.reward, stepped.status)
        world.move_to(world.root)


def test_moving_away_and_back_restores_the_facts() -> None:
    """Cousins share no delta; listeners hear of every change."""
    world = World(BLOCKS, Meter())
    facts = set(world.facts)
    first, *_, last = _children(world)
    world.move_to(first)
    deeper = _children(world)[0]
    heard: list[tuple[Row, bool]] = []

    class Recorder:
        """Keeps what it hears."""

        def change(self, row: Row, *, truth: bool) -> None:
            """One literal has changed."""
            heard.append((row, truth))

    world.listeners.append(Recorder())
    world.move_to(deeper)
    world.move_to(last)
    world.move_to(world.root)

    assert set(world.facts) == facts
    assert heard
    assert all((row, not truth) in heard for row, truth in heard)


def test_the_same_state_has_the_same_identity_on_every_path() -> None:
    """Picking a block up and putting it back leads to the identity of the start."""
    world = World(BLOCKS, Meter())
    identities = set()
    for child in _children(world):
        world.move_to(child)
        identities |= {grandchild.identity for grandchild in _children(world)}
        world.move_to(world.root)

    assert world.root.identity in identities


def test_what_every_success_requires_is_known() -> None:
    """A goal that is a conjunction requires each of its literals, and no other."""
    domain = ip.parse_domain(
        "(define (domain d) (:predicates (p) (q)) (:action a :effect (and (p) (q))))"
    )
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init) (:goal (p)))")
    world = World(task, Meter())
    p, q = (world.compiled.symbols.row(s.predicate()) for s in domain.predicates)

    assert (world.success_needs(p), world.success_needs(q)) == (True, False)
    assert world.outcome(_children(world)[0]) == (1.0, Status.SUCCESS)


def test_a_sum_over_many_objects_costs_what_a_step_changes() -> None:
    """The condition of one object in a thousand is looked at, not all."""
    objects = " ".join(f"c{i}" for i in range(1000))
    task = parse_problem(
        parse_domain(
            "(define (domain d) (:predicates (clean ?c)) (:action wash :parameters (?c)"
            " :effect (clean ?c)) (:reward (sum (?c) (if (clean ?c) 1) (if (did (wash ?c)) -2))))"
        ),
        f"(define (problem p) (:domain d) (:objects {objects}) (:init (clean c5)) (:horizon 9))",
    )
    world = World(task, Meter())
    child = next(world.children(0))
    counted = world.outcomes
    sets: list[int] = []
    original = counted._set
    counted._set = lambda node, cost: (sets.append(node), original(node, cost))  # type: ignore

    assert world.outcome(child) == (0.0, Status.CONTINUE)
    assert len(sets) == 4  # the clean computer and the action, there and back
