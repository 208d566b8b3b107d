"""Limits on time, nodes and memory, and everything that differs between operating systems.

Three mechanisms enforce a limit, from the gentlest to the harshest:

- `Meter.check`: our own loops call it once per iteration and stop in a consistent state.
- `enforce_time_limit`: a POSIX interval timer (`setitimer`, `SIGALRM`) interrupts user code that
  does not return. It can interrupt only the main thread, and only between two bytecodes: in
  another thread, or inside a library written in C, a limit waits until the call returns.
- `limit_process_memory`: the kernel refuses to give more (`setrlimit`), which Python reports as
  `MemoryError`. It catches what grows between two checks of a meter.

What a platform lacks (`system.py` has all of that) makes a limit weaker, never planning
impossible; `unenforced` says in words which limits then hold only in part.
"""

from introplan.limits.meter import (
    Effort,
    LimitReached,
    Limits,
    Meter,
    StopReason,
    enforce_time_limit,
    on_unresponsive,
    unenforced,
)
from introplan.limits.system import (
    KILLED_CODE,
    MAX_SECONDS,
    after_fork,
    limit_address_space,
    limit_process_memory,
    lock_file,
    memory_mb,
    queued_seconds,
    restart_timer,
    thread_seconds,
)

__all__ = [
    "KILLED_CODE",
    "MAX_SECONDS",
    "Effort",
    "LimitReached",
    "Limits",
    "Meter",
    "StopReason",
    "after_fork",
    "enforce_time_limit",
    "limit_address_space",
    "limit_process_memory",
    "lock_file",
    "memory_mb",
    "on_unresponsive",
    "queued_seconds",
    "restart_timer",
    "thread_seconds",
    "unenforced",
]
