"""Forward search in the state space: what the searches with open and closed lists share.

Every transition is evaluated: failure is pruned, success ends the search, and so does meeting the
target on a transition. A new state goes to `enqueue`, which is up to the kind of search.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from introplan.limits import StopReason
from introplan.mdp import Status
from introplan.relational.grounding import IMPOSSIBLE, TRIVIAL, Goal
from introplan.search.goal_counters import GoalCounters
from introplan.search.requests import AnyGoal, EngineGoal, SearchRequest, SearchResult
from introplan.search.world import World, WorldNode


@dataclass(slots=True)
class ClosedList:
    """The states met so far, and whether reaching one again is of use.

    Without a horizon it is not. With one it is, sooner or with more score; and if all moves have
    to be used, later as well: what comes sooner has more moves to fill.
    """

    has_horizon: bool
    uses_all_moves: bool
    known: dict[int, list[tuple[int, float]]] = field(default_factory=dict)

    def admits(self, node: WorldNode) -> bool:
        """Is there no earlier visit at least as good? If so, remember this one."""
        visits = self.known.get(node.identity)
        if visits is None:
            self.known[node.identity] = [(node.depth, node.score)]
            return True
        if not self.has_horizon or any(self._is_as_good(visit, node) for visit in visits):
            return False
        visits.append((node.depth, node.score))
        return True

    def _is_as_good(self, visit: tuple[int, float], node: WorldNode) -> bool:
        depth, score = visit
        is_in_time = depth == node.depth if self.uses_all_moves else depth <= node.depth
        return is_in_time and score >= node.score

    def soonest(self, identity: int) -> int:
        """The least number of moves that led to a state."""
        return min(depth for depth, _ in self.known[identity])


class ForwardSearch(ABC):
    """The state of one search."""

    def __init__(self, world: World, start: WorldNode, request: SearchRequest) -> None:
        self.world = world
        self.request = request
        self.guide = readable_goal(request.guide, TRIVIAL)
        self.counters: GoalCounters = world.new_counters()
        self.counters.add_transition_root(readable_goal(request.target, IMPOSSIBLE))
        self.counters.add_distance_root(self.guide)
        self.needs_states_only = (
            self.counters.needs_states_only and world.outcomes.needs_states_only
        )
        self.closed = ClosedList(request.max_depth is not None, request.uses_all_moves)
        self.cut: set[int] = set()
        self.best: WorldNode | None = None if request.uses_all_moves else start
        self.furthest = start
        self.start = start

    @abstractmethod
    def run(self) -> SearchResult:
        """Search from `start` until a goal, the end of the open list, or too little progress."""

    @abstractmethod
    def enqueue(self, child: WorldNode, distance: int) -> None:
        """Put a new state into the open list; `distance` is its number of unmet literals."""

    def evaluate(self, child: WorldNode, parent: WorldNode) -> SearchResult | None:
        """Evaluate a child: returns the result for a goal, and enqueues a new state."""
        self.world.meter.generated += 1
        self.world.meter.check()
        # Where reward, status and target depend on the state alone, a known state brings nothing.
        if self.needs_states_only and self._was_evaluated(child):
            return None
        child.reward, status = self.world.outcome(child)
        if status is Status.FAILURE:
            return None
        child.score = self.world.score(child)
        unmet, distance = self._distances(child)
        is_met = unmet == 0 and child.identity not in self.request.avoid
        if status is Status.SUCCESS or is_met:
            return self.result(child, status, StopReason.FOUND)
        parent.is_stuck = False
        if self.closed.admits(child):
            if child.score > self.furthest.score:
                self.furthest = child
            if not self.request.uses_all_moves:
                self.update_best(child)
            self.enqueue(child, distance)
        return None

    def is_cut(self, node: WorldNode) -> bool:
        """Is a node at the horizon? Then it is not to be expanded."""
        if node.depth != self.request.max_depth:
            return False
        self.cut.add(node.identity)
        self.update_best(node)
        return True

    def update_best(self, node: WorldNode) -> None:
        """Remember `node` if it has the best score so far."""
        if self.best is None or node.score > self.best.score:
            self.best = node

    def result(self, node: WorldNode | None, status: Status, reason: StopReason) -> SearchResult:
        """How the search ended."""
        was_cut = any(self.closed.soonest(i) == self.request.max_depth for i in self.cut)
        return SearchResult(node, status, reason, self.best, was_cut)

    def _was_evaluated(self, child: WorldNode) -> bool:
        """Was the same state entered before? (The start was not entered, and may be a goal.)"""
        return (
            self.request.max_depth is None
            and child.identity in self.closed.known
            and child.identity != self.start.identity
        )

    def _distances(self, child: WorldNode) -> list[int]:
        """What the target lacks on the transition to `child`, and the distance from there."""
        assert child.operator is not None
        schema, arguments = child.operator
        return self.counters.trial(child.added, child.deleted, (schema, *arguments))


def readable_goal(goal: AnyGoal | None, default: Goal) -> Goal:
    """A goal of this engine, or the default where there is none."""
    assert not isinstance(goal, EngineGoal), "goals belong to the engine they come from"
    return default if goal is None else goal
