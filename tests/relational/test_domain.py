"""Domains and tasks: types, what ends an episode, costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.mdp import Status, Wanted
from introplan.relational.domain import Domain, TypeDeclaration

WALK = """(define (domain walk) (:predicates (at ?x) (road ?x ?y))
  (:functions (total-cost) - number (toll ?x) - number)
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (at ?y) (not (at ?x)) (increase (total-cost) (toll ?y)))){reward})"""
PROBLEM = """(define (problem p) (:domain walk) (:objects a b c)
  (:init (at a) (road a b) (road b c) (= (toll b) 3)){rest})"""


def task(reward: str = "", rest: str = "") -> ip.Task:
    """A walk from a to c."""
    domain = ip.parse_domain(WALK.format(reward=reward))
    found = ip.parse_problem(domain, PROBLEM.format(rest=rest))
    assert isinstance(found, ip.Task)
    return found


def test_types_know_all_types_above_them_near_ones_first() -> None:
    """A cycle would have been refused by the reader, and ends here all the same."""
    kinds = [("truck", ("vehicle",)), ("vehicle", ("thing", "heavy")), ("heavy", ())]
    domain = Domain("d", (), types=tuple(TypeDeclaration(*kind) for kind in kinds))

    assert domain.ancestors["truck"] == ("vehicle", "thing", "heavy")
    assert domain.ancestors["heavy"] == ()


def test_an_unknown_action_is_named() -> None:
    """With the domain that lacks it."""
    with pytest.raises(UsageError, match="domain walk has no action 'fly'"):
        task(rest="(:goal (at c))").domain.action("fly")


def test_a_goal_pays_once_and_ends_the_episode() -> None:
    """A plain PDDL problem is a task with a reward like any other."""
    plain = task(rest="(:goal (at c))")

    assert plain.is_classical
    assert plain.reward.values == (1.0, 0.0)
    assert plain.termination.values == (Status.SUCCESS, Status.CONTINUE)
    assert not plain.starts_at_goal
    assert task(rest="(:goal (at a))").starts_at_goal


def test_without_an_end_the_first_maximal_reward_is_success_unless_there_is_a_horizon() -> None:
    """With a horizon the score is what counts."""
    paid = task("(:reward (if (exists (?x) (road ?x ?x)) 2) (else 0))")

    assert paid.wanted is Wanted.BEST_REWARD
    assert replace(paid, horizon=5).wanted is Wanted.SCORE
    assert paid.r_max == 2


def test_costs_without_a_value_count_as_nothing_and_are_named() -> None:
    """The note says what to write."""
    there = task(rest="(:goal (at c))")
    plan = ip.parse_plan("(go a b) (go b c)", there)

    assert there.action_costs(plan) == [3.0, 0.0]
    assert there.has_action_costs
    assert "(toll c) has no value" in there.note_on_costs(plan)
    assert there.note_on_costs(plan[:1]) == ""


def test_a_task_prints_on_one_line() -> None:
    """In a notebook or a traceback the fields of the whole domain would fill screens."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    assert repr(task) == "<Task bins-2-2 of bins: 4 objects, 4 facts>"


@pytest.mark.parametrize("horizon", [-1, "3", 2.0, True])
def test_a_horizon_is_a_number_of_moves(horizon: object) -> None:
    """Anything else is refused where the task is made, not where it is planned."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    with pytest.raises(ip.UsageError, match="horizon"):
        replace(task, horizon=horizon)  # type: ignore[arg-type]
