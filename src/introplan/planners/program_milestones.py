"""From milestone to milestone in a Python world with a horizon, as the paper does.

From where it stands, the planner looks for the nearest step that pays r_max, goes there, and looks
again. A path that leads from a state back to the same state is repeated as often as there is time
for, without searching again. What is left of the horizon takes the best reward in sight.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.limits import LimitReached, Limits, Meter, StopReason
from introplan.mdp import Outcome, Status
from introplan.planners.nodes import MAX_PLAN_STEPS, Node
from introplan.planners.program_search import (
    EndRule,
    IsEnd,
    NativeEngine,
    Path,
    ProgramSearch,
    a_star,
    descend,
)
from introplan.planners.status import Method, PlanStatus
from introplan.programs.freezing import kept
from introplan.programs.program import BlackBox, ProgramTask
from introplan.search.exploration import transitions

if TYPE_CHECKING:
    from introplan.introspection import facts
    from introplan.introspection.findings import Introspection
else:  # loaded with what reads code
    facts = deferred("introplan.introspection.facts")

MAX_MILESTONE_NODES = 10_000
"""Nodes on the way to one milestone: r_max may be more than any step pays (all coins), and
then nothing but the end of the search would say so."""

LAST_MOVES_SECONDS = 0.2
"""To use the moves that are left where a limit stopped the walk: half a plan is none."""


_ENDED = {Status.SUCCESS: PlanStatus.SUCCESS, Status.OVER: PlanStatus.ENDED}


def _is_paid_end(value: float, step: Node | Outcome[Any]) -> bool:
    """Does the episode end with a step that pays so much?"""
    return step.reward >= value and step.status is not Status.CONTINUE


@dataclass(slots=True)
class MilestoneWalk:
    """A plan that grows from milestone to milestone; `status` says how it ended."""

    task: ProgramTask
    meter: Meter
    horizon: int
    actions: list[Any] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    status: PlanStatus = PlanStatus.HORIZON
    method: Method = Method.BEST_NEXT_REWARD
    here: Hashable = None
    is_whole: bool = False
    """Does the plan go as far as it can?"""
    is_native: bool = False
    """Was a part of the plan found there?"""
    native: NativeEngine | None = None
    """What searches on the machine, where all was read."""

    @property
    def left(self) -> int:
        """The moves that are left."""
        return self.horizon - len(self.actions)

    def walk(self, info: Introspection) -> None:
        """Go as far as the horizon, by milestones where it is known what they pay."""
        self.here = kept(self.task.start)
        try:
            if info.milestone.value is not None:
                self._from_milestone_to_milestone(info, info.milestone.value)
            self._rest()
        except LimitReached as limit:
            if limit.reason is StopReason.TIME:
                self.meter = Meter(Limits(seconds=LAST_MOVES_SECONDS))
                self._rest()
            raise

    def _from_milestone_to_milestone(self, info: Introspection, value: float) -> None:
        """Go to the last milestone within the horizon."""
        ends = info.milestone.name != facts.REWARD  # the distance leads to the best end
        rule: IsEnd = partial(_is_paid_end, value) if ends else EndRule(least_reward=value)
        search = ProgramSearch.of(self.task, self.meter, rule)
        search.native = self.native
        paths = dict[Hashable, Path | None]()
        while self.left:
            here = self.here
            if here not in paths:
                paths[here] = self._to_milestone(search, here, info)
            path = paths[here]
            if path is None or len(path.actions) > self.left:
                break
            self.method = Method.MILESTONES
            self.is_native = self.is_native or path.is_native
            # The same state again: the same path is the nearest once more, without searching.
            is_loop = path.state == here and path.status is Status.CONTINUE
            times = self.left // len(path.actions) if is_loop else 1
            if len(self.actions) + times * len(path.actions) > MAX_PLAN_STEPS:
                times = max(0, MAX_PLAN_STEPS - len(self.actions)) // len(path.actions) + 1
            self.actions += times * path.actions
            self.rewards += times * path.rewards
            self._check_length()
            self.here = path.state
            if path.status is not Status.CONTINUE:
                self.status = _ENDED[path.status]
                break

    def _check_length(self) -> None:
        """Check the limits; a plan that would fill the memory is given up."""
        self.meter.check()
        if len(self.actions) > MAX_PLAN_STEPS:
            raise LimitReached(StopReason.MEMORY)

    def _to_milestone(
        self, search: ProgramSearch, here: Hashable, info: Introspection
    ) -> Path | None:
        """The path to the nearest milestone within the moves that are left."""
        path = descend(search, here, info.heuristic, max_depth=self.left)
        if path is not None:
            return path
        nodes, left = MAX_MILESTONE_NODES, self.left
        return a_star(search, Node(here), info.heuristic, max_nodes=nodes, max_depth=left).path

    def _rest(self) -> None:
        """Use the last moves: each takes the best reward in sight, until nothing can be done."""
        while self.left and self.status is PlanStatus.HORIZON:
            self._check_length()
            best = self._best_step(self.here)
            if best is None:
                break
            action, outcome = best
            self.actions.append(action)
            self.rewards.append(outcome.reward)
            if outcome.status is not Status.CONTINUE:
                self.status = _ENDED[outcome.status]
            self.here = outcome.state
        self.is_whole = True

    def _best_step(self, state: Hashable) -> tuple[Any, Outcome[Hashable]] | None:
        """The first of the steps that pay most, but for failures."""
        best: tuple[Any, Outcome[Hashable]] | None = None
        for action, outcome in transitions(BlackBox(self.task), state, self.meter):
            is_better = best is None or outcome.reward > best[1].reward
            if is_better and outcome.status is not Status.FAILURE:
                best = (action, outcome)
        return best
