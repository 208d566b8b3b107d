"""Plans in worlds that are not read: all of a small one, a beam through a large one.

What the introspector does where there is nothing it could introspect, in factored worlds. The
method that found the plan stands in the result.
"""

from __future__ import annotations

import math
from dataclasses import replace

from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import Task
from introplan.planners.baseline import run_baseline
from introplan.planners.beam import beam
from introplan.planners.nodes import Conclusion, Search
from introplan.planners.result import Method, PlanResult, PlanStatus
from introplan.planners.value_iteration import exploration_of, solved_exactly

MAX_STATES = 20_000
"""States of worlds that are solved exactly: seconds."""

EXACT_SHARE = 0.5
"""The part of the time limit that may go into looking at all states."""

WIDTH = 100
"""Of the beam."""

CANNOT_PROVE = "the world is too large to look at all of it, so nothing is proven"


def plan_unread(task: Task, meter: Meter, *, needs_proof: bool = False) -> PlanResult:
    """The best plan of a small world, else the best that a beam comes to.

    Where a proof is asked for, all states are looked at, however many there are.
    """
    solved: list[bool] = []

    def look_at_all(search: Search) -> Conclusion:
        exploration = exploration_of(search)
        try:
            with meter.stopping_after(math.inf if needs_proof else _share(meter)):
                solved.append(exploration.run(math.inf if needs_proof else MAX_STATES))
        except LimitReached as limit:
            if needs_proof or limit.reason is not StopReason.TIME:
                raise
            solved.append(False)
        if solved[0]:
            return solved_exactly(search, exploration)
        return Conclusion(PlanStatus.INCOMPLETE)

    found = run_baseline(task, meter, look_at_all, method=Method.VALUE_ITERATION)
    if solved != [False]:  # solved, or a limit was reached
        return found
    by_beam = run_baseline(task, meter, lambda s: beam(s, WIDTH), method=Method.BEAM)
    return replace(by_beam, notes=(*by_beam.notes, CANNOT_PROVE))


def _share(meter: Meter) -> float:
    """Until when all states are looked at, in seconds since the start."""
    left = meter.seconds_left
    return math.inf if left is None else meter.seconds + EXACT_SHARE * left
