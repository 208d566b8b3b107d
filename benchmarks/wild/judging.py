"""One world: is it read, is its plan as good as exhaustive search, and what does that cost?

Each world is judged in a process of its own, with a limit, since it is somebody else's code.
"""

from __future__ import annotations

import json
import math
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import introplan as ip
from introplan.programs.freezing import value_of
from wild.exhaustive import Best, best, explored
from wild.plain import plain_search

PLAN_SECONDS = 10
READ_SECONDS = 5
CHILD_SECONDS = 60
"""Of the processor, for all of it: planning, reading, looking at every state, plain search."""

WALL_SECONDS = 300
"""The same on a clock; a busy machine takes longer."""

MOST_PLAN_SECONDS = 50
"""On a busy machine, for as much processor time as there is in `PLAN_SECONDS` on an idle one."""

MOST_READ_SECONDS = 15
"""The same for reading."""

PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found out about a world."""

    name: str
    is_task: bool = False
    is_read: bool = False
    is_right: bool | None = None
    operators: int = 0
    r_max: str = ""
    distance: float | None = None
    fewest: int | None = None
    status: str = ""
    score: float | None = None
    best: float | None = None
    steps: int | None = None
    states: int | None = None
    plan_seconds: float | None = None
    read_seconds: float | None = None
    plain_seconds: float | None = None
    engine: str = ""
    method: str = ""
    why: str = ""


def judged(name: str, make: Callable[[], Any], known_best: float | None = None) -> Verdict:
    """Everything about a world; what goes wrong is told in `why`."""
    found: dict[str, Any] = {"name": name}
    _warm_up()
    try:
        task = make()
        found["is_task"] = True
        found |= _planned(make())
        found |= _read(make())
        found |= _compared(task, found, known_best)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
        found["why"] = f"{found.get('why', '')} {told}".strip()
    return Verdict(**found)


def _warm_up() -> None:
    """Imports what planning needs, which takes longer than small worlds do."""
    world = ip.program(actions=[1, 2], transition=_sum, reward=_at_goal, terminal=_at_goal)
    ip.plan(world.task(0))


def _sum(state: int, action: int) -> int:
    return min(state + action, 3)


def _at_goal(state: int, action: int, after: int) -> bool:
    return after == 3


def _planned(task: Any) -> dict[str, Any]:
    result, seconds = _plan_within(task, PLAN_SECONDS)
    if result.status is ip.PlanStatus.OUT_OF_TIME and seconds < PLAN_SECONDS / 2:
        # Limits count time as it passes, of which others on the machine had the most.
        share = max(seconds / PLAN_SECONDS, PLAN_SECONDS / MOST_PLAN_SECONDS)
        result, seconds = _plan_within(task, PLAN_SECONDS / share)
    plan = result.plan
    return {
        "status": str(result.status),
        "score": None if plan is None else float(result.score),
        "steps": None if plan is None else len(plan),
        "plan_seconds": seconds,
        "engine": str(result.engine),
        "method": str(result.method),
    }


def _plan_within(task: Any, limit: float) -> tuple[Any, float]:
    started = time.process_time()
    result = ip.plan(task, limits=ip.Limits(seconds=limit))
    return result, time.process_time() - started


def _read(task: Any) -> dict[str, Any]:
    info, seconds = _read_within(task, READ_SECONDS)
    if seconds < READ_SECONDS / 2 and any(d.code == "PY-LIMIT" for d in info.diagnostics):
        share = max(seconds / READ_SECONDS, READ_SECONDS / MOST_READ_SECONDS)
        info, seconds = _read_within(task, READ_SECONDS / share)
    distance = info.heuristic(value_of(task.start)) if info.heuristic is not None else None
    told = [f"{d.code} {d.construct} (line {d.line})" for d in info.diagnostics]
    is_read = (
        bool(info.operators)
        and info.r_max.status == "exact"
        and not any(d.code != "PY-NONDET" for d in info.diagnostics)
        and bool(distance)
    )
    return {
        "is_read": is_read,
        "operators": len(info.operators),
        "r_max": f"{info.r_max.value} {info.r_max.status}",
        "distance": None if distance is None else float(distance),
        "read_seconds": seconds,
        "why": "; ".join(told),
    }


def _read_within(task: Any, budget: float) -> tuple[Any, float]:
    started = time.process_time()
    return ip.introspect(task, budget=budget), time.process_time() - started


def _compared(task: Any, found: dict[str, Any], known_best: float | None) -> dict[str, Any]:
    graph = explored(task)
    wanted = best(
        graph,
        horizon=task.horizon,
        discount=task.discount,
        is_success_named=task.program.names_success,
    )
    if known_best is not None:
        wanted = Best("score", known_best, None)
    if math.isnan(wanted.score):
        return {"why": f"{found['why']} (too large for exhaustive search)".strip()}
    score = found["score"]
    is_right = (
        math.isinf(wanted.score)
        if score is None
        else math.isclose(score, wanted.score, abs_tol=PRECISION)
    )
    plain, _ = plain_search(task, wanted)
    return {
        "best": wanted.score,
        "fewest": wanted.steps,
        "states": len(graph.edges),
        "is_right": is_right,
        "plain_seconds": plain,
    }


def in_child(command: Iterable[str], name: str) -> Verdict:
    """The verdict that a command prints as JSON in its last line."""
    try:
        done = subprocess.run(
            [sys.executable, *command], capture_output=True, text=True, timeout=WALL_SECONDS
        )
    except subprocess.TimeoutExpired:
        return Verdict(name, is_task=True, why=f"not judged within {WALL_SECONDS} s")
    if -done.returncode == signal.SIGXCPU:
        why = f"not judged within {CHILD_SECONDS} s of the processor"
        return Verdict(name, is_task=True, why=why)
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        return Verdict(name, why=(done.stderr.strip().splitlines() or ["no answer"])[-1])
    return Verdict(**json.loads(lines[-1]))


def limit_processor() -> None:
    """Let this process end when it has used its time."""
    resource.setrlimit(resource.RLIMIT_CPU, (CHILD_SECONDS, CHILD_SECONDS + 5))


def told(verdict: Verdict) -> str:
    """A verdict as the line of JSON that `in_child` takes."""
    return json.dumps(asdict(verdict))
