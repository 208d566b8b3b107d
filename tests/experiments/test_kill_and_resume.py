"""Killed with SIGKILL at any moment and started again, a suite ends with the same records."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from experiments import worlds
from introplan.experiments.records import FILE, read_records
from introplan.experiments.suite_files import read_suite

SUITE = """
seeds = 6
limits = { nodes = 20000 }

[[experiment]]
domain = "grid"
distance = [2, 5, 8]
planners = ["introspector", "random[50]", "mcts-u[50]"]

[[experiment]]
domain = "blocks-world"
blocks = [3, 6]
planners = ["introspector", "greedy"]
"""


SCRIPT = """
import sys
from pathlib import Path
from introplan.experiments.runner import run_missing
from introplan.experiments.suite_files import read_suite
runs = read_suite(Path(sys.argv[1])).runs()
run_missing(runs, Path(sys.argv[2]), jobs=int(sys.argv[3]), say=print)
"""


def command(suite: Path, out: Path, *, jobs: int = 2) -> list[str]:
    """What `introplan experiment` does before it draws."""
    return [sys.executable, "-c", SCRIPT, str(suite), str(out), str(jobs)]


def lasting(folder: Path) -> set[str]:
    """What the records say but for what was measured."""
    return {repr(record.lasting) for record in read_records(folder)}


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of a few seconds."""
    file = tmp_path / "small.toml"
    file.write_text(SUITE, encoding="utf-8")
    return file


def test_three_kills_at_random_moments_change_nothing(tmp_path: Path, suite: Path) -> None:
    """The set of records is that of a suite which nobody disturbed."""
    undisturbed, disturbed = tmp_path / "undisturbed", tmp_path / "disturbed"
    subprocess.run(command(suite, undisturbed), check=True, stdout=subprocess.DEVNULL)
    rng = random.Random()
    waits = []
    for _ in range(3):
        before = lines(disturbed)
        with subprocess.Popen(command(suite, disturbed), stdout=subprocess.DEVNULL) as runner:
            wait_for(runner, disturbed, more_than=before)
            waits.append(rng.uniform(0, 0.3))
            time.sleep(waits[-1])
            runner.send_signal(signal.SIGKILL)
    interrupted = len(read_records(disturbed))
    again = subprocess.run(command(suite, disturbed), check=True, capture_output=True, text=True)

    assert lasting(disturbed) == lasting(undisturbed), waits
    assert len(read_records(disturbed)) == len(read_suite(suite).runs()) == 78
    assert f"{interrupted} of them on record" in again.stdout


def test_a_finished_suite_is_not_run_again(tmp_path: Path, suite: Path) -> None:
    """The second start makes no run, and leaves the file as it is."""
    subprocess.run(command(suite, tmp_path / "out"), check=True, stdout=subprocess.DEVNULL)
    before = (tmp_path / "out" / FILE).read_bytes()
    again = subprocess.run(
        command(suite, tmp_path / "out"), check=True, capture_output=True, text=True
    )

    assert "78 of them on record" in again.stdout
    assert (tmp_path / "out" / FILE).read_bytes() == before


def test_accidents_do_not_end_a_suite(tmp_path: Path) -> None:
    """Six worlds, five of them bad: six records, each with its own status."""
    kinds = {
        "hang": worlds.HANG,
        "hog": worlds.HOG,
        "crash": worlds.CRASH,
        "leave": worlds.LEAVE,
        "wrong": worlds.WRONG,
        "fine": worlds.FINE,
    }
    for name, code in kinds.items():
        worlds.world(tmp_path, name, code)
    file = worlds.suite(tmp_path, *kinds, seconds=6.0, memory=100)
    subprocess.run(command(file, tmp_path / "out"), check=True, stdout=subprocess.DEVNULL)
    found = {Path(r.spec.files[0]).stem: r.status for r in read_records(tmp_path / "out")}

    assert found == {
        "hang": "out-of-time",
        "hog": "out-of-memory",
        "crash": "crashed",
        "leave": "crashed",
        "wrong": "error",
        "fine": "horizon",
    }


def test_more_runs_at_a_time_than_cores_are_marked(tmp_path: Path) -> None:
    """Whoever shares a core has times that are not his own."""
    worlds.world(tmp_path, "fine", worlds.FINE)
    file = worlds.suite(tmp_path, "fine")
    words = command(file, tmp_path / "out", jobs=999)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)

    assert [r.measured["shared_core"] for r in read_records(tmp_path / "out")] == [True]


def lines(folder: Path) -> int:
    """How many lines there are by now."""
    file = folder / FILE
    return file.read_bytes().count(b"\n") if file.exists() else 0


def wait_for(runner: subprocess.Popen[bytes], folder: Path, *, more_than: int) -> None:
    """Wait until the runner has added a record, or has left."""
    deadline = time.monotonic() + 60
    while lines(folder) <= more_than and runner.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
