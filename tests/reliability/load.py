"""Many at once: planning from threads or processes gives the answers of one by one.

An *order* is a task and who is to plan it. Orders are filled one by one, then by threads of this
process on the very same task objects, then by pools of processes, to which tasks are sent and from
which results come back pickled. Plans, scores, statuses and counted nodes must be the same every
time, and no process may hold more memory at the end than when the first orders were filled.

    python -m reliability.load --tasks 10000      (make load; record 19)
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from typing import TypeAlias

import introplan as ip
from introplan.api import ENGINES
from introplan.limits import memory_mb
from introplan.planners.catalogue import PLANNERS
from random_programs import random_world
from random_tasks import random_task
from reliability.records import keep

THREADS = 8
PROCESSES = 2
CAREFUL = ip.Limits(nodes=300)
"""Nodes, not seconds: what is found must not depend on who else is at work."""

SHARE = 0.2
"""The part of the orders after which memory is looked at for the first time."""

Answer: TypeAlias = tuple[object, ...]
AnyTask: TypeAlias = ip.Task | ip.ProgramTask


@dataclass(frozen=True, slots=True)
class Order:
    """A task, by its kind and number, and who is to plan it."""

    kind: str
    seed: int
    planner: str
    engine: str | None

    @property
    def task(self) -> AnyTask:
        """The task of this kind with this number; the same object for every caller."""
        return _drawn(self.kind, self.seed)


@dataclass(frozen=True, slots=True)
class Difference:
    """An order, the answer it gets one by one, and another one that it got."""

    order: Order
    wanted: Answer
    seen: Answer


@dataclass(frozen=True, slots=True)
class Filled:
    """Which answers were others than one by one, and how much memory grew, as a share."""

    differing: tuple[Difference, ...]
    growth: float


def _shipped(seed: int) -> AnyTask:
    """A relational task of the package, of a size that differs."""
    size = 2 + seed % 5
    shipped: Sequence[Callable[[], AnyTask]] = (
        lambda: ip.sample("blocks-world", blocks=2 * size, seed=seed),
        lambda: ip.sample("bins", bins=2, items=size, seed=seed),
        lambda: ip.sample("drawers", drawers=2, items=size, seed=seed),
    )
    return shipped[seed % len(shipped)]()


def _shipped_world(seed: int) -> AnyTask:
    """A world in Python of the package."""
    if seed % 2:
        return ip.sample("grid", distance=1 + seed % 6, seed=seed)
    return ip.sample("maze", width=7, height=7, goals=1, seed=seed)


def _closures(seed: int) -> AnyTask:
    """A world made of functions that cannot be pickled."""
    return random_world(seed).task()


DRAWN: dict[str, Callable[[int], AnyTask]] = {
    "random": random_task,
    "shipped": _shipped,
    "world": _shipped_world,
    "closures": _closures,
}


@cache
def _drawn(kind: str, seed: int) -> AnyTask:
    return DRAWN[kind](seed)


KINDS = ("random",) * 7 + ("shipped", "world", "closures")


def orders(count: int, *, first: int = 0, distinct: int | None = None) -> list[Order]:
    """So many orders for `distinct` tasks, in which every kind meets every planner and engine."""
    cycles = {kind: cycle(contestants(is_relational=kind)) for kind in (False, True)}
    found = []
    for place, kind in zip(range(count), cycle(KINDS), strict=False):
        planner, engine = next(cycles[kind in ("random", "shipped")])
        found.append(Order(kind, first + place % (distinct or count), planner, engine))
    return found


def contestants(*, is_relational: bool) -> list[tuple[str, str | None]]:
    """Every planner on every engine it runs on, the introspector most often.

    Planners that take a K get a small one.
    """
    engines = [
        (name if planner.budget is None else f"{name}[5]", engine if is_relational else None)
        for name, planner in PLANNERS.items()
        for engine in planner.engines
        if engine in ENGINES
    ]
    return [*engines, *(c for c in engines if c[0] == "introspector")]


def answer_of(result: ip.PlanResult) -> Answer:
    """All of a result that must not depend on when and where it was found."""
    milestones = [(m.step, m.reward, str(m.mutation)) for m in result.milestones]
    plan = None if result.plan is None else [str(action) for action in result.plan]
    found = (result.status, plan, result.score, result.cost, result.expanded, result.generated)
    return (*found, milestones, result.reason, result.proved_optimal, result.engine)


def planned(order: Order, task: AnyTask) -> ip.PlanResult:
    """What the planner that the order names finds."""
    return ip.plan(task, order.planner, CAREFUL, order.engine, seed=order.seed)


def filled(order: Order) -> Answer:
    """The answer to an order."""
    return answer_of(planned(order, order.task))


def one_by_one(todo: Sequence[Order]) -> list[Answer]:
    """The answers that everybody else should come to."""
    return [filled(order) for order in todo]


def filled_by_threads(todo: Sequence[Order], expected: Sequence[Answer]) -> Filled:
    """All orders from several threads at once, which share the tasks."""
    with ThreadPoolExecutor(THREADS) as pool:
        return _compared(todo, expected, _here(pool.map(filled, todo)))


def filled_by_processes(
    todo: Sequence[Order], expected: Sequence[Answer], *, method: str
) -> Filled:
    """All orders by a pool of processes: tasks go there and results come back pickled."""
    sent = ((order, None if order.kind == "closures" else order.task) for order in todo)
    with multiprocessing.get_context(method).Pool(PROCESSES) as pool:
        came_back = pool.imap(_filled_there, sent, chunksize=20)
        answers = ((answer_of(result), worker, memory) for result, worker, memory in came_back)
        return _compared(todo, expected, answers)


def _filled_there(sent: tuple[Order, AnyTask | None]) -> tuple[ip.PlanResult, int, float]:
    order, task = sent
    result = planned(order, DRAWN[order.kind](order.seed) if task is None else task)
    return result, os.getpid(), memory_mb()


def _here(answers: Iterable[Answer]) -> Iterator[tuple[Answer, int, float]]:
    return ((answer, os.getpid(), memory_mb()) for answer in answers)


def _compared(
    todo: Sequence[Order],
    expected: Sequence[Answer],
    answers: Iterable[tuple[Answer, int, float]],
) -> Filled:
    """Which answers differ, and how much memory the worst of the workers gained."""
    differing = []
    early: dict[int, float] = {}
    late: dict[int, float] = {}
    for place, (order, wanted, (answer, worker, memory)) in enumerate(
        zip(todo, expected, answers, strict=True)
    ):
        if answer != wanted:
            differing.append(Difference(order, wanted, answer))
        side = early if place < SHARE * len(todo) else late
        side[worker] = max(memory, side.get(worker, 0.0))
    growth = max((late[w] / early[w] - 1 for w in early if w in late), default=0.0)
    return Filled(tuple(differing), growth)


WAYS: dict[str, Callable[[Sequence[Order], Sequence[Answer]], Filled]] = {
    "threads": filled_by_threads,
    "spawned": lambda todo, expected: filled_by_processes(todo, expected, method="spawn"),
    "forked": lambda todo, expected: filled_by_processes(todo, expected, method="fork"),
}


def main(arguments: list[str] | None = None) -> int:
    """Fill many orders in every way and keep a record of it."""
    parser = argparse.ArgumentParser(description="answers under load, against one by one")
    parser.add_argument("--tasks", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first task")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    todo = orders(options.tasks, first=options.first)
    expected = one_by_one(todo)
    failures, growth = 0, 0.0
    for way, fill in WAYS.items():
        seen = fill(todo, expected)
        print(f"{way}: {len(seen.differing)} of {len(todo)} differ, memory {seen.growth:+.1%}")
        for difference in islice(seen.differing, 20):
            print(f"  {difference}")
        failures, growth = failures + len(seen.differing), max(growth, seen.growth)
    counts = {"tasks": len(todo), "ways": len(WAYS), "growth_percent": round(100 * growth, 1)}
    keep(19, counts, failures=failures, seconds=time.monotonic() - started)
    return int(failures > 0 or growth >= 0.05)


if __name__ == "__main__":
    sys.exit(main())
