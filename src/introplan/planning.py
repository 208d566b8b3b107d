"""Plan and check: no plan leaves this module before independent code has replayed it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.model.domain import Task
from introplan.planners.catalogue import PLANNERS, Planner, planner_named
from introplan.planners.result import PlanResult, PlanStatus
from introplan.search.engine import OpenEngine
from introplan.search.kernel import KernelEngine, is_available
from introplan.search.limits import LimitReached, Limits, Meter
from introplan.search.python_engine import PythonEngine
from introplan.verification import verify

WayToPlan: TypeAlias = Callable[[Task, Meter, OpenEngine], PlanResult]

OPEN: Mapping[str, OpenEngine] = {"native": KernelEngine, "python": PythonEngine}

ENGINES = tuple(name for name in OPEN if name != "native" or is_available())
"""The engines that this installation has, the fastest first."""

GRACE = 0.1
"""How much longer than its limit, in seconds and as a share, the check of a plan may take."""


def plan(
    task: Task,
    planner: str = "introspector",
    limits: Limits | None = None,
    engine: str | None = None,
    *,
    optimal: bool = False,
    improve: float | None = None,
    meter: Meter | None = None,
) -> PlanResult:
    """Plan `task` within `limits`; the plan in the result has been replayed by `verify`.

    A caller that wants to stop the planner from outside passes a `meter` and sets its
    `interrupted`. `engine` is "native" or "python"; by default the fastest there is.

    With `optimal` the plan is the cheapest one, and `proved_optimal` says whether that was proven
    within the limits. With `improve` the plan gets better until so many seconds are over.
    """
    chosen = planner_named(planner)
    engine = _engine_for(chosen, engine)
    way = _way_to_plan(chosen, task, optimal=optimal, improve=improve)
    meter = meter or Meter(limits or Limits())
    result = way(task, meter, OPEN[engine])
    result = replace(result, planner=planner, engine=engine)
    return result if result.plan is None else _checked(task, result, meter)


def _way_to_plan(
    planner: Planner, task: Task, *, optimal: bool, improve: float | None
) -> WayToPlan:
    """The planner in the mode asked for, if it has that mode and the mode fits the task."""
    if not optimal and improve is None:
        return planner.plan
    if optimal and improve is not None:
        raise UsageError("optimal and improve exclude each other: a proof takes its time")
    mode = "optimal" if optimal else "improve"
    if planner.optimal is None or planner.improving is None:
        able = ", ".join(p.name for p in PLANNERS.values() if p.optimal is not None)
        raise UsageError(f"planner {planner.name} has no mode {mode!r}; {able} has")
    if optimal:
        if task.has_refunds:
            raise UsageError("optimal needs costs that are not negative; improve does not")
        return planner.optimal
    assert improve is not None
    if not 0 <= improve < math.inf:
        raise UsageError(f"improve is a number of seconds, not {improve}")
    return partial(planner.improving, seconds=improve)


def _engine_for(planner: Planner, engine: str | None) -> str:
    """The engine asked for, or the fastest that there is; never another one than asked for."""
    if engine is None:
        return next(name for name in ENGINES if name in planner.engines)
    if engine not in OPEN:
        raise UsageError(f"unknown engine {engine!r}; there is {', '.join(ENGINES)}")
    if engine not in ENGINES:
        raise UsageError(
            f"the {engine} engine is not available: this installation was built without a compiler"
        )
    if engine not in planner.engines:
        raise UsageError(
            f"{planner.name} does not run on the {engine} engine, only on {planner.engines[0]}"
        )
    return engine


def _checked(task: Task, result: PlanResult, meter: Meter) -> PlanResult:
    """The result with its plan replayed, or without the plan where there is no time for that."""
    seconds = meter.limits.seconds
    if seconds is not None:
        seconds = max(seconds - meter.seconds, 0) + max(GRACE * seconds, GRACE)
    replay = Meter(Limits(seconds))
    try:
        _confirm(task, result, replay)
    except LimitReached:
        reason = "time was up before the plan was checked"
        return replace(
            result, plan=None, status=PlanStatus.OUT_OF_TIME, milestones=(), reason=reason
        )
    return replace(result, verified=True)


def _confirm(task: Task, result: PlanResult, meter: Meter) -> None:
    """An independent replay must agree with everything the planner claims."""
    verdict = verify(task, result.plan, tick=meter.tick)
    is_success = verdict.valid and verdict.status is Status.SUCCESS
    if result.status is PlanStatus.SUCCESS:
        agrees = is_success
    else:
        is_cut_off = result.status is not PlanStatus.HORIZON and is_success
        agrees = verdict.status is Status.CONTINUE or is_cut_off
    if not agrees or abs(verdict.score - result.score) > 1e-9 * max(1.0, abs(result.score)):
        raise AssertionError(
            f"planner {result.planner} is wrong: it claims {result.status} with score "
            f"{result.score}, replaying gives {verdict}"
        )
