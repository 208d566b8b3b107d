"""`:reward` and `:termination`: rows of conditions and values."""

from __future__ import annotations

import re

import pytest

from introplan.errors import ModelError
from introplan.mdp import Status
from introplan.pddl import parse_domain, parse_problem, print_domain, print_problem
from introplan.relational.domain import Task
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
from introplan.relational.rewards import DecisionList, Reward, Rule, SumRow
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


def test_sums_stand_beside_the_decision_list() -> None:
    """Each row of a sum by itself; nested sums bind all variables; `else` is the list's."""
    found = domain(
        "(:reward (sum (?x - t) (if (p ?x) 1) (sum (?y - t) (if (q ?x ?y) -0.5)))"
        " (if (r) 2) (else 3) (sum () (if (r) 4)))"
    ).reward

    assert found == Reward(
        DecisionList((Rule(R(), 2.0),), 3.0),
        (SumRow((X,), P(X), 1.0), SumRow((X, Y), Q(X, Y), -0.5), SumRow((), R(), 4.0)),
    )
    assert str(found.sums[1]) == "(sum (?x ?y - t) (if (q ?x ?y) -0.5))"


def test_sums_and_discounts_read_back_as_they_were() -> None:
    """Sums alone, sums over the same variables, a list of nothing but a default."""
    for rows in (
        "(sum (?x - t) (if (p ?x) 1))",
        "(sum (?x - t) (if (p ?x) 1) (if (before (p ?x)) 2)) (sum (?x - t) (if (r) -1)) (else 1)",
        "(sum () (if (r) 1)) (if (r) 0.125)",
    ):
        found = domain(f"(:reward {rows}) (:discount 0.95)")
        assert parse_domain(print_domain(found)) == found
        assert found.discount == 0.95


def test_the_problem_s_discount_is_the_one_that_counts() -> None:
    """Also where it says 1; a task made by hand has that of its domain."""
    own = domain("(:reward (if (r) 1)) (:discount 0.9)")
    plain = parse_problem(own, "(define (problem a))")
    other = parse_problem(own, "(define (problem a) (:discount 1))")

    assert (plain.discount, other.discount) == (0.9, 1.0)
    assert parse_problem(own, print_problem(other)) == other
    assert Task(own, plain.start).discount == 0.9


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ("(:reward (sum (?x - t)))", "this sum has no rows"),
        ("(:reward (sum (?x - t) (else 1)))", "'else' belongs to the rows beside"),
        ("(:reward (sum (?x - t) (p ?x)))", "rows of a sum are"),
        ("(:reward (sum ?x (if (r) 1)))", "a list of variables"),
        ("(:reward (sum (?x - t) (if (p ?x))))", "takes 2 arguments"),
        ("(:reward (sum (?x - t) (if (p ?x) much)))", "expected a number"),
        ("(:reward (sum (?x - t) (sum (?x - t) (if (p ?x) 1))))", "the sum around this one"),
        ("(:reward (sum (?x - t) (if (p ?x) 1)) (p ?x))", "rows are"),
        ("(:reward)", "has no rows"),
        ("(:termination (sum (?x - t) (if (p ?x) success)))", "unexpected 'sum'"),
        ("(:discount 0)", "not above 0 and at most 1"),
        ("(:discount 1.5)", "not above 0 and at most 1"),
        ("(:discount high)", "expected a number"),
        ("(:discount)", "takes 1 thing"),
    ],
)
def test_what_is_wrong_with_a_sum_is_said(sections: str, message: str) -> None:
    """With the place and what would be right."""
    with pytest.raises(ModelError, match=message) as caught:
        domain(sections)
    place = re.match(r"1:(\d+): ", str(caught.value))
    assert place is not None
    assert int(place[1]) > len("(define (domain d) (:types t)")
