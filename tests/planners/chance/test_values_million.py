"""A million states with chance, over a horizon: explored and swept by the native engine."""

from __future__ import annotations

import time

import pytest

import introplan as ip
from introplan.machine.native import IS_AVAILABLE
from introplan.pddl import parse_domain, parse_problem
from introplan.relational.domain import RelationalTask

PARCELS = """(define (domain parcels) (:types place parcel)
  (:predicates (van ?p - place) (road ?p ?q - place) (at ?x - parcel ?p - place)
    (in ?x - parcel) (home ?x - parcel ?p - place))
  (:action drive :parameters (?p ?q - place) :precondition (and (van ?p) (road ?p ?q))
   :effect (probabilistic 0.9 (and (not (van ?p)) (van ?q))))
  (:action load :parameters (?x - parcel ?p - place) :precondition (and (van ?p) (at ?x ?p))
   :effect (probabilistic 0.8 (and (not (at ?x ?p)) (in ?x))))
  (:action unload :parameters (?x - parcel ?p - place) :precondition (and (van ?p) (in ?x))
   :effect (and (at ?x ?p) (not (in ?x))))
  (:reward
    (sum (?x - parcel ?p - place) (if (and (home ?x ?p) (at ?x ?p) (before (in ?x))) 10))
    (sum (?x - parcel ?p - place) (if (and (home ?x ?p) (before (at ?x ?p)) (in ?x)) -10))
    (else -1)))"""


def parcels(places: int, count: int, horizon: int) -> RelationalTask:
    """Parcels along a ring of places; a van that stalls and a ramp that jams."""
    ring = " ".join(
        f"(road p{n} p{(n + 1) % places}) (road p{(n + 1) % places} p{n})" for n in range(places)
    )
    facts = " ".join(
        f"(at x{n} p{(2 * n + 1) % places}) (home x{n} p{(3 * n + 2) % places})"
        for n in range(count)
    )
    problem = f"""(define (problem ring) (:domain parcels)
      (:objects {" ".join(f"p{n}" for n in range(places))} - place
                {" ".join(f"x{n}" for n in range(count))} - parcel)
      (:init (van p0) {ring} {facts}) (:horizon {horizon}))"""
    return parse_problem(parse_domain(PARCELS), problem)


@pytest.mark.skipif(not IS_AVAILABLE, reason="needs the native engine")
def test_a_million_states_take_less_than_ten_seconds() -> None:
    """1.6 million states, horizon 40: exploring and sweeping together, in processor time."""
    task = parcels(10, 5, 40)
    began = time.process_time()
    result = ip.policy(task)
    spent = time.process_time() - began
    assert result.states == 10 * 11**5
    assert result.proved_optimal
    assert spent < 10


def test_a_small_ring_has_the_value_that_the_judge_finds() -> None:
    """The same world with two parcels and four places; simulated, it is in the interval."""
    task = parcels(4, 2, 12)
    result = ip.policy(task)
    assert result.states == 100
    assert ip.evaluate(task, result).value == pytest.approx(result.value)
    low, high = ip.evaluate(task, result, runs=400, seed=3).interval
    assert low <= result.value <= high
