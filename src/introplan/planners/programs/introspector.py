"""The introspector for models in Python: the door."""

from __future__ import annotations

from dataclasses import replace

from introplan.limits import LimitReached, Meter
from introplan.mdp import Wanted
from introplan.planners.programs.goals import Ended, Seeker
from introplan.planners.programs.scores import Collector
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus
from introplan.planners.run import STOPPED, why_stopped
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget

BUDGET, LONGER_BUDGET = 3.0, 10.0
"""Seconds for reading a model, and where a proof of optimality is asked for."""


def plan_program(task: ProgramTask, meter: Meter, *, optimal: bool = False) -> PlanResult:
    """Plan by introspection; `optimal` asks for a plan that is proven to be best."""
    usual = LONGER_BUDGET if optimal else BUDGET
    asked = meter.limits.reading_seconds
    budget = _budget(meter.limits.seconds, usual if asked is None else asked)
    if task.wanted is Wanted.SCORE:
        return _collected(Collector(task, meter, optimal, budget), meter)
    return _sought(Seeker(task, meter, optimal, budget), meter)


def _budget(limit: float | None, seconds: float) -> Budget:
    """What reading may cost: not more than a part of the time there is for planning."""
    if limit is None:
        return Budget.of(seconds)
    return Budget.of(min(seconds, 0.3 * limit), wall=0.5 * limit)


def _sought(seeker: Seeker, meter: Meter) -> PlanResult:
    try:
        ended = seeker.seek()
    except LimitReached as limit:
        ended = Ended(STOPPED[limit.reason], seeker.best_so_far(), reason=why_stopped(limit))
    except MemoryError:
        ended = Ended(PlanStatus.OUT_OF_MEMORY, reason="the system is out of memory")
    plan = None if ended.way is None else tuple(ended.way.actions)
    rewards = [] if ended.way is None else ended.way.rewards
    return _counted(
        PlanResult(
            plan,
            _sum(rewards),
            ended.status,
            cost=float(len(rewards)),
            milestones=_last(rewards),
            reason=ended.reason,
            proved_optimal=ended.is_optimal and plan is not None,
        ),
        meter,
    )


def _collected(collector: Collector, meter: Meter) -> PlanResult:
    reason = ""
    try:
        collector.collect()
        status = PlanStatus.SUCCESS if collector.has_ended else PlanStatus.HORIZON
    except LimitReached as limit:
        status, reason = STOPPED[limit.reason], why_stopped(limit)
    except MemoryError:
        status, reason = PlanStatus.OUT_OF_MEMORY, "the system is out of memory"
    plan, rewards = collector.plan, collector.rewards
    best = max(rewards, default=None)
    result = PlanResult(
        None if plan is None else tuple(plan),
        _sum(rewards),
        status,
        cost=float(len(plan or ())),
        milestones=tuple(MilestoneReached(n, r) for n, r in enumerate(rewards, 1) if r == best),
        reason=reason or collector.reason,
        proved_optimal=collector.is_optimal,
    )
    return _counted(result, meter)


def _counted(result: PlanResult, meter: Meter) -> PlanResult:
    return replace(
        result, expanded=meter.expanded, generated=meter.generated, seconds=meter.seconds
    )


def _sum(rewards: list[float]) -> float:
    """The sum in order, one rounding per step."""
    total = 0.0
    for reward in rewards:
        total += reward
    return total


def _last(rewards: list[float]) -> tuple[MilestoneReached, ...]:
    if not rewards:
        return ()
    best, last = max(rewards), rewards[-1]
    found = [MilestoneReached(n, r) for n, r in enumerate(rewards, 1) if r == best]
    if last != best:
        found.append(MilestoneReached(len(rewards), last))
    return tuple(found)
