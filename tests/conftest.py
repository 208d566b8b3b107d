"""What all tests share: which of them are slow, which run in the quick loop, and less garbage.

`slow` is measured, not guessed: `tests/slow.txt` lists what took longer than `SLOW_SECONDS`, and
`--write-slow` measures again (`make slow-list` for all tests). An entry is the id of a test, or a
function without its parameters if all of them are slow.

`--quick` is what `make check` runs: neither slow tests nor tests that start processes, and of
statistical tests the first chunk, slow or not.
"""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SLOW = Path(__file__).with_name("slow.txt")
SLOW_SECONDS = 0.1
"""Above this a test is left out of the quick loop: the 4,300 tests below take 40 s together."""

SECONDS = pytest.StashKey[dict[str, float]]()


# Tests do not depend on what an earlier run has kept; those of the cache say where it is.
os.environ["INTROPLAN_CACHE"] = ""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--quick`, `--chunks N` and `--write-slow`."""
    group = parser.getgroup("introplan")
    group.addoption("--quick", action="store_true", help="no slow tests, no processes, --chunks 1")
    group.addoption("--chunks", type=int, metavar="N", help="the first N chunks of each statistic")
    group.addoption("--write-slow", action="store_true", help="bring tests/slow.txt up to date")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to measure."""
    config.stash[SECONDS] = defaultdict(float)
    if config.getoption("--write-slow"):
        config.pluginmanager.register(_Clock(config.stash[SECONDS]))


@pytest.hookimpl(tryfirst=True)  # before pytest looks at `-m`
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow tests, and leave out what `--quick` and `--chunks` leave out."""
    slow = set(SLOW.read_text(encoding="utf-8").splitlines())
    for item in items:
        if not slow.isdisjoint((item.nodeid, function_of(item.nodeid))):
            item.add_marker("slow")
    is_quick = config.getoption("--quick")
    chunks = 1 if is_quick else config.getoption("--chunks")
    left_out = {item for item in items if _is_left_out(item, chunks, is_quick=is_quick)}
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Exempt the thousands of tests that stay from every later collection of garbage."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what was measured, if asked to; processes of pytest-xdist leave that to the first."""
    seconds = session.config.stash[SECONDS]
    if seconds and not hasattr(session.config, "workerinput"):
        old = SLOW.read_text(encoding="utf-8").splitlines()
        SLOW.write_text("\n".join([*slow_list(old, seconds), ""]), encoding="utf-8")


def function_of(test: str) -> str:
    """The id of a test without its parameters."""
    return test.partition("[")[0]


def slow_list(old: Iterable[str], seconds: dict[str, float]) -> list[str]:
    """The list after tests took so many seconds; tests that were not run keep their entries."""
    measured = {name for test in seconds for name in (test, function_of(test))}
    kept = [test for test in old if test not in measured and _exists(test)]
    quick = {function_of(test) for test, each in seconds.items() if each <= SLOW_SECONDS}
    slow = (test for test, each in seconds.items() if each > SLOW_SECONDS)
    return sorted({*kept, *(t if function_of(t) in quick else function_of(t) for t in slow)})


class _Clock:
    """Adds up what the parts of each test take."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called after the setup, the call and the teardown of every test."""
        self.seconds[report.nodeid] += report.duration


def _is_left_out(item: pytest.Item, chunks: int | None, *, is_quick: bool) -> bool:
    marks = {mark.name for mark in item.iter_markers()}
    if "statistical" in marks:
        assert isinstance(item, pytest.Function)
        chunk = item.callspec.params["chunk"]
        assert isinstance(chunk, int)
        return chunks is not None and chunk >= chunks
    return is_quick and not marks.isdisjoint({"slow", "process"})


def _exists(test: str) -> bool:
    return (ROOT / test.partition("::")[0]).exists()
