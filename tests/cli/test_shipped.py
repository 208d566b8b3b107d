"""`generate`, `domains`, `planners`, the help, and the hints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import introplan
from introplan.cli.entry import COMMANDS

Run = Callable[..., Any]


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
