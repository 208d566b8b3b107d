"""Certificates being made: closed sets of both kinds of world, bounds, and when there is none."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.errors import RefutedError
from introplan.limits import Effort, LimitReached, Meter
from introplan.planners.proofs import bounds, certificates, closed_set, closed_texts


def ring(size: int, *, end: int) -> ip.ProgramTask:
    """Steps around a ring; `end` succeeds, if it is on the ring."""
    model = ip.program(
        actions=[1, 5],
        transition=lambda s, a: (s + a) % size if a == 1 else no(),
        reward=lambda s, a, t: 0.0,
        terminal=lambda s, a, t: "success" if t == end else "continue",
    )
    return model.task(0)


def no() -> int:
    """What a transition does that is not allowed."""
    raise ValueError("not allowed")


def test_a_closed_set_of_texts_holds_every_state_that_can_be_reached() -> None:
    """What is not allowed is no transition."""
    found = closed_texts(ring(6, end=99), Meter(), most_states=10)
    assert sorted(found.states) == [str(n) for n in range(6)]


def test_where_there_is_a_plan_there_is_no_proof() -> None:
    """In both kinds of world, by name."""
    with pytest.raises(RefutedError, match="there is a plan"):
        closed_texts(ring(6, end=4), Meter(), most_states=10)
    with pytest.raises(RefutedError, match="there is a plan"):
        closed_set(ip.sample("bins", bins=2, items=2), Meter(), most_states=100)


def test_a_set_that_would_be_too_large_is_given_up() -> None:
    """By states, and by transitions."""
    with pytest.raises(ip.NoProofError, match="more than 3 states"):
        closed_texts(ring(6, end=99), Meter(), most_states=3)
    with pytest.raises(ip.NoProofError, match="transitions"):
        closed_texts(ring(6, end=99), Meter(), most_states=10, most_transitions=2)


def test_a_task_that_asks_for_a_score_has_no_proof() -> None:
    """Every plan that runs is one."""
    grid = ip.sample("grid", distance=2)
    with pytest.raises(ip.NoProofError, match="score"):
        next(certificates(grid, Meter(), Effort(states=10, steps=10)))


def test_the_smallest_certificate_comes_first() -> None:
    """Bounds, where relaxed reasoning may be enough; then the closed set."""
    domain = ip.parse_domain(
        """(define (domain d) (:predicates (p) (q) (r))
             (:action a :parameters () :precondition (q) :effect (p))
             (:action b :parameters () :effect (r)))"""
    )
    task = ip.parse_problem(domain, "(define (problem x) (:domain d) (:init) (:goal (p)))")
    kinds = [type(c).__name__ for c in certificates(task, Meter(), Effort(states=9, steps=99))]
    assert kinds == ["Bounds", "ClosedSet"]
    assert bounds(task, Meter(), steps=0) is None


def test_the_check_of_a_certificate_is_limited_by_calls() -> None:
    """So that what comes of it does not depend on the machine."""
    check = Effort(states=1, steps=1, checks=2).limited_check(Meter())
    check()
    check()
    with pytest.raises(LimitReached):
        check()
