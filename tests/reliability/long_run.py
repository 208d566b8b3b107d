"""`python -m reliability.long_run`: random tasks for as long as one likes, each against the truth.

It begins where the tests end. Workers take seeds in batches; the first failures are shrunk and
printed as tests.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time

from random_tasks import random_case
from reliability.differential import disagreements, report
from reliability.records import keep

TESTED = 10_000
"""The seeds below are those of the tests."""

BATCH, SHOWN = 200, 5


def failures_of(first: int, count: int = BATCH) -> list[str]:
    """Reports of what goes wrong with these seeds."""
    found: list[str] = []
    for seed in range(first, first + count):
        truth = random_case(seed)
        found += [report(truth, d) for d in list(disagreements(truth, seed))[:1]]
    return found


def main() -> int:
    """Run over the seeds asked for, and keep what was seen."""
    parser = argparse.ArgumentParser(prog="python -m reliability.long_run")
    parser.add_argument("--tasks", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=TESTED, help="the first seed")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after these")
    parser.add_argument("--jobs", type=int, default=None, help="processes; one for each core")
    arguments = parser.parse_args()
    batches = range(arguments.first, arguments.first + arguments.tasks, BATCH)
    started, tasks, failures = time.monotonic(), 0, 0
    with multiprocessing.Pool(arguments.jobs) as pool:
        for found in pool.imap(failures_of, batches):
            tasks, failures = tasks + BATCH, failures + len(found)
            print(
                *found[: max(0, SHOWN - failures)], f"{tasks} tasks, {failures} failures", sep="\n"
            )
            seconds = time.monotonic() - started
            keep(2, {"tasks": tasks}, failures=failures, seconds=seconds)
            if seconds > 60 * arguments.minutes:
                break
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
