"""`:machine` sections: read, compiled, and what is wrong with them."""

from __future__ import annotations

import re

import pytest

import introplan as ip
from introplan.errors import ModelError
from introplan.pddl import print_domain, print_problem

DELIVERY = """
(define (domain delivery)
  (:types place)
  (:constants kitchen office swamp - place)
  (:predicates (at ?p - place))
  (:action go :parameters (?from ?to - place)
    :precondition (at ?from) :effect (and (not (at ?from)) (at ?to)))
  (:machine coffee
    (:states empty carrying done spilled)
    (:initial empty)
    (from empty to carrying :when (at kitchen))
    (from carrying to spilled :when (at swamp) :reward -5)
    (from carrying to done :when (and (at office) (before (at kitchen))) :reward 10)
    (from carrying to done :when (at office) :reward 3)
    (from done to empty :when (did (go office kitchen))))
  (:reward (if (did (go kitchen kitchen)) -1))
  (:termination (if (state coffee spilled) failure) (if (state coffee done) success)))
"""
TASK = "(define (problem p) (:domain delivery) (:init (at office)))"


def test_a_machine_is_compiled_into_plain_parts_that_read_back() -> None:
    """Predicates for its states, effects that move it, rewards as rows of sums."""
    domain = ip.parse_domain(DELIVERY)
    task = ip.parse_problem(domain, TASK)

    assert [s.name for s in domain.predicates] == [
        "at",
        "coffee-carrying",
        "coffee-done",
        "coffee-spilled",
    ]
    assert domain.reward is not None
    assert [row.value for row in domain.reward.sums] == [-5.0, 10.0, 3.0]
    assert ip.parse_domain(print_domain(domain)) == domain
    assert ip.parse_problem(domain, print_problem(task)) == task


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_plan_goes_through_the_states_of_a_machine(engine: str) -> None:
    """Straight from the kitchen, since that pays more, and not through the swamp."""
    task = ip.parse_problem(ip.parse_domain(DELIVERY), TASK)
    result = ip.plan(task, engine=engine)

    assert result.status is ip.PlanStatus.SUCCESS
    assert [str(a) for a in result.plan or ()] == ["(go office kitchen)", "(go kitchen office)"]
    assert result.score == 10


def test_the_initial_state_is_the_one_in_which_none_of_the_others_holds() -> None:
    """The first one, where none is named."""
    domain = ip.parse_domain(
        "(define (domain d) (:predicates (p)) (:action a :effect (p))"
        " (:machine m (:states u v w) (from u to v :when (p) :reward 1) (from v to w))"
        " (:reward (if (state m u) 1) (if (before (state m v)) 2)))"
    )
    assert domain.reward is not None
    assert [str(rule.condition) for rule in domain.reward.rows.rules] == [
        "(and (not (m-v)) (not (m-w)))",
        "(before (m-v))",
    ]


@pytest.mark.parametrize(
    ("machine", "message"),
    [
        ("(:machine m)", "has no states"),
        ("(:machine m (:states))", "has no states"),
        ("(:machine m (:states u) (:initial v))", "unknown state 'v'"),
        ("(:machine m (:states u v) (from u to x))", "unknown state 'x'"),
        ("(:machine m (:states u v) (from u v))", "not complete"),
        ("(:machine m (:states u v) (from u to v :if (p)))", "unexpected ':if'"),
        ("(:machine m (:states u v) (from u to v :when))", "nothing follows :when"),
        ("(:machine m (:states u v) (from u to v :when (x)))", "unknown predicate 'x'"),
        ("(:machine m (:states u v) (from u to v :when (state m u)))", "unknown predicate"),
        ("(:machine m (:states u v) (from u to v :reward much))", "expected a number"),
        ("(:machine m (:states u v) (from u to v :when (d)))", "'d' is derived"),
        ("(:machine m (:states u v)) (:machine m (:states u))", "there twice"),
        ("(:machine m (:states u p))", "'m-p' is a predicate"),
        ("(:machine m (:states u)) (:reward (if (state n u) 1))", "unknown machine 'n'"),
        ("(:machine m (:states u)) (:reward (if (state m w) 1))", "unknown state 'w'"),
        ("(:machine m (:states u)) (:reward (if (state m) 1))", "takes 2 arguments"),
        ("(:machine m (to u))", "unexpected 'to'"),
    ],
)
def test_what_is_wrong_with_a_machine_is_said(machine: str, message: str) -> None:
    """With the place and what would be right."""
    text = (
        "(define (domain d) (:predicates (p) (m-p) (d)) (:derived (d) (p))"
        f" (:action a :effect (p)) {machine})"
    )
    with pytest.raises(ModelError, match=message) as caught:
        ip.parse_domain(text)
    place = re.match(r"1:(\d+): ", str(caught.value))
    assert place is not None
    assert int(place[1]) > 80


def test_a_derived_predicate_may_be_read_before_the_action() -> None:
    """There it needs no regression."""
    domain = ip.parse_domain(
        "(define (domain d) (:predicates (p) (d)) (:derived (d) (p)) (:action a :effect (p))"
        " (:machine m (:states u v) (from u to v :when (before (d)) :reward 1)))"
    )
    task = ip.parse_problem(domain, "(define (problem q) (:domain d) (:goal (m-v)))")
    result = ip.plan(task)
    assert (len(result.plan or ()), result.score) == (2, 1)


def test_an_edge_may_read_numbers_before_the_action() -> None:
    """After it they are changed in ways that are not regressed, and that is said."""
    text = (
        "(define (domain d) (:functions (n)) (:action a :effect (increase (n) 1))"
        " (:machine m (:states u v) (from u to v :when {} :reward 1)))"
    )
    with pytest.raises(ModelError, match="'n' changes with the action"):
        ip.parse_domain(text.format("(>= (n) 2)"))
    task = ip.parse_problem(
        ip.parse_domain(text.format("(before (>= (n) 2))")),
        "(define (problem q) (:domain d) (:init (= (n) 0)) (:goal (m-v)))",
    )
    assert len(ip.plan(task).plan or ()) == 3
