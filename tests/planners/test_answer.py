"""The answer of a strategy on an engine: what is kept, and which search found it."""

from __future__ import annotations

from dataclasses import dataclass

import introplan as ip
from introplan.limits import LimitReached, Limits, Meter, StopReason
from introplan.planners.answer import Answer, run_strategy
from introplan.planners.status import Method, PlanStatus
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import Engine, SearchRequest


@dataclass(frozen=True)
class Place:
    """A place with a score, and nothing else that matters here."""

    score: float
    identity: int = 0
    depth: int = 1
    reward: float = 0.0


def test_the_stage_that_found_the_plan_is_remembered() -> None:
    """A later stage that finds nothing better does not get its name on it."""
    answer = Answer(Method.MILESTONES)
    answer.consider(Place(2.0))
    answer.stage = Method.BEST_FIRST
    answer.consider(Place(1.0))
    assert (answer.node, answer.found_by) == (Place(2.0), Method.MILESTONES)
    answer.consider(Place(3.0))
    assert answer.found_by is Method.BEST_FIRST


def test_what_was_found_comes_back_when_a_limit_strikes() -> None:
    """With the status of the limit, its reason, and the method so far."""
    task = ip.sample("bins", bins=2, items=2, seed=0)

    def strategy(engine: Engine, answer: Answer) -> PlanStatus:
        answer.consider(engine.search(engine.root, SearchRequest(max_depth=3)).best)
        raise LimitReached(StopReason.TIME)

    result = run_strategy(task, Meter(), strategy, open_engine=PythonEngine, stage=Method.GREEDY)
    assert (result.status, result.method) == ("out-of-time", "greedy")
    assert result.plan
    assert "limit on time" in result.reason


def test_without_a_plan_the_stage_under_way_is_named() -> None:
    """Limits may strike before anything was found."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    for optimal, method in ((False, "milestones"), (True, "milestones")):
        stopped = ip.plan(task, optimal=optimal, limits=Limits(nodes=0))
        assert (stopped.plan, stopped.method) == (None, method)
    assert ip.plan(task, optimal=True).method == "best-bound"
