"""Compiled conditions: sooner, but never another answer than the definition gives."""

from __future__ import annotations

import random
from itertools import product

from introplan.relational.domain import Signature
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    And,
    Constant,
    Exists,
    Forall,
    Literal,
    Moment,
    Not,
    Variable,
)
from introplan.relational.state import Objects, row_of
from introplan.verification.conditions import Compilation, Signed, conjuncts
from introplan.verification.rows import Transition, TrueRows
from random_formulas import Vocabulary, random_formula

OBJECTS = Objects.build(
    [(Constant(name), (kind,)) for name, kind in zip("abc", "kkl", strict=True)], {}
)
SIGNATURES = tuple(
    Signature(name, tuple(map(Variable, "uv"[:arity]))) for arity, name in enumerate("pqr")
)
ACTIONS = (Signature("act", (Variable("u"),)),)
EVERYTHING = [
    Literal(signature.predicate, terms)
    for signature in SIGNATURES
    for terms in product(OBJECTS.of(("object",)), repeat=len(signature.parameters))
]
TYPES = ("object", "k", "l", "none")


def change(true: TrueRows, flipped: frozenset[Literal]) -> Transition:
    """Turn over the truth of some literals."""
    rows = set(map(row_of, flipped))
    removed = rows & true.rows
    for row in rows:
        (true.remove if row in removed else true.add)(row)
    true.stamp({row[0] for row in rows})
    return Transition(true, rows - removed, removed)


def test_the_answer_is_that_of_the_definition_along_random_walks() -> None:
    """A condition that remembers is never wrong about a state."""
    rng = random.Random(1)
    for _ in range(500):
        formula = random_formula(rng, Vocabulary(SIGNATURES, TYPES), depth=4)
        true = TrueRows()
        compiled = Compilation(OBJECTS, true).part(formula, {})
        facts: frozenset[Literal] = frozenset()
        for _ in range(10):
            flipped = frozenset(rng.sample(EVERYTHING, rng.randint(0, 2)))
            facts ^= flipped
            step = change(true, flipped)
            assert compiled.holds(step) is holds(formula, Moments(OBJECTS, facts)), str(formula)


def test_what_was_before_and_what_was_done_is_looked_up_every_time() -> None:
    """Formulas over transitions keep no answer: the past changes even if the present stays."""
    rng = random.Random(2)
    vocabulary = Vocabulary(SIGNATURES, TYPES, actions=ACTIONS, moments=tuple(Moment))
    for _ in range(500):
        formula = random_formula(rng, vocabulary, depth=4)
        true = TrueRows()
        compiled = Compilation(OBJECTS, true).part(formula, {})
        before: frozenset[Literal] = frozenset()
        for _ in range(10):
            flipped = frozenset(rng.sample(EVERYTHING, rng.randint(0, 2)))
            done = ACTIONS[0].predicate(rng.choice(OBJECTS.of(("object",)))).at(Moment.DID)
            moments = Moments(OBJECTS, before ^ flipped, before, done)
            step = change(true, flipped)
            step.done = row_of(done)
            assert compiled.holds(step) is holds(formula, moments), str(formula)
            before ^= flipped


def test_solutions_are_exactly_the_objects_that_the_definition_allows() -> None:
    """Effects and derived rules take every solution, whatever order the variables are bound in."""
    rng = random.Random(3)
    x, y = Variable("x", ("k",)), Variable("y", ("object",))
    for _ in range(500):
        formula = random_formula(rng, Vocabulary(SIGNATURES, TYPES), (x, y), depth=4)
        facts = frozenset(rng.sample(EVERYTHING, rng.randint(0, len(EVERYTHING))))
        true = TrueRows(map(row_of, facts))
        compilation = Compilation(OBJECTS, true, remembers=False)
        scope = {v.name: compilation.frame.slot() for v in (x, y)}
        conditions = list(conjuncts(Signed(formula, True, scope)))
        solutions = compilation.solutions([(x, 0), (y, 1)], conditions, set())
        found = {tuple(compilation.frame.values[:2]) for _ in solutions.each(Transition(true))}
        assert found == {
            (a.name, b.name)
            for a, b in product(OBJECTS.of(x.types), OBJECTS.of(y.types))
            if holds(formula, Moments(OBJECTS, facts), {x: a, y: b})
        }, str(formula)


def test_a_goal_for_all_objects_is_looked_at_once_per_object() -> None:
    """Met for one object after the other, it takes a number of tests linear in the objects."""
    count = 300
    objects = Objects.build([(Constant(f"o{i:03}"), ("object",)) for i in range(count)], {})
    x, met = Variable("x"), SIGNATURES[1].predicate
    looks: list[None] = []
    true = TrueRows()
    compilation = Compilation(objects, true, lambda: looks.append(None))
    goal = compilation.part(Forall(x, met(x)), {})
    for constant in objects.of(("object",)):
        assert not goal.holds(Transition(true))
        change(true, frozenset({met(constant)}))

    assert goal.holds(Transition(true))
    assert len(looks) < 4 * count


def test_a_quantifier_looks_only_at_objects_in_true_rows() -> None:
    """One of many objects in a row: one look, whether the row is true now, before or done."""
    objects = Objects.build([(Constant(f"o{i:03}"), ("object",)) for i in range(300)], {})
    x, y, only = Variable("x"), Variable("y"), Constant("o200")
    pair, act = SIGNATURES[2].predicate, ACTIONS[0].predicate
    looks: list[None] = []
    for moment in Moment:
        literal = act(x).at(moment) if moment is Moment.DID else pair(x, only).at(moment)
        true = TrueRows([row_of(pair(only, only))])
        compilation = Compilation(objects, true, lambda: looks.append(None))
        asked = compilation.part(Exists(x, And((literal, Not(Exists(y, pair(y, x)))))), {})
        looks.clear()

        assert not asked.holds(Transition(true, done=("act", "o200")))
        assert len(looks) == 2, moment
