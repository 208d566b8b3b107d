"""Figure 4: the blocks-world state On(A,D), B, C, D on the table, and its one mutation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import introplan as ip
from introplan.cli import main
from introplan.domains.catalogue import domain

PROBLEM = """
(define (problem figure-4)
  (:domain blocks-world)
  (:objects a b c d - block)
  (:init (on a d) (on-table b) (on-table c) (on-table d)
         (clear a) (clear b) (clear c) (hand-empty)))
"""


def figure_4() -> ip.Task:
    """The example state."""
    return ip.parse_problem(domain("blocks-world"), PROBLEM)


def test_figure_4_has_exactly_one_mutation_with_all_four_blocks() -> None:
    """Literals that hold already but are mutable stay: they must still hold at the milestone."""
    assert [str(m) for m in ip.mutations(figure_4())] == [
        "(and (on-table a) (on-table b) (on-table c) (on-table d))"
    ]


def test_figure_4_is_solved_by_unstacking_and_placing_a() -> None:
    """Two actions lead to the milestone of the figure."""
    result = ip.plan(figure_4())

    assert [str(a) for a in result.plan or ()] == ["(unstack a d)", "(place a)"]
    assert (result.score, result.status, result.verified) == (1.0, "success", True)


def test_the_condition_that_pays_is_all_blocks_on_the_table() -> None:
    """Extracted from the decision list of Algorithm 1."""
    assert str(ip.reward_condition(figure_4().domain)) == "(forall (?x - block) (on-table ?x))"


def test_command_explain_gives_the_mutation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`introplan explain --json`: one mutation, one literal away."""
    path = tmp_path / "figure-4.pddl"
    path.write_text(PROBLEM, encoding="utf-8")

    assert main(["explain", "blocks-world", str(path), "--json"]) == 0
    (mutation,) = json.loads(capsys.readouterr().out)["mutations"]
    assert mutation["true"] == [f"(on-table {x})" for x in "abcd"]
    assert (mutation["false"], mutation["action"], mutation["distance"]) == ([], None, 1)
