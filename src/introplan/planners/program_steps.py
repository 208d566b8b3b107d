"""Python worlds in which every step costs the same: a plan is the better, the fewer steps it has.

Most puzzles are such worlds. All that can be better than a way to success is a shorter one, and
the machine looks for it (`introplan.machine`) much sooner than beams do that call functions.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.planners.program_draft import Draft
from introplan.planners.program_goals import GoalPlanner
from introplan.planners.program_native import notes_on_engine
from introplan.planners.program_search import Path

if TYPE_CHECKING:
    from introplan.introspection.programs import r_max
    from introplan.introspection.programs.finder import Finder
else:
    r_max = deferred("introplan.introspection.programs.r_max")

IMPROVING_WEIGHTS = (3, 2)
"""Of the distance in further searches for a shorter path (anytime weighted A*, Hansen & Zhou
2007). In 15-puzzles they take 5 and 20 ms more, and paths get a sixth and a third shorter."""

IMPROVING_SHARE = 1.5
"""Nodes of all of them for every node of the searches before: what was quickly found is not worth
a long search for something better."""

MIN_IMPROVING_NODES, MAX_IMPROVING_NODES = 500, 6_000
"""Nodes of all of them: between 1 and 15 ms."""


def is_planned_by_steps(planner: GoalPlanner, finder: Finder, draft: Draft) -> bool:
    """Plan for few steps where these decide; False if there may be more to look for.

    What was found is in `draft`; nothing in there after True: there is no way to success.
    """
    task, cost = planner.task, r_max.constant_reward(finder.reading)
    if cost is None or cost > 0 or task.discount != 1:
        return False
    before = planner.meter.expanded
    answer = planner.plan_to_the_end(finder)
    draft.notes += [n for n in notes_on_engine(planner.native) if n not in draft.notes]
    if answer.path is None:
        return draft.actions is None
    path = answer.path if answer.is_optimal else _improved(planner, answer.path, before)
    draft.keep_path(path, planner.method)
    far = 0.0 if planner.distance is None else planner.distance(task.start)
    if answer.is_optimal or len(path.actions) <= far:
        draft.prove(draft.score)
    elif not math.isinf(far):
        draft.bound = cost * far
    return path.is_native or draft.is_optimal


def _improved(planner: GoalPlanner, path: Path, expanded_before: int) -> Path:
    """A shorter path to the same end, if a few thousand nodes on the machine lead to one."""
    search, native, distance = planner.last, planner.native, planner.distance
    if native is None or search is None or distance is None:
        return path
    wanted = int(IMPROVING_SHARE * (planner.meter.expanded - expanded_before))
    most = min(max(wanted, MIN_IMPROVING_NODES), MAX_IMPROVING_NODES)
    shorter = replace(search, max_depth=len(path.actions) - 1)
    return native.shorter(shorter, planner.root(), distance, IMPROVING_WEIGHTS, most) or path
