"""Planning for a score over a horizon: from milestone to milestone, as the paper does.

From where it stands, the planner looks for the nearest step that pays r_max, goes there, and looks
again. A way that leads from a state back to the same state is walked as often as there is time
for, without searching again. What is left of the horizon is used as well as a small search can.

What the plan is worth is compared with what no plan can exceed: the first milestone takes at least
the derived distance, the next ones at least the steps that must lie between two milestones, and
every other step pays at most the second best reward. If that is not enough for a proof, a small
world is swept (`sweeping`); in a large one a search over states and moves left, best bound first,
looks for better.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.findings import Introspection
from introplan.introspection.programs.counting import least_gap, second_reward
from introplan.introspection.programs.finder import Finder
from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import NotAllowedError, Outcome, Status
from introplan.planners.programs.search import Ground, Node, Way, a_star, descend
from introplan.planners.programs.sweep import swept
from introplan.programs.freezing import kept, value_of
from introplan.programs.program import BlackBox, ProgramTask
from introplan.symbolic.budget import Budget

MOST_STEPS = 10_000_000
"""A longer plan would be of no use to anybody, and fill the memory."""

PATIENCE = 3000
"""Nodes for looking for a better plan where no proof was asked for."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A way to a milestone, and whether that is the end."""

    way: Way
    is_end: bool


@dataclass(slots=True)
class Collector:
    """Collects as much as it can within the horizon of one task."""

    task: ProgramTask
    meter: Meter
    optimal: bool
    budget: Budget
    plan: list[Any] | None = None
    rewards: list[float] = field(default_factory=list)
    has_ended: bool = False
    is_optimal: bool = False
    reason: str = ""

    @property
    def model(self) -> BlackBox:
        """The task over states that can be told apart."""
        return BlackBox(self.task)

    def collect(self) -> None:
        """Find the best plan we can, and prove it best if that is possible."""
        horizon = self.task.horizon
        assert horizon is not None, "a score is collected over a horizon"
        info = Finder.of(self.task, self.budget).introspection()
        bound = Bound.of(info, self.task)
        if bound.most is not None:
            self._from_milestone_to_milestone(info, horizon)
        else:
            self._keep(*self._rest(kept(self.task.start), horizon))
        limit = bound.at(self.task.start, horizon)
        if self.plan is not None and _total(self.rewards) >= limit - _slack(self.rewards):
            self.is_optimal = True
            return
        if not self._swept(horizon):
            self._search(bound, horizon, math.inf if self.optimal else PATIENCE)

    def _swept(self, horizon: int) -> bool:
        """The best plan of a world that is small enough to look at all of it."""
        found = swept(self.model, kept(self.task.start), horizon, self.meter)
        if found is None:
            return False
        steps, has_ended = found
        self._keep([s.action for s in steps], [s.reward for s in steps], has_ended)
        self.is_optimal = True
        return True

    def _from_milestone_to_milestone(self, info: Introspection, horizon: int) -> None:
        value = info.r_max.value
        ground = Ground(self.model, self.meter, lambda o: value is not None and o.reward >= value)
        plan: list[Any] = []
        rewards: list[float] = []
        here, segments = kept(self.task.start), dict[Hashable, Segment | None]()
        while len(plan) < horizon:
            left = horizon - len(plan)
            if here not in segments:
                segments[here] = self._segment(ground, here, info, left)
            segment = segments[here]
            if segment is None or len(segment.way.actions) > left:
                break
            way = segment.way
            is_loop = way.state == here and not segment.is_end
            times = left // len(way.actions) if is_loop else 1
            for _ in range(times):
                self._check_length(len(plan))
                plan += way.actions
                rewards += way.rewards
            here = way.state
            if segment.is_end:
                self._keep(plan, rewards, has_ended=True)
                return
        rest = self._rest(here, horizon - len(plan))
        self._keep(plan + rest[0], rewards + rest[1], has_ended=rest[2])

    def _check_length(self, steps: int) -> None:
        """A sign of life; a plan that would fill the memory is given up."""
        self.meter.check()
        if steps > MOST_STEPS:
            raise LimitReached(StopReason.MEMORY)

    def _keep(self, plan: list[Any], rewards: list[float], has_ended: bool) -> None:
        if self.plan is None or _total(rewards) > _total(self.rewards):
            self.plan, self.rewards, self.has_ended = plan, rewards, has_ended

    def _segment(
        self, ground: Ground, here: Hashable, info: Introspection, left: int
    ) -> Segment | None:
        """The way to the nearest milestone within the moves that are left."""
        found = descend(ground, here, info.heuristic, most_depth=left)
        if found is None or found.way is None:
            found = a_star(ground, Node(here), info.heuristic, most_depth=left)
        if found.way is None:
            return None
        return Segment(found.way, self._status(found.way) is Status.SUCCESS)

    def _status(self, way: Way) -> Status:
        return self.model.step(way.before, way.actions[-1]).status

    def _rest(self, here: Hashable, moves: int) -> tuple[list[Any], list[float], bool]:
        """Use the last moves: each takes the best reward in sight, until there is no way on."""
        plan: list[Any] = []
        rewards: list[float] = []
        while moves:
            self._check_length(len(plan))
            self.meter.expand()
            best = self._best_step(here)
            if best is None:
                break
            action, outcome = best
            plan.append(action)
            rewards.append(outcome.reward)
            if outcome.status is Status.SUCCESS:
                return plan, rewards, True
            here, moves = outcome.state, moves - 1
        return plan, rewards, False

    def _best_step(self, state: Hashable) -> tuple[Any, Outcome[Hashable]] | None:
        best: tuple[Any, Outcome[Hashable]] | None = None
        for action in self.model.actions(state):
            self.meter.generated += 1
            try:
                outcome = self.model.step(state, action)
            except NotAllowedError:
                continue
            if outcome.status is Status.FAILURE:
                continue
            if best is None or outcome.reward > best[1].reward:
                best = (action, outcome)
        return best

    def _search(self, bound: Bound, horizon: int, most: float) -> None:
        """Best bound first over states and moves left; exact if it comes to an end."""
        waiting = _Waiting(bound, horizon)
        waiting.add(Node(kept(self.task.start)), 0.0, is_end=False)
        count = 0
        while waiting.queue:
            score, node, is_end = waiting.next()
            if is_end or node.depth == horizon:
                self._take(node, has_ended=is_end and self._status(node.way()) is Status.SUCCESS)
                return
            count += 1
            if count > most:
                self.reason = "a better plan may exist"
                return
            children = self._children(node)
            for child, ends in children:
                waiting.add(child, score + child.reward, is_end=ends)
            if not children and node.parent is not None:
                waiting.add(node, score, is_end=True)

    def _children(self, node: Node) -> list[tuple[Node, bool]]:
        self.meter.expand()
        found = []
        for action in self.model.actions(node.state):
            self.meter.generated += 1
            try:
                outcome = self.model.step(node.state, action)
            except NotAllowedError:
                continue
            if outcome.status is not Status.FAILURE:
                child = Node(outcome.state, node, action, outcome.reward, node.depth + 1)
                found.append((child, outcome.status is Status.SUCCESS))
        return found

    def _take(self, node: Node, *, has_ended: bool) -> None:
        """The first plan to come up is the best there is, if the bounds are right."""
        way = node.way()
        rewards = way.rewards
        if self.plan is None or _total(rewards) >= _total(self.rewards) - _slack(rewards):
            if self.plan is None or _total(rewards) > _total(self.rewards):
                self.plan, self.rewards = way.actions, rewards
                self.has_ended = has_ended
            self.is_optimal = True


