"""Types, objects, predicates and functions as they are declared."""

from __future__ import annotations

import pytest

from introplan.errors import ModelError
from introplan.pddl import parse_domain
from introplan.relational.domain import TypeDeclaration
from introplan.relational.formula import (
    Predicate,
    Variable,
)
from pddl.samples import domain

P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
X, Y = Variable("x", ("t",)), Variable("y", ("t",))


def test_supertypes_are_declared_by_being_named() -> None:
    """A type may have two parents, and `object` needs no word."""
    found = parse_domain("(define (domain d) (:types a - b c a - (either d object) object))")

    assert found.types == (
        TypeDeclaration("a", ("b", "d")),
        TypeDeclaration("c", ("d",)),
        TypeDeclaration("b", ("object",)),
        TypeDeclaration("d", ("object",)),
    )


def test_names_are_declared_once_and_types_are_no_circle() -> None:
    """Each mistake names what is there twice, or the way around."""
    for body, message in (
        ("(:types a - b b - a)", "is above itself"),
        ("(:types t) (:constants c - t c - t)", "object 'c' is declared twice"),
        ("(:predicates (p ?x) (p ?y))", "predicate 'p' is declared twice"),
        ("(:functions (f) - number (f) - number)", "function 'f' is declared twice"),
        ("(:predicates (and ?x))", "'and' has a meaning of its own"),
        ("(:constants c - s)", "unknown type 's'"),
    ):
        with pytest.raises(ModelError, match=message):
            parse_domain(f"(define (domain d) {body})")


def test_a_section_is_there_once() -> None:
    """Actions and derived predicates may come often."""
    twice = "(:action a) (:action b)"

    assert [each.name for each in domain(twice).actions] == ["a", "b"]
    with pytest.raises(ModelError, match="section :constants is there twice"):
        domain("(:constants c - t) (:constants d - t)")


def test_equality_may_be_declared_and_functions_are_numbers() -> None:
    """Public files declare `(= ?x ?y)`; it stays built in."""
    found = parse_domain(
        "(define (domain d) (:predicates (= ?x ?y) (p ?x)) (:functions (f ?x) (g) - number))"
    )

    assert [each.name for each in found.predicates] == ["p"]
    assert [each.name for each in found.functions] == ["f", "g"]
