"""Best-first search: one loop; what to stop at and what comes first are arguments.

Nodes wait in a queue ordered by key, ties in order of discovery. With a `guide` the key is the
number of its literals that are unmet (the STRIPS literal count); without one it is the score,
highest first, and the search is the paper's exhaustive greedy search. Every transition is judged:
failure is avoided, success ends the search, and so does meeting the `target` on a transition.

Children are produced lazily, promising ones first (`promise.py`). As soon as a child is better
than its parent, the parent goes back into the queue with the rest of its children unborn, so a
search that makes progress never looks at most of them. A guided search that makes no progress
takes 1, 2, 4, ... children of a node at a time and puts the node back behind its equals in
between. All nodes are expanded in the end, so an empty queue is a proof.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

from introplan.logic.goal import IMPOSSIBLE, TRIVIAL, Goal
from introplan.mdp import Status
from introplan.search.circuit import Circuit
from introplan.search.engine import Aim, AnyGoal, OwnGoal, SearchResult
from introplan.search.limits import LimitReached, StopReason
from introplan.search.promise import Promise
from introplan.search.world import Node, World


@dataclass(slots=True)
class _Visited:
    """Tells whether it is any use to reach a state again.

    Without a horizon it is not. With one it is, sooner or with more score; and if all moves have
    to be used, later as well: what comes sooner has more moves to fill.
    """

    has_horizon: bool
    uses_all_moves: bool
    known: dict[int, list[tuple[int, float]]] = field(default_factory=dict)

    def admits(self, node: Node) -> bool:
        """Is there no earlier visit at least as good? If so, remember this one."""
        visits = self.known.get(node.identity)
        if visits is None:
            self.known[node.identity] = [(node.depth, node.score)]
            return True
        if not self.has_horizon or any(self._is_as_good(visit, node) for visit in visits):
            return False
        visits.append((node.depth, node.score))
        return True

    def _is_as_good(self, visit: tuple[int, float], node: Node) -> bool:
        depth, score = visit
        is_in_time = depth == node.depth if self.uses_all_moves else depth <= node.depth
        return is_in_time and score >= node.score

    def soonest(self, identity: int) -> int:
        """The least number of moves that led to a state."""
        return min(depth for depth, _ in self.known[identity])


def best_first_search(world: World, start: Node, aim: Aim) -> SearchResult:
    """Search from `start` until success, or the aim's target is met, or nothing is left."""
    world.move_to(start)
    search = _Search(world, start, aim)
    world.listeners += [search.circuit, search.promise]
    try:
        return search.run()
    except LimitReached as limit:
        limit.best = search.best or search.furthest
        raise
    finally:
        search.promise.forget()
        del world.listeners[-2:]


class _Search:
    """The state of one search."""

    def __init__(self, world: World, start: Node, aim: Aim) -> None:
        self.world = world
        self.aim = aim
        self.is_guided = aim.guide is not None
        self.circuit: Circuit = world.new_circuit()
        target, guide = _goal(aim.target, IMPOSSIBLE), _goal(aim.guide, TRIVIAL)
        self.circuit.add_transition_root(target)
        self.circuit.add_distance_root(guide)
        self.promise = Promise(world, guide)
        self.needs_states_only = self.circuit.needs_states_only and world.judge.needs_states_only
        self.visited = _Visited(aim.max_depth is not None, aim.uses_all_moves)
        self.cut: set[int] = set()
        self.best: Node | None = None if aim.uses_all_moves else start
        self.furthest = start
        self.order = 0
        self.newest_key = math.inf
        self.queue: list[tuple[float, int, Node]] = []
        self.start = start

    def run(self) -> SearchResult:
        """The loop."""
        self.start.children = None
        self.visited.admits(self.start)
        self._push(self._key(self.start, self.circuit.costs()[1]), self.start)
        stalled, best_key = 0, self.queue[0][0]
        while self.queue:
            key, order, node = heapq.heappop(self.queue)
            stalled = 0 if key < best_key else stalled + 1
            best_key = min(key, best_key)
            if self.aim.patience is not None and stalled > self.aim.patience:
                return self._result(None, Status.CONTINUE, StopReason.PATIENCE)
            self.world.move_to(node)
            if node.children is None:
                if node.depth == self.aim.max_depth:
                    self.cut.add(node.identity)
                    self._rest_at(node)
                    continue
                self.world.meter.expand()
                node.children = self.promise.children()
            found = self._grow(key, order, node)
            if found is not None:
                return found
        return self._result(None, Status.CONTINUE, StopReason.EXHAUSTED)

    def _grow(self, key: float, order: int, node: Node) -> SearchResult | None:
        """Produce children of `node` until one is a goal, or is better, or enough are there."""
        assert node.children is not None
        for count, child in enumerate(node.children, 1):
            if child is None:
                self._push(key, node)
                return None
            found = self._look_at(child, node)
            if found is not None:
                return found
            if self.newest_key < key:
                heapq.heappush(self.queue, (key, order, node))
                return None
            if count == node.batch and self.is_guided:
                node.batch *= 2
                self._push(key, node)
                return None
        node.children = iter(())
        if node.is_stuck:
            self._rest_at(node)
        return None

    def _look_at(self, child: Node, parent: Node) -> SearchResult | None:
        """Judge a child: a goal comes back, a new state goes into the queue."""
        self.newest_key = math.inf
        self.world.meter.generated += 1
        self.world.meter.tick()
        if self.needs_states_only and self._was_judged(child):
            return None
        child.reward, status = self.world.outcome(child)
        if status is Status.FAILURE:
            return None
        child.score += child.reward
        unmet, distance = self._aim_at(child)
        is_met = unmet == 0 and child.identity not in self.aim.avoid
        if status is Status.SUCCESS or is_met:
            return self._result(child, status, StopReason.FOUND)
        parent.is_stuck = False
        if self.visited.admits(child):
            if child.score > self.furthest.score:
                self.furthest = child
            if not self.aim.uses_all_moves:
                self._rest_at(child)
            self.newest_key = self._key(child, distance)
            self._push(self.newest_key, child)
        return None

    def _rest_at(self, node: Node) -> None:
        if self.best is None or node.score > self.best.score:
            self.best = node

    def _was_judged(self, child: Node) -> bool:
        """Was the same state entered before? (The start was not entered, and may be a goal.)"""
        return (
            self.aim.max_depth is None
            and child.identity in self.visited.known
            and child.identity != self.start.identity
        )

    def _aim_at(self, child: Node) -> list[int]:
        """What the target lacks on the transition to `child`, and the distance from there."""
        assert child.operator is not None
        schema, arguments = child.operator
        return self.circuit.trial(child.added, child.deleted, (schema, *arguments))

    def _key(self, node: Node, distance: int) -> float:
        return distance if self.is_guided else -node.score

    def _push(self, key: float, node: Node) -> None:
        heapq.heappush(self.queue, (key, self.order, node))
        self.order += 1

    def _result(self, node: Node | None, status: Status, reason: StopReason) -> SearchResult:
        was_cut = any(self.visited.soonest(i) == self.aim.max_depth for i in self.cut)
        return SearchResult(node, status, reason, self.best, was_cut)


def _goal(goal: AnyGoal | None, default: Goal) -> Goal:
    assert not isinstance(goal, OwnGoal), "goals belong to the engine they come from"
    return default if goal is None else goal
