"""Which steps are marked: never the usual cost of a step."""

from __future__ import annotations

from dataclasses import replace

import introplan as ip
from introplan.planners.milestones import with_true_milestones
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus

SWAMP = """(define (domain swamp)
  (:predicates (at ?c) (next ?a ?b) (wet ?c) (goal ?c))
  (:action go :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:reward (if (exists (?c) (and (at ?c) (wet ?c))) -20) (else -1))
  (:termination (if (exists (?c) (and (at ?c) (goal ?c))) success)))
"""

WALK = """(define (problem walk) (:domain swamp) (:objects a w d1 d2 g)
  (:init (at a) (goal g) (wet w) (next a w) (next w g)
    (next a d1) (next d1 d2) (next d2 g)))
"""


def marked(result: PlanResult) -> list[int]:
    """The steps that are milestones."""
    return [reached.step for reached in with_true_milestones(result).milestones]


def test_the_usual_cost_of_a_step_is_no_milestone() -> None:
    """Of steps that all pay -1 only the one that ends with success is marked."""
    steps = tuple(MilestoneReached(n, -1.0) for n in (1, 2, 3))
    result = PlanResult(("a", "b", "c"), -3.0, PlanStatus.SUCCESS, 3.0, milestones=steps)

    assert marked(result) == [3]
    assert marked(replace(result, status=PlanStatus.HORIZON)) == []


def test_an_end_is_marked_only_if_it_is_the_best() -> None:
    """Falling into the hole is none, unless nothing better can be had."""
    hole = (MilestoneReached(1, -50.0),)
    result = PlanResult(("a",), -50.0, PlanStatus.ENDED, 1.0, milestones=hole, bound=10.0)

    assert marked(result) == []
    assert marked(replace(result, bound=-50.0)) == [1]


def test_what_is_paid_is_a_milestone_wherever_it_is_paid() -> None:
    """As in the paper's worlds."""
    paid = (MilestoneReached(1, 1.0), MilestoneReached(2, 1.0))
    result = PlanResult(("a", "b"), 2.0, PlanStatus.HORIZON, 2.0, milestones=paid)

    assert marked(result) == [1, 2]


def test_plans_through_penalties_have_one_milestone() -> None:
    """The end of the dry way; the steps before it only cost."""
    domain = ip.parse_domain(SWAMP)
    result = ip.plan(ip.parse_problem(domain, WALK), optimal=True)

    assert (result.score, [reached.step for reached in result.milestones]) == (-3.0, [3])
