"""A run in a process of its own, watched: an answer comes back whatever happens to it.

Each thread that calls `guarded` has one worker process, which stays warm between runs. A run that
does not come back in time is killed with its worker; a worker that dies takes one run with it, and
the next run gets a new one. This works wherever a function can be called: in a pool of threads, in
a worker of a cluster.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from introplan.errors import UsageError
from introplan.experiments.run import WARM_UP_SECONDS, Values, failed_run
from introplan.experiments.suite import RunSpec, spec_from_json
from introplan.experiments.worker import OUT_OF_MEMORY, READY
from introplan.limits import KILLED_CODE

OUT_OF_TIME = "out-of-time"
CRASHED = "crashed"

GRACE_SECONDS = 1.0
"""For a planner to stop by itself when its time is over, or a quarter of its time where that is
more: one step of a planner in Python can take so long, and its answer would be lost."""

START_SECONDS = 60.0
"""After which a worker that does not start never will: imports from a cold disk take seconds."""

MAX_START_ATTEMPTS = 5
"""How often a worker may fail to start, by accident, before it is believed that none can."""

_here = threading.local()
_everyone: set[Worker] = set()
_lock = threading.Lock()


def guarded(spec: dict[str, Any]) -> Values:
    """The record of the run that `RunSpec.as_json` wrote down."""
    run = spec_from_json(spec)
    started = time.monotonic()
    try:
        return _worker().answer(run)
    except _Overdue:
        dismiss()
        seconds = time.monotonic() - started
        reason = f"killed after {seconds:.0f} s: it did not stop by itself"
        return failed_run(run, OUT_OF_TIME, reason=reason, seconds=seconds)
    except _Dead as death:
        dismiss()
        seconds = time.monotonic() - started
        return failed_run(run, CRASHED, reason=str(death), seconds=seconds)


def dismiss() -> None:
    """End the worker of this thread."""
    worker: Worker | None = getattr(_here, "worker", None)
    if worker is not None:
        worker.kill()
        del _here.worker


def dismiss_all() -> None:
    """End the workers of all threads of this process; their pipes are left to those threads."""
    with _lock:
        workers = list(_everyone)
    for worker in workers:
        # Only killed: closing a pipe that its own thread is reading from could close another file
        # that has got the same number meanwhile.
        worker.process.kill()
        worker.process.wait()


class _Overdue(Exception):  # noqa: N818 - it carries a fact
    """The worker has not answered in time."""


class _Dead(Exception):  # noqa: N818 - it carries a fact
    """The worker is no more."""


class WorkerKilledError(UsageError):
    """A worker was killed from outside before it was ready."""


class Worker:
    """A process that makes runs, and the two pipes to it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "introplan.experiments.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Not a pipe: nothing would read it, and a world that prints would block when it is
            # full.
            stderr=subprocess.DEVNULL,
        )
        self.unread = b""
        with _lock:
            _everyone.add(self)
        self._await_start()

    def _await_start(self) -> None:
        """Wait until the process is ready; if it never is, no run is to blame."""
        try:
            assert json.loads(self._line(time.monotonic() + START_SECONDS)) == READY
        except (_Overdue, _Dead) as problem:
            self.kill()
            command = f"{sys.executable} -m introplan.experiments.worker"
            was_killed = self.process.returncode == KILLED_CODE and isinstance(problem, _Dead)
            kind = WorkerKilledError if was_killed else UsageError
            raise kind(f"cannot start {command!r}: {problem}") from None

    def answer(self, run: RunSpec) -> Values:
        """What the worker makes of a run."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(run.as_json()).encode() + b"\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise _Dead(self._last_words()) from None
        found: Values = json.loads(self._line(_deadline(run)))
        if found["result"] is None or found["status"] == OUT_OF_MEMORY:
            dismiss()  # what failed may have left anything behind
        return found

    def kill(self) -> None:
        """End the process at once and close what leads to it."""
        with _lock:
            _everyone.discard(self)
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):  # it may hold bytes that will not be read
                pipe.close()

    def _line(self, deadline: float | None) -> bytes:
        """The next line from the process."""
        assert self.process.stdout is not None
        pipe = self.process.stdout.fileno()
        while b"\n" not in self.unread:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise _Overdue("it took too long")
            # `readline` would be shorter but cannot time out: half a line may be all that ever
            # comes.
            ready = select.select([pipe], [], [], left)[0]
            more = os.read(pipe, 2**16) if ready else None
            if more == b"":
                raise _Dead(self._last_words())
            self.unread += more or b""
        line, _, self.unread = self.unread.partition(b"\n")
        return line

    def _last_words(self) -> str:
        """How the process ended."""
        code = self.process.wait()
        if code >= 0:
            return f"the process of the run ended with exit code {code}"
        name = signal.Signals(-code).name
        why = " (is the system out of memory?)" if name == "SIGKILL" else ""
        return f"the process of the run was ended by {name}{why}"


def _worker() -> Worker:
    """The worker of this thread."""
    worker: Worker | None = getattr(_here, "worker", None)
    if worker is None or worker.process.poll() is not None:
        dismiss()
        worker = _here.worker = _started()
    return worker


def _started() -> Worker:
    """A new worker; one that was killed while it started is followed by another."""
    for _ in range(MAX_START_ATTEMPTS - 1):
        try:
            return Worker()
        except WorkerKilledError:
            continue
    return Worker()


def _deadline(run: RunSpec) -> float | None:
    """When a run has to be back: its own time, a warm-up, and some grace."""
    seconds = run.limits.seconds
    if seconds is None:
        return None
    return (
        time.monotonic()
        + WARM_UP_SECONDS
        + seconds
        + max(GRACE_SECONDS, GRACE_SECONDS * seconds / 4)
    )
