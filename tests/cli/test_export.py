"""`introplan export`: a milestone as plain PDDL."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]


def test_a_milestone_is_a_task_of_its_own(run: Run, two_bins: Path, tmp_path: Path) -> None:
    """Two files that can be planned in, with a plain goal."""
    folder = tmp_path / "milestone"
    assert run("export", "bins", two_bins, "--milestone", 2, "--out", folder).code == 0

    files = (folder / "domain.pddl", folder / "problem.pddl")
    assert "(:goal " in files[1].read_text(encoding="utf-8")
    assert run("plan", *files, "--json").record["length"] == 2


def test_without_files_both_are_printed(run: Run, two_bins: Path) -> None:
    """The domain, then the problem."""
    out = run("export", "bins", two_bins).out

    assert out.index("(define (domain") < out.index("(define (problem")


def test_a_world_in_python_is_no_pddl(run: Run) -> None:
    """The message says so."""
    answer = run("export", "grid")

    assert (answer.code, "only relational tasks are PDDL" in answer.err) == (33, True)
