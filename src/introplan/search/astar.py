"""A* (Hart, Nilsson and Raphael 1968): the cheapest path, by a heuristic that never overestimates.

The open list is ordered by f = g + h, ties by the smaller h, then in order of discovery; g is the
cost so far and h the admissible heuristic of `costs.py`. Children are generated in the order of
schemas and arguments. The cheapest goal found so far bounds the search: nodes with f at or above
its cost are pruned, and an empty open list proves that no path is cheaper (or that there is none).

The search gives up when a schema has more applicable actions than the request may still generate,
so a search of a few nodes stays cheap where nodes have a million children.

A state is reopened only at less cost, or, with a horizon, at less depth.
"""

from __future__ import annotations

import heapq
import math

from introplan.limits import LimitReached, StopReason
from introplan.mdp import Status, add
from introplan.relational.formula import Comparison
from introplan.relational.grounding import Goal, Want, all_of
from introplan.relational.query import Row
from introplan.search.costs import ActionCosts, AdmissibleHeuristic
from introplan.search.requests import CheapestPathRequest, EngineGoal, SearchResult
from introplan.search.world import World, WorldNode

Visit = tuple[int, float]
"""Depth (0 where it does not count) and cost."""


def astar_search(world: World, start: WorldNode, request: CheapestPathRequest) -> SearchResult:
    """Search from `start` for the cheapest path to success, or to the request's target."""
    world.move_to(start)
    search = _AStarSearch(world, start, request)
    world.listeners.append(search.counters)
    try:
        return search.run()
    except LimitReached as limit:
        limit.best = search.end
        raise
    finally:
        world.listeners.pop()


class _AStarSearch:
    """The state of one search."""

    def __init__(self, world: World, start: WorldNode, request: CheapestPathRequest) -> None:
        self.world = world
        self.request = request
        self.start = start
        self.target = request.target
        goal = _goal(world, start, request)
        self.costs = ActionCosts(world.task, world.compiled.symbols)
        self.heuristic = AdmissibleHeuristic(world, goal, self.costs)
        self.counters = world.new_counters()
        self.counters.add_distance_root(goal)
        self.end: WorldNode | None = None
        self.status = Status.CONTINUE
        self.below = math.inf if request.below is None else request.below
        self.visits: dict[int, list[Visit]] = {}
        self.cut: set[int] = set()
        self.order = 0
        self.generated = 0
        self.open: list[tuple[float, float, int, float, WorldNode]] = []

    def run(self) -> SearchResult:
        """The loop."""
        self._enqueue(self.start, 0.0, self.counters.costs()[0])
        while self.open:
            least, _, _, cost, node = heapq.heappop(self.open)
            if least >= self.below:
                break
            # Reached in a better way since: the entry is stale (heapq cannot remove it earlier).
            if self._visit(node, cost) not in self.visits[node.identity]:
                continue
            if node.depth == self.request.max_depth:
                self.cut.add(node.identity)
                continue
            self.world.move_to(node)
            self.world.meter.expand()
            if not self._expand(cost):
                return self._result(StopReason.EFFORT)
        return self._result(StopReason.FOUND if self.end else StopReason.EXHAUSTED)

    def _expand(self, cost: float) -> bool:
        """Generate every child of the present node; False when the request allows no more."""
        limit = self.request.max_generated
        for schema, compiled in enumerate(self.world.compiled.schemas):
            left = None if limit is None else limit - self.generated
            # Counted before they are generated: a node may have a million children.
            if left is not None and compiled.has_more_than(left, self.world.facts):
                return False
            for child in self.world.children(schema):
                self.generated += 1
                self.world.meter.generated += 1
                self.world.meter.check()
                assert child.operator is not None
                self._evaluate(child, add(cost, self.costs.of(child.operator, self.world.facts)))
        return True

    def _evaluate(self, child: WorldNode, cost: float) -> None:
        """Evaluate a child: keep a cheaper end, enqueue a state worth a visit."""
        # Before the outcome is worked out, which is the expensive part of a child.
        if cost >= self.below:
            return
        child.reward, status = self.world.outcome(child)
        if status is Status.FAILURE:
            return
        child.score = self.world.score(child)
        is_there = self.target is not None and child.identity == self.target.identity
        if status is Status.SUCCESS or is_there:
            self.end, self.status, self.below = child, status, cost
            return
        (unmet,) = self.counters.trial(child.added, child.deleted)
        self._enqueue(child, cost, unmet)

    def _enqueue(self, node: WorldNode, cost: float, unmet: int) -> None:
        rest = self.heuristic.cost(unmet)
        least = add(cost, rest)
        if least < self.below and self._admits(node, cost):
            heapq.heappush(self.open, (least, rest, self.order, cost, node))
            self.order += 1

    def _visit(self, node: WorldNode, cost: float) -> Visit:
        return (0 if self.request.max_depth is None else node.depth), cost

    def _admits(self, node: WorldNode, cost: float) -> bool:
        """Is there no earlier visit at least as good? If so, remember this one."""
        new = self._visit(node, cost)
        visits = self.visits.get(node.identity, [])
        if any(depth <= new[0] and cost <= new[1] for depth, cost in visits):
            return False
        # Only the Pareto front of depth and cost is kept: what the new visit dominates leads
        # nowhere that the new one does not reach as soon and as cheaply.
        kept = [v for v in visits if not (new[0] <= v[0] and new[1] <= v[1])]
        self.visits[node.identity] = [*kept, new]
        return True

    def _result(self, reason: StopReason) -> SearchResult:
        was_cut = any(
            min(depth for depth, _ in self.visits[i]) == self.request.max_depth for i in self.cut
        )
        return SearchResult(self.end, self.status, reason, None, was_cut)


def _goal(world: World, start: WorldNode, request: CheapestPathRequest) -> Goal:
    """The goal to count: the condition of success, or the difference from here to the target."""
    if request.target is None:
        assert not isinstance(request.guide, EngineGoal), (
            "goals belong to the engine they come from"
        )
        return request.guide
    assert isinstance(request.target, WorldNode), "nodes belong to the engine they come from"
    truth: dict[Row, bool] = {}
    changed: set[Row] = set()
    for step in request.target.path()[start.depth :]:
        truth.update(dict.fromkeys(step.added, True))
        truth.update(dict.fromkeys(step.deleted, False))
        # Changed an even number of times is not changed: only the difference of the ends counts.
        changed ^= {*step.added, *step.deleted}
    symbols, derived = world.compiled.symbols, world.derivation.keys
    rows = [row for row in changed if row[0] not in derived]
    literals = sorted(row for row in rows if row[0] not in symbols.numeric)
    values = sorted(row for row in rows if row[0] in symbols.numeric and truth[row])
    wanted = [Want(symbols.literal(row), truth[row]) for row in literals]
    numbers = [Comparison("=", symbols.function(row[:-1]), row[-1]) for row in values]
    return all_of([*wanted, *(Want(number, True) for number in numbers)])
