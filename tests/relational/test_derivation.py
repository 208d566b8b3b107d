"""Derivation by joins gives what the definition gives."""

from __future__ import annotations

import random

import introplan as ip
from introplan.relational.derivation import Derivation
from introplan.relational.derived import DerivedRule, strata, with_derived
from introplan.relational.formula import Literal
from introplan.relational.grounding import NounVocabulary
from introplan.relational.query import Facts
from random_tasks import random_task

RULES = """
(define (domain rules)
  (:predicates (e ?x ?y) (m ?x) (reach ?x ?y) (lonely ?x) (calm))
  (:derived (reach ?x ?y) (or (e ?x ?y) (exists (?z) (and (reach ?x ?z) (reach ?z ?y)))))
  (:derived (lonely ?x) (and (m ?x) (not (exists (?y) (and (not (= ?x ?y)) (reach ?x ?y))))))
  (:derived (calm) (forall (?x) (imply (m ?x) (or (lonely ?x) (exists (?x) (reach ?x ?x))))))
  (:action a :parameters (?x ?y) :precondition (reach ?x ?y) :effect (m ?y))
  (:reward (if (calm) 1)))
"""


def by_joins(rules: tuple[DerivedRule, ...], task: ip.Task) -> set[Literal]:
    """Facts and derived literals of the start, by `Derivation`."""
    facts = Facts((f.predicate, *f.terms) for f in task.start.facts)
    Derivation(rules, NounVocabulary(task.start.objects)).derive(facts)
    return {Literal(row[0], row[1:]) for row in facts}


def test_derivation_by_joins_is_derivation_by_definition() -> None:
    """Recursion, negation and quantifiers over random graphs of four nodes."""
    rng = random.Random(0)
    domain = ip.parse_domain(RULES)
    for _ in range(200):
        edges = [f"(e {x} {y})" for x in "abcd" for y in "abcd" if rng.random() < 0.25]
        marks = [f"(m {x})" for x in "abcd" if rng.random() < 0.5]
        init = " ".join(edges + marks)
        text = f"(define (problem p) (:domain rules) (:objects a b c d) (:init {init}))"
        task = ip.parse_problem(domain, text)
        expected = with_derived(domain.derived, task.start.objects, task.start.facts)
        assert by_joins(domain.derived, task) == set(expected), text


def test_random_worlds_derive_the_same_by_joins() -> None:
    """The derived predicates that random tasks happen to have."""
    compared = 0
    for seed in range(400):
        task = random_task(seed)
        if task.domain.derived:
            compared += 1
            rules = task.domain.derived
            expected = with_derived(rules, task.start.objects, task.start.facts)
            assert by_joins(rules, task) == set(expected), f"random_task({seed})"
    assert compared > 20


def test_what_is_negated_is_complete_before_it_is_used() -> None:
    """`lonely` negates `reach`, so it stands in a later layer."""
    layers = strata(ip.parse_domain(RULES).derived)
    height = {r.head.predicate.name: i for i, layer in enumerate(layers) for r in layer}

    assert height["lonely"] > height["reach"]
    assert height["calm"] >= height["lonely"]


def test_names_of_opened_variables_are_not_those_of_the_file() -> None:
    """A parameter may be called `?x'`: it is not confused with the `?x` of a quantifier."""
    domain = ip.parse_domain(
        """(define (domain d) (:predicates (e ?x ?y) (two ?x ?y))
          (:derived (two ?x' ?y) (exists (?x) (and (e ?x' ?x) (e ?x ?y))))
          (:action a :parameters (?x) :precondition (two ?x ?x) :effect (not (e ?x ?x)))
          (:reward (if (exists (?x) (e ?x ?x)) 1)))"""
    )
    text = "(define (problem p) (:domain d) (:objects a b c) (:init (e a b) (e b c)))"
    task = ip.parse_problem(domain, text)

    found = by_joins(domain.derived, task) - task.start.facts
    assert list(map(str, found)) == ["(two a c)"]
