"""What a check counted, and when: one small file for each, kept beside the code."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

FOLDER = Path(__file__).parent / "records"


@dataclass(frozen=True, slots=True)
class Record:
    """One run of the check with this number: what it counted, how often it failed, how long."""

    number: int
    counts: Mapping[str, float]
    """By name; what was never counted is 0."""

    failures: int
    seconds: float
    date: str


def keep(
    number: int,
    counts: Mapping[str, float],
    *,
    failures: int,
    seconds: float,
    folder: Path = FOLDER,
) -> Record:
    """Write down what a check has just seen, in place of what it saw last time."""
    today = datetime.now(UTC).date().isoformat()
    record = Record(number, dict(sorted(counts.items())), failures, round(seconds, 1), today)
    folder.mkdir(exist_ok=True)
    (folder / f"{number:02}.json").write_text(json.dumps(asdict(record), indent=2) + "\n")
    return replace(record, counts=Counter(record.counts))


def kept(number: int, folder: Path = FOLDER) -> Record | None:
    """What the check with this number saw when it last ran."""
    file = folder / f"{number:02}.json"
    if not file.exists():
        return None
    record = Record(**json.loads(file.read_text()))
    return replace(record, counts=Counter(record.counts))
