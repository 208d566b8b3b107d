"""Records in a file: one line of JSON per run, written whole.

A line is handed to the system in one piece, so a runner that is killed at any moment leaves whole
lines, and at most one torn at the end if the machine itself goes down. Reading leaves a torn end
out; writing on cuts it off first, but only if it is the beginning of a record: a file that is not
ours is refused and stays as it is. Only one runner at a time writes to a file (an advisory lock,
where the system has such).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from introplan.errors import ModelError, UsageError
from introplan.experiments import entries
from introplan.experiments.suite import RunSpec, spec_from_json
from introplan.limits import lock_file
from introplan.planners.status import PlanStatus

FILE = "records.jsonl"

BEGINNING = b'{"key": "'
"""How every line begins, a torn one as well."""

CUT_SHORT = frozenset({"out-of-time", "out-of-nodes", "out-of-memory", "crashed", "error"})
"""How a run ends that does not tell how much the planner would have needed."""


@dataclass(frozen=True, slots=True)
class Record:
    """What came of a run. `result` is None where there was no answer."""

    spec: RunSpec
    status: str
    reason: str
    result: dict[str, Any] | None
    verdict: dict[str, Any] | None
    measured: dict[str, Any]
    versions: dict[str, Any]
    machine: dict[str, Any]

    @property
    def was_cut_short(self) -> bool:
        """Did a limit or an accident end the run?"""
        return self.status in CUT_SHORT

    @property
    def lasting(self) -> tuple[object, ...]:
        """All that is the same whenever and wherever the run is made."""
        return (self.spec.key, self.status, self.reason, self.result, self.verdict)


def record_from_json(found: Any) -> Record:
    """The record that a run gave; raises ValueError that names what it lacks."""
    result, measured = entries.table_or_none(found, "result"), entries.table(found, "measured")
    entries.amount(measured, "seconds")
    if result is not None:
        entries.amount(result, "expanded")
        entries.number_or_none(result, "normalized_score")
        entries.bound(result, "bound")
        entries.amount(measured, "cpu_seconds")
    spec = spec_from_json(entries.table(found, "spec"))
    if spec.episodes and result is not None:
        entries.numbers(result, "scores")
        entries.amount(measured, "deciding_seconds")
    return Record(
        spec,
        entries.one_of(found, "status", CUT_SHORT.union(PlanStatus)),
        entries.text(found, "reason"),
        result,
        entries.table_or_none(found, "verdict", needs=("valid",)),
        measured,
        entries.table(found, "versions", needs=("python", "introplan", "engine")),
        entries.table(found, "machine", needs=("processor", "cores", "system")),
    )


def read_records(folder: Path) -> list[Record]:
    """All records in a folder, each run once; a torn end is left out."""
    file = folder / FILE
    _check_regular(file)
    try:
        content = file.read_bytes()
    except OSError:
        hint = f"introplan experiment SUITE --out {folder}"
        raise UsageError(f"there are no records in {folder}; make some: {hint}") from None
    return _records(_split(content)[0], file)


def _records(lines: bytes, file: Path) -> list[Record]:
    """The records in whole lines, the first of each run; ModelError for a wrong line."""
    found: dict[str, Record] = {}
    for number, line in enumerate(lines.splitlines(), 1):
        record = _parsed(line, file, number)
        found.setdefault(record.spec.key, record)
    return list(found.values())


def check_links(folder: Path) -> None:
    """Complain about links in a folder of results: what is written into it must not lead out."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_symlink():
            raise UsageError(f"{path} is a link; results are written there, so remove it")


@contextmanager
def appending(folder: Path) -> Iterator[Appender]:
    """A way to add records to the folder, for one process at a time.

    Raises UsageError or ModelError, and changes nothing, where the file cannot be written to,
    another process writes to it, or it holds anything but records.
    """
    file = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        check_links(folder)
        _check_regular(file)
        # O_NOFOLLOW closes the gap between the check for links above and the opening.
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise UsageError(f"cannot write to {file}: {reason}") from None
    try:
        _lock(descriptor, folder)
        _mend(descriptor, file)
        yield Appender(descriptor)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@dataclass(frozen=True, slots=True)
class Appender:
    """The end of an open file of records."""

    descriptor: int

    def add(self, record: dict[str, Any]) -> None:
        """Write one record down."""
        line = json.dumps(record, ensure_ascii=False, allow_nan=False).encode() + b"\n"
        start = os.lseek(self.descriptor, 0, os.SEEK_END)
        written = os.write(self.descriptor, line)
        # A disk that is full takes a part of the line. Cut off again, the file holds whole lines
        # only, and the suite can be continued when there is room.
        if written != len(line):
            os.ftruncate(self.descriptor, start)
            raise OSError(28, "no space left on device")


def _check_regular(file: Path) -> None:
    """Refuse a FIFO, which blocks its reader, and devices."""
    if file.exists() and not file.is_file():
        raise UsageError(f"{file} is no regular file; take another folder")


def _lock(descriptor: int, folder: Path) -> None:
    try:
        lock_file(descriptor)
    except OSError:
        raise UsageError(
            f"another experiment is writing to {folder}; wait for it, or take another folder"
        ) from None


def _mend(descriptor: int, file: Path) -> None:
    """Leave whole lines only; a file with anything but records in it is refused instead."""
    with open(descriptor, "rb", closefd=False) as opened:
        content = opened.read()
    whole, torn = _split(content)
    _records(whole, file)
    if torn and not (torn.startswith(BEGINNING) or BEGINNING.startswith(torn)):
        number = whole.count(b"\n") + 1
        raise ModelError("not a record; take the line out", file=str(file), line=number)
    if torn:
        os.ftruncate(descriptor, len(whole))
    elif content and not content.endswith(b"\n"):
        os.lseek(descriptor, 0, os.SEEK_END)
        os.write(descriptor, b"\n")


def _split(content: bytes) -> tuple[bytes, bytes]:
    """Whole lines, and a torn one at the end; one that only lacks its newline is whole."""
    end = content.rfind(b"\n") + 1
    whole, last = content[:end], content[end:]
    try:
        return (content, b"") if not last else (whole + _checked(last), b"")
    except (ValueError, RecursionError):
        return whole, last


def _checked(line: bytes) -> bytes:
    json.loads(line)
    return line


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is no JSON")


def _parsed(line: bytes, file: Path, number: int) -> Record:
    try:
        return record_from_json(json.loads(line, parse_constant=_refused))
    except (ValueError, RecursionError) as wrong:
        message = f"not a record ({wrong}); take the line out"
        raise ModelError(message, file=str(file), line=number) from None
