"""What a planner found, in the words of unified-planning."""

from __future__ import annotations

from unified_planning.engines import PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.results import LogLevel, LogMessage

from introplan.interop.unified_planning.problems import Translation
from introplan.planners.result import PlanResult, PlanStatus
from introplan.verification import verify

STATUS = {
    PlanStatus.UNSOLVABLE: PlanGenerationResultStatus.UNSOLVABLE_PROVEN,
    PlanStatus.INCOMPLETE: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    PlanStatus.HORIZON: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    PlanStatus.OUT_OF_NODES: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    PlanStatus.OUT_OF_TIME: PlanGenerationResultStatus.TIMEOUT,
    PlanStatus.OUT_OF_MEMORY: PlanGenerationResultStatus.MEMOUT,
}


def report(result: PlanResult, translation: Translation, name: str) -> PlanGenerationResult:
    """The result of one call; a plan that only limits kept from being proven best is given."""
    if result.status is PlanStatus.SUCCESS:
        proven = result.proved_optimal
        status = (
            PlanGenerationResultStatus.SOLVED_OPTIMALLY
            if proven
            else PlanGenerationResultStatus.SOLVED_SATISFICING
        )
    else:
        status = STATUS[result.status]
    plan = result.plan if _is_a_plan(result, translation) else None
    if plan is not None and status is PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY:
        status = PlanGenerationResultStatus.SOLVED_SATISFICING
    return PlanGenerationResult(
        status,
        None if plan is None else translation.plan_back(plan),
        name,
        metrics=_numbers(result),
        log_messages=_messages(result.reason),
    )


def intermediate(result: PlanResult, translation: Translation, name: str) -> PlanGenerationResult:
    """A plan that may still get better."""
    return PlanGenerationResult(
        PlanGenerationResultStatus.INTERMEDIATE,
        translation.plan_back(result.plan or ()),
        name,
        metrics=_numbers(result),
    )


def refusal(reason: str, name: str) -> PlanGenerationResult:
    """What to say about a problem that is none of ours."""
    status = PlanGenerationResultStatus.UNSUPPORTED_PROBLEM
    return PlanGenerationResult(status, None, name, log_messages=_messages(reason))


def _is_a_plan(result: PlanResult, translation: Translation) -> bool:
    """A limit may leave half a plan, or a whole one that could be better: which is it?"""
    if result.plan is None or result.status is PlanStatus.SUCCESS:
        return result.plan is not None
    return verify(translation.task, result.plan).valid


def _numbers(result: PlanResult) -> dict[str, str]:
    return {
        "engine": result.engine,
        "expanded": str(result.expanded),
        "generated": str(result.generated),
        "cost": f"{result.cost:g}",
        "engine_internal_time": f"{result.seconds:.6f}",
    }


def _messages(reason: str) -> list[LogMessage]:
    return [LogMessage(LogLevel.INFO, reason)] if reason else []
