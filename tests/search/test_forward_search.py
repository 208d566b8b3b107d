"""What searches share: the closed list, and how a child is evaluated."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.limits import Meter, StopReason
from introplan.mdp import Status
from introplan.relational.grounding import TRIVIAL
from introplan.search.forward_search import ClosedList, readable_goal
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import EngineGoal, SearchRequest
from introplan.search.world import WorldNode


def _node(identity: int, depth: int, score: float = 0.0) -> WorldNode:
    return WorldNode(None, None, [], [], identity, depth, score)


def test_without_a_horizon_a_state_is_admitted_once() -> None:
    """However soon, and with however much score, it is reached again."""
    closed = ClosedList(has_horizon=False, uses_all_moves=False)

    assert [closed.admits(_node(7, 5)), closed.admits(_node(7, 1, 9.0))] == [True, False]
    assert closed.admits(_node(8, 5))


def test_with_a_horizon_a_state_is_admitted_again_sooner_or_with_more_score() -> None:
    """The visits of a state form a Pareto front."""
    closed = ClosedList(has_horizon=True, uses_all_moves=False)

    assert closed.admits(_node(7, 5, 1.0))
    assert not closed.admits(_node(7, 5, 1.0))
    assert not closed.admits(_node(7, 6, 1.0))
    assert closed.admits(_node(7, 4, 0.0))
    assert closed.admits(_node(7, 9, 2.0))
    assert closed.soonest(7) == 4


def test_where_all_moves_are_used_a_later_visit_counts_as_well() -> None:
    """What comes sooner has more moves to fill."""
    closed = ClosedList(has_horizon=True, uses_all_moves=True)

    assert closed.admits(_node(7, 5))
    assert closed.admits(_node(7, 6))
    assert not closed.admits(_node(7, 6))


def test_a_transition_that_fails_is_pruned_and_one_that_succeeds_ends_the_search() -> None:
    """Both are judged on the transition, before the state is enqueued."""
    domain = ip.parse_domain(
        """(define (domain d) (:predicates (dead) (won))
          (:action lose :effect (dead)) (:action win :effect (won))
          (:reward (if (won) 1)) (:termination (if (dead) failure) (if (won) success)))"""
    )
    task = ip.parse_problem(domain, "(define (problem p) (:domain d) (:init))")
    engine = PythonEngine(task, Meter())
    found = engine.search(engine.root, SearchRequest())

    assert (found.reason, found.status) == (StopReason.FOUND, Status.SUCCESS)
    assert found.node is not None
    assert list(map(str, engine.plan_to(found.node))) == ["(win)"]
    assert engine.meter.generated == 2


def test_goals_of_another_engine_are_not_read() -> None:
    """An engine's own representation means nothing to another one."""
    assert readable_goal(None, TRIVIAL) == TRIVIAL
    with pytest.raises(AssertionError, match="goals belong to the engine"):
        readable_goal(EngineGoal(), TRIVIAL)
