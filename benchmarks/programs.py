"""What reading a Python model saves: `python benchmarks/programs.py [NAME ...]`.

Prints a Markdown table of nodes expanded: blind search, A* with the derived distance, and the
introspector as users call it, with a proof of optimality and without (it looks at small worlds
before it reads anything). Blind search and A* are told what r_max is. The last table is the grid
over growing distances with its slope on log-log axes. Times are processor time.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from pathlib import Path

import introplan as ip
from introplan.limits import LimitReached, Limits, Meter
from introplan.planners.nodes import Node
from introplan.planners.program_search import ProgramSearch, a_star, breadth_first
from introplan.programs.freezing import kept
from introplan.programs.program import ProgramTask

EXAMPLES = Path(__file__).parents[1] / "examples"
MOST_NODES = 200_000
DISTANCES = (1_000, 10_000, 100_000, 1_000_000)


def tasks() -> dict[str, ProgramTask]:
    """The shipped worlds and examples."""
    found = {path.stem: ip.read_program(path) for path in sorted(EXAMPLES.glob("*.py"))}
    found["maze 41 x 41"] = ip.sample("maze", width=41, height=41, goals=3, seed=1)
    grid = ip.sample("grid", distance=100, seed=1)
    found["grid, d = 100"] = grid.program.task(grid.start)
    return found


def nodes(
    task: ProgramTask, r_max: float | None, search: Callable[[ProgramSearch, Node], object]
) -> str:
    """Nodes that a search expands until r_max is paid."""
    meter = Meter(Limits(nodes=MOST_NODES))
    world = ProgramSearch.of(task, meter, lambda o: r_max is not None and o.reward >= r_max)
    try:
        search(world, Node(kept(task.start)))
    except LimitReached:
        return f"> {MOST_NODES}"
    return str(meter.expanded)


def row(name: str, task: ProgramTask) -> str:
    """One line of the table."""
    started = time.process_time()
    info = ip.introspect(task, budget=3.0)
    analysis = 1000 * (time.process_time() - started)
    limits = ip.Limits(nodes=MOST_NODES)
    best = ip.plan(task, optimal=True, limits=limits)
    quick = ip.plan(task, limits=limits)
    proof = f"{best.expanded} ({len(best.plan or ())})" if best.proved_optimal else "-"
    cells = [
        name,
        f"{analysis:.0f}",
        str(info.r_max),
        f"{info.heuristic(task.start):g}",
        nodes(task, info.r_max.value, breadth_first),
        nodes(task, info.r_max.value, lambda g, n: a_star(g, n, info.heuristic)),
        proof,
        f"{quick.expanded} ({len(quick.plan or ())})",
    ]
    return f"| {' | '.join(cells)} |"


def print_table(names: list[str]) -> None:
    """Nodes of all worlds, or of those named."""
    heads = ["model", "analysis ms", "r_max", "h(start)", "blind", "A*"]
    print(f"| {' | '.join([*heads, 'optimal (length)', 'quick (length)'])} |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, task in tasks().items():
        if not names or name in names:
            print(row(name, task), flush=True)


def print_grid() -> None:
    """Time and nodes of the paper's grid over its horizon."""
    print("\n| d | seconds | expanded | score | proved optimal |")
    print("| ---: | ---: | ---: | ---: | --- |")
    times = []
    for distance in DISTANCES:
        task = ip.sample("grid", distance=distance, seed=1)
        started = time.process_time()
        result = ip.plan(task, optimal=True)
        times.append(time.process_time() - started)
        print(
            f"| {distance} | {times[-1]:.2f} | {result.expanded} | {result.score:g} "
            f"| {result.proved_optimal} |",
            flush=True,
        )
    slope = math.log(times[-1] / times[0]) / math.log(DISTANCES[-1] / DISTANCES[0])
    print(f"\nslope on log-log axes: {slope:.2f}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these worlds, and no grid")
    names = parser.parse_args().names
    print_table(names)
    if not names:
        print_grid()


if __name__ == "__main__":
    main()
