"""The best plan of a world whose states were all looked at, by what the task asks for.

`solve` follows the definition of a plan word by word. Success: the largest score of an episode that
ends with success. Score: the largest of an episode until it ends, is stuck, or has used its moves;
without a horizon it may also go on for ever, in a loop that pays nothing or with a discount. Best
reward: the largest that is paid anywhere, soonest. Ties go to fewer steps. A loop that pays more
each time leaves no largest score: then the loop is named, and the plan does without it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Wanted, total
from introplan.planners.loops import Loop
from introplan.planners.status import PlanStatus
from introplan.search.backward_induction import Induction
from introplan.search.endless import EndlessLoops
from introplan.search.graph import OVER, SUCCESS, Graph
from introplan.search.longest_paths import NO_WAY, Longest, PositiveLoop
from introplan.search.policy_iteration import Discounted
from introplan.search.weights import Weights

LEFT_OUT = 1e-9
"""What the rest of an endless plan may be worth, as a part of what is at stake: rounds of its loop
are written out until then."""

MAX_PLAN_STEPS = 10_000_000
"""A longer plan would fill the memory."""

NO_SUCCESS = "no success within the horizon"
ALL_SEEN = "every reachable state was looked at"
NO_ACTION = "no action can be done"


@dataclass(frozen=True, slots=True)
class Solution:
    """The edges of the best plan, and what is known about it."""

    edges: list[int] | None
    status: PlanStatus
    bound: float | None = None
    is_best: bool = True
    pays_forever: Loop | None = None
    """A loop that pays more each time: there is no best plan."""
    goes_on: Loop | None = None
    """The loop in which the plan goes on without end."""
    reason: str = ""
    wanted: Wanted = Wanted.SUCCESS
    """What was planned for: where no end can be reached, not what the task says."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a graph."""

    graph: Graph
    wanted: Wanted
    horizon: int | None
    discount: float
    meter: Meter
    _targets: set[int] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self._targets.update(t for t in self.graph.targets if t < 0)

    def can_end(self) -> bool:
        """Is there a step that ends the episode?"""
        return bool(self._targets)

    def can_succeed(self) -> bool:
        """Is there a step that is a success?"""
        return SUCCESS in self._targets

    def score(self, edges: Sequence[int]) -> float:
        """The score of an episode along these edges."""
        return total((self.graph.rewards[edge] for edge in edges), self.discount)

    def loop(self, edges: Sequence[int], *, allowed: Sequence[bool] | None = None) -> Loop:
        """A loop with the shortest way to it."""
        graph = self.graph
        pays = total(graph.rewards[edge] for edge in edges)
        starts = dict(zip(_sources(graph, edges), range(len(edges)), strict=True))
        way = graph.path(set(starts), allowed=allowed)
        assert way is not None, "every state was found on a way from the start"
        at = starts[graph.targets[way[-1]] if way else 0]
        turned = [*edges[at:], *edges[:at]]
        actions = graph.actions
        return Loop(tuple(actions[e] for e in way), tuple(actions[e] for e in turned), pays)


def solve(
    graph: Graph, wanted: Wanted, *, horizon: int | None, discount: float, meter: Meter
) -> Solution:
    """The best plan; the graph is complete, or complete within the horizon."""
    question = Question(graph, wanted, horizon, discount, meter)
    if wanted is Wanted.BEST_REWARD:
        return _best_reward(question)
    if wanted is Wanted.SUCCESS:
        return _success(question)
    if horizon is not None:
        return _within_horizon(question)
    if discount != 1:
        return _discounted(question, needs_success=False)
    if question.can_end():
        return _score(question)
    return _best_reward(question)


def _sources(graph: Graph, edges: Sequence[int]) -> list[int]:
    """The states along a loop: each edge starts where the one before leads to."""
    return [graph.targets[edges[i - 1]] for i in range(len(edges))]


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
        return _no_success(question) if plan is None else _solved(question, plan)
    if question.discount != 1:
        return _discounted(question, needs_success=True)
    used = _can_reach_success(question.graph)
    return _longest(question, used, {SUCCESS: 0.0}, [NO_WAY] * len(used))


