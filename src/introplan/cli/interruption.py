"""Ctrl-C that keeps what was found: the planner is asked to stop, and answers."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from introplan.search.limits import Meter

STOPPING = (signal.SIGINT, signal.SIGTERM)


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

    earlier = {number: signal.signal(number, stop) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler or signal.SIG_DFL)
