"""The planners by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from introplan.errors import UsageError, did_you_mean
from introplan.model.domain import Task
from introplan.planners.greedy import greedy
from introplan.planners.improving import improving
from introplan.planners.introspector import introspector
from introplan.planners.optimal import optimal
from introplan.planners.result import PlanResult
from introplan.planners.value_iteration import value_iteration
from introplan.search.engine import OpenEngine
from introplan.search.limits import Meter


class Improving(Protocol):
    """Plans for a number of seconds."""

    def __call__(
        self, task: Task, meter: Meter, open_engine: OpenEngine, *, seconds: float
    ) -> PlanResult:
        """The best plan that can be found in that time."""
        ...


@dataclass(frozen=True, slots=True)
class Planner:
    """A planner and one line about it.

    `optimal` proves its plans to be the best; `improving` gets better while time lasts.
    """

    name: str
    summary: str
    plan: Callable[[Task, Meter, OpenEngine], PlanResult]
    engines: tuple[str, ...] = ("native", "python")
    optimal: Callable[[Task, Meter, OpenEngine], PlanResult] | None = None
    improving: Improving | None = None


PLANNERS: Mapping[str, Planner] = {
    planner.name: planner
    for planner in (
        Planner(
            "introspector",
            "reads the reward, searches from milestone to milestone (the paper's algorithm)",
            introspector,
            optimal=optimal,
            improving=improving,
        ),
        Planner("greedy", "exhaustive best-first search on score, sees a black box", greedy),
        Planner(
            "value-iteration",
            "the best score by looking at every reachable state, for small worlds",
            value_iteration,
            engines=("python",),
        ),
    )
}


def planner_named(name: str) -> Planner:
    """The planner called `name`."""
    if name not in PLANNERS:
        raise UsageError(f"unknown planner {name!r}{did_you_mean(name, PLANNERS)}")
    return PLANNERS[name]
