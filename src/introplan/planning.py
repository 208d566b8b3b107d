"""Plan and check: no plan leaves this module before independent code has replayed it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.model.domain import Task
from introplan.planners.catalogue import Planner, planner_named
from introplan.planners.result import PlanResult, PlanStatus
from introplan.search.engine import OpenEngine
from introplan.search.kernel import KernelEngine, is_available
from introplan.search.limits import Limits, Meter
from introplan.search.python_engine import PythonEngine
from introplan.verification import verify

OPEN: Mapping[str, OpenEngine] = {"native": KernelEngine, "python": PythonEngine}

ENGINES = tuple(name for name in OPEN if name != "native" or is_available())
"""The engines that this installation has, the fastest first."""


def plan(
    task: Task,
    planner: str = "introspector",
    limits: Limits | None = None,
    engine: str | None = None,
    *,
    meter: Meter | None = None,
) -> PlanResult:
    """Plan `task` within `limits`; the plan in the result has been replayed by `verify`.

    A caller that wants to stop the planner from outside passes a `meter` and sets its
    `interrupted`. `engine` is "native" or "python"; by default the fastest there is.
    """
    chosen = planner_named(planner)
    engine = _engine_for(chosen, engine)
    meter = meter or Meter(limits or Limits())
    result = chosen.plan(task, meter, OPEN[engine])
    result = replace(result, planner=planner, engine=engine)
    return result if result.plan is None else replace(result, verified=_confirmed(task, result))


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


def _confirmed(task: Task, result: PlanResult) -> bool:
    """Does an independent replay agree with everything the planner claims?"""
    assert result.plan is not None
    verdict = verify(task, result.plan)
    is_success = verdict.valid and verdict.status is Status.SUCCESS
    if result.status is PlanStatus.SUCCESS:
        agrees = is_success
    else:
        agrees = verdict.status is Status.CONTINUE
    if not agrees or abs(verdict.score - result.score) > 1e-9 * max(1.0, abs(result.score)):
        raise AssertionError(
            f"planner {result.planner} is wrong: it claims {result.status} with score "
            f"{result.score}, replaying gives {verdict}"
        )
    return True
