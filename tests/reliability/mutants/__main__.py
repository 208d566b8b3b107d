"""`make mutants`: plant every fault, see who notices, and keep a record of it."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from reliability.mutants.catalogue import FAULTS
from reliability.mutants.checking import EVERYTHING, Caught, caught_by, failure
from reliability.mutants.fault import Fault, Kind
from reliability.mutants.planting import TREE, Copy
from reliability.records import keep

WHOLE = (Kind.EVALUATION, Kind.SIMULATION)
"""Of these kinds every fault must be caught."""

ENOUGH = 0.95


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fault, which check caught it (None: none did), and how long that took."""

    fault: Fault
    caught: Caught | None
    seconds: float

    def line(self) -> str:
        """A row of the table: fault, kind, caught by."""
        by = "SURVIVED" if self.caught is None else self.caught.test
        return f"{self.fault.about} | {self.fault.kind} | {by} | {self.seconds:.0f} s"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all faults, or some."""
    parser = argparse.ArgumentParser(description="plant faults in a copy and see who notices")
    parser.add_argument("--only", default="", help="faults whose description has this text")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=900.0, help="processor time of a check")
    parser.add_argument("--most", type=float, default=math.inf, help="seconds for one fault")
    parser.add_argument("--first", type=int, default=0, help="the number of the first fault")
    parser.add_argument("--control", action="store_true", help="first run all checks unharmed")
    parser.add_argument("--folder", type=Path, default=TREE / "build/mutants")
    options = parser.parse_args(arguments)
    chosen = [fault for fault in FAULTS[options.first :] if options.only in fault.about]
    copies = _prepared([options.folder / f"copy-{n}" for n in range(options.jobs)])
    if options.control and not _is_unharmed(copies[0], options.timeout):
        return 1
    started = time.monotonic()
    outcomes = tried(chosen, copies, timeout=options.timeout, most=options.most)
    survivors = [outcome for outcome in outcomes if outcome.caught is None]
    _tell(f"{len(outcomes) - len(survivors)} of {len(outcomes)} faults were caught")
    for outcome in survivors:
        _tell(f"  {outcome.line()}")
    if len(chosen) == len(FAULTS):
        _record(outcomes, time.monotonic() - started)
    is_whole = not any(outcome.fault.kind in WHOLE for outcome in survivors)
    return int(not is_whole or len(survivors) > (1 - ENOUGH) * len(outcomes))


def tried(
    faults: Sequence[Fault], copies: Sequence[Copy], *, timeout: float, most: float
) -> list[Outcome]:
    """What came of each fault; every copy is used by one of them at a time."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def outcome(fault: Fault) -> Outcome:
        copy, started = free.get(), time.monotonic()
        try:
            with copy.planted(fault):
                caught = caught_by(copy, fault, timeout=timeout, most=most)
        finally:
            free.put(copy)
        found = Outcome(fault, caught, time.monotonic() - started)
        _tell(found.line())
        return found

    # Those in Python come first: after one in C++ the extension has to be built once more.
    ordered = sorted(faults, key=lambda fault: fault.is_native)
    with ThreadPoolExecutor(len(copies)) as pool:
        return list(pool.map(outcome, ordered))


def _prepared(folders: Sequence[Path]) -> list[Copy]:
    """Copies of the tree; the extension is built in the first, and the others take it over."""
    first, *others = copies = [Copy(folder) for folder in folders]
    _tell(f"building the extension in {first.build}")
    first.compile()
    (module,) = first.build.glob("_kernel*.so")
    for copy in others:
        copy.use(module)
    return copies


def _is_unharmed(copy: Copy, timeout: float) -> bool:
    """Do all checks pass where nothing is planted? Otherwise they prove nothing."""
    for check in EVERYTHING:
        started, found = time.monotonic(), failure(copy, check, timeout=timeout)
        _tell(f"control: {check} | {found or 'passes'} | {time.monotonic() - started:.0f} s")
        if found is not None:
            return False
    return True


def _record(outcomes: Sequence[Outcome], seconds: float) -> None:
    whole = [outcome for outcome in outcomes if outcome.fault.kind in WHOLE]
    counts = {
        "faults": len(outcomes),
        "caught": sum(outcome.caught is not None for outcome in outcomes),
        "native": sum(outcome.fault.is_native for outcome in outcomes),
        "evaluation_and_simulation": len(whole),
        "evaluation_and_simulation_caught": sum(o.caught is not None for o in whole),
    }
    failures = sum(outcome.caught is None for outcome in whole)
    keep(16, counts, failures=failures, seconds=seconds)


def _tell(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
