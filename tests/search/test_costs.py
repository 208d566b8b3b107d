"""What actions cost where there is little to go by."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.api import ENGINES

ROADS = """(define (domain roads) (:predicates (at ?x) (done))
  (:functions (total-cost) - number (fuel ?x) - number)
  (:action go :parameters (?x) :effect (and (done) (increase (total-cost) (fuel ?x)))))"""
DOMAIN = """(define (domain d) (:predicates (g))
  (:functions (total-cost) - number (w ?x) - number)
  (:action a :parameters (?x) :effect (increase (total-cost) (w ?x)))
  (:action b :effect (g)))"""


@pytest.mark.parametrize("optimal", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_cost_of_objects_that_are_not_there_stops_nobody(engine: str, optimal: bool) -> None:
    """The function has no values, and needs none: its action can never be done."""
    domain = ip.parse_domain(DOMAIN)
    task = ip.parse_problem(domain, "(define (problem p) (:domain d) (:init) (:goal (g)))")

    result = ip.plan(task, engine=engine, optimal=optimal)

    assert list(map(str, result.plan or ())) == ["(b)"]
    assert result.proved_optimal or not optimal


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_is_proved_of_a_plan_whose_cost_has_no_value(engine: str) -> None:
    """The cost is undefined; it counts as 0, which the result does not pass over."""
    domain = ip.parse_domain(ROADS)
    text = "(define (problem p) (:domain roads) (:objects a b) (:init {}) (:goal (done)))"
    lacking = ip.parse_problem(domain, text.format("(= (fuel a) 4)"))
    whole = ip.parse_problem(domain, text.format("(= (fuel a) 4) (= (fuel b) 9)"))

    result = ip.plan(lacking, engine=engine, optimal=True)
    assert (list(map(str, result.plan or ())), result.cost) == (["(go b)"], 0)
    assert not result.proved_optimal
    wanted = "(fuel b) has no value and counts as 0; write (= (fuel b) N) in :init"
    assert result.reason == wanted

    result = ip.plan(whole, engine=engine, optimal=True)
    assert (result.cost, result.proved_optimal, result.reason) == (4, True, "")
