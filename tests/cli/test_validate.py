"""`introplan validate`: what a plan file is worth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_verdict_has_exactly_the_promised_keys(run: Run, two_bins: Path, tmp_path: Path) -> None:
    """A plan that stops too early is one that runs, but no plan."""
    file = tmp_path / "plan.txt"
    file.write_text("(pick i1 d1)\n(close-bin d1)\n", encoding="utf-8")

    answer = run("validate", "bins", two_bins, file, "--json")

    assert answer.code == 32
    assert answer.record == {
        "valid": False,
        "score": 1,
        "status": "continue",
        "reason": "the plan ends before success",
        "cost": 2,
    }


def test_a_plan_of_a_shipped_task_is_validated_by_its_parameters(run: Run, tmp_path: Path) -> None:
    """The last name is the plan, wherever the options stand."""
    file = tmp_path / "plan.txt"
    task = ("blocks-world", "--blocks", 3, "--seed", 1)
    run("plan", *task, "--plan-file", file)

    assert run("validate", *task, file).code == 0


def test_a_plan_for_a_horizon_is_validated_with_that_horizon(run: Run, tmp_path: Path) -> None:
    """Without it the episode would end with the first maximal reward."""
    light, file = [EXAMPLES / "light.pddl", EXAMPLES / "light-3.pddl"], tmp_path / "plan.txt"
    planned = run("plan", *light, "--horizon", 8, "--plan-file", file, "--json").record

    judged = run("validate", *light, file, "--horizon", 8, "--json")
    assert (judged.code, judged.record["score"]) == (0, planned["score"])
    assert run("validate", *light, file).code == 32
    assert run("validate", *light, file, "--horizon", 7).code == 32


def test_a_cost_without_a_value_is_noted(run: Run, tmp_path: Path) -> None:
    """By `plan` and by `validate`, on standard error: the answer stays as it is."""
    domain, problem, file = (tmp_path / name for name in ("d.pddl", "p.pddl", "plan.txt"))
    domain.write_text(
        "(define (domain d) (:predicates (g)) (:functions (w ?x))\n"
        "  (:action a :parameters (?x) :effect (and (g) (increase (total-cost) (w ?x)))))"
    )
    problem.write_text("(define (problem p) (:domain d) (:objects o) (:init) (:goal (g)))")
    note = "introplan: note: (w o) has no value and counts as 0; write (= (w o) N) in :init\n"

    planned = run("plan", domain, problem, "--quiet", "--plan-file", file)
    assert (planned.code, planned.out, planned.err) == (0, "(a o)\n", note)
    judged = run("validate", domain, problem, file)
    assert (judged.code, judged.err) == (0, note)


def test_a_plan_with_an_unknown_object_is_invalid(
    run: Run, two_bins: Path, tmp_path: Path
) -> None:
    """It can be read, but it cannot be done: 32, with the step."""
    file = tmp_path / "plan.txt"
    file.write_text("(pick i1 d1)\n(pick i3 d1)\n", encoding="utf-8")

    answer = run("validate", "bins", two_bins, file)

    assert answer.code == 32
    assert "step 2: unknown object 'i3'" in answer.out


@pytest.mark.parametrize("text", ["hello", "(pick (i1) d1)", "(pick i1 d1"])
def test_a_file_that_is_no_plan_is_bad_input(
    run: Run, two_bins: Path, tmp_path: Path, text: str
) -> None:
    """What cannot be read as actions has a place and a caret."""
    file = tmp_path / "plan.txt"
    file.write_text(text, encoding="utf-8")

    answer = run("validate", "bins", two_bins, file)

    assert answer.code == 31
    assert answer.err.startswith(f"{file}:1:")


def test_what_is_not_known_of_the_largest_reward_is_not_claimed(run: Run, tmp_path: Path) -> None:
    """A world without an end: judging calls its functions, and does not read them."""
    world, file = tmp_path / "far.py", tmp_path / "plan.txt"
    world.write_text(
        "ACTIONS = [1]\nSTART = 0\ndef transition(s, a):\n    return s + a\n"
        "def reward(s, a, s2):\n    return int(s2 == 30_000)\n"
    )
    file.write_text("1\n")

    judged = run("validate", world, file)
    assert judged.code == 0
    said = "it ends with a step that pays 0, and no step tried near the start pays more"
    assert said in " ".join(judged.out.split())
