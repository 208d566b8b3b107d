"""The truth of formulas by definition: what everything faster is compared with."""

from __future__ import annotations

import pytest

from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    EQUALS,
    FALSE,
    TRUE,
    Constant,
    Exists,
    Forall,
    Formula,
    Moment,
    Not,
    Predicate,
    Variable,
)
from introplan.relational.state import Objects

UP, PUSH = Predicate("up", 1), Predicate("push", 1)
A, B, C = map(Constant, "abc")
X, Y = Variable("x"), Variable("y")
LAMP = Variable("x", ("lamp",))
OBJECTS = Objects.build([(A, ("lamp",)), (B, ("lamp",)), (C, ("switch",))], {})
PUSHED = Moments(
    OBJECTS,
    after=frozenset({UP(A), UP(B)}),
    before=frozenset({UP(A)}),
    did=PUSH(B).at(Moment.DID),
)


@pytest.mark.parametrize(
    ("formula", "truth"),
    [
        (TRUE, True),
        (FALSE, False),
        (UP(B), True),
        (UP(B).at(Moment.BEFORE), False),
        (PUSH(B).at(Moment.DID), True),
        (PUSH(A).at(Moment.DID), False),
        (Forall(LAMP, UP(LAMP)), True),
        (Forall(X, UP(X)), False),
        (Exists(X, Not(UP(X))), True),
        (Exists(LAMP, Not(UP(LAMP))), False),
        (Forall(Variable("n", ("nothing",)), FALSE), True),
        (EQUALS(A, A), True),
        (Exists(X, Exists(Y, Not(EQUALS(X, Y)))), True),
    ],
)
def test_a_formula_speaks_of_its_moment_and_its_types(formula: Formula, truth: bool) -> None:
    """One transition: b was pushed, and is up now; c is no lamp."""
    assert holds(formula, PUSHED) == truth


def test_free_variables_are_looked_up_and_hidden_by_quantifiers() -> None:
    """The binding of an outer x does not reach into `exists x`."""
    assert holds(UP(X), PUSHED, {X: A})
    assert not holds(UP(X), PUSHED, {X: C})
    assert holds(Exists(LAMP, UP(LAMP)), PUSHED, {LAMP: C})
