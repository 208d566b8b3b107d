"""The words of a command: help that wraps, options in any order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from introplan.cli.entry import COMMANDS, command_named

Run = Callable[..., Any]


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_help_wraps_at_the_width_of_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, columns: int
) -> None:
    """Usage, description, options, examples and exit codes."""
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = run(name, "--help")

    assert answer.code == 0
    assert max(map(len, answer.out.splitlines())) <= columns
    assert f"usage: introplan {name} " in answer.out
    assert "examples:\n  introplan " in answer.out


def test_an_example_that_is_too_long_goes_on_behind_a_backslash(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it can still be copied to a shell."""
    monkeypatch.setenv("COLUMNS", "60")
    out = run("plan", "--help").out

    assert "my-problem.pddl \\\n      --plan-file plan.txt" in out


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("plan", {"--time", "--budget"}),
        ("view", {"--time", "--budget"}),
        ("explain", {"--time", "--budget"}),
        ("states", {"--time", "--budget"}),
        ("validate", {"--budget"}),
    ],
)
def test_commands_that_search_or_read_code_have_limits(command: str, options: set[str]) -> None:
    """`--time` for all that searches, `--budget` for all that reads Python code."""
    parser = command_named(command).parser(command, COMMANDS[command])

    assert options <= set(parser._option_string_actions)


def test_options_may_stand_anywhere() -> None:
    """Before, between and behind the names."""
    command = command_named("plan")
    words = ["--time", "3", "a.pddl", "--json", "b.pddl", "--nodes", "5"]
    arguments = command.parse("plan", "find a plan", words)

    assert (arguments.names, arguments.time, arguments.json, arguments.nodes) == (
        ["a.pddl", "b.pddl"],
        3.0,
        True,
        5,
    )
