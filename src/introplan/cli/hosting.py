"""Code of the user's inside a command: it may loop, print, and leave the folder we are in.

A world in Python is run as it is, but what it does must not spoil the command that runs it. Its
printing goes to standard error, because standard output belongs to the answer; the working folder
and Python's recursion limit are put back; and `--time` holds from the moment the command began,
for reading, planning and drawing alike.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path

from introplan.limits import Limits, Meter
from introplan.programs.alarm import alarmed
from introplan.programs.user_code import blaming_users

AT_LEAST = 0.3
"""The part of a time limit that is left to the command however slowly Python itself starts."""

SHARE, GRACE = 0.1, 0.25
"""The part of a time limit, or the seconds, that drawing may take when time is over already."""


@contextmanager
def hosting() -> Iterator[None]:
    """Let code of the user's run in this block; what it raises is told by file and line."""
    with sheltered(), blaming_users():
        yield


@contextmanager
def sheltered() -> Iterator[None]:
    """Let code of the user's run in this block without harm to the command."""
    depth, folder = sys.getrecursionlimit(), _folder()
    try:
        with redirect_stdout(_ASIDE):
            yield
    finally:
        sys.setrecursionlimit(depth)
        if folder is not None:
            with suppress(OSError):
                os.chdir(folder)


@contextmanager
def hosting_until(meter: Meter) -> Iterator[None]:
    """The same, stopped wherever it is when the time of `meter` is over."""
    with alarmed(meter, anywhere=True), hosting():
        yield


def allowance(seconds: float | None, began: float) -> Meter:
    """The time that a command has, from when it began; for ever if `seconds` is None."""
    if seconds is not None:
        began = max(began, time.monotonic() - (1 - AT_LEAST) * seconds)
    return Meter(Limits(seconds), began)


def left_of(meter: Meter) -> float | None:
    """The seconds that are left."""
    seconds = meter.limits.seconds
    return None if seconds is None else max(seconds - meter.seconds, 0.0)


def last_moments(meter: Meter) -> Meter:
    """What there is for showing an answer: the rest of the time, and a little more."""
    seconds, left = meter.limits.seconds, left_of(meter)
    if seconds is None or left is None:
        return Meter()
    return Meter(Limits(left + max(SHARE * seconds, GRACE)))


def process_began() -> float:
    """When this process was started, on the clock `time.monotonic`; now, if nobody can tell."""
    now = time.monotonic()
    try:
        fields = Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        started = int(fields[19]) / os.sysconf("SC_CLK_TCK")
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - started
    except (OSError, ValueError, IndexError, AttributeError):
        return now
    return now - age if 0 <= age < 60 else now


def _folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:
        return None  # somebody has removed it


class _Aside(io.TextIOBase):
    """Standard output for guests: it ends up on standard error, and nobody can close it."""

    def write(self, text: str) -> int:
        """Print on standard error, if there is one."""
        if sys.stderr is not None:
            with suppress(ValueError, OSError):
                sys.stderr.write(text)
        return len(text)

    def writable(self) -> bool:
        """It is."""
        return True

    def flush(self) -> None:
        """Nothing is kept here."""

    def close(self) -> None:
        """It stays open: it is not the guest's."""


_ASIDE = _Aside()  # for ever: a thread of the guest's may be printing when its block ends
