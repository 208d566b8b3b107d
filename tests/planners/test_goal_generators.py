"""Goal generators: introspection in Python and in the native engine name the same mutations."""

from __future__ import annotations

from itertools import islice

import pytest

import introplan as ip
from introplan.api import ENGINES, OPEN
from introplan.limits import Meter
from introplan.planners.goal_generators import goal_generator


@pytest.mark.parametrize("engine", ENGINES)
def test_the_goals_from_the_start_are_its_mutations(engine: str) -> None:
    """Nearest first, each decoded to a mutation of the model."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    opened = OPEN[engine](task, Meter())
    goals = goal_generator(opened)
    assert not goals.is_unsolvable
    found = [goal.decode() for goal in islice(goals.mutation_goals_from(opened.root), 2)]
    assert set(found) <= set(ip.mutations(task))


@pytest.mark.parametrize("engine", ENGINES)
def test_success_that_no_action_can_bring_about_is_seen_at_once(engine: str) -> None:
    """Without any search, and the method says so."""
    domain = ip.parse_domain(
        """(define (domain d) (:predicates (p) (q))
             (:action a :parameters () :precondition (q) :effect (p)))"""
    )
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init) (:goal (p)))")
    assert goal_generator(OPEN[engine](task, Meter())).is_unsolvable
    result = ip.plan(task, engine=engine)
    assert (result.status, result.method, result.expanded) == (
        "unsolvable",
        "delete-relaxation",
        0,
    )
