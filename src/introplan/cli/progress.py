"""A line on stderr that says what is going on, for people who wait longer than a second."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from introplan.limits import Meter

PATIENCE = 1.0
INTERVAL = 0.2


@contextmanager
def progress(doing: str, meter: Meter | None = None) -> Iterator[None]:
    """While the block runs, show what it does and what `meter` counts; on a terminal only."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    finished = threading.Event()
    thread = threading.Thread(target=_show, args=(doing, meter, finished), daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join()


def _show(doing: str, meter: Meter | None, finished: threading.Event) -> None:
    started = time.monotonic()
    if finished.wait(PATIENCE):
        return
    with Console(stderr=True).status(doing) as status:
        while not finished.wait(INTERVAL):
            seconds = time.monotonic() - started
            counted = "" if meter is None else f", {meter.expanded:,} expanded"
            stopping = ", stopping" if meter is not None and meter.interrupted else ""
            status.update(f"{doing}: {seconds:.0f} s{counted}{stopping}")
