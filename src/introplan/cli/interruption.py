"""Ctrl-C that keeps what was found: the planner is asked to stop, and answers."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from introplan.limits import Meter
from introplan.programs.alarm import shorten_timeout

PATIENCE = 0.2
"""Seconds that a planner has to stop by itself before a function of the user's is stopped."""

STOPPING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def ending_on_signals() -> Iterator[None]:
    """While the block runs a request to end is like Ctrl-C: told in a line, files left whole."""
    is_ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    if not is_ours:
        yield
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def stoppable(meter: Meter) -> Iterator[None]:
    """While the block runs the first signal sets `meter.interrupted`, the second one quits."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if meter.interrupted:
            raise KeyboardInterrupt
        meter.interrupted = True
        shorten_timeout(PATIENCE)

    earlier = {number: signal.signal(number, stop) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler or signal.SIG_DFL)
