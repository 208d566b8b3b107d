"""The judge's numbers: plans with numbers are replayed as the definition says."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.pddl import parse_domain, parse_problem

DOMAIN = """
(define (domain bank) (:types account) (:constants a b - account)
  (:functions (balance ?x - account) (fee) (total-cost))
  (:action pay :parameters (?from ?to - account)
    :precondition (and (not (= ?from ?to)) (>= (balance ?from) (+ 1 (fee))))
    :effect (and (decrease (balance ?from) (+ 1 (fee))) (increase (balance ?to) 1)
                 (increase (total-cost) (balance ?from))))
  (:action split :effect (assign (fee) (/ 1 (balance a))))
  (:reward (if (> (balance b) (before (balance b))) 3) (if (did (split)) -1))
  (:termination (if (<= (balance a) 1) success)))
"""
TASK = parse_problem(
    parse_domain(DOMAIN),
    "(define (problem p) (:domain bank)"
    " (:init (= (balance a) 4) (= (balance b) 0) (= (fee) 0.5)))",
)


def test_a_plan_is_paid_and_charged_by_its_numbers() -> None:
    """The cost is read before the action, the reward before and after it."""
    verdict = ip.verify(TASK, ["(pay a b)", "(pay a b)"])

    assert verdict.valid
    assert verdict.rewards == (3.0, 3.0)
    assert verdict.cost == 4.0 + 2.5


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (["(pay b a)"], "step 1: the precondition of (pay b a) does not hold"),
        (["(pay a b)"], "the plan ends before success"),
    ],
)
def test_a_wrong_plan_is_told(plan: list[str], reason: str) -> None:
    """A comparison that is false is a precondition that does not hold."""
    assert ip.verify(TASK, plan).reason == reason


def test_an_undefined_effect_cannot_happen() -> None:
    """A division by zero: neither for the judge nor for the simulator."""
    task = parse_problem(
        TASK.domain,
        "(define (problem p) (:domain bank)"
        " (:init (= (balance a) 0) (= (balance b) 0) (= (fee) 0.5)))",
    )
    verdict = ip.verify(task, ["(split)"])

    assert verdict.reason == "step 1: an effect of (split) on a number is undefined"
    assert task.actions(task.start) == []
