"""Make the runs of a suite that are not on record yet."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, as_completed
from typing import Any

from introplan.experiments.guard import guarded
from introplan.experiments.records import Appender
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
