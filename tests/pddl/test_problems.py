"""Problem files: objects, the start, the goal, the horizon."""

from __future__ import annotations

import re

import pytest

from introplan.errors import ModelError
from introplan.pddl import parse_domain, parse_problem
from introplan.relational.formula import (
    Constant,
    Predicate,
    Variable,
)
from introplan.relational.numbers import FunctionTerm
from pddl.samples import domain

P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
X, Y = Variable("x", ("t",)), Variable("y", ("t",))


def test_objects_are_constants_first_and_then_the_problems_own() -> None:
    """Each with its types, in the order of declaration."""
    found = parse_domain("(define (domain d) (:types t) (:constants c - t) (:predicates (p ?x)))")
    task = parse_problem(found, "(define (problem x) (:objects b - t a) (:init) (:goal (p a)))")

    assert task.start.objects.declared == (
        (Constant("c"), ("t",)),
        (Constant("b"), ("t",)),
        (Constant("a"), ("object",)),
    )
    assert task.start.objects.of(("t",)) == (Constant("b"), Constant("c"))


def test_a_denied_fact_is_no_fact_and_numbers_are_costs() -> None:
    """`:init` holds facts, denials that change nothing, and numbers."""
    task = parse_problem(
        domain("(:functions (w ?x - t))"),
        "(define (problem x) (:objects o - t) (:init (r) (not (p o)) (= (w o) 1.5) (r))"
        " (:goal (r)) (:horizon 7))",
    )

    assert task.start.facts == {R()}
    assert task.costs == {FunctionTerm("w", (Constant("o"),)): 1.5}
    assert task.horizon == 7


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("(:init (r) (not (r))) (:goal (r))", "said to be true as well"),
        ("(:init (= (w o) 1) (= (w o) 2)) (:goal (r))", "has two values"),
        ("(:init)", "no goal and its domain no reward"),
        ("(:goal (r)) (:horizon many)", "expected a number of moves"),
        ("(:goal (r)) (:metric maximize (total-cost))", "only (:metric minimize"),
        ("(:init (p x)) (:goal (r))", "unknown object 'x'"),
    ],
)
def test_a_mistake_in_a_problem_is_told(rest: str, message: str) -> None:
    """What is wrong, and what would be right."""
    with pytest.raises(ModelError, match=re.escape(message)):
        parse_problem(
            domain("(:functions (w ?x - t))"), f"(define (problem x) (:objects o - t) {rest})"
        )


def test_a_weight_of_objects_that_do_not_exist_needs_no_value() -> None:
    """A sum over a type without objects pays nothing; with an object its weight is asked for."""
    club = parse_domain(
        """(define (domain club) (:types person) (:predicates (shut) (in ?p - person))
             (:functions (skill ?p - person))
             (:action close :parameters () :effect (shut))
             (:reward (sum (?p - person) (if (in ?p) (skill ?p))) (if (did (close)) 2))
             (:termination (if (shut) success)))"""
    )
    task = parse_problem(club, "(define (problem p) (:domain club) (:init))")
    assert [step.reward for _, step in task.successors(task.start)] == [2]
    with pytest.raises(ModelError, match="has no value"):
        parse_problem(club, "(define (problem p) (:domain club) (:objects a - person) (:init))")
