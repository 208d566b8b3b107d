"""Formulas that remember: sooner, but never another answer."""

from __future__ import annotations

import random
from itertools import product

from introplan.relational.domain import Signature
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Constant, Literal, Moment, Variable
from introplan.relational.incremental import Compilation, Transition, row_of
from introplan.relational.state import Objects
from random_formulas import Vocabulary, random_formula

OBJECTS = Objects.build([(Constant(name), ("object",)) for name in "ab"], {})
SIGNATURES = tuple(
    Signature(name, tuple(map(Variable, "uv"[:arity]))) for arity, name in enumerate("pqr")
)
ACTIONS = (Signature("act", (Variable("u"),)),)
EVERYTHING = [
    Literal(signature.predicate, terms)
    for signature in SIGNATURES
    for terms in product(OBJECTS.of(("object",)), repeat=len(signature.parameters))
]


def test_the_answer_is_that_of_the_definition_along_random_walks() -> None:
    """Told which predicates changed, a remembering formula is never wrong about a state."""
    rng = random.Random(1)
    for _ in range(500):
        formula = random_formula(rng, Vocabulary(SIGNATURES), depth=4)
        remembering = Compilation(OBJECTS).part(formula, {})
        facts: frozenset[Literal] = frozenset()
        for _ in range(10):
            flipped = frozenset(rng.sample(EVERYTHING, rng.randint(0, 2)))
            facts ^= flipped
            remembering.forget({x.predicate.name for x in flipped})
            moments = Moments(OBJECTS, facts)
            step = Transition(set(map(row_of, facts)))
            assert remembering.holds(step) is holds(formula, moments), str(formula)


def test_what_was_before_and_what_was_done_is_looked_up_every_time() -> None:
    """Formulas over transitions keep no answer: the past changes even if the present stays."""
    rng = random.Random(2)
    vocabulary = Vocabulary(SIGNATURES, actions=ACTIONS, moments=tuple(Moment))
    for _ in range(500):
        formula = random_formula(rng, vocabulary, depth=4)
        remembering = Compilation(OBJECTS).part(formula, {})
        before: frozenset[Literal] = frozenset()
        for _ in range(10):
            flipped = frozenset(rng.sample(EVERYTHING, rng.randint(0, 2)))
            remembering.forget({x.predicate.name for x in flipped})
            done = ACTIONS[0].predicate(rng.choice(OBJECTS.of(("object",)))).at(Moment.DID)
            moments = Moments(OBJECTS, before ^ flipped, before, done)
            after, earlier = set(map(row_of, before ^ flipped)), set(map(row_of, before))
            step = Transition(after, earlier, row_of(done))
            assert remembering.holds(step) is holds(formula, moments), str(formula)
            before ^= flipped
