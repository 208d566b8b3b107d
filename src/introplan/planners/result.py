"""What a planner gives back: a value that says what was found, why it stopped, what it cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from introplan.pictures import picture
from introplan.planners.status import PlanStatus
from introplan.relational.mutation import Mutation

__all__ = ["MilestoneReached", "PlanResult", "PlanStatus"]


@dataclass(frozen=True)
class MilestoneReached:
    """After `step` actions `reward` was paid for meeting `mutation` (None: in passing).

    Mutations can have thousands of literals, and a plan hundreds of milestones: a mutation is
    only spelled out when somebody asks for it.
    """

    step: int
    reward: float
    told: Callable[[], Mutation] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def mutation(self) -> Mutation | None:
        """What was to be met there."""
        return None if self.told is None else self.told()


@dataclass(frozen=True, slots=True)
class PlanResult:
    """A plan (or the best so far, or None), and what there is to know about it.

    `proved_optimal` means that no plan that ends with success costs less (or, where actions have
    no costs, is shorter); where nothing can succeed, that none scores more. `is_successful` means
    that the plan was replayed and ends with success, though a limit may have stopped the planner.
    """

    plan: tuple[Any, ...] | None
    score: float
    status: PlanStatus
    cost: float = 0.0
    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0
    milestones: tuple[MilestoneReached, ...] = ()
    planner: str = ""
    engine: str = "python"
    verified: bool = False
    reason: str = ""
    proved_optimal: bool = False
    is_successful: bool = False
    cpu_seconds: float = 0.0
    """Processor time of the same work, which does not grow when others use the core as well."""

    def without_plan(self, status: PlanStatus, reason: str = "") -> PlanResult:
        """The same effort, with nothing to show for it."""
        return replace(
            self,
            plan=None,
            score=0.0,
            status=status,
            cost=0.0,
            milestones=(),
            verified=False,
            reason=reason,
            proved_optimal=False,
            is_successful=False,
        )

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)
