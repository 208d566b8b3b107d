"""Greedy best-first search on h_FF with preferred operators and deferred evaluation, as in LAMA
(Richter and Westphal 2010) and Fast Downward (Helmert 2006).

Deferred evaluation: a node is evaluated when it is expanded. Its relaxed plan (`ff_heuristic.py`)
gives a distance and the preferred operators, and all its children are generated; they wait under
the distance of their parent, because a relaxed plan for every child would cost too much. How many
literals of the guide they lack is known for each child.

There are four open lists: all children, and those reached by preferred operators, each once by
h_FF and once by goal counting. They are used in turn; whenever a distance or count is the least so
far, the two lists of preferred children are boosted.

A node with infinite h_FF is a dead end and is pruned where meeting the guide is the only way to
end; elsewhere it waits like any other node. So an empty open list is a proof here, too.
"""

from __future__ import annotations

import heapq
from collections.abc import Set
from dataclasses import dataclass, field

from introplan.limits import StopReason
from introplan.mdp import Status
from introplan.search.compiled import Operator
from introplan.search.ff_heuristic import FFHeuristic
from introplan.search.forward_search import ForwardSearch
from introplan.search.goal_counters import DEAD_END
from introplan.search.requests import SearchRequest, SearchResult
from introplan.search.world import World, WorldNode

PREFERRED_BOOST_TURNS = 1_000
"""Turns that the open lists of preferred children get ahead on progress: the value of LAMA."""


@dataclass(slots=True)
class _OpenList:
    """Nodes by key, ties in order of arrival; the list with the least `turns` is used next."""

    is_preferred: bool
    turns: int = 0
    waiting: list[tuple[int, int, WorldNode]] = field(default_factory=list)
    order: int = 0

    def push(self, key: int, node: WorldNode) -> None:
        heapq.heappush(self.waiting, (key, self.order, node))
        self.order += 1

    def pop(self) -> WorldNode:
        return heapq.heappop(self.waiting)[-1]


class FFSearch(ForwardSearch):
    """Best-first search that alternates between h_FF and goal counting."""

    def __init__(self, world: World, start: WorldNode, request: SearchRequest) -> None:
        super().__init__(world, start, request)
        relaxed_task = world.relaxed_task()
        assert relaxed_task is not None, "checked before this search starts"
        self.heuristic = FFHeuristic(relaxed_task, self.guide)
        self.is_only_way = request.target is None
        self.by_distance = (_OpenList(False), _OpenList(True))
        self.by_count = (_OpenList(False), _OpenList(True))
        self.open_lists = (*self.by_distance, *self.by_count)
        self.expanded: set[WorldNode] = set()
        self.least_distance = DEAD_END + 1
        self.least_count = DEAD_END
        # h_FF and the preferred operators of the node that is being expanded. They are kept here
        # because `evaluate`, which all forward searches share, lies between `_expand` and
        # `enqueue`, and knows nothing of h_FF.
        self.parent_distance = 0
        self.preferred: Set[Operator] = frozenset()
        self.stalled = 0

    def run(self) -> SearchResult:
        """Expand nodes, from each open list in turn, until one of their children is a goal."""
        self.closed.admits(self.start)
        self.least_count = self.counters.costs()[1]
        self.by_distance[0].push(0, self.start)
        while (node := self._next()) is not None:
            if self.is_cut(node):
                continue
            if self._has_stalled():
                return self.result(None, Status.CONTINUE, StopReason.EFFORT)
            self.world.move_to(node)
            self.world.meter.expand()
            self.stalled += 1
            found = self._expand(node)
            if found is not None:
                return found
        return self.result(None, Status.CONTINUE, StopReason.EXHAUSTED)

    def _has_stalled(self) -> bool:
        limit = self.request.max_stalled_nodes
        return limit is not None and self.stalled > limit

    def _next(self) -> WorldNode | None:
        """The next node to expand, from the open list whose turn it is."""
        while waiting := [open_list for open_list in self.open_lists if open_list.waiting]:
            open_list = min(waiting, key=lambda q: q.turns)
            node = open_list.pop()
            # A node waits in up to four lists; where it comes up again it costs no turn.
            if node not in self.expanded:
                open_list.turns += 1
                self.expanded.add(node)
                return node
        return None

    def _expand(self, node: WorldNode) -> SearchResult | None:
        """Evaluate the present node and generate all its children."""
        self.parent_distance, self.preferred = self.heuristic.distance(self.world.facts)
        # With a target, success can come in another way than by meeting the guide, so there an
        # infinite distance to the guide proves nothing.
        if self.parent_distance >= DEAD_END and self.is_only_way:
            return None
        if self.parent_distance < self.least_distance:
            self.least_distance = self.parent_distance
            self._make_progress()
        for schema in range(len(self.world.compiled.schemas)):
            for child in self.world.children(schema):
                found = self.evaluate(child, node)
                if found is not None:
                    return found
        return None

    def _make_progress(self) -> None:
        self.stalled = 0
        for open_list in self.open_lists:
            open_list.turns -= PREFERRED_BOOST_TURNS if open_list.is_preferred else 0

    def enqueue(self, child: WorldNode, distance: int) -> None:
        """Put a new state into the open lists."""
        if distance < self.least_count:
            self.least_count = distance
            self._make_progress()
        is_preferred = child.operator in self.preferred
        for every, preferred, key in (
            (*self.by_distance, self.parent_distance),
            (*self.by_count, distance),
        ):
            every.push(key, child)
            if is_preferred:
                preferred.push(key, child)
