"""`validate`, `generate`, `domains`, `planners`, the help, and the hints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import introplan
from introplan.cli.entry import COMMANDS

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


def test_a_generated_problem_reads_back(run: Run, tmp_path: Path) -> None:
    """The file and the name with the same parameters are the same task."""
    file = tmp_path / "problem.pddl"
    task = ("blocks-world", "--blocks", 6, "--seed", 4)

    assert run("generate", *task, "--out", file).code == 0
    assert run("generate", *task).out == file.read_text(encoding="utf-8")
    by_file = run("plan", "blocks-world", file, "--quiet").out
    assert by_file == run("plan", *task, "--quiet").out


def test_domains_are_listed_with_their_parameters(run: Run) -> None:
    """One line each, and as JSON."""
    names = [entry["name"] for entry in run("domains", "--json").record["domains"]]

    assert {"blocks-world", "bins", "drawers"} <= set(names)
    assert len(run("domains").out.splitlines()) == len(names) + 1
    assert "--blocks" in run("domains").out


def test_the_file_of_a_domain_is_printed_and_reads_back(run: Run) -> None:
    """A newcomer starts from a copy."""
    text = run("domains", "bins").out

    assert introplan.parse_domain(text) == introplan.read_domain(
        Path(introplan.__file__).parent / "domains" / "bins.pddl"
    )


def test_planners_are_listed(run: Run) -> None:
    """One line each, and as JSON."""
    names = [entry["name"] for entry in run("planners", "--json").record["planners"]]

    assert names[0] == "introspector"
    assert all(name in run("planners").out for name in names)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("plna",), "did you mean 'plan'?"),
        (("plan", "block-world"), "did you mean 'blocks-world'?"),
        (("plan", "block-world", "problem.pddl"), "did you mean 'blocks-world'?"),
        (("plan", "bins", "--planner", "introspektor"), "did you mean 'introspector'?"),
        (("plan", "blocks-world", "--block", "3"), "did you mean '--blocks'?"),
        (("plan", "bins", "--blocks", "3"), "there is bins, items"),
        (("generate", "binz"), "did you mean 'bins'?"),
    ],
)
def test_a_slip_gets_a_hint(run: Run, words: tuple[str, ...], hint: str) -> None:
    """An error says what would have been right."""
    answer = run(*words)

    assert answer.code == 33
    assert hint in answer.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(run: Run, name: str) -> None:
    """The examples are commands one can copy."""
    answer = run(name, "--help")

    assert answer.code == 0
    assert "examples:" in answer.out
    assert f"introplan {name}" in answer.out.split("examples:")[1]


def test_help_and_version_are_answers(run: Run) -> None:
    """Both go to stdout with code 0."""
    assert all(name in run("--help").out for name in COMMANDS)
    assert run("--version").out == f"introplan {introplan.__version__}\n"
