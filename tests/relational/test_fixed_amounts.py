"""Amounts of numbers that no action changes are sums like any other."""

from __future__ import annotations

import pytest

import introplan as ip

COINS = ip.parse_domain("""
(define (domain coins) (:types place) (:functions (value ?p - place) (purse))
  (:predicates (coin ?p - place))
  (:action take :parameters (?p - place) :precondition (coin ?p)
    :effect (and (not (coin ?p)) (increase (purse) (value ?p))))
  (:reward (sum (?p - place) (if (did (take ?p)) (* 2 (value ?p))))
           (sum (?p - place) (if (did (take ?p)) -0.5))))""")
THREE = """(define (problem three) (:domain coins) (:objects a b c - place)
  (:init (coin a) (coin b) (coin c) (= (value a) 1) (= (value b) 5) (= (purse) 0)) (:horizon 2))"""


def test_each_binding_is_a_row_with_its_number() -> None:
    """What has no number pays nothing; the largest reward is known."""
    task = ip.parse_problem(COINS, THREE)
    assert task.reward.amounts == ()
    assert [str(row) for row in task.reward.sums] == [
        "(sum (?p - place) (if (did (take ?p)) -0.5))",
        "(sum () (if (did (take a)) 2))",
        "(sum () (if (did (take b)) 10))",
    ]
    assert (task.milestone_value, task.r_max) == (9.5, 10)
    assert COINS.reward is not None
    assert len(COINS.reward.amounts) == 1


@pytest.mark.parametrize("engine", ["native", "python"])
def test_both_engines_plan_for_them(engine: str) -> None:
    """The two coins that are worth something."""
    task = ip.parse_problem(COINS, THREE)
    result = ip.plan(task, engine=engine, optimal=True)
    assert (result.score, result.proved_optimal) == (11, True)
    assert result.plan is not None
    assert ip.verify(task, result.plan).score == 11


def test_an_amount_that_changes_stays_one() -> None:
    """Its number is not known before."""
    text = """(define (domain d) (:functions (n)) (:action a :effect (increase (n) 1))
      (:reward (sum () (if (and) (n)))))"""
    task = ip.parse_problem(
        ip.parse_domain(text), "(define (problem p) (:domain d) (:init (= (n) 0)) (:horizon 3))"
    )
    assert len(task.reward.amounts) == 1
    assert ip.plan(task).score == 6
