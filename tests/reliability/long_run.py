"""`python -m reliability.long_run`: random tasks for as long as one likes, each against the truth.

It begins where the tests end. Workers take seeds in batches; the first failures are shrunk and
printed as tests. A million takes hours, which need not be in a row: a run goes on where the last
one was stopped, as long as nothing was changed in the package since.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import zlib
from pathlib import Path

from random_tasks import random_case
from reliability.differential import disagreements, report
from reliability.records import FOLDER, keep, kept

TESTED = 10_000
"""The seeds below are those of the tests."""

BATCH, SHOWN = 200, 5

ROOT = Path(__file__).parents[2]
CODE = (".py", ".cpp", ".hpp")


def failures_of(seeds: range) -> list[str]:
    """Reports of what goes wrong with these seeds."""
    found: list[str] = []
    for seed in seeds:
        truth = random_case(seed)
        found += [report(truth, d) for d in list(disagreements(truth, seed))[:1]]
    return found


def version_of(*folders: Path) -> int:
    """A number that changes with every file of code below the folders."""
    files = sorted(f for folder in folders for f in folder.rglob("*") if f.suffix in CODE)
    return zlib.crc32(b"".join(f.name.encode() + f.read_bytes() for f in files))


def main(words: list[str] | None = None, folder: Path = FOLDER) -> int:
    """Run over the seeds that are left, and keep what was seen."""
    parser = argparse.ArgumentParser(prog="python -m reliability.long_run")
    parser.add_argument("--tasks", type=int, default=1_000_000, help="in all")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after these")
    parser.add_argument("--jobs", type=int, default=None, help="processes; one for each core")
    parser.add_argument("--again", action="store_true", help="from the first seed on")
    arguments = parser.parse_args(words)
    version, last = version_of(ROOT / "src", ROOT / "native"), kept(2, folder)
    tasks, failures, before = 0, 0, 0.0
    if last is not None and last.counts["version"] == version and not arguments.again:
        tasks, failures, before = int(last.counts["tasks"]), last.failures, last.seconds
        print(f"{tasks} tasks, {failures} failures so far")
    started = time.monotonic()
    firsts = range(TESTED + tasks, TESTED + arguments.tasks, BATCH)
    with multiprocessing.Pool(arguments.jobs) as pool:
        for found in pool.imap(failures_of, (range(first, first + BATCH) for first in firsts)):
            for shown in found[: max(0, SHOWN - failures)]:
                print(shown)
            tasks, failures = tasks + BATCH, failures + len(found)
            print(f"{tasks} tasks, {failures} failures")
            seconds = time.monotonic() - started
            counts = {"tasks": tasks, "version": version}
            keep(2, counts, failures=failures, seconds=before + seconds, folder=folder)
            if seconds > 60 * arguments.minutes:
                break
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
