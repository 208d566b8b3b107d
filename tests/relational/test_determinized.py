"""The determinization: nothing that a draw can bring is missing."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.interop.gymnasium.relational_backend import reachable_table
from introplan.mdp import has_chance
from introplan.relational.determinized import determinized
from random_draws import random_draws


@pytest.mark.parametrize("seed", range(60))
def test_whatever_happens_on_random_walks_was_foreseen(seed: int) -> None:
    """Every action that is done and every literal that changes, on walks through random worlds."""
    task = random_draws(seed)
    table = reachable_table(task)
    known = set(table.literals)
    rng = random.Random(seed)
    for _ in range(4):
        state = task.start
        for _ in range(6):
            actions = task.actions(state)
            if not actions:
                break
            action = rng.choice(actions)
            assert action in table.actions
            state = task.sample(state, action, rng).state
            assert state.facts ^ task.start.facts <= known


def test_everything_happens_at_once() -> None:
    """Nested draws become effects of one action, under the conditions around them."""
    domain = ip.parse_domain(
        """(define (domain d) (:predicates (p) (q) (r) (s))
        (:action a :effect (probabilistic
          0.5 (p) 0.3 (and (q) (when (p) (probabilistic 0.1 (r)))))))"""
    )
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init) (:goal (r)))")
    whole = determinized(task)
    assert has_chance(task)
    assert not has_chance(whole)
    (action,) = whole.actions(whole.start)
    after = whole.step(whole.start, action).state
    assert sorted(map(str, after.facts)) == ["(p)", "(q)"]
    again = whole.step(after, action).state
    assert sorted(map(str, again.facts)) == ["(p)", "(q)", "(r)"]
    assert determinized(whole) is whole


def test_a_variable_that_is_used_twice_means_the_inner_one() -> None:
    """What the outer one demanded is not asked of it."""
    domain = ip.parse_domain(
        """(define (domain d) (:types t) (:predicates (p ?x - t) (q ?x - t))
        (:action a :effect (forall (?x - t) (when (p ?x)
          (probabilistic 0.5 (forall (?x - t) (q ?x)))))))"""
    )
    task = ip.parse_problem(
        domain,
        "(define (problem x) (:domain d) (:objects a b - t) (:init (p a)) (:goal (q b)))",
    )
    whole = determinized(task)
    (action,) = whole.actions(whole.start)
    after = whole.step(whole.start, action).state
    assert {"(q a)", "(q b)"} <= set(map(str, after.facts))
