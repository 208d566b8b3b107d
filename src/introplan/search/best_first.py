"""Greedy best-first search: by goal counting, or by score where there is no guide.

The open list is ordered by key, ties in order of discovery. With a `guide` the key is the number
of its literals that are unmet (goal counting, the STRIPS literal count); without one it is the
score, highest first, and the search is the paper's exhaustive greedy search. Every transition is
evaluated: failure is pruned, success ends the search, and so does meeting the `target` on a
transition.

Children are generated lazily, helpful ones first (`successor_order.py`). As soon as a child is
better than its parent, the parent goes back into the open list with the rest of its children not
yet generated, so a search that makes progress never looks at most of them. A guided search that
makes no progress takes 1, 2, 4, ... children of a node at a time and puts the node back behind its
equals in between. All nodes are expanded in the end, so an empty open list is a proof.

Goal counting has reached a plateau when the least key has not changed for `ff_after_stalled_nodes`
nodes. Then the search by h_FF takes over from the start (`ff_search.py`), unless the task is too
large to be ground.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from introplan.limits import LimitReached, StopReason
from introplan.mdp import Status
from introplan.search.ff_search import FFSearch
from introplan.search.forward_search import ForwardSearch
from introplan.search.requests import SearchRequest, SearchResult
from introplan.search.successor_order import SuccessorOrder
from introplan.search.world import Listener, World, WorldNode


def best_first_search(world: World, start: WorldNode, request: SearchRequest) -> SearchResult:
    """Search from `start` until success, or the target is met, or the open list is empty."""
    world.move_to(start)
    counting = _GoalCountingSearch(world, start, request)
    try:
        found = _run(counting, [counting.counters, counting.successor_order])
    finally:
        counting.successor_order.forget()
    if not counting.is_on_plateau:
        return found
    world.move_to(start)
    by_ff = FFSearch(world, start, request)
    if counting.best is not None:
        by_ff.update_best(counting.best)
    return _run(by_ff, [by_ff.counters])


def _run(search: ForwardSearch, listeners: Sequence[Listener]) -> SearchResult:
    """Run a search whose counters follow the world."""
    world = search.world
    world.listeners += listeners
    try:
        return search.run()
    except LimitReached as limit:
        limit.best = search.best or search.furthest
        raise
    finally:
        del world.listeners[-len(listeners) :]


class _GoalCountingSearch(ForwardSearch):
    """Best-first search on the number of unmet literals, or on the score."""

    def __init__(self, world: World, start: WorldNode, request: SearchRequest) -> None:
        super().__init__(world, start, request)
        self.is_guided = request.guide is not None
        self.ff_after = request.ff_after_stalled_nodes if self.is_guided else None
        self.is_on_plateau = False
        self.successor_order = SuccessorOrder(world, self.guide)
        self.order = 0
        self.newest_key = math.inf
        self.open: list[tuple[float, int, WorldNode]] = []

    def run(self) -> SearchResult:
        """Expand the node with the least key until a child is a goal; see the module."""
        self.start.children = None
        self.closed.admits(self.start)
        self._push(self._key(self.start, self.counters.costs()[1]), self.start)
        stalled, best_key = 0, self.open[0][0]
        while self.open:
            key, order, node = heapq.heappop(self.open)
            stalled = 0 if key < best_key else stalled + 1
            best_key = min(key, best_key)
            if self._gives_up(stalled):
                return self.result(None, Status.CONTINUE, StopReason.EFFORT)
            self.world.move_to(node)
            if node.children is None:
                if self.is_cut(node):
                    continue
                self.world.meter.expand()
                node.children = self.successor_order.children()
            found = self._grow(key, order, node)
            if found is not None:
                return found
        return self.result(None, Status.CONTINUE, StopReason.EXHAUSTED)

    def _gives_up(self, stalled: int) -> bool:
        """Have too many nodes in a row brought nothing: for the request, or for goal counting?"""
        if self.request.max_stalled_nodes is not None and stalled > self.request.max_stalled_nodes:
            return True
        if self.ff_after is not None and stalled > self.ff_after:
            self.ff_after = None
            self.is_on_plateau = self.world.relaxed_task() is not None
        return self.is_on_plateau

    def _grow(self, key: float, order: int, node: WorldNode) -> SearchResult | None:
        """Generate children of `node` until one is a goal, or is better, or the batch is full."""
        assert node.children is not None
        for count, child in enumerate(node.children, 1):
            if child is None:
                # Only children that undo the guide are left: let all equals go first.
                self._push(key, node)
                return None
            self.newest_key = math.inf
            found = self.evaluate(child, node)
            if found is not None:
                return found
            if self.newest_key < key:
                # With its old order the node comes first again among its equals: if the better
                # child leads nowhere, the search continues here and not somewhere else.
                heapq.heappush(self.open, (key, order, node))
                return None
            # Batches that double: no node is starved, and a node is pushed only O(log n) times.
            if count == node.batch and self.is_guided:
                node.batch *= 2
                self._push(key, node)
                return None
        node.children = iter(())
        if node.is_stuck:
            self.update_best(node)
        return None

    def enqueue(self, child: WorldNode, distance: int) -> None:
        """Put a new state into the open list."""
        self.newest_key = self._key(child, distance)
        self._push(self.newest_key, child)

    def _key(self, node: WorldNode, distance: int) -> float:
        return distance if self.is_guided else -node.score

    def _push(self, key: float, node: WorldNode) -> None:
        heapq.heappush(self.open, (key, self.order, node))
        self.order += 1
