"""Random relational tasks with chance: draws under `forall` and `when`, nested, with numbers."""

from __future__ import annotations

import random

from introplan.pddl import parse_domain, parse_problem
from introplan.relational.domain import RelationalTask

HEAD = """(define (domain random-draws) (:types t) (:constants o1 o2 - t)
  (:predicates (p ?x - t) (q ?x ?y - t) (r) (d ?x - t)) (:functions (n ?x - t))
  (:derived (d ?x - t) (and (p ?x) (not (r))))"""

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


def random_draws(seed: int) -> RelationalTask:
    """A task of two actions and three objects, which can change everything."""
    rng = random.Random(seed)
    actions = [
        f"(:action a{number} :parameters (?x ?y - t)"
        f" :precondition {_literal(rng, ['?x', '?y'], CONDITIONS)}"
        f" :effect {_effect(rng, ['?x', '?y'], 3)})"
        for number in range(2)
    ]
    actions.append(f"(:action b :parameters () :effect (and (r) {_effect(rng, ['o1', 'o2'], 2)}))")
    reward = "(:reward (sum (?x - t) (if (p ?x) 1)) (sum (?x - t) (if (d ?x) -2)))"
    ends = "(:termination (if (forall (?x - t) (q ?x ?x)) success))"
    domain = parse_domain(f"{HEAD} {' '.join(actions)} {reward} {ends})")
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


def _effect(rng: random.Random, terms: list[str], depth: int) -> str:
    kind = rng.randrange(8) if depth else 0
    inner = depth - 1
    if kind <= 1:
        return _literal(rng, terms, LITERALS)
    if kind == 2:
        return f"(and {_effect(rng, terms, inner)} {_effect(rng, terms, inner)})"
    if kind == 3:
        return f"(when {_literal(rng, terms, CONDITIONS)} {_effect(rng, terms, inner)})"
    if kind == 4:
        name = f"?v{depth}"
        return f"(forall ({name} - t) {_effect(rng, [*terms, name], inner)})"
    if kind == 5:
        return f"(increase (n {rng.choice(terms)}) 1)"
    shares = rng.choice(SHARES)
    return f"(probabilistic {shares.format(*(_effect(rng, terms, inner) for _ in range(3)))})"
