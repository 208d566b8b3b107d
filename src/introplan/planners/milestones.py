"""Which steps of a plan are marked as milestones.

A milestone is a state in which the largest reward is paid (the paper's definition). Where rewards
are costs, that number is what every ordinary step pays, or the least of several penalties, and to
mark all these steps would say nothing. Then a milestone is a step that met what was aimed for, and
the best end.
"""

from __future__ import annotations

from dataclasses import replace

from introplan.planners.lazy import Lazy
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus


def with_true_milestones(result: PlanResult) -> PlanResult:
    """The result without milestones that are nothing but the usual cost of a step."""
    if isinstance(result.milestones, Lazy):  # as such they are steps that pay
        return result
    kept = tuple(reached for reached in result.milestones if _is_true(reached, result))
    return result if len(kept) == len(result.milestones) else replace(result, milestones=kept)


def _is_true(reached: MilestoneReached, result: PlanResult) -> bool:
    if reached.reward > 0 or reached.decode is not None:
        return True
    is_last = result.plan is not None and reached.step == len(result.plan)
    return is_last and (result.status is PlanStatus.SUCCESS or result.gap == 0)
