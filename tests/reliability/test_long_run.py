"""The run that takes hours can be had in pieces, and shows what it finds."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from reliability import long_run
from reliability.long_run import TESTED, main, version_of
from reliability.records import kept


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Batches of two, and a file to which workers write what they were given."""
    told = tmp_path / "seeds"

    def failures_of(seeds: range) -> list[str]:
        with told.open("a") as file:
            file.writelines(f"{seed - TESTED}\n" for seed in seeds)
        return [f"seed {seed - TESTED} is wrong" for seed in seeds if seed == TESTED + 3]

    monkeypatch.setattr(long_run, "failures_of", failures_of)
    monkeypatch.setattr(long_run, "BATCH", 2)
    monkeypatch.setattr(multiprocessing, "Pool", _Here)
    return told


class _Here:
    """A pool that does the work itself."""

    def __init__(self, jobs: int | None) -> None:
        self.imap = map

    def __enter__(self) -> _Here:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing to close."""


def test_a_run_goes_on_where_the_last_one_was_stopped(seeds: Path, tmp_path: Path) -> None:
    """And forgets neither its failures nor what it counted."""
    main(["--tasks", "8", "--minutes", "0"], tmp_path)
    assert main(["--tasks", "8", "--minutes", "0"], tmp_path) == 1
    main(["--tasks", "8"], tmp_path)
    record = kept(2, tmp_path)

    assert seeds.read_text().split() == [str(seed) for seed in range(8)]
    assert record is not None
    assert (record.counts["tasks"], record.failures) == (8, 1)


def test_another_version_begins_again(
    seeds: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was seen of other sources says nothing about these."""
    main(["--tasks", "4"], tmp_path)
    monkeypatch.setattr(long_run, "version_of", lambda *folders: 7)
    main(["--tasks", "2"], tmp_path)
    main(["--tasks", "2", "--again"], tmp_path)

    assert seeds.read_text().split() == ["0", "1", "2", "3", "0", "1", "0", "1"]


@pytest.mark.usefixtures("seeds")
def test_failures_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The reports, and how many there are."""
    main(["--tasks", "4"], tmp_path)

    assert capsys.readouterr().out.splitlines() == [
        "2 tasks, 0 failures",
        "seed 3 is wrong",
        "4 tasks, 1 failures",
    ]


def test_a_version_is_that_of_the_code(tmp_path: Path) -> None:
    """Whatever is changed in it, and nothing else."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.py").write_text("1")
    (tmp_path / "a" / "two.cpp").write_text("2")
    first = version_of(tmp_path / "a")
    (tmp_path / "a" / "made.pyc").write_text("3")
    assert version_of(tmp_path / "a") == first
    (tmp_path / "a" / "two.cpp").write_text("3")
    assert version_of(tmp_path / "a") != first
