"""Characters in model files: invisible ones are refused, and only ASCII has two cases."""

from __future__ import annotations

from pathlib import Path

import pytest

import introplan as ip
from introplan.certificates.text import parse_certificate
from introplan.errors import ModelError
from introplan.pddl import parse_domain, parse_plan, read

VALID = Path(__file__).parent.parent / "models" / "valid"
TASK = read(VALID / "blocks.domain.pddl", VALID / "blocks.problem.pddl")
HIDDEN = {
    "\u00ad": "U+00AD SOFT HYPHEN",
    "\u200b": "U+200B ZERO WIDTH SPACE",
    "\u202e": "U+202E RIGHT-TO-LEFT OVERRIDE",
    "\x1b": "U+001B",
    "\ue000": "U+E000",
}
WIDE = """(define (domain d) (:predicates (p ?x) (q ?x))
  (:action act :parameters (?x) :precondition (P ?X) :effect (q ?x)))"""


def lit(*objects: str) -> ip.Task:
    """A task in which an action can be done with each object."""
    facts, goals = (" ".join(f"({p} {name})" for name in objects) for p in "pq")
    text = f"(define (problem one) (:domain d) (:objects {' '.join(objects)}) "
    return ip.parse_problem(parse_domain(WIDE), f"{text} (:init {facts}) (:goal (and {goals})))")


@pytest.mark.parametrize("character", HIDDEN)
def test_a_name_with_a_hidden_character_is_refused(character: str) -> None:
    """Plans would print it in escapes, which do not read back."""
    with pytest.raises(ModelError) as caught:
        parse_domain(f"(define\n  (domain d{character}))", file="d.pddl")

    first = str(caught.value).splitlines()[0]
    what = f"{HIDDEN[character]} is a character that cannot be seen; remove it"
    assert first == f"d.pddl:2:12: {what}"


@pytest.mark.parametrize("character", HIDDEN)
def test_plans_and_certificates_have_no_hidden_characters_either(character: str) -> None:
    """Each with its place."""
    with pytest.raises(ModelError, match="1:8: U"):
        parse_plan(f"(move a{character} b floor)", TASK)
    with pytest.raises(ModelError, match="2:13: U"):
        parse_certificate(f"(:certificate closed-set)\n(:state (on {character}a b))", TASK)


@pytest.mark.parametrize("character", HIDDEN)
def test_a_comment_may_have_any_character(character: str) -> None:
    """Only people read it."""
    assert parse_domain(f"(define (domain d)) ; {character}").name == "d"
    assert parse_plan(f"; {character}\n", TASK) == ()


def test_letters_of_any_script_and_wide_spaces_are_read() -> None:
    """A space from a web page separates words like any other."""
    result = ip.plan(lit("straße", "東京", "\u00a0Ωmega\u3000"))

    assert sorted(map(str, result.plan or ())) == ["(act straße)", "(act Ωmega)", "(act 東京)"]


def test_only_letters_of_ascii_lose_their_case() -> None:
    """A sign that looks like a letter is another name, in facts as well as in plans."""
    kelvin = "\N{KELVIN SIGN}"
    task = lit("K", kelvin, "Ä", "ä")
    result = ip.plan(task)

    names = [action.arguments[0].name for action in result.plan or ()]
    assert sorted(names) == sorted(["k", kelvin, "Ä", "ä"])
    assert parse_plan("\n".join(map(str, result.plan or ())), task) == result.plan


def test_the_name_of_a_file_is_told_in_escapes(tmp_path: Path) -> None:
    """It may hold what moves the cursor, or ends the line."""
    file = tmp_path / "\x1b[31m\nd.pddl"
    file.write_text("(define", encoding="utf-8")

    for broken in (file, tmp_path / "\x1b[31m\nnone.pddl"):
        with pytest.raises(ModelError) as caught:
            ip.read(broken, file)
        assert r"\x1b[31m\n" in str(caught.value).splitlines()[0]
        assert "\x1b" not in str(caught.value)
