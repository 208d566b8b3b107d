"""A question mark begins a word, with or without a blank before it."""

from __future__ import annotations

import pytest

from introplan.pddl import parse_domain
from introplan.pddl.reader import Word, read_group, source_of

GLUED = """(define (domain d) (:predicates (aircraft?a) (at?x?y))
  (:action fly :parameters (?a?to) :precondition (aircraft?a) :effect (at?a?to)))"""
SPACED = """(define (domain d) (:predicates (aircraft ?a) (at ?x ?y))
  (:action fly :parameters (?a ?to) :precondition (aircraft ?a) :effect (at ?a ?to)))"""


def test_a_forgotten_blank_before_a_variable_is_read_as_one() -> None:
    """Public files have `(aircraft?a)`; other readers take it."""
    assert parse_domain(GLUED) == parse_domain(SPACED)


@pytest.mark.parametrize("text", ["(at?x ?y)", "(at?x (?y))"])
def test_words_keep_their_place(text: str) -> None:
    """Errors point at the variable itself."""
    group = read_group(source_of(text), expected="a list")
    words = [(n.text, n.offset) for n in group.items if isinstance(n, Word)]

    assert words[:2] == [("at", 1), ("?x", 3)]
