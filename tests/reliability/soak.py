"""For hours: random tasks in one process, everything done to each, memory watched.

One *round* draws a task by its number and does to it what people do: plan it with every planner
and engine in turn, verify the plan, introspect, print the task and read it back, look at its
states, draw its page. Whatever is raised is kept with the number of the task, so that `--first
N --rounds 1` shows it again. Memory is sampled all the time; what counts is how much more the
process holds at the end than after the first ten minutes, when every cache has been filled.

    python -m reliability.soak --minutes 120      (make soak; record 18)
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from statistics import median

import introplan as ip
from introplan.limits import memory_mb
from introplan.view.page import page
from reliability import load
from reliability.records import FOLDER, keep

WARM_UP = 10.0
"""Minutes until everything that is kept on purpose has been filled."""

MOST_GROWTH = 0.05
BETWEEN_SAMPLES = 5.0

Round = Callable[[int], None]


@dataclass(slots=True)
class Watch:
    """What was seen: memory in MB by the minute it was sampled, failures by number of task."""

    samples: list[tuple[float, float]] = field(default_factory=list)
    failures: dict[int, str] = field(default_factory=dict)
    rounds: int = 0

    def growth(self, warm_up: float) -> float:
        """How much more there is in the last tenth than in the tenth after warming up."""
        late = [memory for minute, memory in self.samples if minute >= warm_up]
        tenth = max(1, len(late) // 10)
        return median(late[-tenth:]) / median(late[:tenth]) - 1 if late else 0.0


def soak(
    minutes: float,
    *,
    do: Round,
    numbers: Iterator[int],
    between: float = BETWEEN_SAMPLES,
    tell: Callable[[str], None] = print,
) -> Watch:
    """Do one round after the other for so long; nothing that is raised ends it."""
    watch, started = Watch(), time.monotonic()
    next_sample = 0.0
    for number in numbers:
        try:
            do(number)
        except Exception:
            watch.failures[number] = traceback.format_exc()
            tell(f"task {number}\n{watch.failures[number]}")
        watch.rounds += 1
        seconds = time.monotonic() - started
        if seconds >= next_sample:
            gc.collect()
            watch.samples.append((seconds / 60, memory_mb()))
            next_sample = seconds + between
            tell(f"{seconds / 60:.1f} min, {watch.rounds} tasks, {watch.samples[-1][1]:.1f} MB")
        if seconds >= 60 * minutes:
            break
    return watch


def everything(number: int) -> None:
    """All that people do with a task, on the task of this number."""
    kind = load.KINDS[number % len(load.KINDS)]
    task = load.DRAWN[kind](number)
    contestants = load.contestants(is_relational=isinstance(task, ip.Task))
    planner, engine = contestants[number // len(load.KINDS) % len(contestants)]
    result = ip.plan(task, planner, load.CAREFUL, engine, seed=number)
    if result.plan is not None:
        ip.verify(task, result.plan)
    info = ip.introspect(task, budget=0.1)
    info.report()
    for milestone in islice(info.milestones(), 5):
        str(milestone)
    if isinstance(task, ip.Task):
        _language(task)
        ip.reachable(task, limit=100)
        list(ip.mutations(task, limit=20))
    if number % 5 == 0:
        page(task, result, budget=0.1)


def _language(task: ip.Task) -> None:
    """Written and read, it is the same task."""
    domain = ip.parse_domain(ip.print_domain(task.domain))
    again = ip.parse_problem(domain, ip.print_problem(task))
    if (again.start, again.horizon, again.goal) != (task.start, task.horizon, task.goal):
        raise AssertionError("a task that was printed reads back as another one")


def main(arguments: list[str] | None = None) -> int:
    """Soak, tell, and keep a record."""
    parser = argparse.ArgumentParser(description="random tasks for hours, memory watched")
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--warm-up", type=float, default=WARM_UP, help="minutes")
    parser.add_argument("--first", type=int, default=0, help="the number of the first task")
    parser.add_argument("--rounds", type=int, help="no more than so many tasks")
    parser.add_argument("--records", type=Path, default=FOLDER, help="where the record goes")
    options = parser.parse_args(arguments)
    numbers: Iterator[int] = count(options.first)
    if options.rounds is not None:
        numbers = islice(numbers, options.rounds)
    started = time.monotonic()
    watch = soak(options.minutes, do=everything, numbers=numbers, tell=_tell)
    growth = watch.growth(options.warm_up)
    _tell(f"{watch.rounds} tasks, {len(watch.failures)} failures, memory {growth:+.1%}")
    counts = {
        "tasks": watch.rounds,
        "minutes": round((time.monotonic() - started) / 60, 1),
        "growth_percent": round(100 * growth, 1),
        "memory_mb": round(watch.samples[-1][1], 1),
    }
    failures, seconds = len(watch.failures), time.monotonic() - started
    keep(18, counts, failures=failures, seconds=seconds, folder=options.records)
    return int(failures > 0 or growth >= MOST_GROWTH)


def _tell(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
