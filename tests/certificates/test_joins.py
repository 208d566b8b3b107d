"""Joins for checks: exactly the bindings that trying every object finds."""

from __future__ import annotations

import random
from itertools import product

from introplan.certificates.joins import Join
from introplan.relational.formula import Constant, Predicate, Term, Variable
from introplan.relational.state import Objects

OBJECTS = Objects.build(
    [(Constant(name), (kind,)) for name, kind in zip("abcd", "kkll", strict=True)], {}
)
PREDICATES = (Predicate("p", 1), Predicate("q", 2))
VARIABLES = (Variable("x", ("k",)), Variable("y"), Variable("z", ("k", "l")))


def test_the_bindings_are_those_of_the_definition() -> None:
    """Random literals with constants, repeated variables, and variables in no literal."""
    rng = random.Random(1)
    names = [c.name for c in OBJECTS.of(("object",))]
    for _ in range(300):
        tables = {
            p: [(p.name, *row) for row in product(names, repeat=p.arity) if rng.random() < 0.4]
            for p in PREDICATES
        }
        terms: list[Term] = [*VARIABLES, Constant("a")]
        literals = [p(*rng.choices(terms, k=p.arity)) for p in rng.choices(PREDICATES, k=3)]
        join = Join(tables, OBJECTS, lambda: None)
        found = sorted(
            tuple(names[v.name] for v in VARIABLES) for names in join.bindings(VARIABLES, literals)
        )

        expected = []
        for choice in product(*(OBJECTS.of(v.types) for v in VARIABLES)):
            binding = dict(zip(VARIABLES, choice, strict=True))
            rows = [
                (
                    x.predicate.name,
                    *(binding[t].name if isinstance(t, Variable) else t.name for t in x.terms),
                )
                for x in literals
            ]
            if all(row in tables[x.predicate] for x, row in zip(literals, rows, strict=True)):
                expected.append(tuple(c.name for c in choice))
        assert found == sorted(expected)
