"""Runs a command and tells what its whole process tree cost.

    python -I watch.py SECONDS MEGABYTES REPORT COMMAND...

A program of its own for two reasons. A child's peak memory is never reported below that of the
process that started it, so the starter must be small. And descendants whose parent was killed
belong to whoever declares itself their reaper; then their time is counted too.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
INTERVAL = 0.2
PAGE_MB = resource.getpagesize() / 2**20


def adopt_orphans() -> None:
    """Become the parent of descendants that lose theirs (Linux; elsewhere they go uncounted)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def members(session: int) -> Iterator[tuple[int, float]]:
    """The processes of a session with the megabytes each holds."""
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                yield int(entry.name), int(fields[21]) * PAGE_MB


def end(session: int) -> None:
    """Kill what is left of the session, and collect it, so that its cost is counted."""
    for process, _ in members(session):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()


def start(command: list[str]) -> int:
    """Start the command in a session of its own; gives its process and session number."""
    return os.posix_spawnp(command[0], command, os.environ, setsid=True, setsigmask=[])


def watch(process: int, seconds: float, megabytes: float) -> tuple[int | None, str | None]:
    """The exit code of the process, or which limit it broke."""
    deadline = time.monotonic() + seconds
    while True:
        left = deadline - time.monotonic()
        signal.sigtimedwait([signal.SIGCHLD], max(0.0, min(INTERVAL, left)))
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), None
        if left <= 0:
            return None, "out-of-time"
        if sum(held for _, held in members(process)) > megabytes:
            return None, "out-of-memory"


def main(arguments: list[str]) -> None:
    """Run the command and write the report."""
    seconds, megabytes, report, *command = arguments
    adopt_orphans()
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    started = time.monotonic()
    process = start(command)
    code, broken = watch(process, float(seconds), float(megabytes))
    wall = time.monotonic() - started
    end(process)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    measured = {
        "code": code,
        "broken": broken,
        "wall": wall,
        "cpu": used.ru_utime + used.ru_stime,
        "memory_mb": used.ru_maxrss / 1024,
    }
    Path(report).write_text(json.dumps(measured), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