class _Waiting:
    """Nodes in order of what they can still come to, each state and depth once."""

    def __init__(self, bound: Bound, horizon: int) -> None:
        self.bound = bound
        self.horizon = horizon
        self.best_at: dict[tuple[Hashable, int], float] = {}
        self.queue: list[tuple[float, int, int, float, Node, bool]] = []
        self.order = 0

    def add(self, node: Node, score: float, *, is_end: bool) -> None:
        """Take up a node, unless it is of no use."""
        key = (node.state, node.depth)
        if not is_end and self.best_at.get(key, -math.inf) >= score:
            return
        if not is_end:
            self.best_at[key] = score
        left = self.horizon - node.depth
        more = 0.0 if is_end or not left else self.bound.at(value_of(node.state), left)
        self.order += 1
        heapq.heappush(self.queue, (-(score + more), -node.depth, self.order, score, node, is_end))

    def next(self) -> tuple[float, Node, bool]:
        """The most promising node."""
        *_, score, node, is_end = heapq.heappop(self.queue)
        return score, node, is_end


@dataclass(frozen=True, slots=True)
class Bound:
    """What no plan can exceed."""

    most: float | None
    other: float
    gap: int
    distance: Any
    can_end: bool
    """May an episode end before its moves are used up?"""

    can_be_stuck: bool
    """May there be no move at all?"""

    @classmethod
    def of(cls, info: Introspection, task: ProgramTask) -> Bound:
        """The bound that the findings about a task justify."""
        most, finder = info.r_max.value, info.details
        assert isinstance(finder, Finder)
        other = second_reward(finder.reading, most)
        gap = least_gap(finder.reading, finder.reward_target())
        can_be_stuck = finder.reading.has_dead_ends
        can_end = task.program.terminal is not None or can_be_stuck
        return cls(most, other, gap, info.heuristic, can_end, can_be_stuck)

    def at(self, state: Any, moves: int) -> float:
        """The most that can be collected in so many moves."""
        if self.most is None:
            return math.inf
        far = max(1.0, self.distance(state))
        ends = {moves}
        if self.can_end and moves >= 1:
            ends |= {1, *({int(far)} if far <= moves else ())}
            if far <= moves:
                ends.add(int(far) + int((moves - far) // self.gap) * self.gap)
        if self.can_be_stuck:
            ends.add(0)
        return max(self._paid(far, n) for n in ends)

    def _paid(self, far: float, moves: int) -> float:
        times = 0 if moves < far else 1 + int((moves - far) // self.gap)
        times = times if self.most is not None and self.most > self.other else 0
        return times * (self.most or 0.0) + (moves - times) * self.other


def _total(rewards: list[float]) -> float:
    return math.fsum(rewards)


def _slack(rewards: list[float]) -> float:
    """What a sum of such rewards may be wrong by when it is rounded."""
    return 1e-12 * math.fsum(map(abs, rewards))
