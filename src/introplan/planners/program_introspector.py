"""The introspector on worlds in Python: read the code, then plan for the score.

Symbolic execution gives the largest reward, the conditions that pay it, distances to them and a
bound on what can still be had (`introspection/programs`, `introspection/returns`).
`program_scores.py` plans for the largest score, `program_goals.py` for the largest reward once and
for the shortest way to an end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from typing import TypeAlias, cast

from introplan.errors import UsageError
from introplan.limits import LimitReached, Meter
from introplan.mdp import Status, Wanted, total
from introplan.planners.lazy import Lazy
from introplan.planners.modes import SHORTEST_NEEDS_END
from introplan.planners.program_draft import Draft
from introplan.planners.program_goals import GoalAnswer, GoalPlanner
from introplan.planners.program_native import notes_on_engine
from introplan.planners.program_notes import (
    END_READ,
    notes_on_plan,
    notes_on_steps,
    refuse_chance,
    what_was_read,
)
from introplan.planners.program_scores import ScorePlanner
from introplan.planners.program_search import ANY_END, SUCCESS
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus
from introplan.planners.status import NO_MEMORY, STOPPED
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget, allowed

MAX_STEPS_MARKED = 10_000
"""Steps of a plan of which the milestones are made at once: a hundredth of a second."""

Tell: TypeAlias = Callable[[PlanResult], None]

READING_SECONDS = 8.0
"""For reading a model, unless limits say otherwise: rooms of 80 cells on boards of lists take 4.
It is spent once for a world, since readings are kept."""

READING_SECONDS_FOR_PROOF = 10.0
"""More where a proof of optimality is asked for: there a stronger distance saves more of the
longer search than it costs."""


def plan_program(task: ProgramTask, meter: Meter, *, optimal: bool = False) -> PlanResult:
    """Plan by introspection; `optimal` asks for a plan that is proven to be best."""
    refuse_chance(task, meter)
    with _reading(meter, optimal=optimal) as budget:
        if task.wanted is Wanted.BEST_REWARD:
            return _planned_for_goal(GoalPlanner(task, meter, optimal, budget), meter)
        planner = ScorePlanner(task, meter, optimal, budget, may_stop_at_end=not optimal)
        _run(planner.plan, planner.draft)
        return _scored(planner)


def plan_shortest(task: ProgramTask, meter: Meter) -> PlanResult:
    """The fewest steps to success, or to any end where nothing is named success."""
    refuse_chance(task, meter)
    aims = frozenset[Status]()
    if task.wanted is Wanted.SUCCESS:
        aims = SUCCESS
    elif task.wanted is Wanted.SCORE:
        if task.program.terminal is None:
            raise UsageError(SHORTEST_NEEDS_END)
        aims = ANY_END
    with _reading(meter, optimal=True) as budget:
        found = _planned_for_goal(GoalPlanner(task, meter, True, budget, aims), meter)
    if found.status is PlanStatus.UNSOLVABLE and task.wanted is Wanted.SCORE:
        raise UsageError(f"no end of the episode can be reached: {SHORTEST_NEEDS_END}")
    if found.status is PlanStatus.UNSOLVABLE and task.horizon is not None:
        return replace(plan_program(task, meter, optimal=True), proved_optimal=False)
    return replace(found, proved_shortest=found.proved_optimal, proved_optimal=False)


def improve_program(
    task: ProgramTask, meter: Meter, *, seconds: float, tell: Tell | None = None
) -> PlanResult:
    """A plan at once, and better ones until so many seconds are over or the best is proven."""
    refuse_chance(task, meter)
    with _reading(meter, optimal=False) as budget:
        if task.wanted is Wanted.BEST_REWARD:
            first = _planned_for_goal(GoalPlanner(task, meter, False, budget), meter)
            if tell is not None and first.plan is not None:
                tell(first)
            return first
        planner = ScorePlanner(task, meter, False, budget)
        draft = planner.draft
        _run(planner.plan, draft)
        if tell is not None and draft.actions is not None:
            tell(_scored(planner))
            draft.on_better = lambda: tell(_scored(planner))
        is_open = draft.actions is not None and not draft.is_optimal and draft.bound != math.inf
        if is_open and draft.status in (PlanStatus.SUCCESS, PlanStatus.ENDED, PlanStatus.HORIZON):
            with suppress(LimitReached, MemoryError), meter.stopping_after(seconds):
                planner.prove()
        return _scored(planner)


@contextmanager
def _reading(meter: Meter, *, optimal: bool) -> Iterator[Budget]:
    """What reading may cost: not more than a part of the time there is for planning."""
    usual = READING_SECONDS_FOR_PROOF if optimal else READING_SECONDS
    asked, limit = meter.limits.reading_seconds, meter.limits.seconds
    seconds = usual if asked is None else asked
    wall = None if limit is None else 0.5 * limit
    budget = allowed(seconds if limit is None else min(seconds, 0.3 * limit), wall)
    # What the user asks for holds for all readings and distances together.
    with nullcontext() if asked is None else budget.being_spent():
        yield budget


def _run(plan: Callable[[], None], draft: Draft) -> None:
    """Plan; a limit leaves what was found so far."""
    try:
        plan()
    except LimitReached as limit:
        draft.status, draft.reason = STOPPED[limit.reason], str(limit)
    except MemoryError:
        draft.status, draft.reason = PlanStatus.OUT_OF_MEMORY, NO_MEMORY


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
    status = answer.status
    if answer.path is not None and planner.aims and answer.path.status is Status.OVER:
        status = PlanStatus.ENDED
    is_paid_most = status is PlanStatus.SUCCESS and not planner.aims
    result = PlanResult(
        plan,
        total(rewards, planner.task.discount),
        status,
        cost=float(len(rewards)),
        milestones=_last(rewards),
        reason=answer.reason,
        proved_optimal=answer.is_optimal and plan is not None,
        method=planner.method,
        bound=rewards[-1] if is_paid_most else None,
        notes=(*notes_on_steps(planner.task, rewards), *notes_on_engine(planner.native)),
        engine="native" if planner.native is not None and planner.native.was_used else "python",
        understood=what_was_read(planner.finder),
    )
    return _counted(result, meter)


def _scored(planner: ScorePlanner) -> PlanResult:
    """What the planner has so far, as a result."""
    draft = planner.draft
    rewards = draft.rewards
    best = planner.task.milestone_reward(rewards)
    plan = None if draft.actions is None else tuple(draft.actions)
    result = PlanResult(
        plan,
        draft.score,
        draft.status,
        cost=float(len(rewards)),
        milestones=_paying(rewards, best),
        reason=draft.reason,
        proved_optimal=draft.is_optimal,
        method=draft.method,
        bound=draft.bound,
        notes=(*draft.notes, *notes_on_plan(planner)),
        loop=draft.loop,
        engine="native" if draft.is_native else "python",
        understood=END_READ if planner.is_by_end else what_was_read(planner.finder),
    )
    return _counted(result, planner.meter)


def _paying(rewards: list[float], best: float | None) -> tuple[MilestoneReached, ...]:
    """The steps that pay `best`; in a long plan they are made when they are asked for."""

    def steps() -> Iterator[MilestoneReached]:
        return (MilestoneReached(n, r) for n, r in enumerate(rewards, 1) if r == best)

    if best is None or best <= 0 or len(rewards) <= MAX_STEPS_MARKED:
        return tuple(steps())
    return cast("tuple[MilestoneReached, ...]", Lazy(steps, rewards.count(best)))


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
