"""The best plan of a world whose states were all looked at, by what the task asks for.

`solve` follows the definition of a plan word by word. Success: the largest score of an episode
that ends with success. Score: the largest of an episode until it ends, is stuck, or has used its
moves; without a horizon it may also go on without end, in a loop that pays nothing or with a
discount. Best reward: the largest that is paid anywhere, soonest. Ties go to fewer steps. A loop
that pays more each time leaves no largest score: then it is named, and the plan does without it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from introplan.graphs.longest_paths import NO_WAY, Longest, PositiveLoop
from introplan.graphs.weights import Weights
from introplan.graphs.zero_loops import ZeroLoops
from introplan.limits import Meter
from introplan.mdp import Wanted
from introplan.planners.exact_discounted import solve_discounted
from introplan.planners.question import (
    Question,
    Solution,
    can_reach_success,
    solved,
    status_of,
)
from introplan.planners.status import ALL_SEEN, NO_ACTION, NO_SUCCESS_IN_TIME, PlanStatus
from introplan.search.backward_induction import Induction
from introplan.search.graph import OVER, SUCCESS, Graph


def solve(
    graph: Graph,
    wanted: Wanted,
    *,
    horizon: int | None,
    discount: float,
    meter: Meter,
    costs: Sequence[float] | None = None,
) -> Solution:
    """The best plan; the graph is complete, or complete within the horizon.

    `costs` of the edges decide between equal scores in endless worlds with a discount.
    """
    question = Question(graph, wanted, horizon, discount, meter, costs)
    if wanted is Wanted.BEST_REWARD:
        return _best_reward(question)
    if wanted is Wanted.SUCCESS:
        return _success(question)
    if horizon is not None:
        return _within_horizon(question)
    if discount != 1:
        return solve_discounted(question, needs_success=False)
    if question.can_end():
        return _score(question)
    return _best_reward(question)


def _best_reward(question: Question) -> Solution:
    graph = question.graph
    if not graph.rewards:
        return Solution(None, PlanStatus.UNSOLVABLE, reason=NO_ACTION, wanted=Wanted.BEST_REWARD)
    most = max(graph.rewards)
    first = graph.rewards.index(most)
    # Breadth first: edges are sorted by depth, and the first one that pays most is a nearest one.
    source = next(s for s in range(graph.expanded) if graph.first[s + 1] > first)
    way = graph.path({source})
    assert way is not None, "every state was found on a way from the start"
    return Solution([*way, first], PlanStatus.SUCCESS, most, wanted=Wanted.BEST_REWARD)


def _success(question: Question) -> Solution:
    if not question.can_succeed():
        return _no_success(question)
    if question.horizon is not None:
        plan = _induction(question, needs_success=True).best(question.horizon)
        return _no_success(question) if plan is None else solved(question, plan)
    if question.discount != 1:
        return solve_discounted(question, needs_success=True)
    used = can_reach_success(question.graph)
    return _longest(question, used, {SUCCESS: 0.0}, [NO_WAY] * len(used))


def _no_success(question: Question) -> Solution:
    """Success lies beyond the horizon, or nowhere."""
    if question.graph.is_complete and not question.can_succeed():
        return Solution(None, PlanStatus.UNSOLVABLE, reason=ALL_SEEN)
    found = _within_horizon(question)
    return Solution(found.edges, PlanStatus.HORIZON, found.bound, reason=NO_SUCCESS_IN_TIME)


def _within_horizon(question: Question) -> Solution:
    assert question.horizon is not None
    plan = _induction(question, needs_success=False).best(question.horizon)
    assert plan is not None, "without a need for success every episode counts"
    return solved(question, plan)


def _induction(question: Question, *, needs_success: bool) -> Induction:
    graph, horizon = question.graph, question.horizon or 0
    weights: Sequence[float]
    if question.discount == 1:
        weights = Weights.for_rewards(graph.rewards, horizon).of(graph.rewards)
    else:  # a step costs next to nothing, so that of equal scores the shorter plan is taken
        little = 1e-12 * (max(map(abs, graph.rewards), default=0.0) or 1.0)
        weights = [reward - little for reward in graph.rewards]
    at_end = {SUCCESS: 0.0} if needs_success else {SUCCESS: 0.0, OVER: 0.0}
    return Induction(
        graph, weights, question.discount, at_end, needs_success, question.meter.check
    )


def _score(question: Question) -> Solution:
    """Until an end, until stuck, or without end in a loop that pays nothing."""
    graph = question.graph
    count = len(graph.states)
    weights = Weights.for_rewards(graph.rewards, count)
    scores = weights.score_of(graph.rewards)
    loops = ZeroLoops(
        graph.first, graph.targets, scores, weights.tolerance(count), question.meter.check
    )
    ends = {OVER: 0.0, SUCCESS: 0.0}
    used = [True] * count
    try:
        loops.find()
    except PositiveLoop as found:
        return _without_loop(question, used, ends, found)
    # Going on for nothing is worth as much as an end, but of equal scores an end is taken.
    at_stop = [-(count + 1) if number else NO_WAY for number in loops.component]
    for state in range(count):
        if not graph.edges(state):
            at_stop[state] = 0
    best = _longest(question, used, ends, at_stop)
    assert best.edges is not None, "an end can be reached"
    last = graph.targets[best.edges[-1]] if best.edges else 0
    if best.pays_forever is not None or last < 0 or not graph.edges(last):
        return best
    round_trip = loops.round(last)
    loop = question.loop_after(best.edges, round_trip)
    plan = best.edges + round_trip
    score = question.score(plan)
    return Solution(plan, PlanStatus.HORIZON, score, goes_on=loop, wanted=question.wanted)


def _longest(
    question: Question, used: list[bool], ends: dict[int, float], at_stop: Sequence[float]
) -> Solution:
    graph = question.graph
    weights = Weights.for_rewards(graph.rewards, len(graph.states)).of(graph.rewards)
    longest = Longest(
        graph.first, graph.targets, weights, ends, at_stop, used, question.meter.check
    )
    if not used[0]:
        return Solution(None, PlanStatus.UNSOLVABLE, reason=ALL_SEEN)
    try:
        longest.solve()
    except PositiveLoop as found:
        return _without_loop(question, used, ends, found)
    return solved(question, _along(longest.choices, graph.targets))


def _along(choices: Sequence[int], targets: Sequence[int]) -> list[int]:
    plan: list[int] = []
    state = 0
    while state >= 0 and (edge := choices[state]) >= 0:
        plan.append(edge)
        state = targets[edge]
    return plan


def _without_loop(
    question: Question, used: list[bool], ends: dict[int, float], loop: PositiveLoop
) -> Solution:
    """A plan that does not go round a loop that pays: there is always a longer one that is better.

    Where nothing costs anything it is the shortest; otherwise the best of those that go from
    states to states that were found later.
    """
    graph = question.graph
    plan = None
    if question.wanted is Wanted.SUCCESS and min(graph.rewards) >= 0:
        plan = graph.path(set(ends), allowed=used)
    if plan is None:
        plan = _along(_forward(question, used, ends), graph.targets)
    return Solution(
        plan,
        status_of(question, plan),
        math.inf,
        is_best=False,
        pays_forever=question.loop(loop.edges, allowed=used),
        wanted=question.wanted,
    )


def _forward(question: Question, used: list[bool], ends: dict[int, float]) -> list[int]:
    """The best edges if only those to states with higher numbers are taken, and to ends."""
    graph = question.graph
    weights = Weights.for_rewards(graph.rewards, len(graph.states)).of(graph.rewards)
    values: list[float] = [NO_WAY] * len(graph.states)
    choices = [-1] * len(graph.states)
    for state in reversed(range(graph.expanded)):
        question.meter.check()
        if not graph.edges(state) and OVER in ends:
            values[state] = 0
        for edge in graph.edges(state):
            target = graph.targets[edge]
            if target < 0:
                value = weights[edge] + ends.get(target, NO_WAY)
            else:
                is_ahead = target > state and used[target]
                value = weights[edge] + values[target] if is_ahead else NO_WAY
            if value > values[state]:
                values[state], choices[state] = value, edge
    return choices


def best_in_part(graph: Graph, *, needs_success: bool, meter: Meter) -> list[int] | None:
    """A good plan to an end in a graph that is not complete; None if there is no end in it."""
    wanted = Wanted.SUCCESS if needs_success else Wanted.SCORE
    question = Question(graph, wanted, None, 1.0, meter)
    ends = {SUCCESS: 0.0} if needs_success else {SUCCESS: 0.0, OVER: 0.0}
    plan = _along(_forward(question, [True] * len(graph.states), ends), graph.targets)
    return plan if plan and graph.targets[plan[-1]] in ends else None
