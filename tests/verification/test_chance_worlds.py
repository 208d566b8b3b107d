"""The judge's worlds; that both sides agree on outcomes is tested with the draws."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.mdp import NotAllowedError
from introplan.relational.action import GroundAction
from introplan.verification.chance_worlds import judged_world
from random_draws import random_draws


def test_python_worlds_are_asked_themselves() -> None:
    """States of any kind; what cannot be done; being stuck."""
    model = ip.program(actions=["add"], step=lambda s, a: ([*s, 1], 1.0) if len(s) < 2 else None)
    world = judged_world(model.task([], horizon=9))
    ((_, first),) = world.outcomes(world.start, "add")
    second = world.sample(first.state, "add", random.Random(0))

    assert world.decoded(second.state) == [1, 1]
    assert list(world.actions(first.state)) == ["add"]
    assert not list(world.actions(second.state))


def test_relational_actions_are_checked() -> None:
    """Names, arguments and preconditions."""
    task = random_draws(1)
    world = judged_world(task)
    one = task.start.objects.declared[0][0]
    for action in (GroundAction("nonsense"), GroundAction("a0", (one,)), "a0"):
        with pytest.raises(NotAllowedError):
            world.outcomes(world.start, action)


def test_a_sum_that_is_to_be_paid_once_has_no_score() -> None:
    """As where policies are made."""
    domain = ip.parse_domain(
        "(define (domain d) (:predicates (p)) (:action a :effect (p))"
        " (:reward (sum () (if (p) 1))))"
    )
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init))")
    with pytest.raises(UsageError, match="no end"):
        judged_world(task)
