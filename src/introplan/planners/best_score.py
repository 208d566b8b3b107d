"""The best score on relational tasks: what is proven of it, and a little search for a better one.

The search itself is the engine's (`search/score_search.py`), with the bound that is read off the
reward (`search/score_bound.py`). Here it is asked with the plan so far as the one to beat, and its
answer becomes plan, bound and notes.

A discount without a horizon is cut where all that can come later is worth less than a billionth of
what is at stake: a plan that goes on is then as long as that, and the bound has room for the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from introplan.limits import LimitReached, StopReason
from introplan.mdp import cost_of_plan, total
from introplan.planners.answer import Answer
from introplan.planners.loops import Loop
from introplan.planners.nodes import LEFT_OUT
from introplan.planners.plan_improvement import replace_plan
from introplan.planners.result import Method, PlanStatus
from introplan.planners.warnings import (
    below_bound,
    goes_on_after,
    goes_on_with,
    pays_forever,
)
from introplan.relational.domain import RelationalTask
from introplan.search.requests import AnyGoal, Engine, ScoreRequest, ScoreResult, SearchNode
from introplan.search.score_bound import ScoreBound, score_bound

LIMITED_CHILDREN = 20_000
"""Children of each limited search for a better score: small worlds are then proven in passing, and
in large ones it takes the compiled engine a twentieth of a second."""

GREEDS = (0.0, 1.0, 0.5)
"""The orders that are tried one after the other: by the bound, which is the proof where the world
is small; by the score so far; and by the mean of both."""

PROOFS = (StopReason.FOUND, StopReason.EXHAUSTED)
"""The reasons to stop that prove something."""

Tell: TypeAlias = Callable[[], None]


def no_tell() -> None:
    """Do nothing: plans that are found on the way were not asked for."""


class ScoreSearch:
    """Asks an engine for better scores than that of the answer so far."""

    def __init__(self, engine: Engine, answer: Answer, guide: AnyGoal | None) -> None:
        self.engine = engine
        self.answer = answer
        self.guide = guide
        self.task = engine.task
        self.bound: ScoreBound = score_bound(engine.task)
        self.max_depth, self.tail = _cut(self.task, self.bound)

    def prove(self, *, needs_success: bool) -> PlanStatus | None:
        """The best score with its proof; None if success is needed and out of reach in time.

        The plan of the answer, if it has one, is the one to beat. Raises `LimitReached` after the
        answer has got what was found until then.
        """
        self.answer.stage = Method.BEST_BOUND
        has_plan = self.answer.node is not None
        found = self.engine.best_score(
            self.engine.root, self._request(needs_success=needs_success)
        )
        self._take(found)
        if found.loop is not None:
            return PlanStatus.SUCCESS
        if found.reason not in PROOFS:
            raise LimitReached(found.reason)
        if not (has_plan or found.node):
            return None if found.was_cut else PlanStatus.UNSOLVABLE
        self.answer.is_optimal = not self.task.has_refunds
        return PlanStatus.SUCCESS if needs_success else self.status_of_end()

    def status_of_end(self) -> PlanStatus:
        """How an episode stands that does not end with success; says so where it goes on."""
        node, answer = self.answer.node, self.answer
        if self.task.horizon is not None or node is None:
            return PlanStatus.HORIZON
        if node.depth != self.max_depth:
            return PlanStatus.ENDED  # nothing can be done any more
        answer.goes_on = True
        loop = _loop_at_end(self.engine, node)
        note = goes_on_after(node.depth) if loop is None else goes_on_with(loop.actions)
        answer.notes.append(note)
        return PlanStatus.HORIZON

    def raise_score(
        self, *, needs_success: bool, max_children: int = LIMITED_CHILDREN, tell: Tell = no_tell
    ) -> bool:
        """Look for a better score than that of the answer; is there nothing left to find?

        Each of the orders in turn gets so many children. What is spent is only counted where it
        found a better plan; then `tell` is called. Raises `LimitReached`.
        """
        meter = self.engine.meter
        for greed in GREEDS:
            counts, bound = (meter.expanded, meter.generated), self.answer.bound
            request = self._request(
                needs_success=needs_success, max_generated=max_children, greed=greed
            )
            found = self.engine.best_score(self.engine.root, request)
            self._take(found)
            if found.node is None:
                meter.expanded, meter.generated = counts
            if found.node is not None or self.answer.bound != bound:
                tell()
            if found.loop is not None:
                return True
            if found.reason in PROOFS:
                self.answer.is_optimal = self.answer.is_cheapest
                return True
            if found.reason is not StopReason.EFFORT:
                raise LimitReached(found.reason)
        return False

    def explain_gap(self) -> None:
        """Say why nothing better is known where the bound is above the score."""
        bound, node = self.answer.bound, self.answer.node
        if bound is not None and node is not None and node.score < bound < math.inf:
            why = "the effort spent did not rule that out"
            self.answer.notes.append(below_bound(node.score, bound, why))

    def _request(
        self,
        *,
        needs_success: bool,
        max_generated: int | None = None,
        greed: float = 0.0,
    ) -> ScoreRequest:
        node = self.answer.node
        cost = None if node is None else cost_of_plan(self.task, self.engine.plan_to(node))
        is_proof = max_generated is None
        return ScoreRequest(
            self.bound,
            needs_success,
            self.guide if needs_success else None,
            max_depth=self.max_depth,
            above=None if node is None else node.score,
            # Without a proof at the end only better scores count: windows lower the cost.
            below=cost if is_proof or node is None else -math.inf,
            max_generated=max_generated,
            greed=greed,
            counts_cost=not self.task.has_refunds,
        )

    def _take(self, found: ScoreResult) -> None:
        """Make what was found the answer, with its bound."""
        answer = self.answer
        if found.node is not None and (found.loop is None or answer.node is None):
            answer.stage = Method.BEST_BOUND
            replace_plan(self.engine, answer, found.node)
            answer.found_by = Method.BEST_BOUND
        own = -math.inf if answer.node is None else answer.node.score
        bound = max(found.bound + self.tail, own)
        if math.isfinite(bound):  # an infinite one is no bound yet, as long as no loop is known
            answer.bound = bound if answer.bound is None else max(own, min(answer.bound, bound))
        if found.loop is not None:
            answer.bound = math.inf
            if answer.loop is None:
                answer.loop = loop_between(self.engine, *found.loop)
                answer.notes.append(pays_forever(answer.loop))


def _cut(task: RelationalTask, bound: ScoreBound) -> tuple[int | None, float]:
    """The moves that count, and what all later ones are worth at most."""
    if task.horizon is not None or task.discount == 1:
        return task.horizon, 0.0
    values = [abs(v) for v in task.reward.values if isinstance(v, int | float)]
    steps = math.ceil(math.log(LEFT_OUT * (1 - task.discount)) / math.log(task.discount))
    stake = max([bound.per_step, *values])
    return max(1, steps), LEFT_OUT * stake if math.isfinite(stake) else math.inf


def loop_between(engine: Engine, first: SearchNode, last: SearchNode) -> Loop:
    """The loop from one node to another one of the same state."""
    actions = engine.plan_to(last)
    way, round_trip = actions[: first.depth], actions[first.depth :]
    rewards = [node.reward for node in engine.path(last)[first.depth :]]
    return Loop(way, round_trip, total(rewards))


def _loop_at_end(engine: Engine, end: SearchNode) -> Loop | None:
    """The loop in which a plan goes on, if its last state was met before."""
    path = [engine.root, *engine.path(end)]
    before = next((n for n in reversed(path[:-1]) if n.identity == end.identity), None)
    return None if before is None else loop_between(engine, before, end)
