"""Substitution and negation normal form keep the meaning of formulas."""

from __future__ import annotations

import random
from itertools import chain, combinations

from introplan.relational.domain import Signature
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    And,
    Comparison,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.rewriting import (
    conjuncts,
    disjuncts,
    free_variables,
    literals,
    normal_form,
    substitute,
)
from introplan.relational.state import Objects
from random_formulas import Vocabulary, random_formula

P, Q = Predicate("p", 1), Predicate("q", 1)
A, B = Constant("a"), Constant("b")
X, Y = Variable("x"), Variable("y")
OBJECTS = Objects.build([(A, ("object",)), (B, ("object",))], {})
VOCABULARY = Vocabulary((Signature("p", (X,)), Signature("q", (X,))))
FACTS = [P(A), P(B), Q(A), Q(B)]
WORLDS = [
    Moments(OBJECTS, frozenset(facts))
    for facts in chain.from_iterable(combinations(FACTS, n) for n in range(5))
]


def negated_only_in_front_of_literals(formula: Formula) -> bool:
    """Is this negation normal form?"""
    match formula:
        case Literal() | Comparison():
            return True
        case Not(child):
            return isinstance(child, Literal | Comparison)
        case And(children) | Or(children):
            return all(map(negated_only_in_front_of_literals, children))
        case Exists(_, child) | Forall(_, child):
            return negated_only_in_front_of_literals(child)


def test_normal_form_has_the_truth_that_is_wanted() -> None:
    """Random formulas in every world of two objects, wanted true and wanted false."""
    rng = random.Random(0)
    for _ in range(60):
        formula = random_formula(rng, VOCABULARY, depth=3)
        for want in (True, False):
            normal = normal_form(formula, want=want)
            assert negated_only_in_front_of_literals(normal)
            for world in WORLDS:
                assert holds(normal, world) == (holds(formula, world) == want), formula


def test_a_bound_variable_is_left_alone() -> None:
    """Also under the same name with another type: names hide names."""
    inner = Exists(Variable("x", ("block",)), P(X))

    assert substitute(And((P(X), inner)), {X: A}) == And((P(A), inner))
    assert substitute(Forall(Y, P(X)), {X: A, Y: B}) == Forall(Y, P(A))


def test_free_variables_are_those_that_no_quantifier_binds() -> None:
    """Each formula says which objects it still needs."""
    assert free_variables(Or((P(X), Exists(X, Q(X)), Not(Q(Y))))) == {X, Y}
    assert free_variables(Forall(X, P(X))) == frozenset()


def test_literals_come_from_left_to_right() -> None:
    """Repeats included."""
    formula = Or((Not(P(A)), Exists(X, And((Q(X), P(A))))))

    assert list(literals(formula)) == [P(A), Q(X), P(A)]


def test_nested_conjunctions_and_disjunctions_are_opened() -> None:
    """Only those of the kind asked for."""
    both = And((P(A), And((Q(A), Or((P(B), Q(B)))))))

    assert list(conjuncts(both)) == [P(A), Q(A), Or((P(B), Q(B)))]
    assert list(disjuncts(Or((P(A), Or((P(B), both)))))) == [P(A), P(B), both]
    assert list(disjuncts(both)) == [both]
