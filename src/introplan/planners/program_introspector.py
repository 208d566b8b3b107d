"""The introspector on worlds in Python: read the code, then plan for an end or for a score.

Symbolic execution gives the largest reward, the conditions that pay it and a distance to them
(`introspection/programs`). `program_goals.py` plans where a task asks for an end,
`program_scores.py` where it asks for a score over a horizon; both search with `program_search.py`.
"""

from __future__ import annotations

from dataclasses import replace

from introplan.limits import LimitReached, Meter
from introplan.mdp import Wanted, total
from introplan.planners.program_goals import GoalAnswer, GoalPlanner
from introplan.planners.program_scores import ScorePlanner
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus
from introplan.planners.status import NO_MEMORY, STOPPED
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget

READING_SECONDS = 3.0
"""For reading a model, unless limits say otherwise."""

READING_SECONDS_FOR_PROOF = 10.0
"""More where a proof of optimality is asked for: there a stronger distance saves more of the
longer search than it costs."""


def plan_program(task: ProgramTask, meter: Meter, *, optimal: bool = False) -> PlanResult:
    """Plan by introspection; `optimal` asks for a plan that is proven to be best."""
    usual = READING_SECONDS_FOR_PROOF if optimal else READING_SECONDS
    asked = meter.limits.reading_seconds
    budget = _budget(meter.limits.seconds, usual if asked is None else asked)
    if task.wanted is Wanted.SCORE:
        return _planned_for_score(ScorePlanner(task, meter, optimal, budget), meter)
    return _planned_for_goal(GoalPlanner(task, meter, optimal, budget), meter)


def _budget(limit: float | None, seconds: float) -> Budget:
    """What reading may cost: not more than a part of the time there is for planning."""
    if limit is None:
        return Budget.of(seconds)
    return Budget.of(min(seconds, 0.3 * limit), wall=0.5 * limit)


def _planned_for_goal(planner: GoalPlanner, meter: Meter) -> PlanResult:
    try:
        answer = planner.plan()
    except LimitReached as limit:
        best, status = planner.best_so_far(), STOPPED[limit.reason]
        answer = GoalAnswer(status, best, reason=str(limit))
    except MemoryError:
        answer = GoalAnswer(PlanStatus.OUT_OF_MEMORY, reason=NO_MEMORY)
    plan = None if answer.path is None else tuple(answer.path.actions)
    rewards = [] if answer.path is None else answer.path.rewards
    result = PlanResult(
        plan,
        total(rewards),
        answer.status,
        cost=float(len(rewards)),
        milestones=_last(rewards),
        reason=answer.reason,
        proved_optimal=answer.is_optimal and plan is not None,
        method=planner.method,
    )
    return _counted(result, meter)


def _planned_for_score(planner: ScorePlanner, meter: Meter) -> PlanResult:
    reason = ""
    try:
        planner.plan_for_score()
        status = PlanStatus.SUCCESS if planner.has_ended else PlanStatus.HORIZON
    except LimitReached as limit:
        status, reason = STOPPED[limit.reason], str(limit)
    except MemoryError:
        status, reason = PlanStatus.OUT_OF_MEMORY, NO_MEMORY
    plan, rewards = planner.plan, planner.rewards
    best = max(rewards, default=None)
    result = PlanResult(
        None if plan is None else tuple(plan),
        total(rewards),
        status,
        cost=float(len(plan or ())),
        milestones=tuple(MilestoneReached(n, r) for n, r in enumerate(rewards, 1) if r == best),
        reason=reason or planner.reason,
        proved_optimal=planner.is_optimal,
        method=planner.method,
    )
    return _counted(result, meter)


def _counted(result: PlanResult, meter: Meter) -> PlanResult:
    return replace(
        result, expanded=meter.expanded, generated=meter.generated, seconds=meter.seconds
    )


def _last(rewards: list[float]) -> tuple[MilestoneReached, ...]:
    if not rewards:
        return ()
    best, last = max(rewards), rewards[-1]
    found = [MilestoneReached(n, r) for n, r in enumerate(rewards, 1) if r == best]
    if last != best:
        found.append(MilestoneReached(len(rewards), last))
    return tuple(found)
