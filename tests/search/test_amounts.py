"""Rewards in numbers that change: what the world of a search pays for a step."""

from __future__ import annotations

import pytest

from introplan.limits import Meter
from introplan.pddl import parse_action, parse_domain, parse_problem
from introplan.search.world import World

DOMAIN = """
(define (domain shop) (:types cart) (:constants a b - cart) (:predicates (sold ?c - cart))
  (:functions (load ?c - cart) (price))
  (:action fill :parameters (?c - cart) :effect (increase (load ?c) 2))
  (:action sell :parameters (?c - cart) :effect (and (sold ?c) (assign (load ?c) 0)))
  (:reward
    (sum (?c - cart) (if (did (sell ?c)) (* (price) (before (load ?c)))))
    (sum (?c - cart) (- (load ?c)))
    (if (sold b) (/ 6 (load b)))))
"""
TASK = parse_problem(
    parse_domain(DOMAIN),
    "(define (problem p) (:domain shop)"
    " (:init (= (load a) 1) (= (load b) 3) (= (price) 10)) (:horizon 2))",
)


@pytest.mark.parametrize(
    ("plan", "paid"),
    [
        (["(sell a)", "(fill a)"], [10.0 - 3.0, -5.0]),
        (["(sell b)", "(fill b)"], [30.0 - 1.0, -3.0 + 3.0]),
    ],
)
def test_amounts_are_read_before_and_after_the_step(plan: list[str], paid: list[float]) -> None:
    """What divides by zero pays nothing; the simulator of the task says the same."""
    world, state = World(TASK, Meter()), TASK.start
    for text, expected in zip(plan, paid, strict=True):
        action = parse_action(text, TASK)
        child = world.child(world.compiled.operator(action))
        outcome = TASK.step(state, action)
        assert world.outcome(child)[0] == outcome.reward == expected
        world.move_to(child)
        state = outcome.state