def _no_success(question: Question) -> Solution:
    """Success lies beyond the horizon, or nowhere."""
    if question.graph.is_complete and not question.can_succeed():
        return Solution(None, PlanStatus.UNSOLVABLE, reason=ALL_SEEN)
    found = _within_horizon(question)
    return Solution(found.edges, PlanStatus.HORIZON, found.bound, reason=NO_SUCCESS)


def _within_horizon(question: Question) -> Solution:
    assert question.horizon is not None
    plan = _induction(question, needs_success=False).best(question.horizon)
    assert plan is not None, "without a need for success every episode counts"
    return _solved(question, plan)


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


def _solved(question: Question, plan: list[int]) -> Solution:
    """A plan that is best: how it ends, and its score as the bound."""
    return Solution(plan, _status(question, plan), question.score(plan), wanted=question.wanted)


def _status(question: Question, plan: list[int]) -> PlanStatus:
    graph = question.graph
    last = graph.targets[plan[-1]] if plan else 0
    if last == SUCCESS:
        return PlanStatus.SUCCESS
    is_stuck = last >= 0 and last < graph.expanded and not graph.edges(last)
    if last == OVER or (is_stuck and question.horizon is None):
        return PlanStatus.ENDED
    return PlanStatus.HORIZON


def _can_reach_success(graph: Graph) -> list[bool]:
    into = graph.predecessors(graph.targets)
    sources = graph.sources()
    found = [False] * len(graph.states)
    waiting = list({sources[e] for e, target in enumerate(graph.targets) if target == SUCCESS})
    for state in waiting:
        found[state] = True
    while waiting:
        for edge in into[waiting.pop()]:
            source = sources[edge]
            if not found[source]:
                found[source] = True
                waiting.append(source)
    return found


def _score(question: Question) -> Solution:
    """Until an end, until stuck, or for ever in a loop that pays nothing."""
    graph = question.graph
    count = len(graph.states)
    weights = Weights.for_rewards(graph.rewards, count)
    scores = weights.score_of(graph.rewards)
    loops = EndlessLoops(
        graph.first, graph.targets, scores, weights.tolerance(count), question.meter.check
    )
    ends = {OVER: 0.0, SUCCESS: 0.0}
    used = [True] * count
    try:
        loops.find()
    except PositiveLoop as loop:
        return _without_loop(question, used, ends, loop)
    # Going on for nothing is worth as much as an end, but of equal scores an end is taken.
    at_stop = [-(count + 1) if number else NO_WAY for number in loops.component]
    for state in range(count):
        if not graph.edges(state):
            at_stop[state] = 0
    found = _longest(question, used, ends, at_stop)
    assert found.edges is not None, "an end can be reached"
    last = graph.targets[found.edges[-1]] if found.edges else 0
    if found.pays_forever is not None or last < 0 or not graph.edges(last):
        return found
    round_trip = loops.round(last)
    loop = Loop(
        tuple(graph.actions[e] for e in found.edges),
        tuple(graph.actions[e] for e in round_trip),
        total(graph.rewards[e] for e in round_trip),
    )
    plan = found.edges + round_trip
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
    except PositiveLoop as loop:
        return _without_loop(question, used, ends, loop)
    return _solved(question, _along(longest.choices, graph.targets))


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
        _status(question, plan),
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


def _discounted(question: Question, *, needs_success: bool) -> Solution:
    graph = question.graph
    used = _can_reach_success(graph) if needs_success else [True] * len(graph.states)
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
    plan = best.nearest_end()
    if plan is not None:
        return _solved(question, plan)
    way, loop = best.lasso()
    is_for_nothing = not needs_success and not any(graph.rewards[edge] for edge in loop)
    plan = way + loop * (1 if is_for_nothing else _rounds(question, way, loop))
    goes_on = Loop(
        tuple(graph.actions[e] for e in way),
        tuple(graph.actions[e] for e in loop),
        total(graph.rewards[e] for e in loop),
    )
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
    came_by: dict[int, tuple[int, int]] = {}
    layer, seen = [state], {state}
    while True:
        following = []
        for source in layer:
            for edge in graph.edges(source):
                target = graph.targets[edge]
                if target == SUCCESS:
                    way, here = [edge], source
                    while here != state:
                        here, edge = came_by[here]
                        way.append(edge)
                    return way[::-1]
                if target >= 0 and used[target] and target not in seen:
                    seen.add(target)
                    came_by[target] = (source, edge)
                    following.append(target)
        layer = following
