"""The process of the command: its streams, its signals, its exit code, and user code inside it.

In the process of the command everything is ours to decide, which it is not in a program that
calls `introplan.cli.main` or `ip.plan`. So only `claim_process` does the following:

- The answer gets a stream of its own. What user code writes to descriptor 1, by `os.write` or
  from a process that it starts, ends up on standard error. A reader that closes the pipe early
  (`| head`) changes neither the work nor the exit code.
- User code that catches every exception is ended together with the process, a moment after its
  time limit or after Ctrl-C.
- When the answer is out the process ends at once: threads of user code, functions that it
  registered with `atexit` and slow destructors do not delay it.

User code runs as it is, but must not spoil the command that runs it: its printing goes to standard
error, the working folder and the recursion limit are restored, and `--time` holds from the moment
the process started, for reading, planning and drawing alike.
"""

from __future__ import annotations

import enum
import gc
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout, suppress
from types import FrameType
from typing import Any

from introplan.limits import (
    LimitReached,
    Limits,
    Meter,
    StopReason,
    on_unresponsive,
    restart_timer,
)
from introplan.programs.places import place_of_frame
from introplan.programs.user_code import blaming_users, limit_user_code

SECONDS_TO_TIDY_UP = 3.0
"""After Ctrl-C a command that has no answer yet may close its files; then the process ends."""

SECONDS_TO_STOP = 0.2
"""After Ctrl-C a planner stops by itself within a few checks; then its user code is stopped."""

MIN_TIME_FRACTION = 0.3
"""The part of a time limit that a command has left however slowly Python itself started: on a
machine that swaps, starting can take longer than a small limit."""

DISPLAY_FRACTION, DISPLAY_SECONDS = 0.1, 0.25
"""What showing an answer may take when time is up already: the overrun that a command promises."""

COLLECTION_THRESHOLDS = (50_000, 20, 100)
"""Allocations before a collection, collections before an older generation is looked at. Python's
700, 10, 10 suit processes that run for days; here nearly everything lives to the end, and looking
at a million literals again and again took half the time of large answers."""

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)

OUT, ERROR = 1, 2


class ExitCode(enum.IntEnum):
    """What a command reports to the shell, in the blocks of Fast Downward's exit codes."""

    DONE = 0
    INTERNAL_ERROR = 1
    UNSOLVABLE = 11
    GAVE_UP = 12
    OUT_OF_MEMORY = 22
    OUT_OF_TIME = 23
    BAD_INPUT = 31
    INVALID_PLAN = 32
    BAD_USAGE = 33
    INTERRUPTED = 130


EXIT_CODE_OF_LIMIT = {
    StopReason.TIME: ExitCode.OUT_OF_TIME,
    StopReason.MEMORY: ExitCode.OUT_OF_MEMORY,
    StopReason.NODES: ExitCode.GAVE_UP,
    StopReason.INTERRUPTED: ExitCode.GAVE_UP,
}


def claim_process() -> None:
    """Set up streams, signals and memory for a process that runs one command and nothing else."""
    _keep_standard_output()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    on_unresponsive(_exit_at_limit)
    for number in STOP_SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _interrupt)


def end_process(code: int) -> None:
    """End the process with `code` as soon as what was printed is out; does not return."""
    for stream in (sys.stdout, sys.__stdout__, sys.stderr):
        with suppress(Exception):  # user code may have replaced or closed them
            print(end="", file=stream, flush=True)
    os._exit(code)


class _AnswerFile(io.FileIO):
    """Standard output whose reader may go away: what is written then is dropped."""

    def write(self, data: Any, /) -> int:
        """Write, or drop the data if the pipe is closed at its other end."""
        try:
            return super().write(data)
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return len(data)


def _keep_standard_output() -> None:
    """Give the answer a stream of its own, and redirect descriptor 1 to standard error."""
    if sys.stderr is None:
        _open_nowhere(ERROR, os.O_WRONLY)
    if sys.stdout is None:
        _open_nowhere(OUT, os.O_RDONLY)  # writing fails, and the command reports it
    old, kept = sys.stdout, _AnswerFile(os.dup(OUT), "w")
    os.dup2(ERROR, OUT)
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(kept),
        encoding=getattr(old, "encoding", None),
        errors="backslashreplace",
        line_buffering=kept.isatty() or bool(getattr(old, "write_through", False)),
    )


