"""Runs: what a process tree costs, what it left behind, and what that is worth."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from peers.instances import QUICK, STANDARD, TRIVIAL
from peers.planners import OURS, PEERS, Places, Planner
from peers.records import Record
from peers.runs import Settings, prepare, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="watches processes through /proc")

BUSY = "import time\nwhile time.process_time() < 0.3: pass"
TREE = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {BUSY!r}])"
SOLUTION = "open('plan', 'w').write('0.000: (UNSTACK B2 B1) [1]\\n1.000: (PLACE B2) [1]')"


def outcome(code: str, folder: Path, *, seconds: float = 20.0) -> Record:
    """The record of a planner that is a few lines of Python."""
    planner = Planner("small", ("{self}", "-c", code), needs="{self}", codes={12: "unsolved"})
    settings = Settings(Places(folder / "none"), folder, seconds, 1000.0)
    return run(planner, prepare(TRIVIAL, folder), settings)


def test_names_of_instances_and_planners_are_unique() -> None:
    """They are the keys of records."""
    for suite in (QUICK, STANDARD):
        assert len({instance.name for instance in suite}) == len(suite)
    assert len({planner.name for planner in (OURS, *PEERS)}) == 1 + len(PEERS)


@pytest.mark.process
def test_the_time_of_children_counts(tmp_path: Path) -> None:
    """A driver that lets others work is charged for them."""
    record = outcome(TREE, tmp_path)

    assert (record.status, record.cpu is not None and record.cpu >= 0.3) == ("failed", True)


@pytest.mark.process
def test_a_tree_that_takes_too_long_is_ended_and_charged(tmp_path: Path) -> None:
    """Also for children whose parent was killed before it could wait for them."""
    record = outcome(TREE.replace("0.3", "30"), tmp_path, seconds=1.0)

    assert record.status == "out-of-time"
    assert record.cpu is not None
    assert 0.2 < record.cpu < 5


@pytest.mark.process
@pytest.mark.parametrize(
    ("code", "status"),
    [
        (SOLUTION, "solved"),
        (SOLUTION.replace("B1", "B3"), "invalid"),
        (SOLUTION.replace("UNSTACK", "UNPACK"), "invalid"),
        ("raise SystemExit(12)", "unsolved"),
        ("raise SystemExit('no idea')", "failed"),
    ],
)
def test_only_a_plan_that_holds_counts_as_solved(code: str, status: str, tmp_path: Path) -> None:
    """Whatever the program itself says."""
    record = outcome(code, tmp_path)

    assert record.status == status
    assert bool(record.reason) == (status != "solved")


def test_a_planner_that_is_not_installed_is_skipped_with_a_reason(tmp_path: Path) -> None:
    """The others still run."""
    settings = Settings(Places(tmp_path / "none"), tmp_path, 1.0, 1000.0)

    records = [run(planner, prepare(TRIVIAL, tmp_path), settings) for planner in PEERS]

    assert {(r.status, r.reason) for r in records} == {("skipped", "not installed")}


@pytest.mark.process
def test_introplan_names_its_engine(tmp_path: Path) -> None:
    """A benchmark on the wrong engine would be a false result."""
    settings = Settings(Places(tmp_path / "none"), tmp_path, 60.0, 4000.0)

    record = run(OURS, prepare(TRIVIAL, tmp_path), settings)

    assert (record.status, record.length) == ("solved", 2)
    assert record.engine
