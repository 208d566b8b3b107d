"""Parameters of predicates and functions: their names may repeat."""

from __future__ import annotations

import pytest

from introplan.errors import ModelError
from introplan.pddl import parse_domain, print_domain

DOMAIN = """(define (domain d) (:types truck - object)
  (:predicates {})
  (:action go :parameters ({}) :effect (and)))"""


def test_a_predicate_may_name_two_parameters_alike() -> None:
    """Later ones get a number, so that every other reader takes what is printed."""
    domain = parse_domain(DOMAIN.format("(in ?obj ?obj - truck) (at ?x ?x ?x-2)", ""))

    assert [str(v) for v in domain.predicates[0].parameters] == ["?obj", "?obj-2"]
    assert domain.predicates[0].parameters[1].types == ("truck",)
    assert len({v.name for v in domain.predicates[1].parameters}) == 3
    assert parse_domain(print_domain(domain)) == domain


def test_an_action_must_not_name_two_parameters_alike() -> None:
    """There the names mean something."""
    with pytest.raises(ModelError, match=r"variable '\?x' is there twice; rename one"):
        parse_domain(DOMAIN.format("", "?x ?x"))