def _open_nowhere(descriptor: int, mode: int) -> None:
    """Occupy a descriptor that was closed: the next file that is opened would get its number."""
    opened = os.open(os.devnull, mode)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise `KeyboardInterrupt`; end the process if user code catches it and goes on."""
    limit = LimitReached(StopReason.INTERRUPTED, str(place_of_frame(frame) or ""))
    timer = threading.Timer(SECONDS_TO_TIDY_UP, _exit_at_limit, (limit,))
    timer.daemon = True
    timer.start()
    raise KeyboardInterrupt(limit.place)


def _exit_at_limit(limit: LimitReached) -> None:
    """End the process, since user code does not stop."""
    is_by_hand = limit.reason is StopReason.INTERRUPTED
    code = ExitCode.INTERRUPTED if is_by_hand else EXIT_CODE_OF_LIMIT[limit.reason]
    with suppress(OSError):
        os.write(ERROR, f"introplan: {limit}\n".encode(errors="backslashreplace"))
    os._exit(code)


@contextmanager
def ending_on_signals() -> Iterator[None]:
    """While the block runs SIGTERM is like Ctrl-C: one line on stderr, files left whole."""
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
        restart_timer(SECONDS_TO_STOP)

    earlier = {number: signal.signal(number, stop) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler or signal.SIG_DFL)


@contextmanager
def user_code(meter: Meter | None = None) -> Iterator[None]:
    """Run user code in this block: isolated, its errors reported by file and line.

    With `meter` the block is stopped wherever it is when the time is up, our own code included.
    """
    limit = nullcontext() if meter is None else limit_user_code(meter, anywhere=True)
    with limit, isolated(), blaming_users():
        yield


@contextmanager
def isolated() -> Iterator[None]:
    """Undo what user code does to the process: its printing, working folder, recursion limit."""
    depth, folder = sys.getrecursionlimit(), _working_folder()
    try:
        with redirect_stdout(_STDOUT_TO_STDERR):
            yield
    finally:
        sys.setrecursionlimit(depth)
        if folder is not None:
            with suppress(OSError):
                os.chdir(folder)


def _working_folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:
        return None  # it was removed


class _StdoutToStderr(io.TextIOBase):
    """Redirects prints of user code to standard error; user code cannot close it."""

    def write(self, text: str) -> int:
        """Print on standard error, if there is one."""
        if sys.stderr is not None:
            with suppress(ValueError, OSError):
                sys.stderr.write(text)
        return len(text)

    def writable(self) -> bool:
        """Always."""
        return True

    def flush(self) -> None:
        """Nothing is buffered here."""

    def close(self) -> None:
        """Stay open: the stream is shared."""


# One object for the life of the process: a thread that user code has started may still be
# printing to it when the block that started the thread is over.
_STDOUT_TO_STDERR = _StdoutToStderr()


def time_budget(seconds: float | None, began: float) -> Meter:
    """The time that a command has, from when it began; no limit if `seconds` is None."""
    if seconds is not None:
        began = max(began, time.monotonic() - (1 - MIN_TIME_FRACTION) * seconds)
    return Meter(Limits(seconds), began)


def display_budget(meter: Meter) -> Meter:
    """The time for showing an answer: what is left of the command's, and a little more."""
    seconds, left = meter.limits.seconds, meter.seconds_left
    if seconds is None or left is None:
        return Meter()
    return Meter(Limits(left + max(DISPLAY_FRACTION * seconds, DISPLAY_SECONDS)))


def process_began() -> float:
    """When this process was started, on the clock `time.monotonic`; now, where it is unknown."""
    now = time.monotonic()
    try:
        with open("/proc/self/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        started = int(fields[19]) / os.sysconf("SC_CLK_TCK")
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - started
    except (OSError, ValueError, IndexError, AttributeError):
        return now
    return now - age if 0 <= age < 60 else now
