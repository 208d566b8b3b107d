"""Ways to the ends of an episode in a Python world, along the distances that its code gives.

The nearest end is one plan; being paid the largest reward and then going to the nearest end is
another. `lead` ends an episode that is under way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from introplan.limits import Meter
from introplan.mdp import Status
from introplan.planners.nodes import Node
from introplan.planners.program_draft import Draft
from introplan.planners.program_goals import (
    FIRST_HEURISTIC_SECONDS,
    GoalAnswer,
    GoalPlanner,
)
from introplan.planners.program_search import (
    SUCCESS,
    Distance,
    Path,
    ProgramSearch,
    a_star,
    descend,
    path_to,
)
from introplan.planners.status import Method
from introplan.programs.freezing import value_of
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget

if TYPE_CHECKING:
    from introplan.introspection.programs.finder import Finder

MAX_NODES_TO_END = 50_000
"""Nodes to look for an end of the episode where nothing says that there is one."""

MAX_NODES_OF_LEAD = 200
"""Nodes to look for an end from one state on, where the distance cannot simply be followed."""

DISTANCE_SECONDS = 0.2
"""For a distance where a plan is there already: only better ends are looked for."""


@dataclass(slots=True)
class WaysToEnds:
    """Ends of one task; `aims` are the statuses that count."""

    task: ProgramTask
    meter: Meter
    budget: Budget
    finder: Finder
    aims: frozenset[Status]
    distance: Distance | None = None
    """How far the nearest end is, once that was derived."""

    def found(self, draft: Draft) -> Iterator[tuple[GoalPlanner, GoalAnswer]]:
        """Plans, with the planner that found each; `draft` gets better while they come."""
        planner = GoalPlanner(self.task, self.meter, False, self.budget, self.aims)
        if self.aims == SUCCESS and draft.actions is None:
            yield planner, planner.plan_to_the_end(self.finder)
            self.distance = planner.distance
        else:
            is_first = draft.actions is None
            nodes = MAX_NODES_TO_END if is_first else MAX_NODES_TO_END // 10
            seconds = FIRST_HEURISTIC_SECONDS if is_first else DISTANCE_SECONDS
            answer = planner.plan_with(self.finder, nodes, seconds=seconds)
            self.distance = planner.distance
            if answer is not None:
                yield planner, answer
        largest = self.finder.r_max.value
        if largest is None or max(draft.rewards, default=-math.inf) >= largest:
            return  # it was paid on the way already
        best = self._by_largest_reward()
        if best is not None:
            yield best

    def _by_largest_reward(self) -> tuple[GoalPlanner, GoalAnswer] | None:
        """Be paid the most that a step pays, and from there to the nearest end."""
        planner = GoalPlanner(self.task, self.meter, False, self.budget)
        way = planner.plan_to_reward(self.finder, MAX_NODES_TO_END // 10, seconds=DISTANCE_SECONDS)
        if way is None or way.path is None:
            return None
        if way.path.status is not Status.CONTINUE:
            return (planner, way) if way.path.status in self.aims else None
        here = replace(self.task, start=value_of(way.path.state))
        onward = GoalPlanner(here, self.meter, False, self.budget, self.aims)
        answer = onward.plan_with(self.finder, MAX_NODES_TO_END // 10, seconds=DISTANCE_SECONDS)
        if answer is None or answer.path is None:
            return None
        return planner, GoalAnswer(answer.status, way.path.followed_by(answer.path))

    def lead(self, node: Node, draft: Draft) -> None:
        """End the episode from a node on, and let `draft` keep that if it is better."""
        if self.distance is None:
            return
        horizon = self.task.horizon
        left = math.inf if horizon is None else horizon - node.depth
        search = ProgramSearch.of(self.task, self.meter, lambda step: step.status in self.aims)
        path = descend(search, node.state, self.distance, max_depth=left)
        if path is None:
            found = a_star(
                search,
                Node(node.state),
                self.distance,
                max_nodes=MAX_NODES_OF_LEAD,
                max_depth=left,
            )
            path = found.path
        if path is not None and len(path.actions) <= left:
            before = (
                path_to(node) if node.parent is not None else Path([], [], node.state, node.status)
            )
            draft.keep_path(before.followed_by(path), Method.BEAM)
