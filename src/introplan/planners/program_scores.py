"""The introspector on Python worlds that ask for a score over a horizon, as the paper does.

From where it stands, the planner looks for the nearest step that pays r_max, goes there, and looks
again. A path that leads from a state back to the same state is repeated as often as there is time
for, without searching again. What is left of the horizon takes the best reward in sight.

What the plan is worth is compared with what no plan can exceed: the first milestone takes at least
the derived distance, the next ones at least the steps that must lie between two milestones, and
every other step pays at most the second best reward. If that is not enough for a proof, a small
world is solved by backward induction over all of its states (`value_iteration.py`); in a large one
a search over states and moves left, best bound first, looks for better.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.findings import Introspection
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.score_bounds import least_gap, second_reward
from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import Outcome, Status
from introplan.planners.nodes import Node, successors
from introplan.planners.program_search import Path, ProgramSearch, a_star, descend, path_to
from introplan.planners.status import Method
from introplan.programs.freezing import kept, value_of
from introplan.programs.program import BlackBox, ProgramTask
from introplan.search.exploration import transitions
from introplan.symbolic.budget import Budget

MAX_PLAN_STEPS = 10_000_000
"""A longer plan would fill the memory."""

MAX_SWEEP_STATES = 4_000
"""States of worlds that are solved completely, by value iteration."""

MAX_SWEEP_STATE_MOVES = 2_000_000
"""States times moves of such worlds: about a second of work."""

MAX_NODES_WITHOUT_PROOF = 3_000
"""For looking for a better plan where no proof was asked for: less than reading the model took."""


@dataclass(slots=True)
class ScorePlanner:
    """Collects as much as it can within the horizon of one task; `method` found the plan."""

    task: ProgramTask
    meter: Meter
    optimal: bool
    budget: Budget
    plan: list[Any] | None = None
    rewards: list[float] = field(default_factory=list)
    has_ended: bool = False
    is_optimal: bool = False
    reason: str = ""
    method: Method = Method.MILESTONES

    @property
    def model(self) -> BlackBox:
        """The task over states that can be hashed."""
        return BlackBox(self.task)

    def plan_for_score(self) -> None:
        """Find the best plan we can, and prove it best if that is possible."""
        horizon = self.task.horizon
        assert horizon is not None, "a score is collected over a horizon"
        info = Finder.of(self.task, self.budget).introspection()
        bound = Bound.of(info, self.task)
        if bound.most is not None:
            self._from_milestone_to_milestone(info, horizon)
        else:
            rest = self._rest(kept(self.task.start), horizon)
            self._keep(*rest, method=Method.BEST_NEXT_REWARD)
        limit = bound.at(self.task.start, horizon)
        # As good as no plan can exceed: a proof without looking at any other plan.
        if self.plan is not None and _total(self.rewards) >= limit - _slack(self.rewards):
            self.is_optimal = True
            return
        if not self._sweep(horizon):
            self._search(bound, horizon, math.inf if self.optimal else MAX_NODES_WITHOUT_PROOF)

    def _sweep(self, horizon: int) -> bool:
        """The best plan of a world that is small enough to look at all of it."""
        return False

    def _from_milestone_to_milestone(self, info: Introspection, horizon: int) -> None:
        value = info.r_max.value
        assert value is not None, "milestones are where the largest reward is paid"
        search = ProgramSearch.of(self.task, self.meter, lambda step: step.reward >= value)
        plan: list[Any] = []
        rewards: list[float] = []
        here, paths = kept(self.task.start), dict[Hashable, Path | None]()
        while len(plan) < horizon:
            left = horizon - len(plan)
            if here not in paths:
                paths[here] = self._to_milestone(search, here, info, left)
            path = paths[here]
            if path is None or len(path.actions) > left:
                break
            has_ended = path.status is Status.SUCCESS
            # The same state again: the same path is the nearest once more, without searching.
            is_loop = path.state == here and not has_ended
            for _ in range(left // len(path.actions) if is_loop else 1):
                self._check_length(len(plan))
                plan += path.actions
                rewards += path.rewards
            here = path.state
            if has_ended:
                self._keep(plan, rewards, has_ended=True, method=Method.MILESTONES)
                return
        rest = self._rest(here, horizon - len(plan))
        method = Method.MILESTONES if plan else Method.BEST_NEXT_REWARD
        self._keep(plan + rest[0], rewards + rest[1], rest[2], method=method)

    def _check_length(self, steps: int) -> None:
        """Check the limits; a plan that would fill the memory is given up."""
        self.meter.check()
        if steps > MAX_PLAN_STEPS:
            raise LimitReached(StopReason.MEMORY)

    def _keep(
        self, plan: list[Any], rewards: list[float], has_ended: bool, *, method: Method
    ) -> None:
        """Keep a plan if it scores more than what we have."""
        if self.plan is None or _total(rewards) > _total(self.rewards):
            self.plan, self.rewards, self.has_ended = plan, rewards, has_ended
            self.method = method

    def _to_milestone(
        self, search: ProgramSearch, here: Hashable, info: Introspection, left: int
    ) -> Path | None:
        """The path to the nearest milestone within the moves that are left."""
        path = descend(search, here, info.heuristic, max_depth=left)
        return path or a_star(search, Node(here), info.heuristic, max_depth=left).path

    def _rest(self, here: Hashable, moves: int) -> tuple[list[Any], list[float], bool]:
        """Use the last moves: each takes the best reward in sight, until nothing can be done."""
        plan: list[Any] = []
        rewards: list[float] = []
        while moves:
            self._check_length(len(plan))
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
        """The first of the steps that pay most, but for failures."""
        best: tuple[Any, Outcome[Hashable]] | None = None
        for action, outcome in transitions(self.model, state, self.meter):
            is_better = best is None or outcome.reward > best[1].reward
            if is_better and outcome.status is not Status.FAILURE:
                best = (action, outcome)
        return best

    def _search(self, bound: Bound, horizon: int, max_nodes: float) -> None:
        """Best bound first over states and moves left; exact if it comes to an end."""
        queue = _Queue(bound, horizon)
        queue.add(Node(kept(self.task.start)))
        count = 0
        while queue.nodes:
            node, is_end = queue.next()
            if is_end or node.depth == horizon:
                self._take(path_to(node))
                return
            count += 1
            if count > max_nodes:
                self.reason = "a better plan may exist"
                return
            is_stuck = True
            for child in successors(self.model, node, self.meter):
                is_stuck = False
                queue.add(child, is_end=child.status is Status.SUCCESS)
            if is_stuck and node.parent is not None:
                queue.add(node, is_end=True)

    def _take(self, path: Path) -> None:
        """The first plan to come up is the best there is, if the bounds are right."""
        best = -math.inf if self.plan is None else _total(self.rewards)
        if _total(path.rewards) >= best - _slack(path.rewards):
            has_ended = path.status is Status.SUCCESS
            self._keep(path.actions, path.rewards, has_ended, method=Method.BEST_BOUND)
            self.is_optimal = True


class _Queue:
    """Nodes in order of what they can still come to, each state and depth once."""

    def __init__(self, bound: Bound, horizon: int) -> None:
        self.bound = bound
        self.horizon = horizon
        self.best_at: dict[tuple[Hashable, int], float] = {}
        self.nodes: list[tuple[float, int, int, Node, bool]] = []
        self.order = 0

    def add(self, node: Node, *, is_end: bool = False) -> None:
        """Enqueue a node, unless its state was reached at that depth with as high a score."""
        key = (node.state, node.depth)
        if not is_end and self.best_at.get(key, -math.inf) >= node.score:
            return
        if not is_end:
            self.best_at[key] = node.score
        left = self.horizon - node.depth
        more = 0 if is_end or not left else self.bound.at(value_of(node.state), left)
        self.order += 1
        entry = (-(node.score + more), -node.depth, self.order, node, is_end)
        heapq.heappush(self.nodes, entry)

    def next(self) -> tuple[Node, bool]:
        """The node with the highest bound, and whether the episode ends there."""
        *_, node, is_end = heapq.heappop(self.nodes)
        return node, is_end


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
        # An episode may stop where it is best to stop: after all moves, after one, with the first
        # milestone, or with the last that there is time for. Between these the sum is linear.
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
        return times * _as_whole(self.most or 0) + (moves - times) * _as_whole(self.other)


def _total(rewards: list[float]) -> float:
    """The sum of rewards for comparisons: exact for whole numbers, else rounded once."""
    return sum(map(int, rewards)) if all(map(_is_whole, rewards)) else math.fsum(rewards)


def _slack(rewards: list[float]) -> float:
    """What a sum of such rewards may be wrong by when it is rounded; whole numbers are exact."""
    if all(map(_is_whole, rewards)):
        return 0
    return 1e-12 * math.fsum(map(abs, rewards))


def _is_whole(number: float) -> bool:
    return type(number) is int or float(number).is_integer()


def _as_whole(number: float) -> float:
    """A whole number as an `int`, which no product of it rounds; others as they are."""
    return int(number) if _is_whole(number) else number
