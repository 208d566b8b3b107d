"""GREEDY: the paper's exhaustive best-first search on score."""

from __future__ import annotations

from introplan.model.domain import Task
from introplan.planners.result import PlanResult, PlanStatus
from introplan.planners.run import Answer, run
from introplan.search.engine import Aim, Engine, OpenEngine
from introplan.search.limits import Meter
from introplan.search.python_engine import PythonEngine


def greedy(task: Task, meter: Meter, open_engine: OpenEngine = PythonEngine) -> PlanResult:
    """Expand states in order of score, ties in order of discovery, until one is a success."""
    return run(task, meter, _search, open_engine)


def _search(engine: Engine, answer: Answer) -> PlanStatus:
    task = engine.task
    found = engine.search(
        engine.root, Aim(max_depth=task.horizon, uses_all_moves=not task.can_succeed)
    )
    status = answer.settle(found)
    assert status is not None, "a search without patience ends with an answer"
    return status if task.can_succeed else PlanStatus.HORIZON
