"""Sums that are to be paid once: the largest reward of a step, where not all of it goes together.

What introspection aims for is as much of a sum as nothing is known to rule out
(`relational/aims.py`). That may be less than the largest reward, where wishes exclude each other,
or more, where what keeps them apart was not seen. A world in which everything was looked at has
the answer: then the plan is that of value iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from introplan.limits import Meter
from introplan.planners.baseline import run_baseline
from introplan.planners.result import Method, PlanResult, PlanStatus
from introplan.planners.value_iteration import value_iteration
from introplan.relational.domain import RelationalTask

Run: TypeAlias = Callable[[RelationalTask], PlanResult]


def paid_the_most(task: RelationalTask, meter: Meter, run: Run) -> PlanResult:
    """What `run` finds, with r_max as its bound; where nothing pays so much, what pays most."""
    if task.reward.amounts:
        return by_looking_at_everything(task, meter)
    result = run(task)
    if result.status is PlanStatus.UNSOLVABLE:
        return by_looking_at_everything(task, meter)
    is_paid = result.status is PlanStatus.SUCCESS
    return replace(result, bound=task.r_max) if is_paid else result


def by_looking_at_everything(task: RelationalTask, meter: Meter) -> PlanResult:
    """The largest reward there is, soonest, with the proof."""
    return run_baseline(task, meter, value_iteration, method=Method.VALUE_ITERATION)
