"""Discounted rewards without a horizon are solved exactly where the world is small."""

from __future__ import annotations

from dataclasses import replace

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.planners.answer import Answer
from introplan.planners.discounted import is_endless, plan_endless
from introplan.planners.result import Method
from introplan.search.python_engine import PythonEngine
from score_worlds import coins, detour, lamp


def test_only_a_discount_without_a_horizon_is_endless() -> None:
    """A horizon ends every episode."""
    assert is_endless(replace(lamp(1, 0), discount=0.9))
    assert not is_endless(replace(coins(3), discount=0.9))
    assert not is_endless(lamp(1, 0))


def test_success_is_reached_by_the_best_discounted_way() -> None:
    """Four steps that cost 1 each, the later ones less."""
    task = replace(detour(), discount=0.5)
    result = ip.plan(task, optimal=True)

    assert (result.status, result.score, result.cost) == ("success", -1.875, 4)
    assert result.proved_optimal
    assert result.bound == pytest.approx(-1.875)


def test_too_many_states_are_no_answer() -> None:
    """Then the search with a cut takes over."""
    engine = PythonEngine(replace(detour(), discount=0.5), Meter())

    assert plan_endless(engine, Answer(Method.MILESTONES), max_states=2) is None


def test_of_equal_discounted_scores_the_cheapest_plan_is_the_best() -> None:
    """Two steps that cost nothing are better than one that costs 4, if nothing is paid."""
    text = """(define (domain d) (:predicates (p) (q)) (:functions (total-cost))
      (:action far :precondition (q) :effect (and (p) (increase (total-cost) 0)))
      (:action wait :effect (and (q) (increase (total-cost) 0)))
      (:action near :effect (and (p) (increase (total-cost) 4)))
      (:reward (else 0)) (:termination (if (p) success)))"""
    problem = "(define (problem p) (:domain d) (:init (= (total-cost) 0)) (:discount 0.8))"
    found = ip.plan(ip.parse_problem(ip.parse_domain(text), problem), optimal=True)

    assert ([str(a) for a in found.plan or ()], found.cost) == (["(wait)", "(far)"], 0.0)
    assert found.proved_optimal
