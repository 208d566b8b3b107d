"""Plan files, as the planning field writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from introplan.errors import ModelError
from introplan.pddl import parse_plan, print_plan, read
from introplan.relational.action import GroundAction
from introplan.relational.formula import Constant

VALID = Path(__file__).parent.parent / "models" / "valid"
TASK = read(VALID / "blocks.domain.pddl", VALID / "blocks.problem.pddl")
A, B, FLOOR = Constant("a"), Constant("b"), Constant("floor")
PLAN = (GroundAction("move", (A, B, FLOOR)), GroundAction("move", (B, FLOOR, A)))


def test_a_plan_is_printed_with_its_cost_last() -> None:
    """One action per line, and whether actions cost the same."""
    assert print_plan(PLAN, 5.0, unit_cost=False) == (
        "(move a b floor)\n(move b floor a)\n; cost = 5 (general cost)\n"
    )
    assert print_plan((), 0, unit_cost=True) == "; cost = 0 (unit cost)\n"
    assert print_plan((), 0.5, unit_cost=False) == "; cost = 0.5 (general cost)\n"


def test_a_printed_plan_reads_back() -> None:
    """Text goes both ways."""
    assert parse_plan(print_plan(PLAN, 2, unit_cost=True), TASK) == PLAN
    assert parse_plan(print_plan((), 0, unit_cost=True), TASK) == ()
    unfinished = print_plan(PLAN, 2, unit_cost=True, is_successful=False)
    assert unfinished.startswith("; does not end with success\n")
    assert parse_plan(unfinished, TASK) == PLAN


@pytest.mark.parametrize(
    "text",
    [
        "0: (move a b floor) [1]\n1: (move b floor a) [1]\n",
        "0.000: (MOVE A B FLOOR) [1.000]\r\n0.001: (move b floor a)  [1.000]",
        "; found by hand\n(move a b floor)\n\n(move b floor a) ; the end",
        "0 : (move a b floor) 1 : (move b floor a)",
        "0.0003:(move a b floor)[1]\n1.0e-3: ( move b floor a ) [ 1.0 ]\n",
        "; Time 0.1\n\n0: (MOVE A B FLOOR) [D:1.00; C:1.00]\n1: (MOVE B FLOOR A) [D:1.00; C:1.00]",
        "\ufeff(move a b floor)\r\n(move b floor a)\r\n; cost = 2 (unit cost)\r\n",
    ],
)
def test_plans_of_the_competitions_are_read(text: str) -> None:
    """Step numbers, durations, comments and case are passed over."""
    assert parse_plan(text, TASK) == PLAN


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("(mov a b floor)", "2:2: unknown action 'mov'; did you mean 'move'?"),
        ("(move a b)", "2:1: 'move' takes 3 arguments, not 2; write (move ?x ?from ?to)"),
        ("(move a b flor)", "2:11: unknown object 'flor'; did you mean 'floor'?"),
        ("(move floor b a)", "2:7: 'floor' is of type table; argument 1 of 'move' takes block"),
        ("(move ?x b a)", "2:7: unknown variable '?x'; none is declared here"),
        ("(move (a) b a)", "2:7: unexpected list (a ...); expected an object or a variable"),
        ("move a b floor", "2:1: unexpected 'move'; expected an action such as (pick a b)"),
        ("()", "2:1: an empty list; expected an action such as (pick a b)"),
        ("(move a b floor", "2:1: this '(' is never closed; add a ')'"),
        ("(move a b floor))", "2:17: unexpected ')'; no list is open here"),
        ("\0", "2:1: a NUL byte; model files are plain text"),
    ],
)
def test_a_wrong_line_is_pointed_at(line: str, message: str) -> None:
    """With the file, the line and the column."""
    with pytest.raises(ModelError) as caught:
        parse_plan(f"(move a b floor)\n{line}", TASK, file="a.plan")

    assert str(caught.value).splitlines()[0] == f"a.plan:{message}"
