"""The judge of plans that are to be paid once looks around for a larger reward."""

from __future__ import annotations

import introplan as ip
from introplan.verification.largest import larger_reward

STAIRS = """
(define (domain stairs)
  (:predicates (low) (middle) (high))
  (:action climb :precondition (low) :effect (and (not (low)) (middle)))
  (:action wait :effect (and))
  (:reward (if (high) 9) (if (middle) 2) (else 1)))
"""


def stairs() -> ip.Task:
    """Rows pay up to 9, but no step leads up there: 2 is the most that is paid."""
    domain = ip.parse_domain(STAIRS)
    return ip.parse_problem(domain, "(define (problem s) (:domain stairs) (:init (low)))")


def test_a_larger_reward_nearby_is_found() -> None:
    """Waiting at the bottom pays 1, which is not the most."""
    assert larger_reward(stairs(), 1.0, lambda: None) == 2.0
    assert larger_reward(stairs(), 2.0, lambda: None) is None


def test_a_plan_for_the_largest_reward_that_is_paid_is_valid() -> None:
    """Though the rows name a larger one; the planners find it and the judge agrees."""
    for mode in ({}, {"optimal": True}, {"shortest": True}, {"improve": 1.0}):
        result = ip.plan(stairs(), **mode)
        assert (result.status, result.cost, result.bound) == ("success", 1, 2), mode
        assert [str(action) for action in result.plan or ()] == ["(climb)"]
        assert ip.verify(stairs(), result.plan).valid


def test_a_plan_that_is_paid_less_is_none() -> None:
    """The reason names what can be had."""
    verdict = ip.verify(stairs(), ["(wait)"])

    assert not verdict.valid
    assert "it is paid 1, and 2 can be had" in verdict.reason
