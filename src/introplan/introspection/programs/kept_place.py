"""Where what is found out about a program is kept between runs, and under which name."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import introplan
from introplan.cache import Cache, key_of
from introplan.mdp import Status
from introplan.programs.fingerprint import fingerprint
from introplan.programs.program import ProgramTask
from introplan.symbolic.terms.stored import Json, NotStorable, References, text_of

MIN_SECONDS = 0.03
"""What is read in less is not kept: finding it again takes a good part of that."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where what is found out about one program is kept."""

    cache: Cache
    key: str
    references: References
    derived: dict[Any, Any] = field(default_factory=dict)
    """What was derived of the reading in this process."""

    reading: str = ""
    """The digest of the reading that is kept here; empty if none is."""

    @property
    def question(self) -> tuple[Any, ...]:
        """The program and the folder: what is remembered of it in this process is kept there."""
        return self.cache.folder, self.key

    def get(self, *what: str) -> Json | None:
        """What is kept here of this; None if that is nothing."""
        data = self.cache.get(key_of(self.key, *what))
        try:
            return None if data is None else json.loads(data)
        except (ValueError, RecursionError):
            return None

    def put(self, stored: Json, *what: str) -> None:
        """Keep it, unless it holds what text cannot say; then it is found out again next time."""
        with suppress(NotStorable):
            self.cache.put(key_of(self.key, *what), text_of(stored).encode())


def place_of(task: ProgramTask) -> Place | None:
    """Where readings of a task are kept; None if nowhere."""
    where = Cache.default()
    if where.folder is None:
        return None
    program = task.program
    parts = (program.actions, program.transition, program.reward, program.terminal, program.step)
    found = fingerprint(parts, task.start, task.horizon, task.discount)
    if found is None:
        return None
    key = key_of("reading", found.digest, *_surroundings())
    return Place(where, key, References((Status, *found.classes)))


@cache
def _surroundings() -> tuple[str, ...]:
    """What all readings depend on: Python, the platform, and this package as it is now."""
    package = Path(introplan.__file__).parent
    files = []
    for folder, _, names in sorted(os.walk(package)):
        for name in sorted(names):
            if name.endswith(".py"):
                about = os.stat(os.path.join(folder, name))
                files.append(f"{folder}/{name} {about.st_size} {about.st_mtime_ns}")
    numpy = str(getattr(sys.modules.get("numpy"), "__version__", ""))
    python = (sys.version, sys.implementation.name, sys.platform, str(sys.flags.optimize))
    return (introplan.__version__, *python, numpy, *files)
