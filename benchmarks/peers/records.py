"""One JSON line per run: the only thing that tables and plots read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

SOLVED = "solved"
SKIPPED = "skipped"
LIMITS = ("out-of-time", "out-of-memory")


@dataclass(frozen=True, slots=True)
class Record:
    """A planner on an instance: what came of it and what it cost.

    `status`: solved, out-of-time, out-of-memory, unsolved (it gave up), invalid (a plan that does
    not hold), failed (an error), skipped. `cpu` is user and system time of all its processes,
    `repeat` counts the runs of one planner on one instance.
    """

    planner: str
    instance: str
    series: str
    size: int
    status: str
    limit: float
    repeat: int = 0
    reason: str = ""
    cpu: float | None = None
    wall: float | None = None
    memory_mb: float | None = None
    length: int | None = None
    engine: str | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        """What is run once."""
        return self.planner, self.instance, self.repeat

    def to_json(self) -> str:
        """The record as one line."""
        return json.dumps(asdict(self))


def from_json(line: str) -> Record:
    """The record of a line."""
    return Record(**json.loads(line))


def append(file: Path, record: Record) -> None:
    """Add a line at once, so that nothing is lost when the benchmark is stopped."""
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{record.to_json()}\n")


def load(file: Path) -> list[Record]:
    """The records of a file, the last of each kind; none if there is no file yet."""
    if not file.exists():
        return []
    found = map(from_json, file.read_text(encoding="utf-8").splitlines())
    return list({record.key: record for record in found}.values())


def is_settled(key: tuple[str, str, int], records: Iterable[Record], limit: float) -> bool:
    """Is there a run that more time, or what was not installed, would not change?"""
    return any(
        record.key == key
        and record.status not in (SKIPPED, "failed")
        and (record.status != "out-of-time" or record.limit >= limit)
        for record in records
    )
