"""Anytime planning: a plan at once, and then better ones until the time is up.

The first plan is the introspector's. Then windows move along it (`plan_improvement.py`), and
whenever a walk along the whole plan finds nothing they grow, and so does the effort in each. The
last window is the whole plan: if the search in it ends without a cheaper one, the plan is proven
to be the cheapest, and there is nothing left to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING, TypeAlias

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.limits import LimitReached, Meter
from introplan.mdp import Task, world_name
from introplan.planners.answer import Answer, result_of, run_strategy
from introplan.planners.introspector import MilestoneSearch
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
    def report() -> None:
        if tell is not None:
            tell(result_of(engine, answer, PlanStatus.SUCCESS, meter=engine.meter))

    planner = MilestoneSearch(engine, answer)
    status = planner.plan()
    if status is PlanStatus.SUCCESS and not engine.task.has_refunds:
        with suppress(LimitReached, MemoryError), _time_until(engine.meter, seconds):
            shorten(engine, answer)
            report()
            answer.stage = Method.PLAN_WINDOWS
            _improve(Windows(engine, answer, planner.goal_generator.success, tell=report))
    return status


def _improve(windows: Windows) -> None:
    """Grow windows until one covers the whole plan and has been searched to the end."""
    window = Window(FIRST_WINDOW_STEPS, FIRST_WINDOW_CHILDREN)
    while not windows.is_done:
        if not windows.look(window):
            window = Window(2 * window.steps, 4 * window.max_children)


@contextmanager
def _time_until(meter: Meter, seconds: float) -> Iterator[None]:
    """A tighter limit on time for a while."""
    limits = meter.limits
    least = seconds if limits.seconds is None else min(seconds, limits.seconds)
    meter.limits = replace(limits, seconds=least)
    try:
        yield
    finally:
        meter.limits = limits
