"""Certificate files are data: what is wrong is told with its place, and nothing else happens."""

from __future__ import annotations

import random
import string

import pytest

import introplan as ip
from introplan.certificates.text import is_certificate

DOMAIN = """(define (domain rooms)
  (:requirements :typing :derived-predicates)
  (:types robot room)
  (:predicates (at ?r - robot ?x - room) (road ?x ?y - room) (dark) (home ?r - robot))
  (:derived (home ?r - robot) (at ?r hall))
  (:constants hall - room)
  (:action move :parameters (?r - robot ?x ?y - room)
    :precondition (and (at ?r ?x) (road ?x ?y)) :effect (and (at ?r ?y) (not (at ?r ?x))))
  (:action darken :effect (dark)))
"""
PROBLEM = """(define (problem two) (:domain rooms)
  (:objects r2 - robot cell - room)
  (:init (at r2 hall) (road hall cell) (road cell hall))
  (:goal (and (at r2 hall) (at r2 cell))))
"""
TASK = ip.parse_problem(ip.parse_domain(DOMAIN), PROBLEM)
WHOLE = """; a comment
(:certificate closed-set)
(:state (at r2 hall))
(:state (at r2 cell))

(:state (at r2 hall) (dark))
(:state (at r2 cell) (dark))
"""


def test_a_file_reads_back_to_an_equal_value() -> None:
    """Text goes both ways, for every kind."""
    read = ip.parse_certificate(WHOLE, TASK)
    assert isinstance(read, ip.ClosedSet)
    facts = tuple(sorted(read.facts, key=str))
    bounds = ip.Bounds(facts[:2], facts[:1])

    assert ip.verify(TASK, read).valid
    assert ip.parse_certificate(ip.print_certificate(read), TASK) == read
    assert ip.parse_certificate(ip.print_certificate(bounds), TASK) == bounds


def test_upper_case_spaces_and_line_ends_do_not_matter() -> None:
    """As in PDDL; and a file from elsewhere has other line ends."""
    loud = WHOLE.upper().replace("\n", "\r\n").replace(") (", ")   (").replace("(AT", "( AT")

    assert ip.parse_certificate(loud, TASK) == ip.parse_certificate(WHOLE, TASK)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "unexpected ''; expected (:certificate closed-set)"),
        ("(:state)", "1:1", "unexpected '(:state)'; expected (:certificate closed-set)"),
        ("(:certificate)", "1:1", "unexpected '(:certificate)'"),
        ("(:certificate closed-sett)", "1:15", "did you mean 'closed-set'?"),
        ("(:certificate closed-texts)", "1:15", "are for worlds in Python"),
        ("(:certificate closed-set)\n(:state", "2:1", "expected (:state (fact object ...) ...)"),
        ("(:certificate closed-set)\n (:state ((at r2 hall)))", "2:2", "unexpected"),
        ("(:certificate closed-set)\n(:becomes-true (dark))", "2:1", "expected (:state"),
        ("(:certificate closed-set)\n(:state (att r2 hall))", "2:10", "did you mean 'at'?"),
        ("(:certificate closed-set)\n(:state (at r2))", "2:9", "'at' takes 2 arguments, not 1"),
        ("(:certificate closed-set)\n(:state (at r3 hall))", "2:13", "unknown object 'r3'"),
        ("(:certificate closed-set)\n(:state (road hall cell))", "2:10", "'road' never changes"),
        ("(:certificate closed-set)\n(:state (home r2))", "2:10", "'home' is derived"),
        ("(:certificate closed-set)\n(:state ())", "2:9", "an empty list; expected a fact"),
        ("(:certificate closed-set)\n(:state (dark) (dark))", "2:16", "is listed twice"),
        ("(:certificate closed-set)\n(:state)\n(:state)", "3:1", "this is state 1 again"),
        ("(:certificate bounds)\n(:state (dark))", "2:1", "expected (:becomes-true"),
        ("(:certificate bounds)\n(:becomes-true (dark))\n(:becomes-true (dark))", "3:1", "before"),
        ("(:certificate closed-set)\n(:state (da\0rk))", "2:12", "a NUL byte"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, place: str, message: str) -> None:
    """File, line, column, and what would be right."""
    with pytest.raises(ip.ModelError) as caught:
        ip.parse_certificate(text, TASK, file="proof.txt")

    assert str(caught.value).startswith(f"proof.txt:{place}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "(:certificate closed-set)\n(:state " + "(" * 100_000,
        "(:certificate closed-set)\n(:state " + "(" * 50_000 + ")" * 50_000 + ")",
        "(:certificate closed-set)\n(:state (" + "x" * 1_000_000 + "))",
        "(:certificate closed-set)\n(:state (at r2 " + "y" * 1_000_000 + "))",
        "(:certificate closed-set)\n(:state" + " (dark)" * 200_000 + ")",
        "(:certificate closed-set)\n" + "(:state (dark))\n" * 200_000,
        "(:certificate " + "closed-" * 100_000 + ")",
    ],
    ids=["open", "deep", "long predicate", "long object", "facts", "states", "kind"],
)
def test_giants_are_refused_in_short_words(text: str) -> None:
    """A message is something to read, whatever it is about."""
    with pytest.raises(ip.ModelError) as caught:
        ip.parse_certificate(text, TASK, file="proof.txt")

    assert len(str(caught.value)) < 1_000


def test_spoilt_files_are_read_or_refused_and_nothing_else() -> None:
    """Random changes of a few characters: a certificate, or an error with a place."""
    rng = random.Random(0)
    refused = 0
    for _ in range(2_000):
        text = list(WHOLE)
        for _ in range(rng.choice((1, 1, 2, 5))):
            place = rng.randrange(len(text))
            text[place] = rng.choice(["", "(", ")", ";", " ", "\n", "at", "\0", "é", *"?:-="])
        if rng.random() < 0.1:
            text = rng.choices(string.printable, k=50)
        found = read_or_refused("".join(text))
        if isinstance(found, ip.ModelError):
            refused += 1
            assert found.line is not None
            assert found.column is not None
        else:
            assert isinstance(ip.verify(TASK, found).valid, bool)
    assert refused > 500


def read_or_refused(text: str) -> ip.Certificate | ip.ModelError:
    """The certificate, or the complaint about it."""
    try:
        return ip.parse_certificate(text, TASK, file="f")
    except ip.ModelError as error:
        return error


def test_certificates_are_known_by_their_content() -> None:
    """Plans and models are something else, however they begin."""
    assert is_certificate(WHOLE)
    assert is_certificate("\ufeff\n ; (move a)\n\n  (:CERTIFICATE bounds)")
    assert not is_certificate("(move r2 hall cell)\n; (:certificate closed-set)")
    assert not is_certificate("")
    assert not is_certificate(PROBLEM)
