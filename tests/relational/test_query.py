"""Queries find exactly the bindings that make a formula true by definition."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest

from introplan.relational.domain import Signature
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import And, Constant, Formula, Literal, Predicate, Variable
from introplan.relational.grounding import NounVocabulary
from introplan.relational.query import Compiler, Facts
from introplan.relational.state import Objects
from random_formulas import Vocabulary, random_formula

X, Y = Variable("x"), Variable("y", ("thing",))
P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
VOCABULARY = Vocabulary(
    (Signature("p", (X,)), Signature("q", (X, X)), Signature("r", ())), types=("object", "thing")
)


def random_facts(rng: random.Random, objects: Objects) -> frozenset[Literal]:
    """About half of all literals."""
    names = objects.of(("object",))
    literals = [P(c) for c in names] + [Q(a, b) for a, b in product(names, names)] + [R()]
    return frozenset(x for x in literals if rng.random() < 0.5)


def answers(
    formula: Formula, objects: Objects, facts: frozenset[Literal]
) -> list[tuple[str, ...]]:
    """The bindings of x and y that the query finds."""
    compiler = Compiler(NounVocabulary(objects))
    scope: dict[Variable, int] = {}
    query = compiler.query((X, Y), formula, scope)
    rows = Facts((f.predicate, *f.terms) for f in facts)
    return [
        (values[scope[X]].name, values[scope[Y]].name)
        for values in query.answers(rows, list(compiler.frame))
    ]


@pytest.mark.parametrize("chunk", range(5))
def test_a_query_answers_what_evaluation_says(chunk: int) -> None:
    """Random formulas with two free typed variables: same bindings as by trying all, each once."""
    rng = random.Random(chunk)
    objects = Objects.build(
        [(Constant("a"), ("object",)), (Constant("b"), ("thing",)), (Constant("c"), ("thing",))],
        {},
    )
    for _ in range(300):
        facts = random_facts(rng, objects)
        parts = [
            random_formula(rng, VOCABULARY, (X, Y), depth=2) for _ in range(rng.choice((1, 2, 3)))
        ]
        formula = And(tuple(parts))
        moments = Moments(objects, facts)
        expected = [
            (x.name, y.name)
            for x, y in product(objects.of(X.types), objects.of(Y.types))
            if holds(formula, moments, {X: x, Y: y})
        ]
        assert sorted(answers(formula, objects, facts)) == expected, str(formula)


def test_a_join_looks_at_matching_rows_only() -> None:
    """A chain of three joins over 2,000 objects takes a handful of steps, not 2,000 ** 2."""
    names = [Constant(f"o{i:04}") for i in range(2000)]
    objects = Objects.build([(c, ("object",)) for c in names], {})
    rows = [(Q, a, b) for a, b in pairwise(names)] + [(P, names[7])]
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    compiler = Compiler(NounVocabulary(objects), count)
    x, y, z = (Variable(n) for n in "xyz")
    query = compiler.query((x, y, z), And((Q(x, y), Q(y, z), P(x))), {})

    assert len(list(query.answers(Facts(rows), list(compiler.frame)))) == 1
    assert steps < 10


def test_removed_rows_are_gone_from_every_index() -> None:
    """What is false is found neither by predicate nor by argument."""
    a, b = Constant("a"), Constant("b")
    facts = Facts([(Q, a, b), (Q, b, a)])
    facts.remove((Q, a, b))

    assert (Q, a, b) not in facts
    assert list(facts) == [(Q, b, a)]
    assert facts.by_argument[Q, 1, a] == set()
