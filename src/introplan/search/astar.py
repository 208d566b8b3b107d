"""How much it costs at least to meet a goal: unmet literals over what one action can fix.

The distance to a goal is its number of unmet literals (`circuit.py`), and one action lessens it by
no more than the literals that its effects make right, each as often as it occurs in the goal. So
every unmet literal costs at least the least price per literal among all actions, and the product
never is more than what is really needed: the estimate is admissible. It is consistent, too: a step
lessens it by no more than the step costs.

What an effect does under a condition, or a derived rule anywhere, may be any number of literals at
once; then all literals of that predicate count.

The cheapest way: A* with an estimate that never says too much.

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
from collections import Counter
from fractions import Fraction

from introplan.limits import LimitReached, StopReason
from introplan.mdp import Status
from introplan.relational.formula import Moment
from introplan.relational.grounding import Goal, Want, all_of, wants
from introplan.relational.query import Row
from introplan.search.costs import Prices
from introplan.search.requests import CheapestPathRequest, OwnGoal, SearchResult
from introplan.search.world import Node, World

Direction = tuple[int, bool]
"""A predicate's key and the truth that is wanted of its literals."""


class Estimate:
    """The least cost per unmet literal of a goal."""

    def __init__(self, world: World, goal: Goal, prices: Prices) -> None:
        self._is_whole = prices.is_whole
        fixed = _fixed(world, goal)
        pairs = [(least, most) for least, most in zip(prices.least, fixed, strict=True) if most]
        rate = _exactly if self._is_whole else _nearly
        self._least, self._most = min(pairs, key=rate, default=(0.0, 1))

    def cost(self, unmet: int) -> float:
        """No plan that meets this many unmet literals costs less.

        Whole numbers are divided exactly; sums of fractions are not exact, so a hair's breadth is
        left.
        """
        if self._is_whole:
            return float(-(-unmet * int(self._least) // self._most))
        return unmet * (self._least / self._most) * (1 - 1e-9)


def _exactly(pair: tuple[float, int]) -> Fraction:
    return Fraction(pair[0]) / pair[1]


def _nearly(pair: tuple[float, int]) -> float:
    return pair[0] / pair[1]


def _fixed(world: World, goal: Goal) -> list[int]:
    """For every schema the most that one of its actions can lessen the distance by."""
    single: dict[Direction, int] = {}
    every: Counter[Direction] = Counter()
    done: dict[int, int] = {}
    occurrences = Counter(
        (world.compiled.encode(want.literal), want.truth, want.literal.moment is Moment.DID)
        for want in wants(goal)
    )
    for (row, truth, is_action), count in occurrences.items():
        if is_action:
            done[row[0]] = max(done.get(row[0], 0), count)
            continue
        single[row[0], truth] = max(single.get((row[0], truth), 0), count)
        every[row[0], truth] += count
    derived = sum(count for (key, _), count in every.items() if key in world.derivation.keys)
    most: list[int] = []
    for number, schema in enumerate(world.compiled.schemas):
        fixed = derived + done.get(number, 0)
        for effect in schema.effects:
            counts = single if effect.query is None else every
            fixed += sum(counts.get((p.key, True), 0) for p in effect.adds)
            fixed += sum(counts.get((p.key, False), 0) for p in effect.deletes)
        most.append(fixed)
    return most


Visit = tuple[int, float]
"""Depth (0 where it does not count) and cost."""


def cheapest(world: World, start: Node, errand: CheapestPathRequest) -> SearchResult:
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

    def __init__(self, world: World, start: Node, errand: CheapestPathRequest) -> None:
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
                self.world.meter.check()
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


def _goal(world: World, start: Node, errand: CheapestPathRequest) -> Goal:
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
