"""Wishes of relational tasks: what holds adds up to the reward."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.relational.action import did
from introplan.relational.dynamics import closed
from introplan.relational.evaluation import Moments
from random_sums import sum_task
from random_tasks import random_task

NETWORK = ip.parse_domain("""
(define (domain network) (:types computer) (:predicates (running ?c - computer))
  (:action reboot :parameters (?c - computer) :effect (running ?c))
  (:action wait)
  (:reward
    (sum (?c - computer) (if (running ?c) 1) (if (did (reboot ?c)) -0.75))
    (if (did (wait)) -1)
    (if (forall (?c - computer) (running ?c)) 2)
    (else 0)))""")
TWO = "(define (problem two) (:domain network) (:objects a b - computer) (:init (running a)))"


def test_wishes_say_what_pays_and_what_costs() -> None:
    """Rows of the list with what stands above them, sums with their variables."""
    task = ip.parse_problem(NETWORK, TWO)
    found = ip.wishes(task)

    assert [str(wish) for wish in found] == [
        "+2 (and (not (did (wait))) (forall (?c - computer) (running ?c)))",
        "-1 (did (wait))",
        "+1 (running ?c) for each ?c - computer",
        "-0.75 (did (reboot ?c)) for each ?c - computer",
    ]
    ground = found[2].condition.ground(task.start.objects)
    assert [str(formula) for formula in ground] == ["(running a)", "(running b)"]


@pytest.mark.parametrize("seed", range(80))
def test_the_wishes_that_hold_add_up_to_the_reward(seed: int) -> None:
    """On every step from the start of random worlds."""
    task = random_task(seed) if seed % 4 == 0 else sum_task(seed)
    wishes = ip.wishes(task)
    before = closed(task.domain, task.start)
    for action, outcome in task.successors(task.start):
        after = closed(task.domain, outcome.state)
        moments = Moments(after.objects, after.facts, before.facts, did(action))
        paid = sum(wish.value * wish.condition.count(moments) for wish in wishes)
        assert paid == pytest.approx(outcome.reward)
        assert all(wish.weight > 0 for wish in wishes)


def test_a_number_that_changes_is_a_wish_for_each_unit_of_it() -> None:
    """Its weight is 1, and its count is the number."""
    domain = ip.parse_domain(
        "(define (domain d) (:functions (n ?x)) (:action a :parameters (?x)"
        " :effect (increase (n ?x) 3)) (:reward (sum (?x) (if (did (a ?x)) (n ?x)))))"
    )
    task = ip.parse_problem(
        domain,
        "(define (problem p) (:domain d) (:objects o) (:init (= (n o) 1)) (:horizon 1))",
    )
    (wish,) = ip.wishes(task)
    ((action, outcome),) = task.successors(task.start)
    moments = Moments(
        task.start.objects,
        outcome.state.facts,
        task.start.facts,
        did(action),
        outcome.state.numbers,
        task.start.numbers,
    )

    assert str(wish) == "+1 (n ?x) if (did (a ?x)) for each ?x"
    assert wish.condition.count(moments) == outcome.reward == 4
