"""What plans cost: fixed numbers, numbers that change, numbers that are missing."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.pddl import parse_action, parse_domain, parse_problem
from introplan.relational.domain import RelationalTask


def task(cost: str, init: str = "(= (f) 2) (= (g) 3)") -> RelationalTask:
    """A task whose action costs something and raises a number."""
    domain = parse_domain(
        "(define (domain d) (:functions (f) (g) (total-cost))"
        f" (:action go :effect (and (increase (f) 1) (increase (total-cost) {cost}))))"
    )
    return parse_problem(
        domain, f"(define (problem p) (:domain d) (:init {init}) (:goal (>= (f) 4)))"
    )


@pytest.mark.parametrize(
    ("cost", "costs"),
    [("5", [5.0, 5.0]), ("(g)", [3.0, 3.0]), ("(f)", [2.0, 3.0]), ("(* 2 (- (f) 1))", [2.0, 4.0])],
)
def test_a_cost_is_read_before_the_action(cost: str, costs: list[float]) -> None:
    """The judge, the task and the planner agree."""
    own = task(cost)
    plan = [parse_action("(go)", own)] * 2

    assert own.action_costs(plan) == costs
    assert ip.verify(own, plan).cost == sum(costs)
    assert ip.plan(own).cost == sum(costs)


def test_a_cost_without_a_value_is_noted() -> None:
    """It counts as 0."""
    own = task("(+ (g) 1)", init="(= (f) 2)")
    plan = [parse_action("(go)", own)]

    assert own.note_on_costs(plan).startswith("(g) has no value and counts as 0")
    assert own.action_costs(plan) == [1.0]


def test_only_what_is_known_never_to_be_negative_is_no_refund() -> None:
    """Numbers that change may become anything."""
    assert not task("(g)").has_refunds
    assert task("(g)", init="(= (f) 2) (= (g) -1)").has_refunds
    assert task("(f)").has_refunds
    assert not task("5").has_refunds
