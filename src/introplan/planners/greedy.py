"""GREEDY: the paper's exhaustive best-first search on score."""

from __future__ import annotations

from introplan.model.domain import Task
from introplan.planners.result import PlanResult, PlanStatus
from introplan.planners.run import Answer, run
from introplan.search.best_first import best_first_search
from introplan.search.limits import Meter
from introplan.search.world import World


def greedy(task: Task, meter: Meter) -> PlanResult:
    """Expand states in order of score, ties in order of discovery, until one is a success."""
    return run(task, meter, _search)


def _search(world: World, answer: Answer) -> PlanStatus:
    found = best_first_search(
        world,
        world.root,
        max_depth=world.task.horizon,
        uses_all_moves=not world.task.can_succeed,
    )
    status = answer.settle(found)
    assert status is not None, "a search without patience ends with an answer"
    return status if world.task.can_succeed else PlanStatus.HORIZON
