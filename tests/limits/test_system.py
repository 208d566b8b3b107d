"""What differs between operating systems, and planning where most of it is missing."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from children import finished
from introplan.limits import (
    limit_process_memory,
    lock_file,
    memory_mb,
    queued_seconds,
    thread_seconds,
)
from introplan.limits.system import restart_timer, timer

BARE_PLATFORM = """
    import os, signal, sys, time

    sys.modules["resource"] = sys.modules["fcntl"] = None      # importing them raises
    for name in ("SIGALRM", "setitimer", "SIGKILL"):
        delattr(signal, name)
    del time.thread_time, os.fork, os.register_at_fork

    import introplan as ip
    from introplan import limits
"""

PLANS = """
    def go(state, action):
        return (state + action) % 10

    def reward(state, action, after):
        return 1.0 if after == 7 else 0.0

    world = ip.program(actions=[1, 2], transition=go, reward=reward).task(0)
    bins = ip.sample("bins", bins=2, items=2, seed=4)
    for task in (bins, world):
        for limits in (None, ip.Limits(seconds=20), ip.Limits(seconds=20, memory_mb=4000)):
            for planner in ("introspector", "greedy"):
                result = ip.plan(task, planner, limits)
                assert result.verified and result.status == "success", result
                print(*result.notes)
    assert ip.introspect(world).r_max.value == 1
"""


def on_a_bare_platform(folder: Path, code: str) -> str:
    """What `code` prints where nothing optional exists: Windows and WebAssembly look like this."""
    text = textwrap.dedent(BARE_PLATFORM) + textwrap.dedent(code)
    file = folder / "plans.py"
    file.write_text(text, encoding="utf-8")
    return finished([sys.executable, str(file)]).stdout


@pytest.mark.process
def test_planning_needs_no_module_of_one_platform(tmp_path: Path) -> None:
    """Relational and Python tasks, with limits and without; what cannot be limited is said."""
    lines = on_a_bare_platform(tmp_path, PLANS).splitlines()

    relational, programs = lines[:6], lines[6:]
    assert relational == [""] * 6
    assert programs[:2] == ["", ""]
    assert all("cannot interrupt a function" in line for line in programs[2:])


@pytest.mark.process
def test_a_bare_platform_has_clocks_and_needs_no_locks(tmp_path: Path) -> None:
    """`thread_seconds` counts the process, `lock_file` does nothing, memory is never too much."""
    code = """
        assert limits.thread_seconds() > 0
        limits.lock_file(1)
        limits.limit_address_space(100)
        limits.restart_timer(0.1)
        from introplan.experiments import guard
        assert guard.KILLED_CODE == -9
        with limits.limit_process_memory(100), limits.enforce_time_limit(limits.Meter()):
            print(limits.memory_mb() >= 0)
    """
    assert on_a_bare_platform(tmp_path, code) == "True\n"


@pytest.mark.process
def test_a_lock_is_for_one_process(tmp_path: Path) -> None:
    """The second one is refused at once, and may have it when the first is gone."""
    file = tmp_path / "records"
    code = (
        "import sys; from introplan.limits import lock_file\n"
        f"file = open({str(file)!r}, 'a'); lock_file(file.fileno()); print('locked', flush=True); "
        "sys.stdin.read()"
    )
    with (
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder,
        file.open("a", encoding="utf-8") as handle,
    ):
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        with pytest.raises(BlockingIOError):
            lock_file(handle.fileno())
        holder.communicate()
        lock_file(handle.fileno())


@pytest.mark.process
def test_memory_beyond_the_limit_is_a_memory_error() -> None:
    """Half a gigabyte more than a limit just above what the process holds."""
    code = (
        "from introplan.limits import limit_process_memory, memory_mb\n"
        "try:\n    with limit_process_memory(memory_mb() + 50): bytearray(500 << 20)\n"
        "except MemoryError: print('refused')\n"
        "print(len(bytearray(100 << 20)) >> 20)"
    )
    assert finished([sys.executable, "-c", code]).stdout == "refused\n100\n"


def test_clocks_and_memory_are_measured() -> None:
    """On this machine."""
    before = thread_seconds()
    sum(range(200_000))
    assert thread_seconds() > before
    assert memory_mb() > 1
    with limit_process_memory(None):
        assert os.getpid()


def test_a_timer_calls_again_and_is_gone_after_its_block() -> None:
    """User code may catch the first exception."""
    calls: list[int] = []
    with timer(0.01, lambda number, frame: calls.append(number)):
        while len(calls) < 3:
            pass
    seen = len(calls)
    restart_timer(0.001)
    sum(range(2_000_000))
    assert len(calls) == seen


def test_time_in_the_queue_for_a_processor_never_falls() -> None:
    """It is 0 where the platform does not say; else it grows while others have the processors."""
    before = queued_seconds()

    assert 0 <= before <= queued_seconds()


def test_a_platform_without_the_statistics_has_no_time_in_the_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Then a busy machine looks like a sleeping program, and budgets end by the wall clock."""

    def missing(*args: object, **named: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr("builtins.open", missing)
    assert queued_seconds() == 0.0
