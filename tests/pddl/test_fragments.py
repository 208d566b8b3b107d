"""Formulas, actions and states as text, both ways."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from introplan.errors import ModelError
from introplan.pddl import parse_action, parse_domain, parse_formula, parse_problem, parse_state
from introplan.relational.action import GroundAction
from introplan.relational.formula import (
    EQUALS,
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
)

DOMAIN = parse_domain(
    "(define (domain d) (:types block table - thing) (:predicates (on ?x ?y) (clear ?x) (done)"
    " (before ?x ?y)) (:action move :parameters (?x ?y)) (:action wait))"
)
TASK = parse_problem(
    DOMAIN,
    "(define (problem p) (:objects a b - block t - table) (:init (on a b)) (:goal (done)))",
)
PREDICATES = [Predicate(s.name, len(s.parameters)) for s in DOMAIN.predicates]
ACTIONS = [Predicate(a.name, len(a.parameters)) for a in DOMAIN.actions]
TYPES = [("object",), ("block",), ("thing",), ("block", "table"), ("table", "object")]
OUTER = (Variable("x", ("block",)), Variable("free"))


def random_formula(rng: random.Random, depth: int, scope: dict[str, Variable]) -> Formula:
    """A formula of at most this depth; inner variables often hide outer ones."""
    shape = rng.choice(["literal", "not", "and", "or", "exists", "forall"]) if depth else "literal"
    if shape == "literal":
        return random_literal(rng, [*scope.values(), Constant("a"), Constant("t")])
    if shape == "not":
        return Not(random_formula(rng, depth - 1, scope))
    if shape in ("and", "or"):
        parts = [random_formula(rng, depth - 1, scope) for _ in range(rng.randrange(4))]
        return (And if shape == "and" else Or)(tuple(parts))
    variable = Variable(rng.choice("xyz"), rng.choice(TYPES))
    child = random_formula(rng, depth - 1, {**scope, variable.name: variable})
    return (Exists if shape == "exists" else Forall)(variable, child)


def random_literal(rng: random.Random, terms: list[Term]) -> Literal:
    """A literal at any moment, or an equality, which has none."""
    moment = rng.choice(list(Moment))
    predicate = rng.choice(ACTIONS if moment is Moment.DID else [*PREDICATES, EQUALS])
    literal = predicate(*(rng.choice(terms) for _ in range(predicate.arity)))
    return literal if predicate == EQUALS else literal.at(moment)


@given(st.integers(0, 2**64), st.integers(0, 4))
def test_a_formula_reads_back_from_its_text(seed: int, depth: int) -> None:
    """For formulas of every shape and moment, with quantifiers that hide each other."""
    formula = random_formula(random.Random(seed), depth, {v.name: v for v in OUTER})

    assert parse_formula(str(formula), DOMAIN, TASK.start.objects, variables=OUTER) == formula


def test_ten_thousand_formulas_read_back_from_their_text() -> None:
    """The same by seed, more often."""
    rng = random.Random(1)
    for _ in range(10_000):
        formula = random_formula(rng, 4, {v.name: v for v in OUTER})

        assert parse_formula(str(formula), DOMAIN, TASK.start.objects, variables=OUTER) == formula


def test_a_formula_knows_the_objects_it_is_given_only() -> None:
    """Without objects, the constants of the domain are all there is."""
    with pytest.raises(ModelError, match="unknown object 'a'"):
        parse_formula("(clear a)", DOMAIN)


@pytest.mark.parametrize("text", ["", "a", "()", "(clear a", "(clear a))", "(clear a) (done)"])
def test_a_formula_is_one_list(text: str) -> None:
    """Anything else is an error without a file name."""
    with pytest.raises(ModelError) as caught:
        parse_formula(text, DOMAIN, TASK.start.objects)

    assert caught.value.file is None
    assert caught.value.line == 1


def test_an_action_reads_back_from_its_text() -> None:
    """Names in any case, objects checked."""
    action = GroundAction("move", (Constant("a"), Constant("t")))

    assert parse_action(str(action), TASK) == action
    assert parse_action(" ( MOVE a\nT) ; so", TASK) == action
    with pytest.raises(ModelError, match="'move' takes 2 arguments, not 1"):
        parse_action("(move a)", TASK)


def test_a_state_reads_back_from_its_text() -> None:
    """`str` of a state is an `:init` section."""
    state = parse_state("(:init (clear a) (on b t) (done))", TASK)

    assert str(state) == "(:init (clear a) (done) (on b t))"
    assert parse_state(str(state), TASK) == state
    assert parse_state("(:init)", TASK).facts == frozenset()
    with pytest.raises(ModelError, match="expected :init"):
        parse_state("(:goal (done))", TASK)
