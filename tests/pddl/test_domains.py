"""What the sections of a file mean."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.api import ENGINES
from introplan.errors import ModelError
from introplan.pddl import parse_domain, parse_problem, read_domain
from introplan.relational.formula import (
    TRUE,
    Predicate,
    Variable,
)
from pddl.samples import action, domain

P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
X, Y = Variable("x", ("t",)), Variable("y", ("t",))
CLASSICAL = "(define (domain d) (:types t) (:predicates (p ?x - t) (r)))"
REWARDED = "(define (domain d) (:types t) (:predicates (r)) (:reward (if (r) 1)))"


def test_missing_parts_of_an_action_are_true_and_nothing() -> None:
    """No precondition, `()` and `(and)` mean the same."""
    assert action("") == action(":precondition () :effect ()")
    assert action("") == action(":effect (and) :precondition (and)")
    assert action("").precondition == TRUE


def test_a_reward_needs_no_goal_and_an_empty_goal_is_none() -> None:
    """Where the domain pays a reward, `(and)` asks for nothing."""
    found = parse_domain(REWARDED)

    assert parse_problem(found, "(define (problem x) (:init))").goal is None
    assert parse_problem(found, "(define (problem x) (:goal (and)))").goal is None
    assert parse_problem(found, "(define (problem x) (:goal ()))").goal is None
    assert parse_problem(found, "(define (problem x) (:goal (r)))").goal == R()


def test_an_empty_goal_without_a_reward_is_a_goal() -> None:
    """It holds from the start."""
    task = parse_problem(parse_domain(CLASSICAL), "(define (problem x) (:goal (and)))")

    assert task.goal == TRUE
    assert task.starts_at_goal


def test_a_head_without_types_has_those_of_its_predicate() -> None:
    """So a rule is tried for fitting objects only."""
    rules = domain("(:derived (q ?x ?y) (p ?x)) (:derived (p ?x) (r))").derived

    assert [rule.head for rule in rules] == [Q(X, Y), P(X)]
    assert rules[0].body == P(X)


def test_an_empty_file_name_is_named_as_such() -> None:
    """Not "is a directory" without saying what is."""
    with pytest.raises(ModelError, match="the name of a file is empty"):
        read_domain("")


@pytest.mark.parametrize("engine", ENGINES)
def test_one_of_several_types_is_neither_the_first_nor_all(engine: str) -> None:
    """Marks are for cats and dogs, and all of them are to have one."""
    domain = ip.parse_domain("""(define (domain marks) (:types cat dog fox)
      (:predicates (marked ?x))
      (:action mark :parameters (?x - (either cat dog)) :precondition (not (marked ?x))
       :effect (marked ?x)))""")
    task = ip.parse_problem(
        domain,
        """(define (problem three) (:domain marks)
      (:objects c - cat d - dog f - fox) (:init)
      (:goal (forall (?x - (either cat dog)) (marked ?x))))""",
    )

    assert sorted(map(str, ip.plan(task, engine=engine).plan or ())) == ["(mark c)", "(mark d)"]
    assert ip.verify(task, ["(mark d)", "(mark c)"]).valid
    assert not ip.verify(task, ["(mark c)"]).valid
    assert "not of type" in ip.verify(task, ["(mark f)"]).reason
