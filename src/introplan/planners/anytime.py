"""Any time: a plan at once, and then better ones until the time is up.

The first plan is the introspector's. Then windows move along it (`tidying.py`), and whenever a
walk along the whole plan finds nothing they grow, and so does the patience in each. The last
window is the whole plan: if nothing cheaper is found there with patience enough, the plan is
proven to be the cheapest, and there is nothing left to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TypeAlias

from introplan.limits import LimitReached, Meter
from introplan.planners.introspector import Introspector
from introplan.planners.result import PlanResult, PlanStatus
from introplan.planners.run import Answer, result_of, run
from introplan.planners.tidying import FIRST_PATIENCE, FIRST_SIZE, Window, Windows, shorten
from introplan.relational.domain import Task
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import Engine, OpenEngine

Tell: TypeAlias = Callable[[PlanResult], None]


def improving(
    task: Task,
    meter: Meter,
    open_engine: OpenEngine = PythonEngine,
    *,
    seconds: float,
    tell: Tell | None = None,
) -> PlanResult:
    """The best plan that can be found in so many seconds; the first one may take longer.

    `tell` gets the first plan and every better one as they come.
    """
    return run(
        task, meter, lambda engine, answer: _plan(engine, answer, seconds, tell), open_engine
    )


def _plan(engine: Engine, answer: Answer, seconds: float, tell: Tell | None) -> PlanStatus:
    def report() -> None:
        if tell is not None:
            tell(result_of(engine, answer, PlanStatus.SUCCESS, meter=engine.meter))

    planner = Introspector(engine, answer)
    status = planner.plan()
    if status is PlanStatus.SUCCESS and not engine.task.has_refunds:
        with suppress(LimitReached, MemoryError), _time_until(engine.meter, seconds):
            shorten(engine, answer)
            report()
            _improve(Windows(engine, answer, planner.goal_generator.success, tell=report))
    return status


def _improve(windows: Windows) -> None:
    """Grow windows until one covers the whole plan and has been searched to the end."""
    window = Window(FIRST_SIZE, FIRST_PATIENCE)
    while not windows.is_done:
        if not windows.look(window):
            window = Window(2 * window.size, 4 * window.patience)


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
