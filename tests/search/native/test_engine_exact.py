"""Whole numbers are exact: where doubles would round, the native engine is not used."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.limits import Meter
from introplan.pddl import parse_domain, print_domain
from introplan.relational.domain import Task
from introplan.relational.rewards import MAX_SUMMED_STEPS, adds_up_in_floats
from introplan.search.native.engine import KernelEngine, is_available

ODD = 2**53 + 1
REWARDS = f"""(define (domain d) (:predicates (a) (b))
  (:action do-b :effect (b)) (:action do-a :effect (a))
  (:reward (if (a) {ODD}) (if (b) {ODD - 1})))"""
COSTS = f"""(define (domain d) (:predicates (a) (b))
  (:action dear :effect (and (a) (increase (total-cost) {ODD})))
  (:action cheap :effect (and (a) (increase (total-cost) {ODD - 1})))
  (:action first :effect (and (b) (increase (total-cost) 1)))
  (:action second :precondition (b) :effect (and (a) (increase (total-cost) {ODD - 3}))))"""
PROBLEM = "(define (problem p) (:domain d) (:init) {})"


def _task(domain: str, sections: str = "") -> Task:
    return ip.parse_problem(ip.parse_domain(domain), PROBLEM.format(sections))


@pytest.mark.parametrize("engine", [None, "python"])
def test_a_reward_beyond_doubles_is_not_rounded(engine: str | None) -> None:
    """r_max is 2**53 + 1, and the plan is the one that gets it."""
    task = _task(REWARDS)
    result = ip.plan(task, engine=engine)

    assert task.r_max == ODD
    assert (list(map(str, result.plan or ())), result.score) == (["(do-a)"], ODD)
    assert (result.engine, result.verified) == ("python", True)


def test_scores_beyond_doubles_are_added_up_exactly() -> None:
    """Two steps pay 2**53 and 2**53 + 1; their sum is odd."""
    task = _task(REWARDS, "(:horizon 2)")

    assert ip.plan(task, optimal=True).score in (2 * ODD, 2 * ODD - 1)
    assert int(ip.plan(task, planner="greedy").score) >= 2 * ODD - 1


def test_costs_beyond_doubles_are_compared_exactly() -> None:
    """Three plans whose costs differ by one, which doubles take for equal."""
    result = ip.plan(_task(COSTS, "(:goal (a))"), optimal=True)

    assert list(map(str, result.plan or ())) == ["(first)", "(second)"]
    assert (result.cost, result.proved_optimal) == (ODD - 2, True)


def test_the_cost_of_a_plan_is_added_up_exactly() -> None:
    """By the planner and by the judge: 2**53 + 1 and 2 are 2**53 + 3."""
    domain = f"""(define (domain d) (:predicates (a) (b))
      (:action x :effect (and (b) (increase (total-cost) {ODD})))
      (:action y :precondition (b) :effect (and (a) (increase (total-cost) 2))))"""
    task = _task(domain, "(:goal (a))")
    result = ip.plan(task)

    assert (result.cost, result.verified) == (ODD + 2, True)
    assert ip.verify(task, result.plan or ()).cost == ODD + 2


@pytest.mark.skipif(not is_available(), reason="built without the native engine")
def test_the_native_engine_says_why_it_does_not_run() -> None:
    """It is never used with rounding, not even when it is opened directly."""
    with pytest.raises(UsageError, match="doubles would round their sums does not run on the nat"):
        ip.plan(_task(REWARDS), engine="native")
    with pytest.raises(UsageError, match="would round the sums of rewards or costs"):
        KernelEngine(_task(REWARDS), Meter())


def test_ordinary_rewards_use_the_native_engine() -> None:
    """Fractions and whole numbers that add up exactly over a million steps."""
    assert adds_up_in_floats([0.1, 1e300 / 3, 2**33], None) is False
    assert adds_up_in_floats([0.1, 0.5 + 2**40, 2.0**33, -(2**33)], None) is True
    assert adds_up_in_floats([2.0**50], 8) is True
    assert adds_up_in_floats([2.0**50], 9) is False
    assert adds_up_in_floats([2.0**33], 10 * MAX_SUMMED_STEPS) is True


def test_large_whole_numbers_read_back_from_what_is_printed() -> None:
    """Printed without an exponent, digit by digit."""
    domain = parse_domain(REWARDS)

    assert str(ODD) in print_domain(domain)
    assert parse_domain(print_domain(domain)) == domain
