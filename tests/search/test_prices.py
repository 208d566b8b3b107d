"""What actions cost where there is little to go by."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.planning import ENGINES

DOMAIN = """(define (domain d) (:predicates (g))
  (:functions (total-cost) - number (w ?x) - number)
  (:action a :parameters (?x) :effect (increase (total-cost) (w ?x)))
  (:action b :effect (g)))"""


@pytest.mark.parametrize("optimal", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_cost_of_objects_that_are_not_there_stops_nobody(engine: str, optimal: bool) -> None:
    """The function has no values, and needs none: its action can never be done."""
    domain = ip.parse_domain(DOMAIN)
    task = ip.parse_problem(domain, "(define (problem p) (:domain d) (:init) (:goal (g)))")

    result = ip.plan(task, engine=engine, optimal=optimal)

    assert list(map(str, result.plan or ())) == ["(b)"]
    assert result.proved_optimal or not optimal
