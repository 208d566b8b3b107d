"""A limit on memory that holds even where nobody looks: the system refuses to give more.

Planners look at the memory they hold from inside their loops. What grows between two looks, in the
user's functions or while a large file is read, runs into the limit of the process instead and is a
`MemoryError` there.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from introplan.search.limits import memory_mb

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
