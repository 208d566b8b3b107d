"""What a reader did with a text: fine, or a find."""

from __future__ import annotations

import hashlib
import resource
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from introplan.errors import IntroplanError

MODELS = Path(__file__).parents[2] / "models"
FUZZED = MODELS / "fuzzed"
LONGEST = 10_000
MOST_SECONDS, MOST_MB = 1.0, 500.0


@dataclass(frozen=True, slots=True)
class Find:
    """A text that a reader could not cope with. Finds of one place are the same find."""

    reason: str
    place: str


def judged(check: Callable[[bytes], object], data: bytes) -> Find | None:
    """What is wrong with how `check` takes `data`; nothing if it is read, or refused in words."""
    start, before = time.process_time(), peak_mb()
    try:
        check(data)
    except IntroplanError as refusal:
        if not str(refusal).strip():
            return Find("a refusal without a word", _place(refusal))
    except Exception as crash:
        return Find(f"{type(crash).__name__}: {crash!s:.200}", _place(crash))
    seconds, grown = time.process_time() - start, peak_mb() - before
    if grown > MOST_MB:
        return Find(f"took {grown:.0f} MB for {len(data)} bytes", "large")
    if seconds > MOST_SECONDS:
        return Find(f"took {seconds:.1f} s for {len(data)} bytes", "slow")
    return None


def kept(data: bytes, target: str, folder: Path = FUZZED) -> Path:
    """The file that keeps a find."""
    file = folder / target / f"{hashlib.sha256(data).hexdigest()[:12]}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


def _place(error: Exception) -> str:
    """Where it was raised; where it overflows is chance, so that a loop of calls is one place."""
    if isinstance(error, RecursionError):
        return "too deep"
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


def peak_mb() -> float:
    """The most memory that this process has ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
