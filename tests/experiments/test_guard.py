"""Runs that go wrong: each becomes a record with its own status, and the next run is made."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from experiments import worlds
from introplan.errors import UsageError
from introplan.experiments import guard
from introplan.experiments.guard import dismiss_all, guarded
from introplan.experiments.suite import RunSpec
from introplan.limits import Limits

pytestmark = pytest.mark.process


@pytest.fixture(autouse=True)
def _no_worker_is_left() -> Iterator[None]:
    yield
    dismiss_all()


def made(folder: Path, before: str, *, seconds: float = 0.5, memory: float = 300.0) -> Any:
    """The record of a run in a world that does this before each step."""
    file = worlds.world(folder, "strange", before)
    limits = Limits(seconds, None, memory)
    return guarded(RunSpec("files", (), "greedy", 0, limits, (str(file),)).as_json())


def test_a_run_that_hangs_is_killed_and_out_of_time(tmp_path: Path) -> None:
    """No planner gets to look at a clock here."""
    started = time.monotonic()
    record = made(tmp_path, worlds.HANG)

    assert record["status"] == "out-of-time"
    assert record["result"] is None
    assert "killed after" in record["reason"]
    assert time.monotonic() - started < 20


def test_a_run_that_takes_too_much_memory_is_out_of_memory(tmp_path: Path) -> None:
    """100 GB are asked for at once; 100 MB are allowed."""
    record = made(tmp_path, worlds.HOG, seconds=30.0, memory=100.0)

    assert record["status"] == "out-of-memory"
    assert record["result"] is None or record["result"]["length"] == 0


@pytest.mark.parametrize(
    ("code", "words"), [(worlds.CRASH, "SIGSEGV"), (worlds.LEAVE, "exit code 3")]
)
def test_a_process_that_dies_is_a_crash(tmp_path: Path, code: str, words: str) -> None:
    """By a signal, or by leaving."""
    record = made(tmp_path, code)

    assert record["status"] == "crashed"
    assert words in record["reason"]


def test_a_world_that_raises_is_an_error_with_its_place(tmp_path: Path) -> None:
    """The message is that of the command line."""
    record = made(tmp_path, worlds.WRONG)

    assert record["status"] == "error"
    assert "undefined" in record["reason"]
    assert "strange.py" in record["reason"]


def test_what_a_world_prints_does_not_get_into_records(tmp_path: Path) -> None:
    """Braces in plenty, and still one whole record."""
    record = made(tmp_path, worlds.NOISE, seconds=5.0)

    assert record["status"] == "horizon"
    assert record["verdict"]["valid"]


def test_after_every_accident_the_next_run_is_as_good_as_ever(tmp_path: Path) -> None:
    """The same thread, the same answer."""
    spec = RunSpec("bins", (("bins", 2), ("items", 2)), "introspector", 4).as_json()
    first = guarded(spec)
    for code in (worlds.LEAVE, worlds.WRONG, worlds.HOG):
        made(tmp_path, code, seconds=30.0, memory=100.0)
        again = guarded(spec)
        assert again["result"] == first["result"]
        assert again["verdict"] == first["verdict"]


def test_a_record_has_the_spec_the_result_the_verdict_the_versions_and_the_machine() -> None:
    """And which times are to be trusted."""
    spec = RunSpec("grid", (("distance", 5),), "beam[2*d*d]", 1)
    record = guarded(spec.as_json())

    assert record["key"] == spec.key
    assert record["spec"] == spec.as_json()
    assert record["status"] == "horizon"
    assert record["result"]["normalized_score"] == 1.0
    assert record["result"]["score"] == record["verdict"]["score"] == -4
    assert record["result"]["length"] == 8
    assert 0 < record["measured"]["cpu_seconds"] < 5
    assert isinstance(record["measured"]["shared_core"], bool)
    assert record["versions"]["python"] == sys.version.split()[0]
    assert record["machine"]["cores"] >= 1


def test_a_limit_on_nodes_gives_the_same_record_every_time() -> None:
    """Nothing that lasts depends on the clock."""
    limits = Limits(60.0, 50, 2000.0)
    spec = RunSpec("blocks-world", (("blocks", 8),), "greedy", 0, limits).as_json()
    first, second = guarded(spec), guarded(spec)

    assert first["status"] == "out-of-nodes"
    for part in ("key", "spec", "status", "reason", "result", "verdict"):
        assert first[part] == second[part]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_worker_dies_with_the_process_that_minds_it(tmp_path: Path) -> None:
    """Killed in the middle of a run, a runner leaves nobody behind."""
    sign = tmp_path / "sign"
    file = worlds.world(
        tmp_path, "strange", f"open({str(sign)!r}, 'w').close()\n    while 1: pass"
    )
    script = (
        "import sys, threading; from introplan.experiments import guard, suite\n"
        "from introplan.limits import Limits\n"
        f"spec = suite.RunSpec('files', (), 'greedy', 0, Limits(60.0), ({str(file)!r},))\n"
        "threading.Thread(target=guard.guarded, args=(spec.as_json(),), daemon=True).start()\n"
        "import pathlib, time\n"
        f"while not pathlib.Path({str(sign)!r}).exists(): time.sleep(0.01)\n"
        "print(next(iter(guard._everyone)).process.pid, flush=True)\n"
        "time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as runner:
        assert runner.stdout is not None
        worker = int(runner.stdout.readline())
        assert is_alive(worker)
        runner.kill()
    deadline = time.monotonic() + 20
    while is_alive(worker) and time.monotonic() < deadline:
        time.sleep(0.05)

    assert not is_alive(worker)


def is_alive(pid: int) -> bool:
    """Is there such a process, and is it more than a name in a table?"""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0]
    except (OSError, ProcessLookupError):
        return False
    return state != "Z"


def killed_at_start(times: int) -> tuple[list[int], Callable[[guard.Worker], None]]:
    """A start at which the first so many workers are killed; and all that were started."""
    begun: list[int] = []
    await_start = guard.Worker._await_start

    def start(worker: guard.Worker) -> None:
        begun.append(worker.process.pid)
        if len(begun) <= times:
            worker.process.kill()
        await_start(worker)

    return begun, start


def test_a_worker_killed_at_its_start_is_followed_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An accident is not the end of a suite."""
    begun, start = killed_at_start(2)
    monkeypatch.setattr(guard.Worker, "_await_start", start)
    guard.dismiss()
    record = guarded(RunSpec("grid", (("distance", 2),), "introspector", 0).as_json())

    assert record["result"] is not None
    assert len(begun) == 3


def test_workers_that_are_always_killed_at_their_start_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a few of them no run is to blame."""
    begun, start = killed_at_start(1000)
    monkeypatch.setattr(guard.Worker, "_await_start", start)
    guard.dismiss()

    with pytest.raises(UsageError, match=r"cannot start .* was ended by SIGKILL"):
        guarded(RunSpec("grid", (("distance", 2),), "introspector", 0).as_json())
    assert len(begun) == guard.MAX_START_ATTEMPTS
