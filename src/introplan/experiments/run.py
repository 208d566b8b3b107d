"""One run: a task, a planner, and the plain values that go on record.

What the same run gives anywhere stands apart from what was measured. Before the first run of a
planner in a domain there is a warm-up, so that no measured time has the loading of modules in it;
and before each run the garbage of the one before is collected, so that no run pays for another.
"""

from __future__ import annotations

import gc
import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from introplan.api import plan
from introplan.domains.catalogue import normalized_score, sample, shipped_domain
from introplan.errors import UsageError
from introplan.experiments import chance_policies
from introplan.experiments.provenance import Moment, machine, versions
from introplan.experiments.suite import RunSpec, content_of
from introplan.limits import memory_mb
from introplan.mdp import Task, Verdict, action_text
from introplan.pddl import read
from introplan.planners.catalogue import planner_named
from introplan.planners.result import PlanResult, PlanStatus
from introplan.programs.loading import read_program
from introplan.reporting.records import bound_record
from introplan.slipping import slippery
from introplan.verification import verify

WARM_UP_SECONDS = 1.0
"""Limit of a warm-up: modules are loaded and caches filled long before."""

Values = dict[str, Any]

_warmed_up: set[tuple[str, ...]] = set()


def run(spec: RunSpec) -> Values:
    """Make the run; the record of it."""
    if spec.episodes:
        return _policy_run(spec)
    task = task_of(spec)
    warm_up(spec)
    gc.collect()
    started, clock = Moment.now(), datetime.now(UTC)
    result = plan(task, spec.planner, spec.limits, seed=spec.seed)
    ended = Moment.now()
    verdict = None if result.plan is None else verify(task, result.plan)
    return {
        "key": spec.key,
        "spec": spec.as_json(),
        "status": str(result.status),
        "reason": result.reason,
        "result": _result_values(spec, task, result),
        "verdict": None if verdict is None else _verdict_values(verdict),
        "measured": {
            "seconds": result.seconds,
            "cpu_seconds": result.cpu_seconds,
            **_circumstances(started, ended, clock),
        },
        "versions": versions(),
        "machine": machine(),
    }


def _circumstances(started: Moment, ended: Moment, clock: datetime) -> Values:
    """How quiet the machine was, what was held, and when it was."""
    return {
        "waited_seconds": ended.waited_since(started),
        "shared_core": ended.had_company_since(started),
        "memory_mb": round(memory_mb(), 1),
        "started": clock.isoformat(timespec="seconds"),
    }


def _policy_run(spec: RunSpec) -> Values:
    """Find a policy, and try it in episodes that are drawn by the seed."""
    task = task_of(spec)
    warm_up(spec)
    gc.collect()
    started, clock = Moment.now(), datetime.now(UTC)
    tried = chance_policies.tried(task, spec)
    ended = Moment.now()
    return {
        "key": spec.key,
        "spec": spec.as_json(),
        "status": str(PlanStatus.OUT_OF_TIME if tried.is_cut else PlanStatus.ENDED),
        "reason": "time was up before all episodes were played" if tried.is_cut else "",
        "result": tried.values,
        "verdict": None,
        "measured": {
            "seconds": tried.seconds,
            "cpu_seconds": tried.cpu_seconds,
            "deciding_seconds": tried.deciding_seconds,
            **_circumstances(started, ended, clock),
        },
        "versions": versions(),
        "machine": machine(),
    }


def failed_run(spec: RunSpec, status: str, *, reason: str, seconds: float) -> Values:
    """The record of a run that gave no answer."""
    return {
        "key": spec.key,
        "spec": spec.as_json(),
        "status": status,
        "reason": reason,
        "result": None,
        "verdict": None,
        "measured": {"seconds": seconds, "shared_core": False},
        "versions": versions(),
        "machine": machine(),
    }


def warm_up(spec: RunSpec) -> None:
    """Let the planner plan a similar task for a moment, once per planner and world."""
    if spec.episodes:
        chance_policies.warm_up(task_of(spec), spec)
        return
    kind = (spec.domain, planner_named(spec.planner).name, *spec.files, spec.content)
    if kind not in _warmed_up:
        _warmed_up.add(kind)
        other = replace(spec, seed=spec.seed + 1)
        limits = replace(spec.limits, seconds=WARM_UP_SECONDS)
        plan(task_of(other), spec.planner, limits, seed=other.seed)
        gc.collect()
        gc.freeze()  # modules and caches: collections need not look at them any more


def task_of(spec: RunSpec) -> Task:
    """The task that a run is about; raises UsageError if its files are not those of the suite."""
    if spec.content and content_of(spec.files) != spec.content:
        raise UsageError(f"{' '.join(spec.files)}: changed while the suite was running")
    task = _plain_task_of(spec)
    return slippery(task, spec.slippery) if spec.slippery else task


def _plain_task_of(spec: RunSpec) -> Task:
    if not spec.files:
        task: Task = sample(spec.domain, seed=spec.seed, **dict(spec.parameters))
        return task
    if len(spec.files) == 1:
        return read_program(spec.files[0])
    found: Task = read(*spec.files)
    return found


def _result_values(spec: RunSpec, task: Task, result: PlanResult) -> Values:
    steps = [action_text(action) for action in result.plan or ()]
    is_scaled = not spec.files and shipped_domain(spec.domain).bounds is not None
    scaled = normalized_score(spec.domain, task, result.score) if is_scaled else None
    return {
        "length": len(steps),
        "digest": hashlib.sha256("\n".join(steps).encode()).hexdigest()[:16],
        "cost": result.cost,
        "score": result.score,
        "bound": bound_record(result.bound),
        "normalized_score": scaled,
        "expanded": result.expanded,
        "generated": result.generated,
        "milestones": len(result.milestones),
        "engine": result.engine,
        "method": str(result.method),
        "verified": result.verified,
        "proved_optimal": result.proved_optimal,
        "proved_shortest": result.proved_shortest,
        "notes": list(result.notes),
    }


def _verdict_values(verdict: Verdict) -> Values:
    return {
        "valid": verdict.valid,
        "score": verdict.score,
        "status": None if verdict.status is None else str(verdict.status),
        "reason": verdict.reason,
    }
