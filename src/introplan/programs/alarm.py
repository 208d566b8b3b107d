"""An alarm for code that is not ours and does not come back.

Our own loops look at the clock; a function of the user may loop for ever. So the operating system
rings (`SIGALRM`) when time is up, and again every few milliseconds. If at that moment a line of
the user's is being run, the search is stopped right there and told which line it was; if it is one
of ours, nothing happens, because ours looks at the clock itself and leaves things whole.

Code that swallows everything and goes on hears the next ring, but it may swallow that as well. To
stop it for certain takes the whole process: only the command line asks for that, of its own.

Python lets only the main thread be interrupted, and only between two of its instructions: outside
the main thread, or inside a library written in C, a limit waits until the call is over. Who uses
`SIGALRM` already keeps it.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from introplan.limits import MAX_SECONDS, LimitReached, Meter, StopReason
from introplan.mdp import Task
from introplan.programs.places import place_of_frame
from introplan.programs.user_code import blaming_users

AGAIN = 0.02
"""Seconds between two rings: code that swallows whatever is raised hears them all."""

SHARE, DEAF = 0.05, 0.1
"""The part of a time limit, or the seconds, for which code may go on after the first ring."""

_resorts: list[Callable[[LimitReached], None]] = []


def on_unresponsive(act: Callable[[LimitReached], None]) -> None:
    """Have `act` called, in place of yet another ring, when code goes on whatever is raised."""
    _resorts[:] = [act]


@contextmanager
def alarmed(meter: Meter, *, anywhere: bool = False) -> Iterator[None]:
    """While the block runs, code of the user's ends with the time of `meter`.

    With `anywhere` our own code does, too; that is for blocks that leave nothing behind.
    """
    if not _is_free():
        yield
        return

    rings: list[float] = []
    seconds = meter.limits.seconds

    def ring(number: int, frame: FrameType | None) -> None:
        reason, place = _due(meter), place_of_frame(frame)
        if reason is None or (place is None and not anywhere):
            return
        limit = LimitReached(reason, "" if place is None else str(place))
        rings.append(time.monotonic())
        if _resorts and rings[-1] - rings[0] > max(SHARE * (seconds or 0), DEAF):
            _resorts[0](limit)
        raise limit

    signal.signal(signal.SIGALRM, ring)
    if seconds is not None:
        left = min(max(seconds - meter.seconds, AGAIN), MAX_SECONDS)
        signal.setitimer(signal.ITIMER_REAL, left, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


@contextmanager
def watched(task: Task, meter: Meter) -> Iterator[None]:
    """Code of the user's may loop for ever and raise anything; PDDL is only data."""
    if task.runs_user_code:
        with alarmed(meter), blaming_users():
            yield
    else:
        yield


def shorten_timeout(seconds: float) -> None:
    """Let an alarm that is set go off earlier: somebody has interrupted what it watches."""
    if hasattr(signal, "SIGALRM") and callable(signal.getsignal(signal.SIGALRM)):
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)


def _due(meter: Meter) -> StopReason | None:
    if meter.interrupted:
        return StopReason.INTERRUPTED
    seconds = meter.limits.seconds
    return StopReason.TIME if seconds is not None and meter.seconds >= seconds else None


def _is_free() -> bool:
    """May we use the alarm: is there one, are we in the main thread, and does nobody else?"""
    return (
        hasattr(signal, "SIGALRM")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )
