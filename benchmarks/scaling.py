"""How the planners grow with the size of the task: `python benchmarks/scaling.py`.

Prints a Markdown table per domain: processor time and expanded nodes of the introspector, the
slope of time against size on log-log axes, and the sizes that greedy search solves in the same
time. Read the ratios; a single time means little.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import introplan as ip
from introplan.api import ENGINES


@dataclass(frozen=True)
class Series:
    """One domain with one parameter growing."""

    domain: str
    growing: str
    sizes: tuple[int, ...]
    small_sizes: tuple[int, ...]
    fixed: Mapping[str, int]

    def task(self, size: int) -> ip.Task:
        """The task of this size."""
        task: ip.Task = ip.sample(self.domain, seed=1, **{self.growing: size}, **self.fixed)
        return task


SERIES = (
    Series("blocks-world", "blocks", (50, 100, 200, 400, 800), tuple(range(3, 15)), {}),
    Series("drawers", "items", (25, 50, 100, 200), tuple(range(2, 12)), {"drawers": 3}),
    Series("bins", "items", (50, 100, 200, 400), tuple(range(2, 30, 2)), {"bins": 3}),
    Series("bins", "items", (50, 100, 200), (), {"bins": 20}),
)


def measured(
    task: ip.Task, planner: str, seconds: float, engine: str
) -> tuple[float, ip.PlanResult]:
    """Processor time and result."""
    started = time.process_time()
    result = ip.plan(task, planner, ip.Limits(seconds=seconds), engine)
    return time.process_time() - started, result


def slope(points: list[tuple[int, float]]) -> float:
    """The exponent of growth: least squares on logarithms."""
    xs = [math.log(size) for size, _ in points]
    ys = [math.log(value) for _, value in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    top = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return top / sum((x - mean_x) ** 2 for x in xs)


def report(series: Series, seconds: float, engine: str) -> Iterator[str]:
    """The lines about one series."""
    fixed = "".join(f", {value} {name}" for name, value in series.fixed.items())
    yield f"\n### {series.domain}, {series.growing} growing{fixed}\n"
    yield f"| {series.growing} | plan | expanded | generated | CPU s |\n|---|---|---|---|---|"
    points = []
    for size in series.sizes:
        spent, result = measured(series.task(size), "introspector", seconds, engine)
        length = len(result.plan or ()) if result.status == "success" else result.status
        yield f"| {size} | {length} | {result.expanded} | {result.generated} | {spent:.2f} |"
        if result.status == "success":
            points.append((size, spent))
    yield f"\nLog-log slope of time against size: {slope(points):.2f}\n"
    for size in series.small_sizes:
        spent, result = measured(series.task(size), "greedy", seconds, engine)
        if result.status != "success":
            yield f"\ngreedy stops at {size}: {result.status} after {result.expanded} nodes"
            return
        yield f"greedy {size}: {result.expanded} nodes, {spent:.2f} s"


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time", type=float, default=20.0, help="seconds for each run")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="what searches")
    arguments = parser.parse_args()
    print(f"The {arguments.engine} engine")
    for series in SERIES:
        for line in report(series, arguments.time, arguments.engine):
            print(line, flush=True)


if __name__ == "__main__":
    main()
