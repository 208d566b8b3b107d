"""Mutual exclusion read off the rules: true in every state that can be reached."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.relational.formula import Constant, Predicate
from introplan.relational.invariants import exclusive_kinds, invariants
from random_tasks import random_task


@pytest.mark.parametrize("seed", range(150))
def test_no_two_literals_of_a_kind_are_ever_true_together(seed: int) -> None:
    """Random worlds, every state of each as far as a few hundred go."""
    task = random_task(seed)
    known = invariants(task.domain, task.start)
    for state in ip.reachable(task, limit=300).states:
        kinds = [kind for fact in state.facts for kind in exclusive_kinds(fact, known)]
        assert len(kinds) == len(set(kinds))


def _walk(effect: str, init: str = "(at a)") -> ip.Task:
    domain = ip.parse_domain(
        "(define (domain walk) (:constants a) (:predicates (at ?x) (seen ?x))"
        " (:action go :parameters (?x ?y)"
        f" :precondition (at ?x) :effect {effect}) (:reward (if (seen a) 1)))"
    )
    return ip.parse_problem(
        domain, f"(define (problem p) (:domain walk) (:objects b) (:init {init}))"
    )


def test_one_place_at_a_time() -> None:
    """Moving keeps it; copying, two starts and conditional arrivals do not."""
    names = [
        [i.predicate.name for i in invariants(task.domain, task.start)]
        for task in (
            _walk("(and (at ?y) (not (at ?x)))"),
            _walk("(and (at ?y))"),
            _walk("(and (at ?y) (not (at ?x)))", init="(at a) (at b)"),
            _walk("(and (not (at ?x)) (when (seen ?y) (at ?y)))"),
        )
    ]
    assert names == [["at", "seen"], ["seen"], ["seen"], ["seen"]]


def test_literals_of_different_kinds_do_not_exclude_each_other() -> None:
    """Two robots may be at two places."""
    domain = ip.parse_domain(
        "(define (domain walk) (:predicates (at ?r ?x)) (:action go :parameters (?r ?x ?y)"
        " :precondition (at ?r ?x) :effect (and (not (at ?r ?x)) (at ?r ?y)))"
        " (:reward (if (exists (?x) (at ?x ?x)) 1)))"
    )
    task = ip.parse_problem(
        domain, "(define (problem p) (:domain walk) (:objects a b) (:init (at a a) (at b a)))"
    )
    known, at = invariants(task.domain, task.start), Predicate("at", 2)
    a, b = Constant("a"), Constant("b")
    kinds = [set(exclusive_kinds(x, known)) for x in (at(a, a), at(a, b), at(b, b))]

    assert kinds[0] == kinds[1] != kinds[2]
