"""Formulas and mutations in English."""

from __future__ import annotations

import pytest

from introplan.pddl import parse_domain, parse_formula
from introplan.relational.action import GroundAction, did
from introplan.relational.formula import Constant, Literal, Moment, Predicate
from introplan.relational.mutation import Mutation
from introplan.reporting.words import in_words, mutation_in_words

DOMAIN = parse_domain(
    """(define (domain d) (:types block item) (:predicates (a ?x - block) (b ?x - block))
    (:action go :parameters (?x - block) :precondition (a ?x) :effect (b ?x)))"""
)
A, B = (Predicate(name, 1)(Constant("x")) for name in "ab")
GO = GroundAction("go", (Constant("x"),))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(and)", "always"),
        ("(or)", "never"),
        ("(forall (?x - block) (a ?x))", "for every block ?x: (a ?x)"),
        ("(exists (?x - item) (= ?x ?x))", "there is an item ?x with ?x is ?x"),
        (
            "(exists (?x - block) (or (not (did (go ?x))) (and (a ?x) (before (b ?x)))))",
            "there is a block ?x with "
            "[if the action is (go ?x) then [(a ?x) and (b ?x) before the action]]",
        ),
        (
            "(not (forall (?x - block) (not (= ?x ?x))))",
            "it is not so that for every block ?x: ?x is not ?x",
        ),
    ],
)
def test_a_formula_reads_as_a_sentence(text: str, words: str) -> None:
    """Brackets keep together what belongs together."""
    assert in_words(parse_formula(text, DOMAIN)) == words


@pytest.mark.parametrize(
    ("mutation", "words"),
    [
        (Mutation(), "nothing has to change"),
        (Mutation(frozenset({A, B})), "make (b x) true; keep (a x) true"),
        (Mutation(last_action=GO), "do (go x)"),
        (Mutation(make_false=frozenset({did(GO)})), "do anything but (go x)"),
        (
            Mutation(frozenset({B.at(Moment.BEFORE)})),
            "make (b x) true; then do any action",
        ),
        (
            Mutation(frozenset({B.at(Moment.BEFORE)}), frozenset({A}), GO),
            "make (b x) true; then do (go x); and by that make (a x) false",
        ),
    ],
)
def test_a_mutation_reads_as_an_instruction(mutation: Mutation, words: str) -> None:
    """Where (a x) is true and (b x) is not: what holds is to be kept, the rest to be made."""
    assert mutation_in_words(mutation, {A}) == words


def test_many_literals_are_cut_short() -> None:
    """Two hundred blocks do not fit into a sentence."""
    on_table = Predicate("on-table", 1)
    many: frozenset[Literal] = frozenset(on_table(Constant(f"b{i:03}")) for i in range(200))

    words = mutation_in_words(Mutation(many))

    assert "(on-table b009) and 190 more true" in words
