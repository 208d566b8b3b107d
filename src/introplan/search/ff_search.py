"""The search for when counting is blind: relaxed plans and counting take turns.

A node is looked at when it is taken from a queue: its relaxed plan (`relaxed_plan.py`) gives a
distance and preferred actions, and all its children are produced. Working out a relaxed plan for
every child would be dear, so children wait under the distance of their parent (deferred
evaluation), while what they lack of the guide is known for each. There are four queues: all
children and those by preferred actions, once by distance, once by what they lack. They are asked
in turn; whenever a distance or count is the least so far, the two queues of preferred children
get a thousand turns ahead (as in LAMA, Richter and Westphal 2010).

A node from which the guide cannot be reached even by a relaxed plan is dropped where meeting the
guide is the only way to end; elsewhere it waits for its turn like any other. So an empty queue
is a proof here, too.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from introplan.limits import StopReason
from introplan.mdp import Status
from introplan.search.evaluator import Search
from introplan.search.ff_heuristic import RelaxedPlan
from introplan.search.goal_counters import NEVER
from introplan.search.requests import SearchRequest, SearchResult
from introplan.search.world import Node, World

BOOST = 1_000
"""Turns that the queues of preferred children get ahead when there is progress."""


@dataclass(slots=True)
class _Queue:
    """Nodes by key, ties in order of arrival; the queue with the least `turns` is asked next."""

    is_preferred: bool
    turns: int = 0
    waiting: list[tuple[int, int, Node]] = field(default_factory=list)
    order: int = 0

    def push(self, key: int, node: Node) -> None:
        heapq.heappush(self.waiting, (key, self.order, node))
        self.order += 1

    def pop(self) -> Node:
        return heapq.heappop(self.waiting)[-1]


class FFSearch(Search):
    """Best-first search on relaxed plans and unmet literals in turn."""

    def __init__(self, world: World, start: Node, aim: SearchRequest) -> None:
        super().__init__(world, start, aim)
        relaxed_task = world.relaxed_task()
        assert relaxed_task is not None, "whoever starts this search has asked"
        self.plan = RelaxedPlan(relaxed_task, self.guide)
        self.is_only_way = aim.target is None
        self.by_distance = (_Queue(False), _Queue(True))
        self.by_count = (_Queue(False), _Queue(True))
        self.queues = (*self.by_distance, *self.by_count)
        self.expanded: set[Node] = set()
        self.least_distance = NEVER + 1
        self.least_count = NEVER
        self.distance = 0
        self.is_preferred = False
        self.stalled = 0

    def run(self) -> SearchResult:
        """The loop."""
        self.visited.admits(self.start)
        self.least_count = self.circuit.costs()[1]
        self.by_distance[0].push(0, self.start)
        while (node := self._next()) is not None:
            if self.is_cut(node):
                continue
            if self.aim.patience is not None and self.stalled > self.aim.patience:
                return self.result(None, Status.CONTINUE, StopReason.PATIENCE)
            self.world.move_to(node)
            self.world.meter.expand()
            self.stalled += 1
            found = self._expand(node)
            if found is not None:
                return found
        return self.result(None, Status.CONTINUE, StopReason.EXHAUSTED)

    def _next(self) -> Node | None:
        """The next node to be looked at, taken from the queue whose turn it is."""
        while waiting := [queue for queue in self.queues if queue.waiting]:
            queue = min(waiting, key=lambda q: q.turns)
            node = queue.pop()
            if node not in self.expanded:
                queue.turns += 1
                self.expanded.add(node)
                return node
        return None

    def _expand(self, node: Node) -> SearchResult | None:
        """Look ahead from the present node and produce all its children."""
        self.distance, preferred = self.plan.distance(self.world.facts)
        if self.distance >= NEVER and self.is_only_way:
            return None
        if self.distance < self.least_distance:
            self.least_distance = self.distance
            self._make_progress()
        for schema in range(len(self.world.compiled.schemas)):
            for child in self.world.children(schema):
                self.is_preferred = child.operator in preferred
                found = self.evaluate(child, node)
                if found is not None:
                    return found
        return None

    def _make_progress(self) -> None:
        self.stalled = 0
        for queue in self.queues:
            queue.turns -= BOOST if queue.is_preferred else 0

    def enqueue(self, child: Node, distance: int) -> None:
        """Put a new state into the queues."""
        if distance < self.least_count:
            self.least_count = distance
            self._make_progress()
        for every, preferred, key in (
            (*self.by_distance, self.distance),
            (*self.by_count, distance),
        ):
            every.push(key, child)
            if self.is_preferred:
                preferred.push(key, child)
