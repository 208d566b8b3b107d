"""Estimates for the search for the best score: the most still to be had, and the least it costs.

Both are admissible. The first is the bound of `score_bound.py` in one state, with the moves that
are left; the second is the heuristic of `costs.py`, or the least cost of all moves that are left.
"""

from __future__ import annotations

import math

from introplan.relational.query import Row
from introplan.search.costs import ActionCosts, AdmissibleHeuristic
from introplan.search.goal_counters import DEAD_END, GoalCounters
from introplan.search.requests import EngineGoal, ScoreRequest
from introplan.search.score_bound import signed_constant, signed_weights
from introplan.search.world import World, WorldNode


class ScoreEstimate:
    """What can still be had from a node, and what that costs at least."""

    def __init__(self, world: World, request: ScoreRequest) -> None:
        assert not isinstance(request.guide, EngineGoal), "goals belong to their engine"
        bound = self.bound = request.bound
        self.request = request
        self.discount = world.task.discount
        self.costs = ActionCosts(world.task, world.compiled.symbols)
        self.counters: GoalCounters = world.new_counters()
        self.steps: AdmissibleHeuristic | None = None
        self.rest: AdmissibleHeuristic | None = None
        if request.needs_success and request.guide is not None:
            self.counters.add_distance_root(request.guide)
            self.rest = AdmissibleHeuristic(world, request.guide, self.costs)
            self.steps = AdmissibleHeuristic(world, request.guide, None)
        row = world.compiled.symbols.row
        self.weights: dict[Row, float] = {row(x): w for x, w in signed_weights(bound).items()}
        self.constant = signed_constant(bound)
        self.least_cost = min(self.costs.least, default=0.0)

    def weight_here(self, world: World) -> float:
        """The weights of the present state."""
        total = self.constant
        for row, weight in self.weights.items():
            if row in world.facts:
                total += weight
        return total

    def weight_after(self, before: float, node: WorldNode) -> float:
        """The weights of a child, from those of its parent."""
        if self.weights:
            for row in node.added:
                before += self.weights.get(row, 0.0)
            for row in node.deleted:
                before -= self.weights.get(row, 0.0)
        return before

    def moves(self, depth: int) -> float:
        """The moves that are left."""
        limit = self.request.max_depth
        return min(math.inf if limit is None else limit, self.bound.max_steps) - depth

    def score(self, weight: float, depth: int, unmet: int) -> float:
        """No way on from there scores more; minus infinity: none leads to success."""
        moves = self.moves(depth)
        least = 1.0
        if self.steps is not None:
            least = max(least, self.steps.cost(unmet))
            if unmet >= DEAD_END or least > moves:
                return -math.inf
        per_step = self.bound.per_step
        if per_step > 0:
            steps = moves
        elif self.request.needs_success:
            steps = least
        else:
            steps = moves if self.bound.never_stuck and moves < math.inf else 0.0
        return self._discounted(per_step, steps) + weight

    def _discounted(self, per_step: float, steps: float) -> float:
        """The same reward for so many steps."""
        if per_step == 0 or steps == 0:
            return 0.0
        if self.discount == 1:
            return per_step * steps
        return per_step * (1.0 - math.pow(self.discount, steps)) / (1.0 - self.discount)

    def cost(self, depth: int, unmet: int) -> float:
        """No way on from there costs less."""
        if not self.request.counts_cost:
            return 0.0
        if self.request.needs_success:
            return 0.0 if self.rest is None else self.rest.cost(unmet)
        is_sure = self.bound.never_stuck and self.request.max_depth is not None
        # An action that never lacks anything uses nothing up: all moves of the horizon are left.
        return self.moves(depth) * self.least_cost if is_sure else 0.0
