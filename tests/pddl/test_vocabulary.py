"""Names that are declared: how many terms they take, and of which types."""

from __future__ import annotations

import pytest

from introplan.errors import ModelError
from introplan.pddl import parse_domain
from introplan.pddl.vocabulary import types_above
from introplan.relational.domain import TypeDeclaration
from introplan.relational.formula import (
    Predicate,
    Variable,
)
from pddl.samples import action

P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
X, Y = Variable("x", ("t",)), Variable("y", ("t",))


def test_a_variable_may_have_a_wider_type_than_it_needs() -> None:
    """Public benchmarks are loose: a variable of type object may stand where a block must."""
    text = "(define (domain d) (:types b s) (:predicates (p ?x - b)) (:action a :parameters (?x - "

    parse_domain(f"{text}object) :precondition (p ?x)))")
    with pytest.raises(ModelError, match=r"'\?x' is of type s; argument 1 of 'p' takes b"):
        parse_domain(f"{text}s) :precondition (p ?x)))")


def test_a_forgotten_space_after_the_dash_is_forgiven() -> None:
    """`?x -block` means `?x - block`: public files have it, and no name starts with a dash."""
    domain = parse_domain(
        "(define (domain d) (:types block) (:predicates (p ?x -block ?y -block)))"
    )

    assert [v.types for v in domain.predicates[0].parameters] == [("block",), ("block",)]


def test_terms_are_counted_and_typed() -> None:
    """A wrong number of terms shows how to write it; a wrong type names both types."""
    with pytest.raises(ModelError, match=r"'q' takes 2 arguments, not 1; write \(q \?x \?y\)"):
        action(":precondition (q ?x)")
    with pytest.raises(ModelError, match=r"'c' is of type s; argument 1 of 'p' takes t"):
        parse_domain(
            "(define (domain d) (:types t s) (:constants c - s) (:predicates (p ?x - t))"
            " (:action a :precondition (p c)))"
        )


def test_a_close_name_is_suggested() -> None:
    """For predicates as for variables."""
    with pytest.raises(ModelError, match=r"unknown variable '\?xx'; did you mean '\?x'"):
        action(":precondition (p ?xx)")


def test_a_type_has_all_types_above_it() -> None:
    """Through every parent, itself and `object` included."""
    types = [("a", ("b", "c")), ("b", ("d",)), ("c", ("object",)), ("d", ("object",))]
    above = types_above(TypeDeclaration(*each) for each in types)

    assert above["a"] == {"a", "b", "c", "d", "object"}
    assert above["c"] == {"c", "object"}
