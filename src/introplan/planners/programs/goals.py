"""Planning for an end: success, or the first step that pays as much as any step can.

Small worlds first: for a moment the search is blind, and many a task is over by then. Then the
model is read. A distance that shrinks with every step is simply followed; where it does not, A*
looks for a shortest plan, or greedy search takes turns between the derived distance and the
number of conditions that are unmet. Only a search that takes long is worth a stronger distance:
then more goes into projections, twice, and the search starts again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from introplan.introspection.heuristics.additive import Target
from introplan.introspection.programs.counting import count_of_unmet
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.sample import sampled
from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import Outcome, Status, Wanted
from introplan.planners.programs.search import (
    Distance,
    Found,
    Ground,
    Node,
    Way,
    a_star,
    alternating,
    breadth_first,
    descend,
)
from introplan.planners.result import PlanStatus
from introplan.programs.freezing import kept
from introplan.programs.program import BlackBox, ProgramTask
from introplan.programs.user_code import wrong_answer
from introplan.symbolic.budget import Budget

BLIND = 100
"""Nodes to expand before the model is read."""

QUICK, PATIENCE = 1.0, 5_000
"""Seconds that the first distance may cost, and nodes to search with it."""

MORE = 20.0
"""Seconds that the last distance may cost."""

CONFIRMED = 20_000
"""States to look at once more, without a distance, before a reading is believed that there is
nothing to be found in those it left out."""

ENOUGH = 300_000
"""Nodes to look at where nothing is known about the largest reward."""


@dataclass(slots=True)
class Ended:
    """The answer: how it ended, the way there, and whether no plan is shorter."""

    status: PlanStatus
    way: Way | None = None
    is_optimal: bool = False
    reason: str = ""


@dataclass(slots=True)
class Seeker:
    """Looks for the end of one task."""

    task: ProgramTask
    meter: Meter
    optimal: bool
    budget: Budget
    last: Ground | None = None

    def root(self) -> Node:
        """Where the search starts."""
        return Node(kept(self.task.start))

    def ground(self, is_end: Callable[[Outcome[Any]], bool]) -> Ground:
        """The task with this end."""
        self.last = Ground(BlackBox(self.task), self.meter, is_end)
        return self.last

    def best_so_far(self) -> Way | None:
        """The way to the best reward that was seen, where that is what a plan is for."""
        seen = None if self.last is None else self.last.best
        is_of_use = seen is not None and self.task.wanted is Wanted.BEST_REWARD
        return seen.way() if seen is not None and is_of_use else None

    def seek(self) -> Ended:
        """Find a plan, or prove that there is none."""
        if self.task.wanted is Wanted.SUCCESS:
            return self._seek_success()
        return self._seek_best_reward()

    def _seek_success(self) -> Ended:
        ground = self.ground(lambda outcome: outcome.status is Status.SUCCESS)
        found = breadth_first(ground, self.root(), most=BLIND)
        if found.way is not None or found.is_exhausted:
            return self._ended(found, is_optimal=True)
        finder = Finder.of(self.task, self.budget)
        if finder.was_cut:
            found = breadth_first(ground, self.root(), most=10 * PATIENCE)
            if found.way is not None or found.is_exhausted:
                return self._ended(found, is_optimal=True)
            finder = Finder.of(self.task, self._more())
        return self._towards(ground, finder, finder.success_target())

    def _seek_best_reward(self) -> Ended:
        """Without an end of its own a task ends with the first maximal reward."""
        sample = sampled(self.task, self.budget.share(0.2))
        if sample.is_complete and sample.error is None:
            return self._to_best_seen(sample.largest_reward)
        finder = Finder.of(self.task, self.budget, sample)
        if finder.was_cut:
            ended = self._blindly(finder.r_max.value)
            if ended is not None:
                return ended
            finder = Finder.of(self.task, self._more(), sample)
        while (value := finder.r_max.value) is not None:
            ended = self._to_reward(value, finder)
            if ended.status is not PlanStatus.UNSOLVABLE:
                return ended
            if not finder.settle_for_less():
                break
        return self._best_of_all()

    def _blindly(self, value: float | None) -> Ended | None:
        """A plan that is found without reading on: being paid what nothing can exceed."""
        if value is None:
            return None
        ground = self.ground(lambda outcome: outcome.reward >= value)
        found = breadth_first(ground, self.root(), most=10 * PATIENCE)
        return None if found.way is None else self._ended(found, is_optimal=True)

    def _to_best_seen(self, value: float | None) -> Ended:
        """In a world so small that all of it was seen, the best reward is known."""
        if value is None:
            return Ended(PlanStatus.UNSOLVABLE, reason="no action can be done")
        ground = self.ground(lambda outcome: outcome.reward >= value)
        found = breadth_first(ground, self.root())
        if found.way is None and found.is_exhausted:
            message = f"paid {value:g} once and never again; it must depend on its arguments alone"
            raise wrong_answer("reward", self.task.program.reward, message)
        return self._ended(found, is_optimal=True)

    def _to_reward(self, value: float, finder: Finder) -> Ended:
        ground = self.ground(lambda outcome: outcome.reward >= value)
        return self._towards(ground, finder, finder.reward_target())

    def _best_of_all(self) -> Ended:
        """Look at everything: the best reward there is, by a shortest way."""
        ground = self.ground(lambda outcome: False)
        found = breadth_first(ground, self.root(), most=ENOUGH)
        if found.is_exhausted or ground.best is None:
            return _best_of(ground)
        reason = f"the largest reward of {ENOUGH} states; nothing says that there is no larger one"
        return Ended(PlanStatus.INCOMPLETE, ground.best.way(), reason=reason)

    def _towards(self, ground: Ground, finder: Finder, target: Target | None) -> Ended:
        """Search for an end, first with a distance that is quickly had."""
        if target is None:
            return self._ended(breadth_first(ground, self.root()), is_optimal=True)
        unmet = count_of_unmet(finder.reading, target)
        stages: tuple[tuple[Callable[[], Budget], float], ...] = (
            (lambda: finder.budget.share(0.5, most=QUICK), PATIENCE),
            (lambda: finder.budget, 10 * PATIENCE),
            (self._more, math.inf),
        )
        for budget, most in stages:
            ended = self._guided(ground, finder.heuristic(target, budget()), unmet, most)
            if ended is not None:
                return ended
        raise AssertionError("a search without an end to its patience ends with an answer")

    def _more(self) -> Budget:
        """A search that goes on and on is worth a distance that costs more."""
        limit = self.meter.limits.seconds
        if limit is None:
            return Budget.of(MORE)
        left = max(0.0, limit - self.meter.seconds)
        return Budget.of(min(MORE, 0.3 * left), wall=0.5 * left)

    def _guided(
        self, ground: Ground, distance: Distance, unmet: Distance, most: float
    ) -> Ended | None:
        """The answer of a search that expands at most so many nodes; None if it has none."""
        far = distance(self.task.start)
        followed = descend(ground, self.root().state, distance) if far > 0 else None
        if followed is not None and followed.way is not None:
            return self._ended(followed, is_optimal=len(followed.way.actions) <= max(far, 1))
        if self.optimal:
            found = a_star(ground, self.root(), distance, most=most)
        else:
            found = alternating(ground, self.root(), (distance, unmet), most=most)
        if found.way is None and not found.is_exhausted:
            return None
        if found.was_pruned:
            found = self._confirmed(ground, found)
        is_least = found.way is not None and len(found.way.actions) <= max(far, 1)
        return self._ended(found, is_optimal=self.optimal or is_least)

    def _confirmed(self, ground: Ground, found: Found) -> Found:
        """A search that found nothing, or what a blind one finds in a world of moderate size."""
        try:
            again = breadth_first(ground, self.root(), most=CONFIRMED)
        except LimitReached as limit:
            if limit.reason is StopReason.INTERRUPTED:
                raise
            return found
        return again if again.way is not None else found

    def _ended(self, found: Found, *, is_optimal: bool) -> Ended:
        if found.way is not None:
            return Ended(PlanStatus.SUCCESS, found.way, is_optimal)
        assert found.is_exhausted, "a search without patience ends with an answer"
        reason = "every reachable state was looked at, or can be proven not to lead there"
        return Ended(PlanStatus.UNSOLVABLE, reason=reason)


def _best_of(ground: Ground) -> Ended:
    """The answer where everything was looked at."""
    if ground.best is None:
        return Ended(PlanStatus.UNSOLVABLE, reason="no action can be done")
    return Ended(PlanStatus.SUCCESS, ground.best.way(), True)
