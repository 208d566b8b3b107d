"""The cheapest way to success, proven by A* (Hart, Nilsson and Raphael 1968; `search/astar.py`).

What it scores does not count here: that is for `shortest.py`, which asks for no more, and for
`optimal.py` to say, where all plans score the same.
"""

from __future__ import annotations

from introplan.limits import LimitReached
from introplan.mdp import cost_of_plan
from introplan.planners.answer import Answer
from introplan.planners.introspector import MilestoneSearch
from introplan.planners.plan_improvement import replace_plan, shorten
from introplan.planners.result import Method, PlanStatus
from introplan.search.requests import CheapestPathRequest, Engine


def prove_cheapest(
    engine: Engine, answer: Answer, planner: MilestoneSearch, *, has_plan: bool
) -> PlanStatus:
    """The cheapest way to success, or the proof that there is none.

    With `has_plan` that of the answer succeeds, and is the one to beat. Raises `LimitReached`
    after the answer has got the best plan until then.
    """
    below = None
    if has_plan:
        assert answer.node is not None
        shorten(engine, answer)
        below = cost_of_plan(engine.task, engine.plan_to(answer.node))
    answer.stage = answer.found_by = Method.ASTAR  # the proof is A*'s, also of an earlier plan
    request = CheapestPathRequest(
        planner.goal_generator.success, max_depth=engine.task.horizon, below=below
    )
    try:
        found = engine.cheapest_path(engine.root, request)
    except LimitReached as limit:
        if limit.best is not None:
            replace_plan(engine, answer, limit.best)
        limit.best = None
        raise
    if found.node is not None:
        replace_plan(engine, answer, found.node)
        shorten(engine, answer)  # of what costs nothing
    elif not has_plan:
        return answer.settle(found) or PlanStatus.UNSOLVABLE
    answer.is_optimal = True
    return PlanStatus.SUCCESS
