"""Runs of a suite: what makes two of them the same run."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments import worlds
from introplan.errors import UsageError
from introplan.experiments.run import run
from introplan.experiments.suite import Experiment, RunSpec, content_of, spec_from_json


def specs(*files: Path) -> list[RunSpec]:
    """The runs of an experiment about a task in files."""
    return Experiment("files", (), ("greedy",), (0,), files=(tuple(map(str, files)),)).runs()


def test_an_edited_world_is_another_run(tmp_path: Path) -> None:
    """Its old record is not taken for it; put back as it was, it is the same run again."""
    file = worlds.world(tmp_path, "walk", worlds.FINE)
    (before,) = specs(file)
    text = file.read_text("utf-8")
    file.write_text(text.replace("HORIZON = 5", "HORIZON = 6"), encoding="utf-8")
    (after,) = specs(file)
    file.write_text(text, encoding="utf-8")

    assert before.key != after.key
    assert specs(file) == [before]
    assert spec_from_json(after.as_json()) == after


def test_an_edited_helper_makes_another_run(tmp_path: Path) -> None:
    """Also one that is imported in a function only; other files beside the world do not count."""
    file = worlds.world(tmp_path, "walk", "import helper")
    helper, other = tmp_path / "helper.py", tmp_path / "other.py"
    helper.write_text("FAR = 1\n", encoding="utf-8")
    (before,) = specs(file)
    other.write_text("FAR = 1\n", encoding="utf-8")
    assert specs(file) == [before]
    helper.write_text("FAR = 2\n", encoding="utf-8")

    assert specs(file)[0].key != before.key


def test_a_suite_that_was_moved_has_the_same_runs(tmp_path: Path) -> None:
    """Files count by name and content, not by folder."""
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    one, other = (worlds.world(tmp_path / n, "walk", worlds.FINE) for n in ("here", "there"))

    assert specs(one)[0].key == specs(other)[0].key


def test_a_world_that_changes_while_its_suite_runs_is_refused(tmp_path: Path) -> None:
    """Its record would stand under the content that the suite saw."""
    file = worlds.world(tmp_path, "walk", worlds.FINE)
    (spec,) = specs(file)
    file.write_text(file.read_text("utf-8") + "\n", encoding="utf-8")

    with pytest.raises(UsageError, match="changed while the suite was running"):
        run(spec)


def test_records_of_early_versions_can_be_read(tmp_path: Path) -> None:
    """They name no content; so their runs are made again."""
    file = worlds.world(tmp_path, "walk", worlds.FINE)
    (spec,) = specs(file)
    old = {name: value for name, value in spec.as_json().items() if name != "content"}

    assert spec_from_json(old).content == ""
    assert spec_from_json(old).key != spec.key


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """As bad usage, before any run."""
    with pytest.raises(UsageError, match=r"cannot read .*none\.pddl"):
        content_of((str(tmp_path / "none.pddl"),))
