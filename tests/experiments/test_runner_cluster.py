"""The same suite on a Dask cluster: a real scheduler and real workers on this machine.

Runs where Dask is installed: `make test-all`, or `pip install 'introplan[cluster]'`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from experiments import worlds
from introplan.errors import UsageError
from introplan.experiments.records import read_records
from introplan.experiments.runner import cluster_executor, run_missing
from introplan.experiments.suite_files import read_suite

pytest.importorskip("distributed")
pytestmark = pytest.mark.process

SUITE = """
seeds = 3

[[experiment]]
domain = "grid"
distance = [2, 5]
planners = ["introspector", "random[20]"]

[[experiment]]
domain = "bins"
planners = ["greedy"]
"""

STARTED = re.compile(r"Scheduler at:\s+(tcp://\S+)")


@contextmanager
def dask(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A process of Dask's, ended in the end."""
    with subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE if words[0] == "dask_scheduler" else subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler without workers."""
    quiet = ("--port", "0", "--host", "127.0.0.1", "--no-dashboard")
    with dask("dask_scheduler", *quiet) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if found := STARTED.search(line):
                break
        assert found
        yield found[1]


@pytest.fixture(scope="module")
def cluster(scheduler: str) -> Iterator[str]:
    """The address of a scheduler with two workers, which are minded by nannies."""
    more = ("--nworkers", "2", "--nthreads", "1", "--no-dashboard")
    with dask("dask_worker", scheduler, *more):
        yield scheduler


def test_a_cluster_makes_the_same_records_as_this_machine(tmp_path: Path, cluster: str) -> None:
    """All of them, and a second start finds nothing left to do."""
    file = tmp_path / "small.toml"
    file.write_text(SUITE, encoding="utf-8")
    runs = read_suite(file).runs()
    run_missing(runs, tmp_path / "here", jobs=1)
    said: list[str] = []
    for _ in range(2):
        run_missing(runs, tmp_path / "there", cluster=cluster, say=said.append)
    here, there = (
        {repr(r.lasting) for r in read_records(tmp_path / d)} for d in ("here", "there")
    )

    assert len(here) == 15
    assert here == there
    assert said[-1].startswith("15 runs, 15 of them on record")


def test_accidents_on_a_cluster_are_records_as_well(tmp_path: Path, cluster: str) -> None:
    """The workers of the cluster outlive the runs."""
    for name, code in {"hang": worlds.HANG, "crash": worlds.CRASH, "fine": worlds.FINE}.items():
        worlds.world(tmp_path, name, code)
    runs = read_suite(worlds.suite(tmp_path, "hang", "crash", "fine", seconds=3.0)).runs()
    run_missing(runs, tmp_path / "out", cluster=cluster)
    found = {Path(r.spec.files[0]).stem: r.status for r in read_records(tmp_path / "out")}

    assert found == {"hang": "out-of-time", "crash": "crashed", "fine": "horizon"}


def test_an_address_without_a_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence, not in a traceback."""
    monkeypatch.setattr("introplan.experiments.runner.CLUSTER_SECONDS", 1)

    with (
        pytest.raises(UsageError, match="no Dask scheduler answers at"),
        cluster_executor("tcp://127.0.0.1:1"),
    ):
        pass
    with pytest.raises(UsageError, match="no Dask scheduler"), cluster_executor("nonsense://x"):
        pass
