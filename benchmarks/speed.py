"""Is planning faster than searching by hand? `python benchmarks/speed.py [PART OF A NAME ...]`.

Prints a Markdown table of processor seconds: `ip.plan` in a fresh process, in another process that
finds what the first one kept, `ip.plan` once more in that process, twenty lines of greedy search
with a distance that was made by hand for the world, and ten lines of breadth-first search. Both
searches call the same functions of the world. Every line begins with an empty folder for what is
kept of readings (`docs/programs.md`, "What is kept"). Modules are compiled to bytecode before the
first line, as pip does when it installs a package. A line that takes longer than `LINE_SECONDS`
says so.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import introplan as ip
from speed_more import WORLDS as MORE_WORLDS
from speed_worlds import WORLDS as FIRST_WORLDS
from speed_worlds import World

WORLDS = {**FIRST_WORLDS, **MORE_WORLDS}

MAX_STATES = 500_000
"""States that a search by hand may keep: some hundred megabytes."""

LINE_SECONDS = 300
"""Of the clock on the wall, for each of the two processes of a line."""

COLUMNS = ("first", "kept", "again", "greedy", "bfs")


def breadth_first(world: World) -> list[Any] | None:
    """What anybody writes first."""
    seen: dict[Any, Any] = {world.key(world.start): None}
    queue = deque([world.start])
    while queue and len(seen) < MAX_STATES:
        state = queue.popleft()
        for action in world.actions(state):
            after = world.transition(state, action)
            if after is None or world.key(after) in seen:
                continue
            seen[world.key(after)] = (world.key(state), action)
            if world.is_goal(after):
                return _way(seen, world.key(after))
            queue.append(after)
    return None


def greedy(world: World) -> list[Any] | None:
    """Best-first search along the distance that was made by hand."""
    seen: dict[Any, Any] = {world.key(world.start): None}
    queue, order = [(world.distance(world.start), 0, world.start)], 0
    while queue and len(seen) < MAX_STATES:
        _, _, state = heapq.heappop(queue)
        for action in world.actions(state):
            after = world.transition(state, action)
            if after is None or world.key(after) in seen:
                continue
            seen[world.key(after)] = (world.key(state), action)
            if world.is_goal(after):
                return _way(seen, world.key(after))
            order += 1
            heapq.heappush(queue, (world.distance(after), order, after))
    return None


def _way(seen: dict[Any, Any], key: Any) -> list[Any]:
    actions = []
    while (step := seen[key]) is not None:
        key, action = step
        actions.append(action)
    return actions[::-1]


def planned(world: World) -> list[Any] | None:
    """What `ip.plan` finds."""
    result = ip.plan(task_of(world), limits=ip.Limits(seconds=60))
    return None if result.plan is None else list(result.plan)


def task_of(world: World) -> Any:
    """The world as a user would hand it over: a cost of 1 a step, and a goal that ends it."""
    program = ip.program(
        actions=world.offered,
        transition=world.transition,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: ip.Status.SUCCESS if world.is_goal(s2) else False,
    )
    return program.task(world.start)


def timed(function: Callable[[World], list[Any] | None], world: World) -> dict[str, Any]:
    """Processor seconds and the length of the plan."""
    started = time.process_time()
    plan = function(world)
    return {
        "seconds": time.process_time() - started,
        "steps": None if plan is None else len(plan),
    }


def measured(name: str, *, is_first: bool) -> dict[str, Any]:
    """What one process measures of a line."""
    world = WORLDS[name]()
    if is_first:
        rows = {"first": timed(planned, world)}
        return rows | {"greedy": timed(greedy, world), "bfs": timed(breadth_first, world)}
    return {"kept": timed(planned, world), "again": timed(planned, WORLDS[name]())}


def _compiled(folder: str) -> dict[str, str]:
    """The environment of a process that finds all modules compiled to bytecode in `folder`."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
    package = str(Path(ip.__file__).parent)
    command = [sys.executable, "-m", "compileall", "-q", package]
    subprocess.run(command, env=environment, check=True)
    _in_child(next(iter(WORLDS)), environment, "--one")  # compiles what is not of the package
    return environment


def _in_children(name: str, environment: dict[str, str]) -> dict[str, Any] | None:
    """A line: one process that reads, and one that finds what was read."""
    with tempfile.TemporaryDirectory() as kept:
        first = _in_child(name, {**environment, "INTROPLAN_CACHE": kept}, "--one")
        if first is None:
            return None
        second = _in_child(name, {**environment, "INTROPLAN_CACHE": kept}, "--one-more")
    return None if second is None else first | second


def _in_child(name: str, environment: dict[str, str], option: str) -> dict[str, Any] | None:
    command = [sys.executable, __file__, option, name]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=LINE_SECONDS,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return None
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _line(name: str, rows: dict[str, Any] | None) -> str:
    if rows is None:
        return f"| {name} | not done within {LINE_SECONDS} s | | | | | | |"
    cells = [_cell(rows[column]) for column in COLUMNS]
    by_bfs = _ratio(rows["first"], rows["bfs"])
    by_greedy = _ratio(rows["again"], rows["greedy"])
    return f"| {' | '.join([name, *cells, by_bfs, by_greedy])} |"


def _cell(row: dict[str, Any]) -> str:
    steps = "none" if row["steps"] is None else row["steps"]
    return f"{row['seconds']:.3f} ({steps})"


def _ratio(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    if ours["steps"] is None:
        return "fails"
    bound = "< " if theirs["steps"] is None else ""
    return f"{bound}{ours['seconds'] / max(theirs['seconds'], 1e-4):.2f}"


def main() -> None:
    """Print the table, or measure one world."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="only worlds with one of these in their names")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--one-more", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one or options.one_more:
        name = options.one or options.one_more
        print(json.dumps(measured(name, is_first=bool(options.one))))
        return
    heads = ["world", "plan", "kept", "again", "greedy", "breadth-first", "plan/bfs"]
    print(f"| {' | '.join([*heads, 'again/greedy'])} |\n| --- |{' ---: |' * 7}")
    with tempfile.TemporaryDirectory() as bytecode:
        environment = _compiled(bytecode)
        for name in WORLDS:
            if not options.parts or any(part in name for part in options.parts):
                print(_line(name, _in_children(name, environment)), flush=True)


if __name__ == "__main__":
    main()
