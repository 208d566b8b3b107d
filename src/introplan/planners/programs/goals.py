"""Planning for an end: success, or the first step that pays as much as any step can.

Small worlds first: for a moment the search is blind, and many a task is over by then. Then the
model is read. A distance that shrinks with every step is simply followed; where it does not, A*
looks for a shortest plan, or greedy search takes turns between the derived distance and the
number of conditions that are unmet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from introplan.introspection.findings import Introspection
from introplan.introspection.introspect import introspect
from introplan.introspection.programs.counting import count_of_unmet
from introplan.introspection.programs.findings import Finder
from introplan.mdp import Outcome, Status, Wanted
from introplan.planners.programs.ground import (
    Distance,
    Found,
    Ground,
    Node,
    a_star,
    alternating,
    breadth_first,
    descend,
)
from introplan.planners.result import PlanStatus
from introplan.programs.program import ProgramTask
from introplan.programs.snapshots import kept
from introplan.search.limits import Meter

BLIND = 100
"""Nodes to expand before the model is read."""


@dataclass(slots=True)
class Ended:
    """The answer: how it ended, the last node, and whether no plan is shorter."""

    status: PlanStatus
    node: Node | None = None
    is_optimal: bool = False
    reason: str = ""


@dataclass(slots=True)
class Seeker:
    """Looks for the end of one task."""

    task: ProgramTask
    meter: Meter
    optimal: bool
    budget: float
    best: Node | None = None

    def root(self) -> Node:
        """Where the search starts."""
        return Node(kept(self.task.start))

    def ground(self, is_end: Callable[[Outcome[Any]], bool]) -> Ground:
        """The task with this end."""
        return Ground(self.task, self.meter, is_end)

    def seek(self) -> Ended:
        """Find a plan, or prove that there is none."""
        if self.task.wanted is Wanted.SUCCESS:
            return self._seek_success()
        return self._seek_best_reward()

    def _seek_success(self) -> Ended:
        ground = self.ground(lambda outcome: outcome.status is Status.SUCCESS)
        found = breadth_first(ground, self.root(), most=BLIND)
        if found.node is not None or found.is_exhausted:
            return self._ended(found, is_optimal=True)
        info = introspect(self.task, self.budget)
        finder: Finder = info.details
        target = finder.success_target()
        if target is None:
            distance: Distance = _no_idea
            unmet: Distance = _no_idea
        else:
            distance = finder.heuristic(target)
            unmet = count_of_unmet(finder.reading, target)
        return self._guided(ground, distance, unmet)

    def _seek_best_reward(self) -> Ended:
        """Without an end of its own a task ends with the first maximal reward."""
        info = introspect(self.task, self.budget)
        if info.r_max.value is None:
            ground = self.ground(lambda outcome: False)
            breadth_first(ground, self.root())
            return self._to_best_seen(ground)
        return self._to_reward(info, info.r_max.value)

    def _to_reward(self, info: Introspection, value: float) -> Ended:
        ground = self.ground(lambda outcome: outcome.reward >= value)
        finder: Finder = info.details
        target = finder.reward_target(info.r_max)
        unmet = _no_idea if target is None else count_of_unmet(finder.reading, target)
        ended = self._guided(ground, info.heuristic, unmet)
        if ended.status is not PlanStatus.UNSOLVABLE:
            return ended
        everything = self.ground(lambda outcome: False)
        breadth_first(everything, self.root())
        return self._to_best_seen(everything)

    def _to_best_seen(self, ground: Ground) -> Ended:
        """Everything was looked at: the best reward there is, by a shortest way."""
        if ground.best is None:
            return Ended(PlanStatus.UNSOLVABLE, reason="no action can be done")
        return Ended(PlanStatus.SUCCESS, ground.best, True)

    def _guided(self, ground: Ground, distance: Distance, unmet: Distance) -> Ended:
        far = distance(self.task.start)
        followed = descend(ground, self.root(), distance) if far > 0 else None
        if followed is not None and followed.node is not None:
            return self._ended(followed, is_optimal=followed.node.depth <= max(far, 1))
        if self.optimal:
            return self._ended(a_star(ground, self.root(), distance), is_optimal=True)
        found = alternating(ground, self.root(), (distance, unmet))
        is_least = found.node is not None and found.node.depth <= max(far, 1)
        return self._ended(found, is_optimal=is_least)

    def _ended(self, found: Found, *, is_optimal: bool) -> Ended:
        if found.node is not None:
            return Ended(PlanStatus.SUCCESS, found.node, is_optimal)
        assert found.is_exhausted, "a search without patience ends with an answer"
        reason = "every reachable state was looked at, or can be proven not to lead there"
        return Ended(PlanStatus.UNSOLVABLE, reason=reason)


def _no_idea(state: Any) -> float:
    return 0.0
