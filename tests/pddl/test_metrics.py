"""What a problem minimizes becomes what its actions cost."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.errors import ModelError
from introplan.pddl import parse_domain, parse_problem, print_domain, print_problem

DOMAIN = """
(define (domain trip) (:predicates (at-home) (there)) (:functions (used) (fare) (purse))
  (:action walk :precondition (at-home) :effect (and (there) (increase (used) 9)))
  (:action ride :precondition (and (at-home) (>= (purse) 1))
    :effect (and (not (at-home)) (increase (used) (fare)) (decrease (purse) 1)))
  (:action arrive :precondition (not (at-home)) :effect (there)){more})
"""
PROBLEM = """
(define (problem p) (:domain trip) (:init (at-home) (= (used) 0) (= (fare) 4) (= (purse) 1))
  (:goal (there)) (:metric {metric}))
"""


def test_a_function_that_only_grows_is_a_cost() -> None:
    """It leaves the state; what is printed reads back."""
    task = parse_problem(
        parse_domain(DOMAIN.format(more="")), PROBLEM.format(metric="minimize (used)")
    )
    result = ip.plan(task, shortest=True)

    assert [str(step) for step in result.plan or ()] == ["(ride)", "(arrive)"]
    assert (result.cost, result.proved_shortest) == (4.0, True)
    assert [str(term) for term in task.start.numbers.changing] == ["(purse)"]
    domain = parse_domain(print_domain(task.domain))
    assert parse_problem(domain, print_problem(task)) == task


@pytest.mark.parametrize(
    ("metric", "more"),
    [
        ("maximize (used)", ""),
        ("minimize (+ (used) (fare))", ""),
        ("minimize (purse)", ""),
        ("minimize (used)", "(:action rest :precondition (> (used) 1) :effect (there))"),
        ("minimize (used)", "(:action reset :effect (assign (used) 0))"),
        ("minimize (used)", "(:action pay :effect (increase (total-cost) 1))"),
        ("minimize (used)", "(:action slip :effect (when (there) (increase (used) 1)))"),
    ],
)
def test_other_metrics_are_refused(metric: str, more: str) -> None:
    """With the place, and what would be right."""
    domain = parse_domain(DOMAIN.format(more=more))
    with pytest.raises(ModelError, match="only \\(:metric minimize \\(total-cost\\)\\)") as caught:
        parse_problem(domain, PROBLEM.format(metric=metric))

    assert caught.value.line == 3
