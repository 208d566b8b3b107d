"""Amounts that are the same in every state become plain rows."""

from __future__ import annotations

import introplan as ip
from introplan.pddl import parse_domain, parse_problem
from introplan.relational.rewards import SumRow

DOMAIN = parse_domain(
    "(define (domain shop) (:types item) (:predicates (sold ?i - item))"
    " (:functions (worth ?i - item) (mood))"
    " (:action sell :parameters (?i - item) :precondition (not (sold ?i))"
    " :effect (and (sold ?i) (increase (mood) 1)))"
    " (:reward (sum (?i - item) (if (did (sell ?i)) (- (worth ?i) 1)))"
    " (sum () (if (> (mood) 1) (mood)))))"
)
TASK = parse_problem(
    DOMAIN,
    "(define (problem p) (:domain shop) (:objects a b c - item)"
    " (:init (= (worth a) 3) (= (worth b) 1) (= (mood) 0)) (:horizon 2))",
)


def test_fixed_amounts_are_rows_and_others_stay() -> None:
    """What pays nothing, or is undefined, has no row; the domain stays as it is written."""
    assert [str(row) for row in TASK.reward.sums] == ["(sum () (if (did (sell a)) 2))"]
    assert all(isinstance(row, SumRow) for row in TASK.reward.sums)
    assert [str(amount) for amount in TASK.reward.amounts] == ["(sum () (if (> (mood) 1) (mood)))"]
    assert DOMAIN.reward is not None
    assert len(DOMAIN.reward.amounts) == 2


def test_both_are_paid() -> None:
    """By the simulator, the judge and the planner alike."""
    result = ip.plan(TASK, optimal=True)

    assert (result.score, result.proved_optimal) == (4.0, True)
    assert ip.verify(TASK, ["(sell a)", "(sell c)"]).rewards == (2.0, 2.0)
