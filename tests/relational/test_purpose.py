"""What a task is for: what ends it, and the largest reward there is to be had."""

from __future__ import annotations

from dataclasses import replace

import introplan as ip
from introplan.mdp import Status, Wanted

DOMAIN = """(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x))
  (:reward {reward}) {more})"""
PROBLEM = "(define (problem q) (:domain d) (:objects x y))"


def task(reward: str, more: str = "") -> ip.Task:
    """A small world with a reward."""
    return ip.parse_problem(ip.parse_domain(DOMAIN.format(reward=reward, more=more)), PROBLEM)


def test_a_sum_that_is_paid_once_ends_by_its_amount() -> None:
    """Without an end, a horizon or a discount; whatever was found to be the largest counts."""
    found = task("(sum (?x) (if (p ?x) 2))")
    assert (found.wanted, found.success_value, found.r_max) == (Wanted.BEST_REWARD, 4, 4)
    assert found.can_succeed
    assert found.with_r_max(2.0).success_value == 2

    for other in (replace(found, horizon=3), replace(found, discount=0.5)):
        assert other.wanted is Wanted.SCORE
        assert other.success_value is None


def test_a_list_that_is_paid_once_ends_by_its_best_row() -> None:
    """Rows say what the largest reward is."""
    found = task("(if (exists (?x) (p ?x)) 1)")
    assert (found.wanted, found.success_value) == (Wanted.BEST_REWARD, None)
    assert found.with_r_max(1.0) is found
    assert found.with_r_max(0.0).r_max == 0.0
    assert Status.SUCCESS in found.termination.values
    assert Status.SUCCESS not in found.named_termination.values


def test_a_named_success_is_what_counts() -> None:
    """Also beside a sum."""
    found = task("(sum (?x) (if (p ?x) 2))", "(:termination (if (exists (?x) (p ?x)) success))")
    assert (found.wanted, found.success_value) == (Wanted.SUCCESS, None)
    assert found.termination == found.named_termination
