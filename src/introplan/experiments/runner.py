"""Make the runs of a suite that are not on record yet, wherever an executor makes them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, as_completed
from pathlib import Path
from typing import Any

from introplan.experiments.executors import cluster_executor, local_executor
from introplan.experiments.guard import guarded
from introplan.experiments.machine import cores
from introplan.experiments.progress import bar
from introplan.experiments.records import Appender, appending, read_records
from introplan.experiments.suite import RunSpec


def missing(runs: Sequence[RunSpec], known: Iterable[str]) -> list[RunSpec]:
    """The runs without a record, large and small mixed, in the same order every time.

    In that order the time left can be told from the time spent, and a suite that was interrupted
    has something of everything.
    """
    keys = set(known)
    left = [run for run in runs if run.key not in keys]
    random.Random(0).shuffle(left)
    return left


def run_missing(
    runs: Sequence[RunSpec],
    folder: Path,
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> None:
    """Make all runs without a record in `folder`: `jobs` at a time here, or on a cluster."""
    started = time.monotonic()
    with appending(folder) as appender:
        left = missing(runs, (record.spec.key for record in read_records(folder)))
        done = len(runs) - len(left)
        say(f"{len(runs)} runs, {done} of them on record in {folder}")
        if not left:
            return
        count = jobs or cores()
        executor = local_executor(count) if cluster is None else cluster_executor(cluster)
        is_crowded = cluster is None and count > cores()
        with executor as opened, bar("runs", total=len(runs), done=done) as tell:
            make_runs(left, opened, appender=appender, tell=tell, is_crowded=is_crowded)
    say(f"{len(left)} runs made in {time.monotonic() - started:.0f} s")


def make_runs(
    runs: Sequence[RunSpec],
    executor: Executor,
    *,
    appender: Appender,
    tell: Callable[[], None],
    is_crowded: bool = False,
) -> None:
    """Let the executor make all runs; each is on record as soon as it is back.

    `is_crowded` says that there are more runs at a time than cores.
    """
    futures = [executor.submit(guarded, run.as_json()) for run in runs]
    for future in as_completed(futures):
        appender.add(_marked(future.result(), is_crowded=is_crowded))
        tell()


def _marked(record: dict[str, Any], *, is_crowded: bool) -> dict[str, Any]:
    """The record, and in it whether the times are those of a run that had a core for itself."""
    measured = record["measured"]
    shared = is_crowded or measured["shared_core"]
    return {**record, "measured": {**measured, "shared_core": shared}}
