"""Grounding: what is static is decided, the rest is what evaluation says."""

from __future__ import annotations

import random
from itertools import chain, combinations

from introplan.relational.domain import Signature
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    Constant,
    Exists,
    Forall,
    Literal,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.grounding import (
    IMPOSSIBLE,
    TRIVIAL,
    All,
    AnyOf,
    Goal,
    Grounder,
    Statics,
    Want,
    all_of,
    any_of,
    wants,
)
from introplan.relational.state import Objects
from random_formulas import Vocabulary, random_formula

P, Q, GUARD = Predicate("p", 1), Predicate("q", 1), Predicate("guard", 1)
A, B = Constant("a"), Constant("b")
X = Variable("x")
OBJECTS = Objects.build([(A, ("object",)), (B, ("object",))], {})
VOCABULARY = Vocabulary(tuple(Signature(p.name, (X,)) for p in (P, Q, GUARD)))
STATICS = Statics.of(OBJECTS, frozenset({GUARD(A)}), frozenset({P, Q}))


def is_met(goal: Goal, facts: frozenset[Literal]) -> bool:
    """Does a set of facts meet a goal?"""
    match goal:
        case Want(literal, truth):
            return (literal in facts) == truth
        case All(children):
            return all(is_met(child, facts) for child in children)
        case AnyOf(children):
            return any(is_met(child, facts) for child in children)


def test_a_goal_is_met_exactly_where_the_formula_has_the_wanted_truth() -> None:
    """Random formulas, all worlds of two objects, both truths; nothing static is left in it."""
    rng, fluents = random.Random(1), [P(A), P(B), Q(A), Q(B)]
    subsets = chain.from_iterable(combinations(fluents, n) for n in range(5))
    worlds = [frozenset({GUARD(A), *subset}) for subset in subsets]
    for _ in range(60):
        formula = random_formula(rng, VOCABULARY, depth=3)
        for want in (True, False):
            goal = Grounder(STATICS).ground(formula, want=want)
            left = [each.literal for each in wants(goal)]
            assert all(isinstance(x, Literal) and x.predicate != GUARD for x in left)
            for facts in worlds:
                truth = holds(formula, Moments(OBJECTS, facts))
                assert is_met(goal, facts) == (truth == want), formula


def test_static_guards_choose_the_objects() -> None:
    """Only a has the guard: b is looked at neither for `exists` nor for `forall`."""
    ground = Grounder(STATICS).ground
    guarded = Or((Not(GUARD(X)), P(X)))

    assert ground(Forall(X, guarded)) == Want(P(A), True)
    assert ground(Exists(X, GUARD(X))) == TRIVIAL
    assert ground(Forall(X, GUARD(X))) == IMPOSSIBLE


def test_joining_opens_what_is_nested_and_decides_what_is_decided() -> None:
    """One part stands for itself."""
    p, q = Want(P(A), True), Want(Q(A), False)

    assert all_of([p, all_of([q, TRIVIAL])]) == All((p, q))
    assert all_of([p, IMPOSSIBLE]) == IMPOSSIBLE
    assert any_of([p, TRIVIAL]) == TRIVIAL
    assert any_of([q, any_of([])]) == q
