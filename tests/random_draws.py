"""Random relational tasks with chance: draws under `forall` and `when`, nested, with numbers."""

from __future__ import annotations

import random

from introplan.pddl import parse_domain, parse_problem
from introplan.relational.domain import RelationalTask

HEAD = """(define (domain random-draws) (:types t) (:constants o1 o2 - t)
  (:predicates (p ?x - t) (q ?x ?y - t) (r) (d ?x - t)) (:functions (n ?x - t))"""
AXIOM = "(:derived (d ?x - t) (and (p ?x) (not (r))))"

LITERALS = ["(p {0})", "(not (p {0}))", "(q {0} {1})", "(not (q {0} {1}))", "(r)", "(not (r))"]
CONDITIONS = [
    "(p {0})",
    "(not (q {0} {1}))",
    "(r)",
    "(d {0})",
    "(> (n {0}) 1)",
    "(exists (?z - t) (q ?z {0}))",
]
SHARES = ["0.5 {} 0.5 {}", "1/4 {}", "0.25 {} 0.5 {}", "1 {}", "0.125 {} 0 {} 0.5 {}"]


BEYOND = ("(d {0})", "(> (n {0}) 1)")
"""Conditions of axioms and numbers, which not every engine has."""


def random_draws(seed: int, *, is_plain: bool = False) -> RelationalTask:
    """A task of two actions and three objects, which can change everything.

    One that is plain has neither axioms nor numbers that matter.
    """
    rng = random.Random(seed)
    conditions = [c for c in CONDITIONS if c not in BEYOND] if is_plain else CONDITIONS
    actions = [
        f"(:action a{number} :parameters (?x ?y - t)"
        f" :precondition {_literal(rng, ['?x', '?y'], conditions)}"
        f" :effect {_effect(rng, ['?x', '?y'], 3, conditions)})"
        for number in range(2)
    ]
    actions.append(
        f"(:action b :parameters () :effect (and (r) {_effect(rng, ['o1', 'o2'], 2, conditions)}))"
    )
    also = "(and (p ?x) (before (q ?x ?x)))" if is_plain else "(d ?x)"
    reward = f"(:reward (sum (?x - t) (if (p ?x) 1)) (sum (?x - t) (if {also} -2)))"
    ends = "(:termination (if (forall (?x - t) (q ?x ?x)) success))"
    head = HEAD if is_plain else f"{HEAD} {AXIOM}"
    domain = parse_domain(f"{head} {' '.join(actions)} {reward} {ends})")
    facts = [
        f for f in ("(p o1)", "(p o3)", "(q o1 o2)", "(q o3 o3)", "(r)") if rng.random() < 0.6
    ]
    numbers = " ".join(f"(= (n o{i}) {rng.randint(0, 2)})" for i in (1, 2, 3))
    return parse_problem(
        domain,
        f"(define (problem one) (:domain random-draws) (:objects o3 - t)"
        f" (:init {' '.join(facts)} {numbers}) (:horizon 5))",
    )


def _literal(rng: random.Random, terms: list[str], pool: list[str]) -> str:
    return rng.choice(pool).format(rng.choice(terms), rng.choice(terms))


def _effect(rng: random.Random, terms: list[str], depth: int, conditions: list[str]) -> str:
    kind = rng.randrange(8) if depth else 0
    if kind == 5 and len(conditions) < len(CONDITIONS):
        kind = 0  # no numbers
    inner = depth - 1
    if kind <= 1:
        return _literal(rng, terms, LITERALS)
    if kind == 2:
        parts = (_effect(rng, terms, inner, conditions) for _ in range(2))
        return f"(and {' '.join(parts)})"
    if kind == 3:
        return (
            f"(when {_literal(rng, terms, conditions)} {_effect(rng, terms, inner, conditions)})"
        )
    if kind == 4:
        name = f"?v{depth}"
        return f"(forall ({name} - t) {_effect(rng, [*terms, name], inner, conditions)})"
    if kind == 5:
        return f"(increase (n {rng.choice(terms)}) 1)"
    shares = rng.choice(SHARES)
    branches = (_effect(rng, terms, inner, conditions) for _ in range(3))
    return f"(probabilistic {shares.format(*branches)})"
