"""The plan with the largest score, then the least cost: A* on score so far plus an upper bound.

This is A* (Hart, Nilsson and Raphael 1968) for a maximum, with branch and bound (Land and Doig
1960): the open list is ordered by f = g + u, largest first, where g is the score so far and u the
bound of `score_bound.py` on what can still be had; ties by the least cost so far plus an
admissible rest, then by the larger g, then in order of discovery. The best plan found so far
prunes what can neither score more nor score as much at less cost. An empty open list is the proof.

A *label* (`score_labels.py`) is a way to reach a state: depth, score and cost. Which labels of a
state are worth keeping depends on what moves are left:

* without a horizon, the one with the best score, then the least cost; a state that is reached in
  a better way later is opened again (label correcting, Bellman 1958 and Ford 1956);
* with a horizon, one for each depth; fewer where more moves left are never worse, that is where
  success is wanted, or where no step pays less than nothing and all cost the same. In the second
  case a node counts as an end that costs all moves: whatever is done with those that are left
  takes nothing away, and any actions fill them in the end.

Without a horizon a label may be improved through its own state: that loop pays each time around.
If success can still be reached from there, no score is the largest; the search ends and names the
loop. If not, whatever can be reached from there is of no use and is dropped.

Discounted scores need a horizon here; `planners/best_score.py` cuts endless episodes.
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from introplan.limits import LimitReached, Limits, StopReason
from introplan.mdp import Status, add
from introplan.search.requests import ScoreRequest, ScoreResult
from introplan.search.score_estimate import ScoreEstimate
from introplan.search.score_labels import Label, Labels
from introplan.search.world import World, WorldNode

COST_TOLERANCE = 1e-9
"""Costs that are no whole numbers count as equal up to here."""


def score_search(world: World, start: WorldNode, request: ScoreRequest) -> ScoreResult:
    """Search from `start` for the plan with the best score; a limit is a result as well."""
    world.move_to(start)
    search = _ScoreSearch(world, start, request)
    world.listeners.append(search.estimate.counters)
    try:
        return search.run()
    except LimitReached as limit:
        search.fill_beyond_limits()
        return search.result(limit.reason)
    finally:
        world.listeners.pop()


@dataclass(slots=True, frozen=True)
class _Entry:
    """A node in the open list: its label, the weights of its state, and its estimates."""

    node: WorldNode
    label: Label
    weight: float
    most: float
    """No plan through the node scores more (the f of A*)."""
    least: float
    """No plan through the node costs less."""


class _ScoreSearch:
    """The state of one search; scores are those of `ScoreBound.scale`."""

    def __init__(self, world: World, start: WorldNode, request: ScoreRequest) -> None:
        self.world = world
        self.request = request
        self.start = start
        self.bound = request.bound
        self.tolerance = request.bound.tolerance
        self.discount = world.task.discount
        self.estimate = ScoreEstimate(world, request)
        self.dead: set[int] = set()
        self.cut: set[int] = set()
        self.open: list[tuple[float, float, float, int, _Entry]] = []
        self.current: _Entry | None = None
        self.order = 0
        self.generated = 0
        self.end: WorldNode | None = None
        self.status = Status.CONTINUE
        self.is_open_end = False
        self.best_score = -math.inf if request.above is None else self._scaled(request.above)
        self.best_cost = math.inf if request.below is None else request.below
        is_ordered = self._is_ordered_by_depth()
        self.labels = Labels(request.bound.tolerance, is_ordered)
        self.can_end_anywhere = is_ordered and not request.needs_success

    def _is_ordered_by_depth(self) -> bool:
        """Is having more moves left never worse, with the same score and cost so far?"""
        if self.request.pays_once:
            return False
        if self.request.needs_success:
            return self.discount == 1 or self.bound.is_nonnegative
        return self.bound.is_nonnegative and self.estimate.costs.is_unit

    def _scaled(self, reward: float) -> float:
        return reward if self.bound.scale == 1 else float(round(reward * self.bound.scale))

    def run(self) -> ScoreResult:
        """Expand the node with the largest f until nothing can be better than the best end."""
        root = Label(self._depth(self.start), 0.0, 0.0)
        unmet = self.estimate.counters.costs()[0] if self.estimate.steps else 0
        self._enqueue(self.start, root, self.estimate.weight_here(self.world), unmet)
        while self.open:
            entry = self.current = heapq.heappop(self.open)[-1]
            if not self._can_beat(entry.most, entry.least):
                if self.request.greed == 0:
                    break
                continue
            # Reached in a better way since: the entry is stale (heapq cannot remove it earlier).
            identity = entry.node.identity
            if not self.labels.has(identity, entry.label) or identity in self.dead:
                continue
            stopped = self._expand(entry)
            if stopped is not None:
                return stopped
        self.current, self.open = None, []
        self.fill()
        return self.result(StopReason.FOUND if self.end else StopReason.EXHAUSTED)

    def fill(self) -> None:
        """Use the moves that are left after an end that is none of the episode.

        Where no end was found, the node that is to be expanded next is taken as one.
        """
        limit = self.request.max_depth
        if self.request.needs_success or limit is None:
            return
        if self.end is None and self.request.above is None and self.current is not None:
            self.end, self.is_open_end = self.current.node, True
        while self.end is not None and self.is_open_end and self.end.depth < limit:
            self.world.move_to(self.end)
            # The most that the next step can pay: what comes after that was not searched.
            child = max(self._allowed(), key=lambda child: child.reward, default=None)
            if child is None:
                break
            self.end = child
        self.is_open_end = False

    def fill_beyond_limits(self) -> None:
        """Finish the best plan so far, which takes little, although a limit was reached."""
        meter = self.world.meter
        limits, meter.limits = meter.limits, Limits()
        try:
            self.fill()
        except LimitReached:  # interrupted: there is no plan then
            pass
        finally:
            meter.limits = limits

    def _allowed(self) -> Iterator[WorldNode]:
        """The children of the present node that are no failure."""
        for schema in range(len(self.world.compiled.schemas)):
            for child in self.world.children(schema):
                child.reward, status = self.world.outcome(child)
                child.score = self.world.score(child)
                if status is not Status.FAILURE:
                    yield child

    def _expand(self, entry: _Entry) -> ScoreResult | None:
        """Evaluate every child of a node; a result if the search is over."""
        node = entry.node
        if node.depth == self.request.max_depth:
            self._end_without_success(entry)
            return None
        self.world.move_to(node)
        self.world.meter.expand()
        is_stuck, limit = True, self.request.max_generated
        for schema, compiled in enumerate(self.world.compiled.schemas):
            left = None if limit is None else max(0, limit - self.generated)
            # Counted before they are generated: a node may have a million children.
            if left is not None and compiled.has_more_than(left, self.world.facts):
                self.fill()
                return self.result(StopReason.EFFORT)
            # A list, since looking into a loop moves the world while children are left.
            for child in list(self.world.children(schema)):
                self._count()
                child.reward, status = self.world.outcome(child)
                if status is Status.FAILURE:
                    continue
                is_stuck = False
                loop = self._evaluate(child, status, entry)
                if loop is not None:
                    return loop
                self.world.move_to(node)  # looking into a loop leads elsewhere
        if is_stuck:
            self._end_without_success(entry)
        return None

    def _count(self) -> None:
        self.generated += 1
        self.world.meter.generated += 1
        self.world.meter.check()

    def _evaluate(self, child: WorldNode, status: Status, parent: _Entry) -> ScoreResult | None:
        """Keep a better end, enqueue a state worth a visit; a result if it closes a loop."""
        assert child.operator is not None
        child.score = self.world.score(child)
        label = self._label(child, parent.label)
        if self.request.pays_once:
            paid = replace(label, score=self._scaled(child.reward))
            self._consider(child, status, paid)
        elif self._is_end(child, status):
            self._consider(child, status, label)
            return None
        if status is not Status.CONTINUE:
            return None
        unmet = 0
        if self.estimate.steps:
            (unmet,) = self.estimate.counters.trial(child.added, child.deleted)
        weight = self.estimate.weight_after(parent.weight, child)
        if self._enqueue(child, label, weight, unmet) and self._closes_loop(child):
            return self._look_into_loop(child)
        return None

    def _is_end(self, child: WorldNode, status: Status) -> bool:
        """Does a plan end here? With success, or else wherever the episode does."""
        if self.request.needs_success or status is not Status.CONTINUE:
            return status is Status.SUCCESS or (
                status is Status.OVER and not self.request.needs_success
            )
        return child.depth == self.request.max_depth

    def _label(self, child: WorldNode, before: Label) -> Label:
        """The label of a child from that of its parent."""
        score = add(before.score, self._scaled(child.reward))
        if self.request.pays_once:
            score = 0.0  # what is paid on the way does not count
        elif self.discount != 1:
            score = child.score - self.start.score
        return Label(self._depth(child), score, self._cost_after(before.cost, child))

    def _cost_after(self, cost: float, child: WorldNode) -> float:
        if not self.request.counts_cost:
            return 0.0
        assert child.operator is not None
        return add(cost, self.estimate.costs.of(child.operator, self.world.facts))

    def _depth(self, node: WorldNode) -> int:
        return 0 if self.request.max_depth is None else node.depth

    def _end_without_success(self, entry: _Entry) -> None:
        """A node at the horizon, or without anything that can be done."""
        if self.request.pays_once:
            return
        if not self.request.needs_success:
            self._consider(entry.node, Status.CONTINUE, entry.label)
        elif entry.node.depth == self.request.max_depth:
            self.cut.add(entry.node.identity)

    def _consider(
        self, node: WorldNode, status: Status, label: Label, *, is_open: bool = False
    ) -> None:
        """Keep an end that is better than the best so far."""
        if self._can_beat(label.score, label.cost):
            self.end, self.status, self.is_open_end = node, status, is_open
            self.best_score, self.best_cost = label.score, label.cost

    def _can_beat(self, score: float, cost: float) -> bool:
        """Is that a better score than the best so far, or as good at less cost?"""
        if score > self.best_score + self.tolerance:
            return True
        is_as_good = score >= self.best_score - self.tolerance
        return is_as_good and cost < self.best_cost - self._cost_margin

    @property
    def _cost_margin(self) -> float:
        return 0.0 if self.estimate.costs.is_whole else COST_TOLERANCE

    def _enqueue(self, node: WorldNode, label: Label, weight: float, unmet: int) -> bool:
        """Put a node into the open list; False if it is of no use."""
        if node.identity in self.dead:
            return False
        rest = self.bound.largest
        if not self.request.pays_once:
            rest = self.estimate.score(weight, node.depth, unmet)
        if self.discount != 1:
            rest *= self.discount**node.depth
        most = label.score + rest
        least = add(label.cost, self.estimate.cost(node.depth, unmet))
        if rest == -math.inf or not self._can_beat(most, least):
            return False
        if not self.labels.admits(node.identity, label):
            return False
        if self.can_end_anywhere:
            assert self.request.max_depth is not None
            moves = float(self.request.max_depth - self.start.depth)
            self._consider(node, Status.CONTINUE, replace(label, cost=moves), is_open=True)
        entry = _Entry(node, label, weight, most, least)
        greed = self.request.greed
        # An infinite rest says nothing: then greed goes by the score alone.
        is_blind = greed == 1 or rest == math.inf
        key = most if greed == 0 else label.score if is_blind else most - greed * rest
        heapq.heappush(self.open, (-key, least, -label.score, self.order, entry))
        self.order += 1
        return True

    def _closes_loop(self, node: WorldNode) -> bool:
        """Was the state of this node, whose label is a better one, on the way to it?"""
        return self.request.max_depth is None and self._loop_start(node) is not None

    def _loop_start(self, node: WorldNode) -> WorldNode | None:
        above = node.parent
        while above is not None and above is not self.start.parent:
            if above.identity == node.identity:
                return above
            above = above.parent
        return None

    def _look_into_loop(self, node: WorldNode) -> ScoreResult | None:
        """Can the loop that ends at `node` be left for success? If not, drop what it leads to."""
        first = self._loop_start(node)
        assert first is not None
        success = self._way_to_success(first)
        if isinstance(success, set):
            self.dead |= success
            return None
        if self.end is None and success is not None:
            # Found without going round: worth having where there is nothing else.
            self.end, self.status = success, Status.SUCCESS
        reason = StopReason.FOUND if success is not None else StopReason.EFFORT
        loop = (first, node) if success is not None else None
        return ScoreResult(self.end, self.status, reason, math.inf, loop)

    def _way_to_success(self, start: WorldNode) -> WorldNode | set[int] | None:
        """A success that can be reached, or else all states that can; None if that is too much."""
        seen, waiting = {start.identity}, deque([start])
        while waiting:
            node = waiting.popleft()
            self.world.move_to(node)
            self.world.meter.expand()
            for schema in range(len(self.world.compiled.schemas)):
                for child in self.world.children(schema):
                    self._count()
                    child.reward, status = self.world.outcome(child)
                    child.score = self.world.score(child)
                    if status is Status.SUCCESS:
                        return child
                    if status is Status.CONTINUE and child.identity not in seen:
                        seen.add(child.identity)
                        waiting.append(child)
            if self.generated > (self.request.max_generated or math.inf):
                return None
        return seen

    def result(self, reason: StopReason) -> ScoreResult:
        """How the search ended."""
        waiting = [entry.most for *_, entry in self.open]
        if self.current is not None:
            waiting.append(self.current.most)
        most = max([self.best_score, *waiting])
        was_cut = any(self.labels.soonest(i) == self.request.max_depth for i in self.cut)
        bound = most / self.bound.scale if math.isfinite(most) else most
        # A limit struck before the moves that are left were used: that is no plan.
        end = None if self.is_open_end else self.end
        return ScoreResult(end, self.status, reason, bound, None, was_cut)
