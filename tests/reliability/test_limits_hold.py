"""Limits hold from outside: the process is gone in time, and never held more than it might.

`make limits` makes twenty runs of each and writes down what came out.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from reliability.hosts import RecordProperty
from reliability.limits import (
    MEGABYTES,
    allowed_lateness,
    hard_commands,
    hard_tasks,
    hungry_tasks,
    in_time,
    weighed,
)

pytestmark = pytest.mark.process

HARD = sorted(hard_commands(Path()))
HUNGRY = ["greedy on native", "a hoarding world", "a huge file"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tasks are."""
    return tmp_path_factory.mktemp("tasks")


@pytest.mark.parametrize("seconds", [1.0] * 3, ids=["first", "second", "third"])
@pytest.mark.parametrize("name", HARD)
def test_a_second_is_a_second(
    name: str, seconds: float, folder: Path, record_property: RecordProperty
) -> None:
    """Whatever the planner is busy with when time is up."""
    record_property("runs", 1)
    run = in_time(hard_tasks(folder)[name], seconds)

    assert run.code == 23, run.out
    assert run.late <= allowed_lateness(seconds)


@pytest.mark.parametrize("name", HARD[:5])
def test_five_seconds_are_five_seconds(
    name: str, folder: Path, record_property: RecordProperty
) -> None:
    """A longer limit is kept as well."""
    record_property("runs", 1)
    run = in_time(hard_tasks(folder)[name], 5.0)

    assert run.code == 23, run.out
    assert run.late <= allowed_lateness(5.0)


@pytest.mark.parametrize("name", ["a proof", "a growing world, mcts"])
def test_the_best_plan_so_far_comes_back(name: str, folder: Path) -> None:
    """Out of time, and still something to do."""
    run = in_time((*hard_tasks(folder)[name], "--quiet"), 2.0)

    assert run.code == 23
    assert "this is the best so far" in run.out
    assert len(run.out.splitlines()) > 1


@pytest.mark.parametrize("name", HUNGRY)
def test_memory_stays_below_its_limit(
    name: str, folder: Path, record_property: RecordProperty
) -> None:
    """In the search, in the user's functions, and while a large file is read."""
    if name not in hungry_tasks(folder):
        pytest.skip("built without a compiler")
    record_property("memory_runs", 1)
    run = weighed(hungry_tasks(folder)[name])

    assert run.code == 22, run.out
    assert run.peak_mb <= 1.1 * MEGABYTES
    assert "Traceback" not in run.out
