"""The order of successors: helping actions first, those that only undo last."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.introspection.relational.goals import Conditions
from introplan.limits import Meter
from introplan.search.successor_order import SuccessorOrder
from introplan.search.world import World
from random_tasks import random_task

DOMAIN = ip.parse_domain(
    """(define (domain d) (:predicates (lit ?x) (key ?x) (seen))
      (:action undo :parameters (?x) :precondition (lit ?x) :effect (not (lit ?x)))
      (:action look :effect (seen))
      (:action fetch :parameters (?x) :effect (key ?x))
      (:action light :parameters (?x) :precondition (key ?x) :effect (lit ?x)))"""
)
TASK = ip.parse_problem(
    DOMAIN,
    """(define (problem p) (:domain d) (:objects a b c) (:init (key b) (lit c))
      (:goal (and (lit a) (lit b) (lit c))))""",
)


def _order(world: World, successors: SuccessorOrder) -> list[str]:
    return [
        "pause" if child is None else str(world.plan_to(child)[-1])
        for child in successors.children()
    ]


def test_helping_then_enabling_then_neutral_then_undoing() -> None:
    """b can be lit now; the keys enable; looking leaves the goal alone; c is put out last."""
    world = World(TASK, Meter())
    order = _order(world, SuccessorOrder(world, Conditions.of(TASK).success))

    assert order[0] == "(light b)"
    assert order[1] == "(fetch a)"
    assert order.index("(look)") < order.index("pause") < order.index("(undo c)")
    assert order[-1] == "(undo c)"


@pytest.mark.parametrize("seed", range(40))
def test_every_applicable_action_comes_once(seed: int) -> None:
    """The order leaves nothing out: an exhausted search is a proof."""
    task = random_task(seed)
    world = World(task, Meter())
    successors = SuccessorOrder(world, Conditions.of(task).success)
    order = [text for text in _order(world, successors) if text != "pause"]

    assert sorted(order) == sorted(map(str, task.actions(task.start)))


def test_no_unmet_rows_are_left_behind() -> None:
    """They live among the facts only as long as the guide does."""
    world = World(TASK, Meter())
    facts = set(world.facts)
    successors = SuccessorOrder(world, Conditions.of(TASK).success)
    assert set(world.facts) > facts
    successors.forget()

    assert set(world.facts) == facts
