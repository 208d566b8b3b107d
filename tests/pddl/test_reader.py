"""Neither depth nor size of a file crashes the reader, and large files are read fast."""

from __future__ import annotations

import time

import pytest

from introplan.errors import ModelError
from introplan.pddl import parse_domain, parse_formula, parse_problem, print_domain
from introplan.pddl.reader import MAX_NESTING
from introplan.relational.formula import Formula

LONG = "x" * 1_000_000
DOMAIN = parse_domain(
    "(define (domain d) (:types t) (:predicates (p ?x - t) (q ?x ?y - t) (r)) (:action go))"
)


def message(text: str) -> str:
    """What is said about a domain that is wrong."""
    with pytest.raises(ModelError) as caught:
        parse_domain(text)
    return str(caught.value)


@pytest.mark.parametrize("depth", [MAX_NESTING, 10_000, 1_000_000])
@pytest.mark.parametrize("open_", ["(", "(not ", "(and (r) ", "(exists (?x) "])
def test_deep_nesting_is_an_error_that_says_so(depth: int, open_: str) -> None:
    """Formulas nested deeper than anyone writes."""
    text = f"(define (domain d) (:action a :precondition {open_ * depth}(r){')' * depth}))"

    assert "nested too deeply; 200 levels are read" in message(text)


@pytest.mark.parametrize(
    ("open_", "close"),
    [
        ("(not ", ")"),
        ("(and (r) ", ")"),
        ("(or ", " (r))"),
        ("(exists (?x) ", ")"),
        ("(forall (?x - t) ", ")"),
    ],
)
def test_the_deepest_formula_that_is_read_can_be_used(open_: str, close: str) -> None:
    """It prints, compares and hashes without running out of stack."""
    depth = MAX_NESTING - 1
    formula: Formula = parse_formula(f"{open_ * depth}(r){close * depth}", DOMAIN)

    assert parse_formula(str(formula), DOMAIN) == formula
    assert hash(formula) == hash(parse_formula(str(formula), DOMAIN))


@pytest.mark.parametrize("open_", ["(imply ", "(exists (?a ?b ?c ?d ?e ?f ?g ?h) "])
def test_sugar_counts_as_what_it_stands_for(open_: str) -> None:
    """A short text may not become a formula that is deeper than the text."""
    close = " (r))" if "imply" in open_ else ")"
    with pytest.raises(ModelError, match="nested too deeply"):
        parse_formula(f"{open_ * 150}(r){close * 150}", DOMAIN)


def test_deeply_nested_effects_are_read() -> None:
    """Effects are flattened, however deep."""
    depth = MAX_NESTING - 4
    text = "(define (domain d) (:predicates (r)) (:action a :effect "
    found = parse_domain(f"{text}{'(when (r) ' * depth}(r){')' * depth}))")

    assert len(found.actions[0].conditional) == 1
    assert parse_domain(print_domain(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        f"({LONG})",
        f"(define ({LONG} d))",
        f"(define (domain d) (:{LONG}))",
        f"(define (domain d) (:types a - {LONG} {LONG} - a))",
        f"(define (domain d) (:predicates (p ?x - {LONG})))",
        f"(define (domain d) (:predicates ({LONG}) ({LONG})))",
        f"(define (domain d) (:predicates ({LONG} ?{LONG})) (:action a :effect ({LONG})))",
        f"(define (domain d) (:predicates (p ?x)) (:action a :effect (p {LONG})))",
        f"(define (domain d) (:predicates ({LONG})) (:action a :effect (p)))",
        f"(define (domain d) (:predicates (p)) (:action a :effect ({LONG})))",
        f"(define (domain d) (:predicates (p)) (:reward (if (p) {'9' * 1_000_000})))",
        f"(define (domain d) (:predicates (p)) (:termination (if (p) {LONG})))",
    ],
    ids=range(13),
)
def test_names_of_a_megabyte_are_cut_in_messages(text: str) -> None:
    """A message stays readable, whatever is in the file."""
    assert len(message(text)) < 600


def test_a_name_of_a_megabyte_is_a_name() -> None:
    """It is unwise, not wrong."""
    found = parse_domain(f"(define (domain d) (:predicates ({LONG})))")

    assert parse_domain(print_domain(found)) == found


def problem_text(facts: int, *, last: str = "") -> str:
    """A problem with many facts."""
    objects = " ".join(f"o{i}" for i in range(1000))
    lines = "\n".join(f"(q o{i // 1000} o{i % 1000})" for i in range(facts))
    head = f"(define (problem big) (:objects {objects} - t) (:init\n{lines}\n"
    return f"{head}{last}) (:goal (r)))"


def test_a_million_facts_are_read_in_seconds() -> None:
    """Time on the processor, so that a busy machine does not matter."""
    text = problem_text(1_000_000)
    began = time.process_time()

    assert len(parse_problem(DOMAIN, text).start.facts) == 1_000_000
    assert time.process_time() - began < 30


def test_a_mistake_after_many_facts_is_found_at_its_place() -> None:
    """Line and column are right in large files."""
    with pytest.raises(ModelError) as caught:
        parse_problem(DOMAIN, problem_text(100_000, last="(q o1 o1000)"))

    assert (caught.value.line, caught.value.column) == (100_002, 7)


def test_many_of_everything_else_are_read() -> None:
    """Types, objects, predicates, actions and children of one formula."""
    many = range(20_000)
    found = parse_domain(
        f"(define (domain d) (:types {' '.join(f't{i} - s' for i in many)})"
        f" (:constants {' '.join(f'c{i} - t{i}' for i in many)})"
        f" (:predicates {' '.join(f'(p{i} ?x - t{i})' for i in many)})"
        f" {' '.join(f'(:action a{i} :effect (p{i} c{i}))' for i in range(2_000))}"
        f" (:reward (if (or {' '.join(f'(p{i} c{i})' for i in many)}) 1)))"
    )

    assert len(found.types) == 20_001
    assert len(found.actions) == 2_000
