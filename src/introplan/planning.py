"""Plan and check: no plan leaves this module before independent code has replayed it."""

from __future__ import annotations

from dataclasses import replace

from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.model.domain import Task
from introplan.planners.catalogue import planner_named
from introplan.planners.result import PlanResult, PlanStatus
from introplan.search.limits import Limits, Meter
from introplan.verification import verify

ENGINES = ("python",)


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
    `interrupted`.
    """
    if engine not in (None, *ENGINES):
        raise UsageError(f"unknown engine {engine!r}; there is {', '.join(ENGINES)}")
    meter = meter or Meter(limits or Limits())
    result = planner_named(planner).plan(task, meter)
    result = replace(result, planner=planner, engine=engine or ENGINES[0])
    return result if result.plan is None else replace(result, verified=_confirmed(task, result))


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
