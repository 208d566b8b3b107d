"""Anytime planning: a plan at once, and then better ones until the time is up.

The first plan is the introspector's. Where plans differ in their score, searches for a better one
follow (`best_score.py`), each with more effort than the one before, until the bound is reached;
then a cheaper plan with that score is looked for, up to the proof.

Where only the cost differs, windows move along the plan (`plan_improvement.py`), and whenever a
walk along the whole plan finds nothing they grow, and so does the effort in each. The last window
is the whole plan: if the search in it ends without a cheaper one, the plan is proven to be the
cheapest, and there is nothing left to do.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from functools import singledispatch
from typing import TYPE_CHECKING, TypeAlias

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.limits import LimitReached, Meter
from introplan.mdp import Task, world_name
from introplan.planners.answer import Answer, is_about_score, result_of, run_strategy
from introplan.planners.best_score import LIMITED_CHILDREN, ScoreSearch
from introplan.planners.discounted import MAX_STATES, is_endless, plan_endless
from introplan.planners.introspector import MilestoneSearch, find_plan, score_search
from introplan.planners.largest import pay_largest
from introplan.planners.plan_improvement import (
    FIRST_WINDOW_CHILDREN,
    FIRST_WINDOW_STEPS,
    Window,
    Windows,
    shorten,
)
from introplan.planners.result import Method, PlanResult, PlanStatus
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.search.requests import Engine, OpenEngine

if TYPE_CHECKING:
    from introplan.planners import program_introspector
else:  # reading code takes some fifty modules, which planning on relations does not need
    program_introspector = deferred("introplan.planners.program_introspector")

EFFORT_GROWTH_FACTOR = 4
"""Each round of searches for a better score may generate so many times more children: all rounds
before the last one together are then a third of it."""

Tell: TypeAlias = Callable[[PlanResult], None]


@singledispatch
def improving(
    task: Task,
    meter: Meter,
    open_engine: OpenEngine,
    *,
    seconds: float,
    tell: Tell | None = None,
) -> PlanResult:
    """The best plan that can be found in so many seconds; the first one may take longer.

    `tell` gets the first plan and every better one as they come.
    """
    raise UsageError(f"mode 'improve' needs a task that can be read, not {world_name(task)}")


@improving.register(ProgramTask)
def _(
    task: ProgramTask,
    meter: Meter,
    open_engine: OpenEngine,
    *,
    seconds: float,
    tell: Tell | None = None,
) -> PlanResult:
    return program_introspector.improve_program(task, meter, seconds=seconds, tell=tell)


@improving.register(RelationalTask)
def _(
    task: RelationalTask,
    meter: Meter,
    open_engine: OpenEngine,
    *,
    seconds: float,
    tell: Tell | None = None,
) -> PlanResult:
    return run_strategy(
        task,
        meter,
        lambda engine, answer: _plan(engine, answer, seconds, tell),
        open_engine=open_engine,
        stage=Method.MILESTONES,
    )


def _plan(engine: Engine, answer: Answer, seconds: float, tell: Tell | None) -> PlanStatus:
    planner = MilestoneSearch(engine, answer)
    status = find_plan(planner)

    def report() -> None:
        if tell is not None and answer.node is not None:
            tell(result_of(engine, answer, status, meter=engine.meter))

    if is_endless(engine.task) and status in (PlanStatus.SUCCESS, PlanStatus.HORIZON):
        with suppress(LimitReached, MemoryError), engine.meter.stopping_after(seconds):
            report()
            status = plan_endless(engine, answer, max_states=MAX_STATES) or status
            report()
    if answer.is_optimal:
        return status
    is_open = is_about_score(engine.task) or status is PlanStatus.HORIZON
    if is_open and status in (PlanStatus.SUCCESS, PlanStatus.HORIZON):
        return _improve_score(engine, answer, planner, status, seconds=seconds, report=report)
    if status is PlanStatus.SUCCESS and not engine.task.has_refunds:
        with suppress(LimitReached, MemoryError), engine.meter.stopping_after(seconds):
            shorten(engine, answer)
            report()
            answer.stage = Method.PLAN_WINDOWS
            _improve(Windows(engine, answer, planner.goal_generator.success, tell=report))
    return pay_largest(engine, answer, status) if engine.task.is_paid_once else status


def _improve_score(
    engine: Engine,
    answer: Answer,
    planner: MilestoneSearch,
    status: PlanStatus,
    *,
    seconds: float,
    report: Callable[[], None],
) -> PlanStatus:
    """The score first, until its bound is reached; then the cost of a plan that scores as much."""
    needs_success = status is PlanStatus.SUCCESS
    search = score_search(engine, answer, planner, status)
    with suppress(LimitReached, MemoryError), engine.meter.stopping_after(seconds):
        if needs_success and not engine.task.has_refunds:
            shorten(engine, answer)
        report()
        children = LIMITED_CHILDREN
        while not search.raise_score(
            needs_success=needs_success, max_children=children, tell=report
        ):
            children *= EFFORT_GROWTH_FACTOR
        _improve_cost(engine, answer, planner, search, needs_success=needs_success, report=report)
    search.explain_gap()
    return status if needs_success else search.status_of_end()


def _improve_cost(
    engine: Engine,
    answer: Answer,
    planner: MilestoneSearch,
    search: ScoreSearch,
    *,
    needs_success: bool,
    report: Callable[[], None],
) -> None:
    """A cheaper plan with the same score: a few windows, then the proof."""
    if engine.task.has_refunds or answer.is_optimal:
        return
    if needs_success:
        answer.stage = Method.PLAN_WINDOWS
        windows = Windows(engine, answer, planner.goal_generator.success, tell=report)
        windows.look(Window(FIRST_WINDOW_STEPS, FIRST_WINDOW_CHILDREN))
    if answer.bound != math.inf:
        search.prove(needs_success=needs_success)
    elif needs_success:  # a loop pays without end: there is no best score, but a cheapest plan
        _improve(windows)


def _improve(windows: Windows) -> None:
    """Grow windows until one covers the whole plan and has been searched to the end."""
    window = Window(FIRST_WINDOW_STEPS, FIRST_WINDOW_CHILDREN)
    while not windows.is_done:
        if not windows.look(window):
            window = Window(2 * window.steps, 4 * window.max_children)
