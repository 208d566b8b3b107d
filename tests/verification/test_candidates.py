"""Candidates: too many objects may be listed for a variable, never too few."""

from __future__ import annotations

import random
from itertools import product

from introplan.relational.domain import Signature
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Constant, Literal, Moment, Variable
from introplan.relational.state import Objects, row_of
from introplan.verification.candidates import CandidateIndex
from introplan.verification.rows import Frame, Transition, TrueRows
from random_formulas import Vocabulary, random_formula

OBJECTS = Objects.build(
    [(Constant(name), (kind,)) for name, kind in zip("abc", "kkl", strict=True)], {}
)
SIGNATURES = (Signature("p", (Variable("u"),)), Signature("q", (Variable("u"), Variable("v"))))
ACTIONS = (Signature("act", (Variable("u"),)),)
FACTS = [
    Literal(signature.predicate, terms)
    for signature in SIGNATURES
    for terms in product(OBJECTS.of(("object",)), repeat=len(signature.parameters))
]
X, Y = Variable("x"), Variable("y")


def test_no_object_that_matters_is_left_out() -> None:
    """On random transitions, for formulas that should be true, and that should be false."""
    rng = random.Random(1)
    vocabulary = Vocabulary(
        SIGNATURES, ("object", "k", "none"), actions=ACTIONS, moments=tuple(Moment)
    )
    narrowed = 0
    for _ in range(2_000):
        formula = random_formula(rng, vocabulary, (X, Y), depth=3)
        before, after = (frozenset(rng.sample(FACTS, rng.randint(0, 6))) for _ in range(2))
        done = ACTIONS[0].predicate(rng.choice(OBJECTS.of(("object",)))).at(Moment.DID)
        moments, other = Moments(OBJECTS, after, before, done), rng.choice(OBJECTS.of(("object",)))
        was, now = set(map(row_of, before)), set(map(row_of, after))
        true, frame = TrueRows(now), Frame()
        scope = {"x": frame.slot(), "y": frame.slot()}
        frame.values[scope["y"]] = other.name
        step = Transition(true, now - was, was - now, row_of(done))
        for truth in (True, False):
            index = CandidateIndex(OBJECTS, true, frame)
            own = index.candidates(X, scope["x"], [(formula, truth, scope)])
            found = set(own.names_to_try(step))
            narrowed += len(found) < len(OBJECTS)
            for constant in OBJECTS.of(("object",)):
                if holds(formula, moments, {X: constant, Y: other}) is truth:
                    assert constant.name in found, (str(formula), truth)
    assert narrowed > 500
