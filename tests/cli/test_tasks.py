"""From the words of a command to a task."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_a_task_has_three_kinds_of_names(run: Run, two_bins: Path, tmp_path: Path) -> None:
    """Two files (the domain may be a shipped one), a world in Python, a shipped domain."""
    world = tmp_path / "world.py"
    world.write_text(run("generate", "maze", "--width", 5, "--height", 5).out, encoding="utf-8")

    for names in (("bins", two_bins), (world,), ("bins", "--bins", "2")):
        assert run("plan", *names, "--quiet").code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("plan", "bin"), "did you mean 'bins'?"),
        (("plan", "my.pddl"), "needs a problem file"),
        (("plan", "world.py", "other"), "is a whole task"),
        (("plan", "a", "b", "c"), "give a DOMAIN and a PROBLEM file"),
    ],
)
def test_a_name_that_does_not_fit_says_what_would(
    run: Run, words: tuple[str, ...], message: str
) -> None:
    """Before anything is read."""
    answer = run(*words)

    assert answer.code == 33
    assert message in answer.err


def test_a_budget_for_reading_reaches_the_planner(run: Run, tmp_path: Path) -> None:
    """With none the world is not read, and blind search has to do; the plan is the same."""
    world = tmp_path / "world.py"
    world.write_text(run("generate", "grid", "--distance", 6).out, encoding="utf-8")

    read = run("plan", world, "--json").record
    unread = run("plan", world, "--budget", "0", "--json").record
    assert read["score"] == unread["score"]
    assert read["expanded"] < unread["expanded"]
    assert run("explain", world, "--budget", "0", "--json").record["diagnostics"]
