"""Limits on time, nodes and memory, and the meter that watches them from inside the loops.

A limit on memory that holds even where nobody looks: the system refuses to give more.

Planners look at the memory they hold from inside their loops. What grows between two looks, in the
user's functions or while a large file is read, runs into the limit of the process instead and is a
`MemoryError` there.
"""

from __future__ import annotations

import enum
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from introplan.errors import Stopped, UsageError

MAX_SECONDS = 1e9
"""Seconds: more than anybody waits, and less than clocks of the system and the kernel can hold."""


class StopReason(enum.StrEnum):
    """Why a search came back."""

    FOUND = "found"
    EXHAUSTED = "exhausted"
    EFFORT = "effort"
    TIME = "time"
    NODES = "nodes"
    MEMORY = "memory"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a planner may use; None means no limit."""

    seconds: float | None = None
    nodes: int | None = None
    memory_mb: float | None = None

    def __post_init__(self) -> None:
        """Complain about what is no amount; without an end (`math.inf`) is one."""
        _check_amount("seconds", self.seconds, Real)
        _check_amount("nodes", self.nodes, Integral)
        _check_amount("memory_mb", self.memory_mb, Real)


def _check_amount(name: str, value: object, kind: type[Real] | type[Integral]) -> None:
    if value is None:
        return
    what = "a whole number" if kind is Integral else "a number"
    if isinstance(value, bool) or not isinstance(value, kind) or value != value:
        raise UsageError(f"the limit {name} is {what} or None, got {str(value)[:40]!r}")
    if value < 0:
        raise UsageError(f"the limit {name} must not be negative, got {value}")


class LimitReached(Stopped):  # not an error: it carries the reason up to the planner
    """A limit was reached in the middle of something."""

    def __init__(self, reason: StopReason, place: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place
        """File and line of the user's code that did not come back, if that is what it was."""
        self.best: Any = None
        """The best place that the search interrupted by this had seen."""


@dataclass(slots=True)
class Meter:
    """Counts what a planner uses and stops it: `check` is called inside every loop."""

    limits: Limits = field(default_factory=Limits)
    started: float = field(default_factory=time.monotonic)
    expanded: int = 0
    generated: int = 0
    interrupted: bool = False
    _ticks: int = 0

    @property
    def seconds(self) -> float:
        """Time since the start."""
        return time.monotonic() - self.started

    def expand(self) -> None:
        """Count one expanded node; raises when that is one too many."""
        if self.limits.nodes is not None and self.expanded >= self.limits.nodes:
            raise LimitReached(StopReason.NODES)
        self.expanded += 1
        self.check()

    def look(self) -> None:
        """A sign of life before something that may take long: the clock is read every time."""
        if self.limits.seconds is not None and self.seconds > self.limits.seconds:
            raise LimitReached(StopReason.TIME)
        self.check()

    def check(self) -> None:
        """A sign of life from a loop; raises `LimitReached` when it is time to stop."""
        self._ticks += 1
        if self._ticks & 15:
            return
        if self.interrupted:
            raise LimitReached(StopReason.INTERRUPTED)
        if self.limits.seconds is not None and self.seconds > self.limits.seconds:
            raise LimitReached(StopReason.TIME)
        is_over_memory = self.limits.memory_mb is not None and not self._ticks & 255
        if is_over_memory and memory_mb() > (self.limits.memory_mb or 0):
            raise LimitReached(StopReason.MEMORY)


def memory_mb() -> float:
    """The memory this process holds now (its peak, where the system does not tell the present)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 2**20
    except (OSError, ValueError, IndexError):
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def within(count: int | None, *, bits: int) -> int | None:
    """A limit as compiled code holds it: what is larger than its numbers is never reached."""
    return None if count is None else min(count, (1 << (bits - 1)) - 1)


SLACK = 0.07
"""A share of the limit: planners that look for themselves are to stop first, with their answer."""


LEAST = 8
"""Megabytes that are always left: below that not even an answer could be given."""

MOST = 2.0**40
"""Megabytes beyond all memory: systems count in bytes, and only so far."""


@contextmanager
def confined(limit_mb: float | None) -> Iterator[None]:
    """While the block runs, this process holds no more than so many megabytes, or hardly more."""
    written = _data_bytes()
    if limit_mb is None or written is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    more = min(max(limit_mb * (1 + SLACK) - memory_mb(), LEAST), MOST)
    wanted = written + int(more * 2**20)
    allowed = [bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY]
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (min([wanted, *allowed]), hard))
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _data_bytes() -> int | None:
    """What counts for the limit: memory that the process can write to; None if nobody tells."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 2**10
    except (OSError, ValueError, IndexError):
        pass
    return None
