"""Value iteration: the best plan of a small world, by looking at all of it.

The value of a state is the most score that can still be collected on the way to success, and among
equals the fewest steps. With a horizon there is a value for each number of moves left. Without one
values are improved until they stay the same; in a world in which a loop pays more each time they
never do, and then the fewest steps to success decide. Where the score over the horizon counts, an
episode may end without success. Rewards are added up as the decimal numbers that they are written
as: rounding must not make a loop pay.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from introplan.limits import Meter
from introplan.mdp import Status, Wanted
from introplan.planners.nodes import Conclusion, Node, Search
from introplan.planners.status import PlanStatus
from introplan.search.exploration import Edge, Explored, explored

Value: TypeAlias = tuple[float, int]
"""Score still to be collected, and minus the number of steps it takes."""

NO_WAY: Value = (float("-inf"), 0)


def value_iteration(search: Search) -> Conclusion:
    """The episode as wanted with the highest score, then the fewest steps."""
    episode = search.episode
    space = explored(episode, search.meter, max_depth=episode.horizon)
    if episode.wanted is Wanted.BEST_REWARD:
        _end_with_best_reward(space)
    table = _Table(space, search.meter, needs_success=episode.wanted is not Wanted.SCORE)
    plan = table.best_plan(episode.horizon)
    if plan is not None:
        node = _followed(search.root, plan, space)
        search.best.finished = node
        is_success = node.status is Status.SUCCESS
        return Conclusion(PlanStatus.SUCCESS if is_success else PlanStatus.HORIZON)
    if space.unexpanded:
        return Conclusion(PlanStatus.HORIZON, "no success within the horizon")
    return Conclusion(PlanStatus.UNSOLVABLE, "every reachable state was looked at")


def _end_with_best_reward(space: Explored[Any, Any]) -> None:
    """Let the transitions that pay most lead to success."""
    if space.edges:
        most = max(edge.reward for edge in space.edges)
        space.states.append(None)
        space.statuses.append(Status.SUCCESS)
        space.depths.append(max(space.depths))
        end = len(space.states)
        space.edges = [e._replace(target=end) if e.reward == most else e for e in space.edges]


def _followed(root: Node, plan: list[Edge], space: Explored[Any, Any]) -> Node:
    """The node that `plan` leads to."""
    node = root
    for edge in plan:
        state, status = space.states[edge.target - 1], space.statuses[edge.target - 1]
        score, depth = node.score + edge.reward, node.depth + 1
        node = Node(state, node, edge.action, edge.reward, score, depth, status)
    return node


class _Way(NamedTuple):
    """An edge with its reward in whole numbers."""

    target: int
    reward: float
    edge: Edge


class _Table:
    """Values of states, found along the edges; their rewards are exact here."""

    def __init__(self, space: Explored[Any, Any], meter: Meter, *, needs_success: bool) -> None:
        self.meter = meter
        self.count = len(space.states)
        self.needs_success = needs_success
        self.success = set(space.numbers(Status.SUCCESS))
        failure = set(space.numbers(Status.FAILURE))
        exact = _whole_numbers(edge.reward for edge in space.edges)
        self.outgoing: list[list[_Way]] = [[] for _ in range(self.count + 1)]
        for edge in space.edges:
            if edge.target not in failure:
                way = _Way(edge.target, exact[edge.reward], edge)
                self.outgoing[edge.source].append(way)

    def best_plan(self, horizon: int | None) -> list[Edge] | None:
        """The way with the best value, or None if there is none."""
        if horizon is not None:
            return self._within(horizon)
        choices = self._settled()
        if choices is None:  # a loop pays more each time: only steps count
            self.outgoing = [[w._replace(reward=0) for w in ways] for ways in self.outgoing]
            free = self._settled()
            assert free is not None, "without rewards a loop gains nothing"
            choices = free
        return None if choices[1] is None else list(_along(choices))

    def _with_no_moves_left(self) -> list[Value]:
        """Success is worth nothing more, the rest is lost or over."""
        values = [NO_WAY if self.needs_success else (0.0, 0)] * (self.count + 1)
        for number in self.success:
            values[number] = (0.0, 0)
        return values

    def _within(self, horizon: int) -> list[Edge] | None:
        """The best way with so many moves: one sweep over all states for each."""
        layers = [self._with_no_moves_left()]
        for _ in range(horizon):
            values = list(layers[-1])
            for number, ways in enumerate(self.outgoing):
                self.meter.check()
                if ways:
                    values[number] = max(_value(way, layers[-1]) for way in ways)
            layers.append(values)
        plan: list[Edge] = []
        number = 1
        if layers[-1][1] == NO_WAY:
            return None
        for later in layers[-2::-1]:
            if not self.outgoing[number]:
                break
            best = max(self.outgoing[number], key=lambda way: _value(way, later))
            plan.append(best.edge)
            number = best.target
        return plan

    def _settled(self) -> list[Edge | None] | None:
        """The best edge from each state; None if some loop makes values grow for ever.

        States are improved in place. As long as values are finite the best edges form no loop,
        so it is enough to look for one now and then.
        """
        values = self._with_no_moves_left()
        choices: list[Edge | None] = [None] * (self.count + 1)
        sweeps, has_changed = 0, True
        while has_changed:
            has_changed = False
            for number in range(self.count, 0, -1):
                self.meter.check()
                for way in self.outgoing[number]:
                    value = _value(way, values)
                    if value > values[number]:
                        values[number], choices[number], has_changed = value, way.edge, True
            sweeps += 1
            if sweeps & (sweeps - 1) == 0 and self._has_loop(choices):
                return None
        return choices

    def _has_loop(self, choices: list[Edge | None]) -> bool:
        """Do the best edges lead back to where one has been?"""
        met = [0] * (self.count + 1)
        for start in range(1, self.count + 1):
            number = start
            while not met[number]:
                met[number] = start
                edge = choices[number]
                if edge is None:
                    break
                number = edge.target
            else:
                if met[number] == start:
                    return True
        return False


def _value(way: _Way, values: list[Value]) -> Value:
    """What a way is worth if its target is worth that much."""
    score, steps = values[way.target]
    return (way.reward + score, steps - 1) if score != NO_WAY[0] else NO_WAY


def _whole_numbers(rewards: Iterable[float]) -> dict[float, float]:
    """Numbers in the same proportions without a rounding error, where that is possible."""
    decimals = {reward: Fraction(repr(float(reward))) for reward in rewards}
    common = math.lcm(*(f.denominator for f in decimals.values()))
    if common > 10**15:
        return {reward: reward for reward in decimals}
    return {reward: int(f * common) for reward, f in decimals.items()}


def _along(choices: list[Edge | None]) -> Iterator[Edge]:
    """The best edges from the start on."""
    edge = choices[1]
    while edge is not None:
        yield edge
        edge = choices[edge.target]
