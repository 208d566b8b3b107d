"""The process of the command `introplan`: it is ours, and no guest can hold it or speak for it.

Here, and only here, everything in the process is ours to decide, which in the program of somebody
who calls `introplan.cli.main` or `ip.plan` it is not:

- The answer goes to a stream that guests do not know. What they write to descriptor 1, by
  `os.write` or from a process that they start, ends up on standard error.
- Code that swallows whatever stops it is ended together with the process, a moment after its
  limit or after Ctrl-C.
- When the answer is out the process ends. Threads of the guest's, what it registered with
  `atexit`, and objects that take for ever to be deleted keep nobody waiting.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from types import FrameType

from introplan.cli import entry
from introplan.cli.exit_codes import OF_STATUS, ExitCode
from introplan.limits import LimitReached, StopReason
from introplan.planners.status import STOPPED, why_stopped
from introplan.programs.alarm import on_unresponsive
from introplan.programs.places import place_of_frame

PATIENCE = 3.0
"""Seconds after Ctrl-C in which a command that has no answer yet may tidy up."""

OUT, ERROR = 1, 2


def main() -> int:
    """Run the command of this process and end with its code: nothing comes back from here."""
    _keep_standard_output()
    on_unresponsive(_give_up)
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _interrupted)
    code = entry.main()
    for stream in (sys.stdout, sys.__stdout__, sys.stderr):
        with suppress(Exception):  # guests may have changed or closed them
            print(end="", file=stream, flush=True)
    os._exit(code)


def _keep_standard_output() -> None:
    """Give the answer a stream of its own, and to descriptor 1 what is said to descriptor 2."""
    if sys.stderr is None:
        _open_nowhere(ERROR, os.O_WRONLY)
    if sys.stdout is None:
        _open_nowhere(OUT, os.O_RDONLY)  # so that writing fails, and is told
    kept = os.dup(OUT)
    os.dup2(ERROR, OUT)
    encoding, is_direct = getattr(sys.stdout, "encoding", None), _is_direct(sys.stdout)
    sys.stdout = os.fdopen(kept, "w", encoding=encoding, errors="backslashreplace")
    if is_direct:
        sys.stdout.reconfigure(line_buffering=True)


def _is_direct(stream: object) -> bool:
    """Does what is written go out at once (PYTHONUNBUFFERED)?"""
    return bool(getattr(stream, "write_through", False))


def _open_nowhere(descriptor: int, mode: int) -> None:
    """Occupy a descriptor that was closed: the next file that is opened would get its number."""
    opened = os.open(os.devnull, mode)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Ctrl-C, or a request to end: a `KeyboardInterrupt`, and the end if that is not heard."""
    limit = LimitReached(StopReason.INTERRUPTED, str(place_of_frame(frame) or ""))
    timer = threading.Timer(PATIENCE, _give_up, (limit,))
    timer.daemon = True
    timer.start()
    raise KeyboardInterrupt(limit.place)


def _give_up(limit: LimitReached) -> None:
    """End, since the user's code does not."""
    is_by_hand = limit.reason is StopReason.INTERRUPTED
    code = ExitCode.INTERRUPTED if is_by_hand else OF_STATUS[STOPPED[limit.reason]]
    with suppress(OSError):
        os.write(ERROR, f"introplan: {why_stopped(limit)}\n".encode(errors="backslashreplace"))
    os._exit(code)
