"""The ground delete relaxation: what can be reached, and what each operator needs."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.relational.formula import Constant
from introplan.relational.grounding import Want, all_of
from introplan.search import relaxed_task
from introplan.search.world import World

DOMAIN = ip.parse_domain(
    """(define (domain rooms) (:predicates (at ?x) (door ?x ?y) (lit ?x))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (door ?x ?y))
        :effect (and (at ?y) (not (at ?x))))
      (:action switch :parameters (?x) :precondition (at ?x) :effect (lit ?x)))"""
)
TASK = ip.parse_problem(
    DOMAIN,
    """(define (problem p) (:domain rooms) (:objects a b c away) (:goal (lit c))
      (:init (at a) (door a b) (door b c) (door away a)))""",
)


def test_only_what_can_be_reached_is_ground() -> None:
    """Three rooms can be entered; nothing happens in the fourth."""
    world = World(TASK, Meter())
    relaxed = world.relaxed_task()
    assert relaxed is not None
    actions = {
        str(world.compiled.action(o.action))
        for o in relaxed.operators
        if isinstance(o.action, tuple)
    }

    assert actions == {"(go a b)", "(go b c)", "(switch a)", "(switch b)", "(switch c)"}


def test_static_conditions_are_not_propositions() -> None:
    """A door is there or not; only where one is has to be reached."""
    world = World(TASK, Meter())
    relaxed = world.relaxed_task()
    assert relaxed is not None
    door = world.compiled.symbols.key(DOMAIN.predicates[1].predicate)

    assert all(
        not (isinstance(p, tuple) and p[0][0] == door) for o in relaxed.operators for p in o.needs
    )


def test_a_goal_out_of_reach_has_no_operator() -> None:
    """The proposition that stands for it is given by nothing."""
    world = World(TASK, Meter())
    relaxed = world.relaxed_task()
    assert relaxed is not None
    lit = DOMAIN.predicates[2].predicate
    near, far = (all_of([Want(lit(Constant(room)), truth=True)]) for room in ("c", "away"))

    assert len(relaxed.with_goal(near)[0]) == 1
    assert relaxed.with_goal(far)[0] == []


def test_a_task_with_too_many_operators_is_not_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there are no relaxed plans, and the search goes on without them."""
    monkeypatch.setattr(relaxed_task, "MAX_APPLICATIONS", 4)

    assert World(TASK, Meter()).relaxed_task() is None
