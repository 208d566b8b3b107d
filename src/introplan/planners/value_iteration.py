"""Value iteration (Bellman 1957): the best plan of a small world, by looking at all of it.

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
from introplan.mdp import Status, Wanted, add
from introplan.planners.nodes import Conclusion, Node, Search
from introplan.planners.status import PlanStatus
from introplan.search.exploration import Edge, Explored, explored

Value: TypeAlias = tuple[float, int]
"""Score still to be collected, and minus the number of steps it takes."""

LOST = -math.inf
NO_WAY: Value = (LOST, 0)
NOTHING_MORE: Value = (0, 0)


MAX_DENOMINATOR = 10**15
"""Rewards with more decimals than this together are added up as floats: their whole numbers would
have hundreds of digits, and be no longer quick to add."""


def value_iteration(search: Search) -> Conclusion:
    """The episode as wanted with the highest score, then the fewest steps.

    Where success is wanted and lies beyond the horizon, the best score within it.
    """
    episode, meter = search.episode, search.meter
    space = explored(episode, meter, max_depth=episode.horizon)
    if episode.wanted is Wanted.BEST_REWARD:
        _end_with_best_reward(space)
    needs_success = episode.wanted is not Wanted.SCORE
    plan = best_episode(space, episode.horizon, meter, needs_success=needs_success)
    if plan is not None:
        node = search.best.finished = _followed(search.root, plan, space)
        is_success = node.status is Status.SUCCESS
        return Conclusion(PlanStatus.SUCCESS if is_success else PlanStatus.HORIZON)
    if not space.unexpanded:
        return Conclusion(PlanStatus.UNSOLVABLE, "every reachable state was looked at")
    # States at the horizon were not expanded, so success may lie beyond it. What can be had
    # within it is the best score with all moves used, as in tasks that ask for nothing else.
    plan = best_episode(space, episode.horizon, meter, needs_success=False)
    assert plan is not None, "without a need for success every episode counts"
    search.best.furthest = _followed(search.root, plan, space)
    return Conclusion(PlanStatus.HORIZON, "no success within the horizon")


def best_episode(
    space: Explored[Any, Any], horizon: int | None, meter: Meter, *, needs_success: bool
) -> list[Edge] | None:
    """The edges of the best episode in a space that was explored to the horizon.

    None if success is needed and none can be reached.
    """
    return _Table(space, meter, needs_success=needs_success).best_plan(horizon)


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
        score, depth = add(node.score, edge.reward), node.depth + 1
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
        values = [NO_WAY if self.needs_success else NOTHING_MORE] * (self.count + 1)
        for number in self.success:
            values[number] = NOTHING_MORE
        return values

    def _within(self, horizon: int) -> list[Edge] | None:
        """The best way with so many moves: backward induction, one sweep for each move."""
        values = self._with_no_moves_left()
        choices = []
        for _ in range(horizon):
            values, choice = self._swept(values)
            choices.append(choice)
        if values[1] == NO_WAY:
            return None
        plan: list[Edge] = []
        number = 1
        for choice in reversed(choices):
            edge = choice[number]
            if edge is None:
                break
            plan.append(edge)
            number = edge.target
        return plan

    def _swept(self, later: list[Value]) -> tuple[list[Value], list[Edge | None]]:
        """Values with one move more, and the first edge of the best; all moves must be used.

        Written out without calls: this loop runs once for each state, move and action.
        """
        values = list(later)
        choice: list[Edge | None] = [None] * len(later)
        check = self.meter.check
        for number, ways in enumerate(self.outgoing):
            check()
            if not ways:
                continue
            # A move must be used even at a loss: staying where one is would be no episode of this
            # length.
            best, chosen = NO_WAY, None
            for target, reward, edge in ways:
                score, steps = later[target]
                value = (reward + score, steps - 1)
                if value > best:  # never where the target is lost: minus infinity stays
                    best, chosen = value, edge
            values[number], choice[number] = best, chosen
        return values, choice

    def _settled(self) -> list[Edge | None] | None:
        """The best edge from each state; None if some loop makes values grow without end.

        States are improved in place. As long as values are finite the best edges form no loop,
        so it is enough to look for one now and then.
        """
        values = self._with_no_moves_left()
        choices: list[Edge | None] = [None] * (self.count + 1)
        sweeps, has_changed = 0, True
        while has_changed:
            has_changed = False
            # Backwards, since ends have high numbers: most values are right after one sweep.
            for number in range(self.count, 0, -1):
                self.meter.check()
                for way in self.outgoing[number]:
                    value = _value(way, values)
                    if value > values[number]:
                        values[number], choices[number], has_changed = value, way.edge, True
            sweeps += 1
            # Looking for a loop costs as much as a sweep: after 1, 2, 4, 8 ... sweeps is enough.
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
    return (way.reward + score, steps - 1) if score != LOST else NO_WAY


def _whole_numbers(rewards: Iterable[float]) -> dict[float, float]:
    """Numbers in the same proportions without a rounding error, where that is possible."""
    # By `repr`: 0.1 stands for a tenth, not for the binary fraction next to it, so that equal sums
    # of rewards compare as equal, whatever their order.
    decimals = {reward: Fraction(repr(reward)) for reward in rewards}
    common = math.lcm(*(f.denominator for f in decimals.values()))
    if common > MAX_DENOMINATOR:
        return {reward: reward for reward in decimals}
    return {reward: int(f * common) for reward, f in decimals.items()}


def _along(choices: list[Edge | None]) -> Iterator[Edge]:
    """The best edges from the start on."""
    edge = choices[1]
    while edge is not None:
        yield edge
        edge = choices[edge.target]
