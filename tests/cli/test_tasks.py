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


PAID = """
ACTIONS = ["work"]
START = 0
HORIZON = 3
DISCOUNT = 0.5

def transition(s, a):
    return s + 1

def reward(s, a, s2):
    return 4
"""


def test_a_discount_is_given_in_the_file_or_on_the_command_line(run: Run, tmp_path: Path) -> None:
    """The command's own wins; what is none is refused, with the place in the file."""
    world, plan = tmp_path / "world.py", tmp_path / "plan"
    world.write_text(PAID, encoding="utf-8")
    plan.write_text("work\nwork\nwork\n", encoding="utf-8")

    assert "score 7 (discount 0.5), cost 3" in run("validate", world, plan).out
    assert "score 12, cost 3" in run("validate", world, plan, "--discount", 1).out
    wrong = run("validate", world, plan, "--discount", 2)
    assert (wrong.code, wrong.out) == (33, "")
    assert "the discount must be a number above 0 and at most 1, got 2" in wrong.err
    world.write_text(PAID.replace("0.5", "'half'"), encoding="utf-8")
    refused = run("validate", world, plan)
    assert refused.code == 31
    assert "world.py:5: the discount must be a number above 0 and at most 1" in refused.err


def test_a_relational_task_takes_a_discount_too(run: Run, two_bins: Path, tmp_path: Path) -> None:
    """Two bins are paid one after the other: the second one later."""
    plan = tmp_path / "plan"
    run("plan", "bins", two_bins, "--plan-file", plan)

    assert (
        "score 0.625 (discount 0.5), cost 4"
        in run("validate", "bins", two_bins, plan, "--discount", 0.5).out
    )
