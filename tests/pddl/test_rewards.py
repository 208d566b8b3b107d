"""`:reward` and `:termination`: rows of conditions and values."""

from __future__ import annotations

import pytest

from introplan.errors import ModelError
from introplan.mdp import Status
from introplan.relational.formula import (
    And,
    Exists,
    Forall,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.rewards import DecisionList, Rule
from pddl.samples import domain

P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
X, Y = Variable("x", ("t",)), Variable("y", ("t",))


def test_before_is_pushed_down_to_the_literals_but_not_to_equality() -> None:
    """A literal has a moment; equality has none; did names an action."""
    found = domain(
        "(:action a :parameters (?x - t)) (:reward (if (before (and (r) (not (exists (?x - t)"
        " (or (p ?x) (= ?x ?x)))))) 2) (if (forall (?x - t) (did (a ?x))) -1))"
    ).reward
    assert found is not None
    did = Literal(Predicate("a", 1), (X,), Moment.DID)
    before = Moment.BEFORE
    equal = Predicate("=", 2)(X, X)

    assert found.rows == DecisionList(
        (
            Rule(And((R().at(before), Not(Exists(X, Or((P(X).at(before), equal)))))), 2.0),
            Rule(Forall(X, did), -1.0),
        ),
        0.0,
    )


def test_termination_continues_unless_a_row_says_otherwise() -> None:
    """Statuses by name, `continue` where there is no else."""
    found = domain("(:termination (if (r) success) (if (not (r)) failure))").termination

    assert found is not None
    assert found.values == (Status.SUCCESS, Status.FAILURE, Status.CONTINUE)


def test_else_is_the_last_row_and_gives_the_default() -> None:
    """Without it a reward is 0."""
    found = domain("(:reward (if (r) 2.5) (else -1))").reward
    assert found is not None

    assert found.rows == DecisionList((Rule(R(), 2.5),), -1.0)
    with pytest.raises(ModelError, match="else"):
        domain("(:reward (else 1) (if (r) 2))")
    with pytest.raises(ModelError, match="success"):
        domain("(:termination (if (r) succes))")
