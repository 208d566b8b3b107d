"""The best endless episode of a world with a discount, whose states were all looked at.

Policy iteration (`graphs/policy_iteration.py`) gives the value of each state. If the best episode
ends, the plan is the shortest of its kind; otherwise it is a way to a loop and as many rounds as
count. Where success is needed and going round once more is always better, no plan has the largest
score: the plan goes round until the rest is worth next to nothing, and then to success.
"""

from __future__ import annotations

import math

from introplan.graphs.policy_iteration import Discounted
from introplan.graphs.shortest_path import shortest_path
from introplan.planners.nodes import LEFT_OUT, MAX_PLAN_STEPS
from introplan.planners.question import (
    Question,
    Solution,
    can_reach_success,
    solved,
)
from introplan.planners.status import ALL_SEEN, PlanStatus
from introplan.search.graph import OVER, SUCCESS


def solve_discounted(question: Question, *, needs_success: bool) -> Solution:
    """The best episode without a horizon; with `needs_success`, of those that succeed."""
    graph = question.graph
    used = can_reach_success(graph) if needs_success else [True] * len(graph.states)
    if not used[0]:
        return Solution(None, PlanStatus.UNSOLVABLE, reason=ALL_SEEN)
    ends = {SUCCESS: 0.0} if needs_success else {SUCCESS: 0.0, OVER: 0.0}
    best = Discounted(
        graph.first,
        graph.targets,
        graph.rewards,
        question.discount,
        ends,
        used,
        question.meter.check,
    )
    best.solve()
    plan = best.nearest_end(question.costs)
    if plan is not None:
        return solved(question, plan)
    way, loop = best.lasso()
    is_for_nothing = not needs_success and not any(graph.rewards[edge] for edge in loop)
    plan = way + loop * (1 if is_for_nothing else _rounds(question, way, loop))
    goes_on = question.loop_after(way, loop)
    status = PlanStatus.HORIZON
    if needs_success:  # going round once more is always better, so the end comes as late as counts
        plan, status = (
            plan + _to_success(question, graph.targets[plan[-1]], used),
            PlanStatus.SUCCESS,
        )
    bound = max(best.values[0], question.score(plan))
    return Solution(plan, status, bound, goes_on=goes_on, wanted=question.wanted)


def _rounds(question: Question, way: list[int], loop: list[int]) -> int:
    """How often to go round until the rest is worth next to nothing."""
    steps = math.log(LEFT_OUT) / math.log(question.discount)
    steps = min(steps, MAX_PLAN_STEPS) - len(way)
    return max(1, math.ceil(steps / len(loop)))


def _to_success(question: Question, state: int, used: list[bool]) -> list[int]:
    """The shortest way from a state to success."""
    graph = question.graph
    way = shortest_path(graph.first, graph.targets, state, {SUCCESS}, allowed=used)
    assert way is not None, "used states are those that can reach success"
    return way
