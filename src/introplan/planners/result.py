"""What a planner gives back: what was found and how, why it stopped, what it cost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic

from introplan.mdp import display_number
from introplan.pictures import picture
from introplan.planners.status import Method, PlanStatus
from introplan.relational.mutation import Mutation, MutationDecoder

if TYPE_CHECKING:
    # A default (PEP 696) lets `PlanResult` alone mean "a plan of any actions".
    from typing_extensions import TypeVar

    A = TypeVar("A", default=Any)
else:
    from typing import TypeVar

    A = TypeVar("A")

__all__ = ["Method", "MilestoneReached", "PlanResult", "PlanStatus"]


@dataclass(frozen=True, slots=True)
class MilestoneReached:
    """After `step` actions `reward` was paid for meeting `mutation` (None: in passing).

    Mutations can have thousands of literals, and a plan hundreds of milestones: a mutation is
    only spelled out when it is asked for.
    """

    step: int
    reward: float
    decode: MutationDecoder | None = field(default=None, repr=False, compare=False)

    @property
    def mutation(self) -> Mutation | None:
        """What was to be met there, decoded anew each time: kept, a million literals add up."""
        return None if self.decode is None else self.decode()


@dataclass(frozen=True, slots=True)
class PlanResult(Generic[A]):
    """A plan (or the best so far, or None), and what there is to know about it.

    `method` names the search that found it (`Method`). `bound` is a score that no plan exceeds:
    None where none is known, infinite where a loop can be paid without end. `notes` are warnings
    in words. `proved_optimal` means that no plan scores more, and none of those that score as much
    costs less; `proved_shortest`, where that was asked for, that no plan that succeeds costs less,
    whatever it scores. `is_successful` means that the plan was replayed and ends with success,
    though a limit may have stopped the planner.
    """

    plan: tuple[A, ...] | None
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
    method: str = ""
    bound: float | None = None
    notes: tuple[str, ...] = ()
    proved_shortest: bool = False

    def without_plan(self, status: PlanStatus, reason: str = "") -> PlanResult[A]:
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
            proved_shortest=False,
            is_successful=False,
        )

    def __str__(self) -> str:
        """What was found, and by which effort, on two lines; reason and notes follow.

        >>> print(PlanResult(("up", "up"), 1.0, PlanStatus.SUCCESS, 2.0, 3, method="greedy"))
        success: 2 steps, cost 2, score 1, not verified
        by greedy, 3 nodes expanded in 0.000 s (python engine)
        """
        how = f"by {self.method}, " if self.method else ""
        who = ", ".join(filter(None, (self.planner, f"{self.engine} engine")))
        effort = f"{how}{self.expanded:,} nodes expanded in {self.seconds:.3f} s ({who})"
        return "\n".join([self._answer(), effort, *self.notes])

    def _answer(self) -> str:
        """The first line of the text: status, size, cost, score, and what is certain of it."""
        why = f" ({self.reason})" if self.reason else ""
        if self.plan is None:
            proof = ", proved and verified" if self.verified else ""
            return f"{self.status}: no plan{proof}{why}"
        steps = f"{len(self.plan):,} step{'' if len(self.plan) == 1 else 's'}"
        parts = [steps, f"cost {display_number(self.cost)}", f"score {display_number(self.score)}"]
        if self.bound is not None:
            parts.append(f"bound {display_number(self.bound)}")
        if self.proved_optimal:
            parts.append("proved optimal")
        if self.proved_shortest:
            parts.append("proved shortest")
        parts.append("verified" if self.verified else "not verified")
        return f"{self.status}: {', '.join(parts)}{why}"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)
