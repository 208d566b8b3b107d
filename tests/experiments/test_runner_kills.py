"""Killed with SIGKILL at any moment and started again, a suite ends with the same records."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from children import finished
from experiments import worlds
from introplan.experiments.records import FILE, read_records
from introplan.experiments.suite_files import read_suite

pytestmark = pytest.mark.process

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
RUNS = 78
CHUNKS, KILLS_OF_RUNNERS, KILLS_OF_WORKERS, KILLS_OF_FIGURES = 5, 3, 3, 2
"""Runners are killed that often in each chunk."""

SCRIPT = """
import sys, time
from contextlib import nullcontext
from pathlib import Path
from introplan.experiments import runner
from introplan.experiments.suite_files import read_suite
runner.bar = lambda *names, **numbers: nullcontext(lambda: time.sleep(0.02))
runs = read_suite(Path(sys.argv[1])).runs()
runner.run_missing(runs, Path(sys.argv[2]), jobs=int(sys.argv[3]), say=print)
"""
"""The bar takes its time, so that a suite is not over before it is killed."""

Recorder = Callable[[str, object], None]


def command(suite: Path, out: Path, *, jobs: int = 2) -> list[str]:
    """What `introplan experiment` does before it draws."""
    return [sys.executable, "-c", SCRIPT, str(suite), str(out), str(jobs)]


def finish(suite: Path, out: Path) -> str:
    """Make what is missing without being disturbed; what was said."""
    return finished(command(suite, out)).stdout


def started(words: list[str]) -> subprocess.Popen[bytes]:
    """A process in a group of its own."""
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True)


def lasting(folder: Path) -> dict[str, str]:
    """What the records say but for what was measured, by run."""
    return {record.spec.key: repr(record.lasting) for record in read_records(folder)}


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A suite of a few seconds."""
    file = tmp_path_factory.mktemp("suite") / "small.toml"
    file.write_text(SUITE, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def undisturbed(suite: Path) -> Path:
    """The records of a suite which nobody disturbed."""
    finish(suite, suite.parent / "undisturbed")
    return suite.parent / "undisturbed"


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_kills_at_random_moments_change_nothing(
    tmp_path: Path,
    suite: Path,
    undisturbed: Path,
    chunk: int,
    record_property: Recorder,
) -> None:
    """Of the runner or its whole group: records can be read, and are the same in the end."""
    rng, moments = random.Random(chunk), []
    for _ in range(KILLS_OF_RUNNERS):
        before = lines(tmp_path)
        with started(command(suite, tmp_path)) as runner:
            is_at_work = rng.random() < 0.7
            if is_at_work:
                wait_for(runner, tmp_path, more_than=before + rng.randrange(6))
            moments.append(rng.uniform(0, 0.05 if is_at_work else 0.5))
            time.sleep(moments[-1])
            assert runner.poll() is None, "the suite was over before it was killed"
            kill = os.killpg if rng.random() < 0.5 else os.kill
            kill(runner.pid, signal.SIGKILL)
        assert lines(tmp_path) == 0 or lasting(tmp_path).items() <= lasting(undisturbed).items()
    interrupted = len(read_records(tmp_path)) if lines(tmp_path) else 0
    again = finish(suite, tmp_path)

    assert lasting(tmp_path) == lasting(undisturbed), moments
    assert len(read_records(tmp_path)) == len(read_suite(suite).runs()) == RUNS
    assert f"{interrupted} of them on record" in again
    record_property("kills", KILLS_OF_RUNNERS)


def test_a_killed_worker_takes_one_run_with_it(
    tmp_path: Path, suite: Path, undisturbed: Path, record_property: Recorder
) -> None:
    """That run is on record as crashed, all others are the same, and the runner goes on."""
    rng, killed = random.Random(7), 0
    with started(command(suite, tmp_path)) as runner:
        while killed < KILLS_OF_WORKERS:
            wait_for(runner, tmp_path, more_than=lines(tmp_path) + rng.randrange(4))
            assert runner.poll() is None, "the suite was over before its workers were killed"
            with suppress(ProcessLookupError, IndexError):  # it was done just now, or is to come
                os.kill(rng.choice(children(runner.pid)), signal.SIGKILL)
                killed += 1
    found, known = lasting(tmp_path), lasting(undisturbed)
    lost = [record for record in read_records(tmp_path) if record.status == "crashed"]

    assert runner.returncode == 0
    assert found.keys() == known.keys()
    assert len(lost) <= killed
    assert all("SIGKILL" in record.reason for record in lost)
    assert {key for key in known if found[key] != known[key]} == {r.spec.key for r in lost}
    record_property("kills", killed)


def test_figures_that_were_killed_are_drawn_again(
    tmp_path: Path, undisturbed: Path, record_property: Recorder
) -> None:
    """Drawing never touches the records, and whatever a kill leaves behind is made anew."""
    folder, calm = tmp_path / "killed", tmp_path / "calm"
    for each in (folder, calm):
        each.mkdir()
        towers = [r for r in (undisturbed / FILE).read_text().split("\n") if '"blocks-world"' in r]
        (each / FILE).write_text("\n".join([*towers, ""]))
    words = [sys.executable, "-m", "introplan", "figures"]
    begin = time.monotonic()
    finished([*words, str(calm)])
    seconds, whole, rng = time.monotonic() - begin, contents(calm), random.Random(3)
    for _ in range(KILLS_OF_FIGURES):
        with started([*words, str(folder)]) as drawing:
            time.sleep(rng.uniform(0.1, 0.9) * seconds)
            drawing.kill()
        assert (folder / FILE).read_bytes() == whole[FILE]
    finished([*words, str(folder)])

    assert contents(folder) == whole
    record_property("kills", KILLS_OF_FIGURES)


def test_there_are_twenty_kills() -> None:
    """As many as were promised."""
    assert CHUNKS * KILLS_OF_RUNNERS + KILLS_OF_WORKERS + KILLS_OF_FIGURES == 20


def test_a_finished_suite_is_not_run_again(suite: Path, undisturbed: Path) -> None:
    """The second start makes no run, and leaves the file as it is."""
    before = (undisturbed / FILE).read_bytes()

    assert f"{RUNS} of them on record" in finish(suite, undisturbed)
    assert (undisturbed / FILE).read_bytes() == before


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
    finished(command(file, tmp_path / "out"))
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
    finished(words)

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


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    found: list[str] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(FileNotFoundError):  # it has ended meanwhile
            found += thread.read_text().split()
    return sorted(map(int, found))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}
