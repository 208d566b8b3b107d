"""How the answer of `plan` is shown: method, notes, numbers for people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

FRACTIONS = """
ACTIONS = ["wait"]
START = 0
HORIZON = 8

def transition(s, a):
    return s + 1

def reward(s, a, after):
    return 0.1
"""


def test_the_line_and_the_record_name_the_method(run: Run, two_bins: Path) -> None:
    """How a plan was found is part of the answer."""
    assert "introspector by milestones, native engine" in run("plan", "bins", two_bins).out
    assert run("plan", "bins", two_bins, "--json").record["method"] == "milestones"


def test_scores_for_people_have_no_rounding_errors(run: Run, tmp_path: Path) -> None:
    """Eight times 0.1 is 0.8 on the screen, and what Python adds up in JSON."""
    world = tmp_path / "world.py"
    world.write_text(FRACTIONS, encoding="utf-8")
    plan = tmp_path / "plan"
    score = 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1

    assert score != 0.8
    assert "score 0.8" in run("plan", world, "--plan-file", plan).out
    assert run("plan", world, "--json").record["score"] == score
    assert "score 0.8," in run("validate", world, plan).out


@pytest.mark.parametrize("form", [(), ("--quiet",), ("--json",)])
def test_notes_are_on_standard_error_once(run: Run, tmp_path: Path, form: tuple[str, ...]) -> None:
    """In every form of the answer."""
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text(
        "(define (domain d) (:predicates (g)) (:functions (w ?x))\n"
        "  (:action a :parameters (?x) :effect (and (g) (increase (total-cost) (w ?x)))))",
        encoding="utf-8",
    )
    problem.write_text(
        "(define (problem p) (:domain d) (:objects o) (:init) (:goal (g)))", encoding="utf-8"
    )

    assert run("plan", domain, problem, *form).err.count("(w o) has no value") == 1
