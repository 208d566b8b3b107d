"""Formulas and numbers in text: sugar, scopes, and mistakes in them."""

from __future__ import annotations

import re

import pytest

from introplan.errors import ModelError
from introplan.pddl.expressions import is_number, read_number
from introplan.pddl.reader import read_nodes, source_of
from introplan.relational.arithmetic import number_text
from introplan.relational.formula import (
    And,
    Exists,
    Forall,
    Not,
    Or,
    Predicate,
    Variable,
)
from pddl.samples import action

P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
X, Y = Variable("x", ("t",)), Variable("y", ("t",))


def test_imply_is_sugar_for_a_disjunction() -> None:
    """(imply a b) is (or (not a) b)."""
    assert action(":precondition (imply (r) (p ?x))").precondition == Or((Not(R()), P(X)))


def test_several_quantified_variables_are_nested_in_order() -> None:
    """(exists (?x ?y) f) is (exists (?x) (exists (?y) f))."""
    schema = action(":precondition (exists (?y ?x - t) (q ?x ?y))")

    assert schema.precondition == Exists(Y, Exists(X, Q(X, Y)))


def test_an_inner_variable_hides_an_outer_one_of_another_type() -> None:
    """Names belong to the innermost quantifier."""
    schema = action(":precondition (and (p ?x) (forall (?x) (p ?x)))")

    assert schema.precondition == And((P(X), Forall(Variable("x"), P(Variable("x")))))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(imply (r))", "'imply' takes 2 arguments, not 1"),
        ("(exists (?z - t) (s ?z))", "unknown predicate 's'"),
        ("(< (r) 1)", "unknown function 'r'"),
        ("(before (r))", "before"),
        ("(forall ?z (p ?z))", "unexpected '?z'"),
    ],
)
def test_a_mistake_in_a_formula_is_told_at_its_place(text: str, message: str) -> None:
    """The message names the word, and the line is shown."""
    with pytest.raises(ModelError, match=re.escape(message)) as caught:
        action(f":precondition {text}")
    assert caught.value.line == 1


@pytest.mark.parametrize("value", [0.0, 1.0, -3.0, 0.1, 1e15, 1e300, 123456789.5])
def test_a_number_reads_back_from_its_text(value: float) -> None:
    """As short as possible; whole numbers without a point."""
    (node,) = read_nodes(source_of(number_text(value)))

    assert read_number(node, source_of(number_text(value))) == value
    assert number_text(2.0) == "2"


@pytest.mark.parametrize("text", ["1", "-.5", "+2.", "1e9"])
def test_numbers_have_many_forms(text: str) -> None:
    """As in other readers of PDDL."""
    assert is_number(text)
    assert not is_number(f"{text}x")
