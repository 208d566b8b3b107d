"""The best policy of small worlds."""

from __future__ import annotations

import math

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.planners.chance.exact import exact_policy
from introplan.search.decision_graph import TooLargeError


def test_a_loop_that_gains_is_named() -> None:
    """The bound is infinite, and the note says which actions go on."""

    def outcomes(state: int, action: str) -> list[tuple[float, int, float, bool]]:
        return [(1.0, state, 1.0, False)] if action == "dig" else [(1.0, state, 9.0, True)]

    result = exact_policy(ip.program(actions=["dig", "sell"], outcomes=outcomes).task(0), Meter())

    assert (result.value, result.bound, result.proved_optimal) == (math.inf, math.inf, False)
    assert result.notes == ("a loop gains without end, so there is no largest score: dig",)
    assert result.policy(0) == "dig"


def test_a_policy_that_must_be_caught_is_worth_minus_infinity() -> None:
    """A note says what would tell policies apart."""
    trap = ip.program(actions=["wait"], outcomes=lambda s, a: [(1.0, s, -1.0, False)]).task(0)
    result = exact_policy(trap, Meter())

    assert result.value == -math.inf
    assert "horizon" in result.notes[0]


def test_what_was_sampled_proves_nothing() -> None:
    """The value is one of another world."""
    model = ip.program(
        actions=["go"],
        step=lambda s, a, rng: (0, rng.gauss(1, 1), True),
    )
    result = exact_policy(model.task(0), Meter())

    assert result.value == pytest.approx(1, abs=0.2)
    assert (result.bound, result.proved_optimal) == (None, False)
    assert "rng.gauss" in result.notes[0]


def test_a_goal_that_holds_needs_nothing() -> None:
    """The empty plan succeeds and is paid 1."""
    domain = ip.parse_domain("(define (domain d) (:predicates (p)) (:action a :effect (p)))")
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init (p)) (:goal (p)))")
    result = exact_policy(task, Meter())

    assert (result.value, result.policy(task.start)) == (1.0, None)
    assert str(result.explain(task.start)) == "nothing can be done here"


def test_too_many_states_are_told() -> None:
    """So that something else can be tried."""
    line = ip.program(actions=[1], outcomes=lambda s, a: [(1, s + a, 0, False)]).task(0, 100)
    with pytest.raises(TooLargeError):
        exact_policy(line, Meter(), max_states=5)
