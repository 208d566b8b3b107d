"""Limits, the meter that counts against them, and the timeout for code that does not return."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from types import FrameType
from typing import Any

from introplan.errors import Stopped, UsageError
from introplan.limits.system import HAS_TIMER, memory_mb, reports_memory, timer

KILL_GRACE_FRACTION, KILL_GRACE_SECONDS = 0.05, 0.1
"""How long user code may ignore the timeout before `on_unresponsive` acts: this part of the time
limit, at least so many seconds. A command promises 10 % or 0.25 s, and needs the rest to end."""


CLOCK_CHECK_INTERVAL, MEMORY_CHECK_INTERVAL = 16, 256
"""Calls of `Meter.check` from one look at the clock, or at the memory, to the next: reading the
clock costs more than most iterations do, and reading the memory more than hundreds of them. The
second is a multiple of the first."""


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
    reading_seconds: float | None = None
    """For reading a world in Python before the search; None: as long as the planner thinks fit."""

    def __post_init__(self) -> None:
        """Raise `UsageError` for what is no amount; infinity (`math.inf`) is one."""
        _check_amount("seconds", self.seconds, Real)
        _check_amount("nodes", self.nodes, Integral)
        _check_amount("memory_mb", self.memory_mb, Real)
        _check_amount("reading_seconds", self.reading_seconds, Real)


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
        """File and line of the user code that did not return, if it was user code."""
        self.best: Any = None
        """The best node that the interrupted search had seen."""

    def __str__(self) -> str:
        """Why the work stopped, and in which line of user code."""
        is_by_hand = self.reason is StopReason.INTERRUPTED
        why = "interrupted" if is_by_hand else f"stopped by the limit on {self.reason}"
        return f"{why} while {self.place} was running" if self.place else why


@dataclass(slots=True)
class Meter:
    """Counts what a planner uses and stops it at its limits: loops call `check` or `expand`."""

    limits: Limits = field(default_factory=Limits)
    started: float = field(default_factory=time.monotonic)
    expanded: int = 0
    generated: int = 0
    interrupted: bool = False
    allows_native: bool = True
    """May the machine search worlds in Python?"""
    _checks: int = 0

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the time limit, at least 0; None without a limit."""
        limit = self.limits.seconds
        return None if limit is None else max(limit - self.seconds, 0.0)

    def expand(self) -> None:
        """Count one expanded node; raises `LimitReached` if a limit is exceeded."""
        if self.limits.nodes is not None and self.expanded >= self.limits.nodes:
            raise LimitReached(StopReason.NODES)
        self.expanded += 1
        self.check()

    def check_now(self) -> None:
        """Like `check` in iterations that are slow: time and `interrupted` count at every call."""
        self._check_clock()
        self.check()

    def check(self) -> None:
        """Raise `LimitReached` if a limit is exceeded; call once per iteration."""
        self._checks += 1
        if self._checks % CLOCK_CHECK_INTERVAL:
            return
        self._check_clock()
        limit = self.limits.memory_mb
        if limit is not None and not self._checks % MEMORY_CHECK_INTERVAL and memory_mb() > limit:
            raise LimitReached(StopReason.MEMORY)

    @contextmanager
    def stopping_after(self, seconds: float) -> Iterator[None]:
        """A tighter limit on time for a while: so many seconds since the start."""
        limits = self.limits
        least = seconds if limits.seconds is None else min(seconds, limits.seconds)
        self.limits = replace(limits, seconds=least)
        try:
            yield
        finally:
            self.limits = limits

    def _check_clock(self) -> None:
        if self.interrupted:
            raise LimitReached(StopReason.INTERRUPTED)
        if self.limits.seconds is not None and self.seconds > self.limits.seconds:
            raise LimitReached(StopReason.TIME)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a proof may take, in counts: what comes of it does not depend on the machine.

    `states` and `transitions` are those of a closed set, `steps` the ways to apply actions that
    are followed for bounds, `checks` the calls of the meter while a certificate is checked, and
    `facts` those of the start in worlds that are worth the attempt.
    """

    states: int
    steps: int
    transitions: int | None = None
    checks: int | None = None
    facts: int | None = None

    def limited_check(self, meter: Meter) -> Callable[[], None]:
        """The meter's `check`, which also raises after so many `checks` of one certificate."""
        if self.checks is None:
            return meter.check
        left = iter(range(self.checks))

        def check() -> None:
            if next(left, None) is None:
                raise LimitReached(StopReason.EFFORT)
            meter.check()

        return check


def unenforced(limits: Limits, *, runs_user_code: bool) -> tuple[str, ...]:
    """Which of `limits` this platform enforces only in part, each in one sentence."""
    notes = []
    if limits.seconds is not None and runs_user_code and not HAS_TIMER:
        notes.append(
            "this platform cannot interrupt a function that does not return: "
            "the time limit is checked between calls of the model only"
        )
    if limits.memory_mb is not None and not reports_memory():
        notes.append("this platform does not report memory use: the memory limit is not checked")
    return tuple(notes)


_on_unresponsive: list[Callable[[LimitReached], None]] = []

Locate = Callable[[FrameType | None], object | None]
"""The line of user code that a frame runs; None if it is not user code."""


def on_unresponsive(callback: Callable[[LimitReached], None]) -> None:
    """Have `callback` called, at the latest after the grace, when user code catches the limit."""
    _on_unresponsive[:] = [callback]


@contextmanager
def enforce_time_limit(
    meter: Meter, *, locate: Locate = lambda frame: None, anywhere: bool = False
) -> Iterator[None]:
    """While the block runs, raise `LimitReached` in user code when the time of `meter` is up.

    `locate` recognises user code. Our own code calls `meter.check` itself and is left to finish
    what it is doing; with `anywhere` it is interrupted too, for blocks that leave nothing behind.
    """
    raised: list[float] = []
    limit = meter.limits.seconds or 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        reason, place = _exceeded(meter), locate(frame)
        if reason is None or (place is None and not anywhere):
            return
        reached = LimitReached(reason, "" if place is None else str(place))
        raised.append(time.monotonic())
        grace = max(KILL_GRACE_FRACTION * limit, KILL_GRACE_SECONDS)
        if _on_unresponsive and raised[-1] - raised[0] > grace:
            _on_unresponsive[0](reached)
        raise reached

    with timer(meter.seconds_left, interrupt):
        yield


def _exceeded(meter: Meter) -> StopReason | None:
    if meter.interrupted:
        return StopReason.INTERRUPTED
    return StopReason.TIME if meter.seconds_left == 0 else None
