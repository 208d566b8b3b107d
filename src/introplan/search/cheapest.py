"""The cheapest way: A* with an estimate that never says too much.

Nodes wait in order of what a plan through them costs at least: the cost so far and the estimate of
the rest (`estimate.py`); among equals those with the least rest come first, then in order of
discovery. Children are produced in the order of schemas and arguments. An end that is found is
kept, and whatever cannot be cheaper is dropped; when nothing is left, no plan is cheaper than the
end that was kept, and without one there is none.

Patience is at an end when a schema has more applicable actions than are left to look at, so a
search of a few nodes stays cheap where nodes have a million children.

A state is visited again only when it is reached at less cost, or, with a horizon, sooner.
"""

from __future__ import annotations

import heapq
import math

from introplan.logic.goal import Goal, Want, all_of
from introplan.logic.query import Row
from introplan.mdp import Status
from introplan.search.engine import Errand, OwnGoal, SearchResult
from introplan.search.estimate import Estimate
from introplan.search.limits import LimitReached, StopReason
from introplan.search.prices import Prices
from introplan.search.world import Node, World

Visit = tuple[int, float]
"""Depth (0 where it does not count) and cost."""


def cheapest(world: World, start: Node, errand: Errand) -> SearchResult:
    """Search from `start` for the cheapest way to success, or to the errand's own end."""
    world.move_to(start)
    search = _Search(world, start, errand)
    world.listeners.append(search.circuit)
    try:
        return search.run()
    except LimitReached as limit:
        limit.best = search.end
        raise
    finally:
        world.listeners.pop()


class _Search:
    """The state of one search."""

    def __init__(self, world: World, start: Node, errand: Errand) -> None:
        self.world = world
        self.errand = errand
        self.start = start
        self.target = errand.target
        goal = _goal(world, start, errand)
        self.prices = Prices(world.task, world.compiled.symbols)
        self.estimate = Estimate(world, goal, self.prices)
        self.circuit = world.new_circuit()
        self.circuit.add_distance_root(goal)
        self.end: Node | None = None
        self.status = Status.CONTINUE
        self.below = math.inf if errand.below is None else errand.below
        self.visits: dict[int, list[Visit]] = {}
        self.cut: set[int] = set()
        self.order = 0
        self.generated = 0
        self.queue: list[tuple[float, float, int, float, Node]] = []

    def run(self) -> SearchResult:
        """The loop."""
        self._take_up(self.start, 0.0, self.circuit.costs()[0])
        while self.queue:
            least, _, _, cost, node = heapq.heappop(self.queue)
            if least >= self.below:
                break
            if self._visit(node, cost) not in self.visits[node.identity]:
                continue
            if node.depth == self.errand.max_depth:
                self.cut.add(node.identity)
                continue
            self.world.move_to(node)
            self.world.meter.expand()
            if not self._expand(cost):
                return self._result(StopReason.PATIENCE)
        return self._result(StopReason.FOUND if self.end else StopReason.EXHAUSTED)

    def _expand(self, cost: float) -> bool:
        """Look at every child of the present node; False when patience is at an end."""
        patience = self.errand.patience
        for schema, compiled in enumerate(self.world.compiled.schemas):
            left = None if patience is None else patience - self.generated
            if left is not None and compiled.has_more_than(left, self.world.facts):
                return False
            for child in self.world.children(schema):
                self.generated += 1
                self.world.meter.generated += 1
                self.world.meter.tick()
                assert child.operator is not None
                self._look_at(child, cost + self.prices.of(child.operator))
        return True

    def _look_at(self, child: Node, cost: float) -> None:
        """Judge a child: a cheaper end is kept, a state worth a visit goes into the queue."""
        if cost >= self.below:
            return
        child.reward, status = self.world.outcome(child)
        if status is Status.FAILURE:
            return
        child.score += child.reward
        is_there = self.target is not None and child.identity == self.target.identity
        if status is Status.SUCCESS or is_there:
            self.end, self.status, self.below = child, status, cost
            return
        (unmet,) = self.circuit.trial(child.added, child.deleted)
        self._take_up(child, cost, unmet)

    def _take_up(self, node: Node, cost: float, unmet: int) -> None:
        rest = self.estimate.cost(unmet)
        if cost + rest < self.below and self._admits(node, cost):
            heapq.heappush(self.queue, (cost + rest, rest, self.order, cost, node))
            self.order += 1

    def _visit(self, node: Node, cost: float) -> Visit:
        return (0 if self.errand.max_depth is None else node.depth), cost

    def _admits(self, node: Node, cost: float) -> bool:
        """Is there no earlier visit at least as good? If so, remember this one."""
        new = self._visit(node, cost)
        visits = self.visits.get(node.identity, [])
        if any(depth <= new[0] and cost <= new[1] for depth, cost in visits):
            return False
        kept = [v for v in visits if not (new[0] <= v[0] and new[1] <= v[1])]
        self.visits[node.identity] = [*kept, new]
        return True

    def _result(self, reason: StopReason) -> SearchResult:
        was_cut = any(
            min(depth for depth, _ in self.visits[i]) == self.errand.max_depth for i in self.cut
        )
        return SearchResult(self.end, self.status, reason, None, was_cut)


def _goal(world: World, start: Node, errand: Errand) -> Goal:
    """What to count: what success asks for, or how the state at the target differs from here."""
    if errand.target is None:
        assert not isinstance(errand.guide, OwnGoal), "goals belong to the engine they come from"
        return errand.guide
    assert isinstance(errand.target, Node), "places belong to the engine they come from"
    truth: dict[Row, bool] = {}
    changed: set[Row] = set()
    for step in errand.target.path()[start.depth :]:
        truth.update(dict.fromkeys(step.added, True))
        truth.update(dict.fromkeys(step.deleted, False))
        changed ^= {*step.added, *step.deleted}
    literal, derived = world.compiled.symbols.literal, world.derivation.keys
    rows = sorted(row for row in changed if row[0] not in derived)
    return all_of([Want(literal(row), truth[row]) for row in rows])
