"""What a run is made on: versions, the machine, and how long the process waited for a core."""

from __future__ import annotations

import os
import platform
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import introplan
from introplan.api import ENGINES

CROWDED = 0.05
"""A run that waited for longer than this share of its time was not alone on its core."""


@cache
def versions() -> dict[str, str]:
    """Of everything that has a say in the answers or in the times."""
    return {
        "introplan": introplan.__version__,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "engine": ENGINES[0],
    }


@cache
def machine() -> dict[str, object]:
    """The machine that this process runs on."""
    return {
        "host": platform.node(),
        "system": f"{platform.system()} {platform.release()}",
        "processor": _processor(),
        "cores": cores(),
        "memory_mb": _memory_mb(),
    }


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment by three clocks: of the wall, of the processor, and of waiting for one."""

    wall: float
    cpu: float
    waited: float | None

    @staticmethod
    def now() -> Moment:
        """This moment."""
        return Moment(time.monotonic(), time.process_time(), _waited())

    def waited_since(self, earlier: Moment) -> float:
        """Seconds without a core; where the system does not tell, those off the processor."""
        if self.waited is not None and earlier.waited is not None:
            return self.waited - earlier.waited
        return max(0.0, (self.wall - earlier.wall) - (self.cpu - earlier.cpu))

    def had_company_since(self, earlier: Moment) -> bool:
        """Did others use the core as well?"""
        return self.waited_since(earlier) > CROWDED * (self.wall - earlier.wall)


def _waited() -> float | None:
    """Seconds for which this process was ready to run and had no core, on Linux."""
    try:
        return int(Path("/proc/self/schedstat").read_text("ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _memory_mb() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (OSError, ValueError, AttributeError):
        return 0
