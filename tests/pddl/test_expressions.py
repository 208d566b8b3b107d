"""Numbers in model files are exact at any size; expressions over them, and mistakes in these."""

from __future__ import annotations

import pytest

from introplan.errors import ModelError
from introplan.pddl import parse_domain, parse_formula
from introplan.pddl.expressions import read_number
from introplan.pddl.reader import Word, source_of
from introplan.relational.arithmetic import number_text


def _number(text: str) -> float:
    return read_number(Word(text, 0), source_of(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        ("-.5", -0.5),
        ("+1e3", 1000.0),
        ("9007199254740992", 2.0**53),
        ("9007199254740993", 2**53 + 1),
        ("-9007199254740993.00", -(2**53) - 1),
        ("1" + "0" * 299, 10**299),
    ],
)
def test_a_number_is_exact_and_reads_back(text: str, value: float) -> None:
    """A float where that is the number, else an `int`."""
    assert _number(text) == value
    assert isinstance(_number(text), float) or float(value) != value
    assert _number(number_text(_number(text))) == value


@pytest.mark.parametrize("text", ["1e301", "-" + "9" * 400, "1e999999999"])
def test_a_number_that_could_not_be_added_up_is_refused(text: str) -> None:
    """The limit leaves room for sums."""
    with pytest.raises(ModelError, match=r"is too large; numbers stay below 1e\+300"):
        _number(text)


DOMAIN = (
    "(define (domain d) (:types t) (:constants a - t) (:functions (fuel ?x - t) (g))"
    " (:action go :effect (increase (g) 1)) (:reward {}))"
)


@pytest.mark.parametrize(
    "text",
    [
        "(>= (fuel a) (* 2 (g)))",
        "(before (< (fuel a) (- (g))))",
        "(= (fuel a) (before (fuel a)))",
        "(> (/ (+ (g) 1 2) 4) -0.5)",
    ],
)
def test_a_comparison_reads_back_from_its_text(text: str) -> None:
    """Also with `before` around it, or around a number in it."""
    domain = parse_domain(DOMAIN.format(f"(if {text} 1)"))
    assert domain.reward is not None

    (rule,) = domain.reward.rows.rules
    assert str(rule.condition) == text
    assert parse_formula(text, domain) == rule.condition


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(>= (fuel) 1)", "'fuel' takes 1 argument, not 0"),
        ("(>= (fuel b) 1)", "unknown object 'b'"),
        ("(>= (total-cost) 1)", "total-cost counts what actions cost and cannot be read"),
        ("(>= (g) (- 1 2 3))", "'-' takes 2 arguments, not 3"),
        ("(>= (g) ((1)))", "unexpected"),
        ("(>= (g) (1))", "'1' stands alone; a number takes no parentheses"),
        ("(>= (g) x)", "unexpected 'x'; expected a number such as 1 or -0.5, a function"),
        ("(before (>= (g) (before (g))))", "'before' inside 'before'"),
        ("(>= (g) (before 1 2))", "'before' takes 1 argument, not 2"),
        ("(<= (g))", "'<=' takes 2 arguments, not 1"),
    ],
)
def test_a_mistake_in_an_expression_is_told_at_its_place(text: str, message: str) -> None:
    """The message names what is wrong and shows the line."""
    with pytest.raises(ModelError) as caught:
        parse_domain(DOMAIN.format(f"(if {text} 1)"))

    assert message in str(caught.value)
    assert caught.value.line == 1


def test_before_is_only_for_transitions() -> None:
    """A precondition speaks of one state."""
    text = (
        "(define (domain d) (:functions (g))"
        " (:action go :precondition (> (before (g)) 1) :effect (increase (g) 1)))"
    )
    with pytest.raises(ModelError, match="'before' outside of a reward"):
        parse_domain(text)
