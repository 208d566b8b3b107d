"""What the rules of a domain can change at all, read off its schemas."""

from __future__ import annotations

import introplan as ip
from introplan.relational.dynamics import closed, directions, relaxed_steps, statics_of

DOMAIN = ip.parse_domain(
    """(define (domain paths) (:predicates (road ?x ?y) (at ?x) (seen ?x) (near ?x))
  (:derived (near ?y) (exists (?x) (and (at ?x) (road ?x ?y))))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y) (not (= ?x ?y)))
    :effect (and (at ?y) (not (at ?x)) (when (near ?y) (seen ?y)))))"""
)
TASK = ip.parse_problem(
    DOMAIN,
    """(define (problem p) (:domain paths) (:objects a b c)
  (:init (at a) (road a b) (road b c)) (:goal (seen c)))""",
)
assert isinstance(TASK, ip.Task)


def test_every_effect_and_every_rule_is_a_step() -> None:
    """The first effect of an action stands for the action; conditions are joined."""
    steps = list(relaxed_steps(DOMAIN))

    assert [step.action for step in steps] == ["go", None, None]
    assert [str(x) for step in steps for x in step.adds] == ["(at ?y)", "(seen ?y)", "(near ?y)"]
    joined, rest = steps[1].split_condition()
    assert list(map(str, joined)) == ["(at ?x)", "(road ?x ?y)", "(near ?y)"]
    assert list(map(str, rest)) == ["(not (= ?x ?y))"]


def test_predicates_change_in_the_directions_of_effects() -> None:
    """Derived ones in both; what no effect names is static."""
    found = directions(DOMAIN)

    assert {p.name for p in found.addable} == {"at", "seen", "near"}
    assert {p.name for p in found.deletable} == {"at", "near"}
    assert "road" not in {p.name for p in found.changing}


def test_derived_literals_are_added_to_a_state() -> None:
    """And static facts are kept apart from those that change."""
    assert str(closed(DOMAIN, TASK.start)) == "(:init (at a) (near b) (road a b) (road b c))"
    statics = statics_of(DOMAIN, TASK.start)
    assert sorted(str(row[1]) for row in statics.facts) == ["a", "b"]
