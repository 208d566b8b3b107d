"""What differs between operating systems: clocks, memory, file locks, the interval timer.

`resource` and `fcntl` are POSIX, `msvcrt` is Windows, `SIGALRM` and `time.thread_time` exist on
some platforms, and WebAssembly has none of them. They are used in this module and nowhere else;
whatever calls it works without them, and `Meter` and `unenforced` say which limits do not hold.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

RESEND_INTERVAL_SECONDS = 0.02
"""SIGALRM is repeated because user code may catch the exception: often enough to stop a loop
around `except BaseException` in time, rarely enough to cost nothing."""

MAX_SECONDS = 1e9
"""About 30 years: longer than any run, and below what timers and the kernel can hold."""

MEMORY_SLACK_FRACTION = 0.07
"""The limit of the process lies this much above the limit that a meter checks: planners are to
stop first, because they stop with an answer."""

MIN_HEADROOM_MB = 8
"""Left even below the limit: with less not even the answer could be printed."""

MAX_MEMORY_MB = 2.0**40
"""More than any machine has; `setrlimit` counts bytes in 64 bits."""


def _optional(name: str) -> Any:
    """A module of the standard library, or None on platforms that lack it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


_resource = _optional("resource")
HAS_TIMER = hasattr(signal, "SIGALRM") and hasattr(signal, "setitimer")


KILLED_CODE = -int(getattr(signal, "SIGKILL", 9))
"""The return code of a process that was killed; Windows has no such signal."""


def after_fork(call: Callable[[], None]) -> None:
    """Call this in every process that is forked from this one; Windows never forks."""
    register = getattr(os, "register_at_fork", None)
    if register is not None:
        register(after_in_child=call)


def thread_seconds() -> float:
    """Processor time of this thread; of the whole process where threads have no clock."""
    return time.thread_time() if hasattr(time, "thread_time") else time.process_time()


def queued_seconds() -> float:
    """How long this thread was ready to run while others had the processors; 0 where the platform
    does not say."""
    try:
        with open("/proc/thread-self/schedstat", encoding="ascii") as stat:
            return int(stat.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):  # not Linux, or a kernel without these statistics
        return 0.0


def reports_memory() -> bool:
    """Does this platform say how much memory a process holds?"""
    return _resource is not None or _statm() is not None


def memory_mb() -> float:
    """The memory this process holds now; its peak, or 0, on platforms that report no more."""
    statm = _statm()
    if statm is not None:
        return statm[1] / 2**20
    if _resource is None:
        return 0.0
    peak: int = _resource.getrusage(_resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def _statm() -> tuple[int, int] | None:
    """Bytes of address space and of resident memory (Linux), or None."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = file.read().split()
        size = os.sysconf("SC_PAGE_SIZE")
        return int(pages[0]) * size, int(pages[1]) * size
    except (OSError, ValueError, IndexError, AttributeError):
        return None


@contextmanager
def limit_process_memory(limit_mb: float | None) -> Iterator[None]:
    """While the block runs, this process holds no more than about `limit_mb` megabytes.

    Memory beyond that raises `MemoryError`. Without effect where the platform cannot do it.
    """
    written = _writable_bytes()
    if limit_mb is None or written is None or _resource is None:
        yield
        return
    soft, hard = _resource.getrlimit(_resource.RLIMIT_DATA)
    more = limit_mb * (1 + MEMORY_SLACK_FRACTION) - memory_mb()
    wanted = written + int(min(max(more, MIN_HEADROOM_MB), MAX_MEMORY_MB) * 2**20)
    allowed = [bound for bound in (soft, hard) if bound != _resource.RLIM_INFINITY]
    try:
        _resource.setrlimit(_resource.RLIMIT_DATA, (min([wanted, *allowed]), hard))
        yield
    finally:
        with suppress(ValueError, OSError):
            _resource.setrlimit(_resource.RLIMIT_DATA, (soft, hard))


def _writable_bytes() -> int | None:
    """What RLIMIT_DATA counts: memory that this process can write to; None if unknown."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) * 2**10 for line in file if line[:7] == "VmData:")
    except (OSError, ValueError, IndexError, StopIteration):
        return None


def limit_address_space(more_mb: float | None) -> None:
    """Let this process reserve `more_mb` megabytes more than now, or as many as it may.

    For processes that belong to one run: unlike `limit_process_memory` it is never undone.
    """
    if _resource is None:
        return
    hard, unlimited = _resource.getrlimit(_resource.RLIMIT_AS)[1], _resource.RLIM_INFINITY
    soft = unlimited
    if more_mb is not None:
        reserved = (_statm() or (0, 0))[0]
        soft = reserved + int(min(more_mb, MAX_MEMORY_MB) * 2**20)
    if hard != unlimited:
        soft = hard if soft == unlimited else min(soft, hard)
    _resource.setrlimit(_resource.RLIMIT_AS, (soft, hard))


def lock_file(descriptor: int) -> None:
    """Lock an open file for this process; raises `BlockingIOError` if another one holds it.

    Without effect on platforms that have no file locks (WebAssembly has no second process).
    """
    if (fcntl := _optional("fcntl")) is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif (msvcrt := _optional("msvcrt")) is not None:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(error.errno, error.strerror) from None


@contextmanager
def timer(
    seconds: float | None, interrupt: Callable[[int, FrameType | None], None]
) -> Iterator[None]:
    """While the block runs, call `interrupt` in `seconds` and again every few milliseconds.

    With None only `restart_timer` starts it. Without effect where there is no such timer, outside
    the main thread (Python runs signal handlers there only), and where the caller uses it already.
    """
    if not _is_timer_free():
        yield
        return
    signal.signal(signal.SIGALRM, interrupt)
    if seconds is not None:
        restart_timer(seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def restart_timer(seconds: float) -> None:
    """Let a timer that runs call its function in `seconds` from now; nothing if none runs."""
    if HAS_TIMER and callable(signal.getsignal(signal.SIGALRM)):
        first = min(max(seconds, RESEND_INTERVAL_SECONDS), MAX_SECONDS)
        signal.setitimer(signal.ITIMER_REAL, first, RESEND_INTERVAL_SECONDS)


def _is_timer_free() -> bool:
    return (
        HAS_TIMER
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )
