"""Best-first search on score so far plus a bound on what is still to come, in Python worlds.

Branch and bound (Land and Doig 1960) in the order of A* (Hart, Nilsson and Raphael 1968), for
scores: the node that can still come to most is expanded first, and a state that is reached again
with a higher score is taken up again (label correcting). The search can be continued (`run`),
knows the best plan so far, and what no plan can exceed (`upper`). It is over when nothing that
waits can come to more, nor to as much in fewer steps.

With a horizon a state is another one at another depth. Without one a node is not taken up whose
state is on its own way already: going round a loop is left to the exact solver, and so is an
episode that goes on without end. `is_proof` says whether such an episode can be better.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from introplan.limits import Meter
from introplan.mdp import Model, Status
from introplan.planners.nodes import Node, successors
from introplan.programs.freezing import value_of

Bound: TypeAlias = Callable[[Any, int | None], float]
"""No episode collects more from a state on, in so many moves (None: any number)."""

ROUNDING = 1e-9
"""The part of a score that sums of a loop may be wrong by."""


@dataclass(frozen=True, slots=True)
class Objective:
    """Which episodes are plans, how long they are, and what later rewards are worth."""

    horizon: int | None
    discount: float
    needs_success: bool
    can_end_early: bool = True
    """May an episode be over before its moves are used up?"""

    def is_plan(self, status: Status) -> bool:
        """Is an episode that ends so a plan?"""
        return status is Status.SUCCESS or (status is Status.OVER and not self.needs_success)

    def least_steps(self, depth: int) -> int:
        """The steps of a plan that goes on from this depth, at least."""
        if self.horizon is not None and not self.can_end_early:
            return self.horizon
        return depth + 1


@dataclass(slots=True)
class BoundSearch:
    """A search under way; `best` is the end of the best plan so far."""

    model: Model[Any, Any]
    meter: Meter
    objective: Objective
    bound: Bound
    root: Node
    on_better: Callable[[Node], None] = lambda node: None
    best: Node | None = None
    least: tuple[float, int] = (-math.inf, 0)
    """Score and minus the steps of a plan that is known already: what is found must be better."""
    has_positive_loop: bool = False
    endless: float = -math.inf
    """The score of a state that may be on a loop that pays 0: going on there may be best."""
    queue: list[tuple[float, int, int, Node]] = field(default_factory=list)
    labels: dict[Hashable, tuple[float, int]] = field(default_factory=dict)
    order: int = 0

    def __post_init__(self) -> None:
        if self.objective.horizon != 0:
            self._push(self.root)

    @property
    def upper(self) -> float:
        """What no plan can exceed that is not known yet."""
        return -self.queue[0][0] if self.queue else -math.inf

    @property
    def is_proof(self) -> bool:
        """Is the best plan that is known the best there is, once the search is over?"""
        has_endless = self.objective.horizon is None and not self.objective.needs_success
        can_go_on = has_endless and (self.endless > self.least[0] + self._slack())
        return not self.has_positive_loop and not can_go_on

    def run(self, max_nodes: float = math.inf) -> bool:
        """Search on; True when the search is over, False after so many nodes."""
        count = 0.0
        while self.queue:
            if self._is_decided(self.queue[0]):
                # The best bound of all cannot be better, or only the tie-break on steps failed.
                if self.upper < self.least[0] - self._slack():
                    self.queue.clear()
                    break
                heapq.heappop(self.queue)
                continue
            if count >= max_nodes:
                return False
            count += 1
            node = heapq.heappop(self.queue)[-1]
            if self.labels[self._key(node)] == (node.score, -node.depth):
                self._expand(node)
        return True

    def _is_decided(self, entry: tuple[float, int, int, Node]) -> bool:
        """Can what waits here not be better than the plan that is known?"""
        score, steps = self.least
        upper, slack = -entry[0], self._slack()
        if upper > score + slack:
            return False
        # As much, perhaps: then fewer steps would be better.
        return upper < score - slack or self.objective.least_steps(entry[-1].depth) >= -steps

    def _slack(self) -> float:
        """What sums may be wrong by when they are rounded; whole numbers are exact."""
        score = self.least[0]
        if math.isinf(score) or float(score).is_integer():
            return 0.0
        return 1e-12 * max(1.0, abs(score))

    def _expand(self, node: Node) -> None:
        objective = self.objective
        is_stuck = True
        for child in successors(self.model, node, self.meter, objective.discount):
            is_stuck = False
            if child.status is not Status.CONTINUE:
                if objective.is_plan(child.status):
                    self._finish(child)
            elif child.depth == objective.horizon:
                if not objective.needs_success:
                    self._finish(child)
            elif self._is_new(child, node):
                self._push(child)
        if is_stuck and not objective.needs_success and node.parent is not None:
            self._finish(node)

    def _finish(self, node: Node) -> None:
        """A plan was found."""
        found = (node.score, -node.depth)
        if found > self.least:
            self.best, self.least = node, found
            self.on_better(node)

    def _key(self, node: Node) -> Hashable:
        return node.state if self.objective.horizon is None else (node.state, node.depth)

    def _is_new(self, child: Node, parent: Node) -> bool:
        """Is the label of a child better than what is known of its state?"""
        known = self.labels.get(self._key(child))
        if known is None:
            return True
        if known >= (child.score, -child.depth):
            # A loop that pays 0 has such a step; rounding may make it look a little less.
            lost = known[0] - child.score
            if -known[1] < child.depth and lost <= ROUNDING * max(1.0, abs(child.score)):
                self.endless = max(self.endless, known[0])
            return False
        is_higher = self.objective.horizon is None and child.score > known[0]
        return not (is_higher and self._met(child, parent))

    def _met(self, child: Node, parent: Node) -> bool:
        """Is the state of a child on the way to it already?"""
        node: Node | None = parent
        while node is not None:
            if node.state == child.state:
                # Without a discount the way round the loop was paid.
                self.has_positive_loop = self.has_positive_loop or child.score > node.score
                return True
            node = node.parent
        return False

    def _push(self, node: Node) -> None:
        objective = self.objective
        left = None if objective.horizon is None else objective.horizon - node.depth
        more = self.bound(value_of(node.state), left)
        if more == -math.inf:
            return
        if objective.discount != 1:
            more *= objective.discount**node.depth
        self.labels[self._key(node)] = (node.score, -node.depth)
        self.order += 1
        entry = (-(node.score + more), -node.depth, -self.order, node)
        heapq.heappush(self.queue, entry)
