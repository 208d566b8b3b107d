"""Provenance of a record: revision of the code, versions, machine, and time spent waiting.

The version alone does not say which code made a record: it stays the same from one release to the
next. So a record also names the *revision*: the commit where the package runs from a git checkout,
with a digest of the package behind it if the checkout has changes; elsewhere the version and that
digest.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import introplan
from introplan.api import ENGINES

PACKAGE = Path(introplan.__file__).parent

CODE = frozenset({".py", ".so", ".pyd", ".pddl", ".toml"})
"""Endings of files that have a say in what a run gives."""

MAX_WAITED_FRACTION = 0.05
"""A run that waited for longer than this share of its time was not alone on its core."""


@cache
def versions() -> dict[str, str]:
    """Of everything that has a say in the answers or in the times."""
    return {
        "introplan": introplan.__version__,
        "revision": revision(),
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "engine": ENGINES[0],
    }


@cache
def revision() -> str:
    """Which code runs here: `3f2a91c0d5e7`, `3f2a91c0d5e7+91ab3c4d` or `0.1.0+91ab3c4d`."""
    commit = _git("rev-parse", "HEAD")
    if commit is None:
        return f"{introplan.__version__}+{_package_digest()}"
    is_clean = _git("status", "--porcelain", "--", str(PACKAGE)) == ""
    return commit[:12] if is_clean else f"{commit[:12]}+{_package_digest()}"


def _git(*words: str) -> str | None:
    """What git says about the checkout that the package lies in; None without one."""
    root = PACKAGE.parent.parent
    if not (root / ".git").exists():  # installed somewhere, perhaps inside another repository
        return None
    command = ["git", "-C", str(root), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _package_digest() -> str:
    """A digest of all code in the package, the compiled extension included."""
    digest = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*")):
        if file.suffix in CODE and file.is_file():
            digest.update(
                b"%s\0%s\0" % (str(file.relative_to(PACKAGE)).encode(), file.read_bytes())
            )
    return digest.hexdigest()[:8]


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
        return self.waited_since(earlier) > MAX_WAITED_FRACTION * (self.wall - earlier.wall)


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
