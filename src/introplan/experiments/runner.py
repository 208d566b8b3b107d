"""The runs of a suite that are not on record yet, made wherever an executor makes them.

Runs are made in processes of this machine or in those of a Dask cluster. Both are a
`concurrent.futures.Executor` that calls `guarded`, which keeps every run in a process of its own.
On this machine the pool has threads, each of which does nothing but watch one process.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

import introplan
from introplan.errors import UsageError
from introplan.experiments.guard import dismiss_all, guarded
from introplan.experiments.provenance import cores
from introplan.experiments.records import Appender, appending, read_records
from introplan.experiments.suite import RunSpec

CLUSTER_SECONDS = 30
"""Seconds that a cluster has to show up with a worker."""


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


@contextmanager
def local_executor(jobs: int) -> Iterator[Executor]:
    """So many runs at a time on this machine."""
    # Threads, although Python runs one at a time: each only waits for a process of its own, in
    # which the run is made (`guard.py`). A pool of processes would not survive one that is killed.
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="introplan-run")
    try:
        yield pool
    finally:
        # Not waited for: after Ctrl-C the runs under way would go on to their limits.
        pool.shutdown(wait=False, cancel_futures=True)
        dismiss_all()


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """As many runs at a time as the workers of a Dask cluster have threads."""
    client = _connected(address)
    try:
        _check_workers(client, address)
        # Dask would make equal "pure" calls once and share the result; a run is a measurement.
        yield client.get_executor(pure=False)
    finally:
        try:
            client.run(dismiss_all)
        finally:
            client.close()


def version_here() -> str:
    """The version that a worker of a cluster has."""
    return introplan.__version__


def _connected(address: str) -> Any:
    # Only who has a cluster needs Dask.
    try:
        import distributed
    except ImportError:
        hint = "pip install 'introplan[cluster]'"
        raise UsageError(f"--cluster needs Dask, which is not installed: {hint}") from None
    try:
        connect: Any = distributed.Client
        return connect(address, timeout=CLUSTER_SECONDS)
    except (OSError, ValueError, TypeError) as problem:
        reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise UsageError(f"no Dask scheduler answers at {address!r}: {reason}") from None


def _check_workers(client: Any, address: str) -> None:
    """There must be a worker, and all of them must have this version of introplan."""
    try:
        client.wait_for_workers(1, timeout=CLUSTER_SECONDS)
    except TimeoutError:
        raise UsageError(f"the Dask scheduler at {address!r} has no workers") from None
    try:
        found = set(client.run(version_here).values())
    except Exception as problem:
        reason = f"{type(problem).__name__}: {problem}"[:200]
        raise UsageError(
            f"the workers of {address!r} need introplan installed ({reason})"
        ) from None
    if found != {version_here()}:
        there = ", ".join(sorted(found))
        raise UsageError(f"here is introplan {version_here()}, the workers have {there}")


@contextmanager
def bar(doing: str, *, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """A bar over `total` things, `done` of them before; the function to call after each one."""
    if sys.stderr is None or not sys.stderr.isatty() or done >= total:
        yield lambda: None
        return
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        speed_estimate_period=120,
    ) as progress:
        task = progress.add_task(doing, total=total, completed=done)
        yield lambda: progress.advance(task)
