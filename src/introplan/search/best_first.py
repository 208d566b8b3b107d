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

Counting is blind when the least key has not changed for as many nodes as the aim allows
(`blind_after`). Then relaxed plans take over from the start (`informed.py`), unless the task is
too large to be ground.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from introplan.limits import LimitReached, StopReason
from introplan.mdp import Status
from introplan.search.evaluator import Search
from introplan.search.ff_search import FFSearch
from introplan.search.requests import SearchRequest, SearchResult
from introplan.search.successor_order import SuccessorOrder
from introplan.search.world import Listener, Node, World


def best_first_search(world: World, start: Node, aim: SearchRequest) -> SearchResult:
    """Search from `start` until success, or the aim's target is met, or nothing is left."""
    world.move_to(start)
    counting = _CountingSearch(world, start, aim)
    try:
        found = _run(counting, [counting.circuit, counting.promise])
    finally:
        counting.promise.forget()
    if not counting.is_blind:
        return found
    world.move_to(start)
    informed = FFSearch(world, start, aim)
    if counting.best is not None:
        informed.update_best(counting.best)
    return _run(informed, [informed.circuit])


def _run(search: Search, listeners: Sequence[Listener]) -> SearchResult:
    """Let a search run while its counters follow the world."""
    world = search.world
    world.listeners += listeners
    try:
        return search.run()
    except LimitReached as limit:
        limit.best = search.best or search.furthest
        raise
    finally:
        del world.listeners[-len(listeners) :]


class _CountingSearch(Search):
    """Best-first search on unmet literals, or on the score."""

    def __init__(self, world: World, start: Node, aim: SearchRequest) -> None:
        super().__init__(world, start, aim)
        self.is_guided = aim.guide is not None
        self.blind_after = aim.blind_after if self.is_guided else None
        self.is_blind = False
        self.promise = SuccessorOrder(world, self.guide)
        self.order = 0
        self.newest_key = math.inf
        self.queue: list[tuple[float, int, Node]] = []

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
            if self._gives_up(stalled):
                return self.result(None, Status.CONTINUE, StopReason.PATIENCE)
            self.world.move_to(node)
            if node.children is None:
                if self.is_cut(node):
                    continue
                self.world.meter.expand()
                node.children = self.promise.children()
            found = self._grow(key, order, node)
            if found is not None:
                return found
        return self.result(None, Status.CONTINUE, StopReason.EXHAUSTED)

    def _gives_up(self, stalled: int) -> bool:
        """Is the patience at an end, or is it time for others who see further?"""
        if self.aim.patience is not None and stalled > self.aim.patience:
            return True
        if self.blind_after is not None and stalled > self.blind_after:
            self.blind_after = None
            self.is_blind = self.world.relaxed_task() is not None
        return self.is_blind

    def _grow(self, key: float, order: int, node: Node) -> SearchResult | None:
        """Produce children of `node` until one is a goal, or is better, or enough are there."""
        assert node.children is not None
        for count, child in enumerate(node.children, 1):
            if child is None:
                self._push(key, node)
                return None
            self.newest_key = math.inf
            found = self.evaluate(child, node)
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
            self.update_best(node)
        return None

    def enqueue(self, child: Node, distance: int) -> None:
        """Put a new state into the queue."""
        self.newest_key = self._key(child, distance)
        self._push(self.newest_key, child)

    def _key(self, node: Node, distance: int) -> float:
        return distance if self.is_guided else -node.score

    def _push(self, key: float, node: Node) -> None:
        heapq.heappush(self.queue, (key, self.order, node))
        self.order += 1
