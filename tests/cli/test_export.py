"""`introplan export`: a milestone as plain PDDL."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize("world", ["nosuchdomain", "grid"])
def test_a_folder_is_made_only_when_there_is_something_to_write(
    run: Run, tmp_path: Path, world: str
) -> None:
    """A task that cannot be read, or is no PDDL, leaves nothing behind."""
    assert run("export", world, "--out", tmp_path / "a" / "b").code in (31, 33)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_refused_by_name(run: Run, tmp_path: Path) -> None:
    """Before anything is read."""
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        answer = run("export", "bins", "--out", folder)
        assert (answer.code, "is not a folder" in answer.err) == (33, True)
    answer = run("export", "bins", "--out", tmp_path / ("x" * 300))
    assert (answer.code, "name too long" in answer.err) == (33, True)
