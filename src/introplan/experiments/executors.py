"""Where runs are made: in processes of this machine, or in those of a Dask cluster.

Both are a `concurrent.futures.Executor` that calls `guarded`, which keeps every run in a process
of its own. On this machine the pool has threads, each of which does nothing but mind one process.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import introplan
from introplan.errors import UsageError
from introplan.experiments.guard import dismiss_all

PATIENCE = 30
"""Seconds that a cluster has to show up with a worker."""


@contextmanager
def local_executor(jobs: int) -> Iterator[Executor]:
    """So many runs at a time on this machine."""
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="introplan-run")
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        dismiss_all()


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """As many runs at a time as the workers of a Dask cluster have threads."""
    client = _connected(address)
    try:
        _check_workers(client, address)
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
        return connect(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as problem:
        reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise UsageError(f"no Dask scheduler answers at {address!r}: {reason}") from None


def _check_workers(client: Any, address: str) -> None:
    """There must be a worker, and all of them must have this version of introplan."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
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
