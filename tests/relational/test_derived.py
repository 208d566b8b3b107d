"""Derived literals that lead to others: how far something follows is no matter of luck."""

from __future__ import annotations

import random
from itertools import product

import pytest

import introplan as ip
from introplan.api import ENGINES
from introplan.relational.derived import DerivedRule, signed_literals, strata
from introplan.relational.formula import Not, Predicate
from oracle import oracle

DOMAIN = ip.parse_domain("""(define (domain chain)
  (:predicates (link ?a ?b) (tied ?a ?b) (joined ?a ?b) (apart ?a ?b))
  (:derived (joined ?a ?b)
    (or (tied ?a ?b) (exists (?c) (and (tied ?a ?c) (joined ?c ?b)))))
  (:derived (apart ?a ?b) (not (joined ?a ?b)))
  (:action tie :parameters (?a ?b) :precondition (link ?a ?b) :effect (tied ?a ?b))
  (:action cut :parameters (?a ?b) :precondition (tied ?a ?b) :effect (not (tied ?a ?b))))""")


def task(goal: str, *, tied: str = "") -> ip.Task:
    """Five rings in a row, some tied to the next one."""
    links = " ".join(f"(link r{i} r{i + 1})" for i in range(1, 5))
    return ip.parse_problem(
        DOMAIN,
        f"""(define (problem rings) (:domain chain) (:objects r1 r2 r3 r4 r5)
        (:init {links} {tied}) (:goal {goal}))""",
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("planner", ["introspector", "greedy"])
def test_what_follows_is_followed_to_the_end(planner: str, engine: str) -> None:
    """The first ring and the last are joined by four ties, and by no fewer."""
    rings = task("(joined r1 r5)")
    plan = [f"(tie r{i} r{i + 1})" for i in range(1, 5)]

    found = ip.plan(rings, planner, engine=engine)
    assert found.status == "success"
    assert sorted(map(str, found.plan or ())) == plan
    assert ip.verify(rings, plan).valid
    assert not ip.verify(rings, plan[:3]).valid
    assert oracle(rings).steps == 4


@pytest.mark.parametrize("engine", ENGINES)
def test_what_followed_is_gone_with_what_it_followed_from(engine: str) -> None:
    """One cut in the middle sets the ends apart."""
    tied = " ".join(f"(tied r{i} r{i + 1})" for i in range(1, 5))
    rings = task("(and (apart r1 r5) (joined r1 r3) (joined r4 r5))", tied=tied)

    found = ip.plan(rings, engine=engine)
    assert list(map(str, found.plan or ())) == ["(cut r3 r4)"]
    assert oracle(rings).steps == 1


WALL = ip.parse_domain("""(define (domain wall)
  (:predicates (under ?a ?b) (laid ?a) (solid ?a))
  (:derived (solid ?a) (and (laid ?a) (forall (?b) (or (not (under ?b ?a)) (solid ?b)))))
  (:action lay :parameters (?a) :effect (laid ?a)))""")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_rule_may_ask_for_all_that_it_derives(engine: str) -> None:
    """A stone is solid if all below it are: four stones, layer by layer."""
    wall = ip.parse_problem(
        WALL,
        """(define (problem tower) (:domain wall) (:objects s1 s2 s3 s4)
        (:init (under s1 s2) (under s2 s3) (under s1 s3) (under s3 s4)) (:goal (solid s4)))""",
    )

    found = ip.plan(wall, engine=engine)
    assert sorted(map(str, found.plan or ())) == ["(lay s1)", "(lay s2)", "(lay s3)", "(lay s4)"]
    assert oracle(wall).steps == 4


def test_strata_are_what_stratification_means() -> None:
    """For random rules: what a rule needs lies no higher, and what it negates lies lower.

    Search and judge both take the strata from here, so they are held to the definition itself. A
    predicate is refused only if it depends on its own negation.
    """
    rng, p = random.Random(1), [Predicate(f"d{i}", 0) for i in range(4)]
    refused = 0
    for _ in range(500):
        rules = tuple(
            DerivedRule(rng.choice(p)(), Not(x) if rng.random() < 0.3 else x)
            for x in (rng.choice(p)() for _ in range(rng.randint(1, 6)))
        )
        needs = [
            (rule.head.predicate, literal.predicate, is_positive)
            for rule in rules
            for literal, is_positive in signed_literals(rule.body)
        ]
        reach = {(a, b) for a, b, _ in needs}
        for middle, first, last in product(p, p, p):
            if (first, middle) in reach and (middle, last) in reach:
                reach.add((first, last))
        heads = {rule.head.predicate for rule in rules}
        is_circular = any(not s and (b == a or (b, a) in reach) for a, b, s in needs)
        try:
            layers = strata(rules)
        except ValueError:
            refused += 1
            assert is_circular
            continue
        assert not is_circular
        assert sorted(map(str, rules)) == sorted(str(rule) for layer in layers for rule in layer)
        height = {rule.head.predicate: i for i, layer in enumerate(layers) for rule in layer}
        for above, below, is_positive in needs:
            if below in heads:
                assert height[below] <= height[above]
                assert is_positive or height[below] < height[above]
    assert 50 < refused < 450
