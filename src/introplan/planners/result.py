"""What a planner gives back: what was found and how, why it stopped, what it cost."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic

from introplan.mdp import display_number
from introplan.pictures import picture
from introplan.planners.loops import Loop
from introplan.planners.status import Method, PlanStatus

if TYPE_CHECKING:
    # A default (PEP 696) lets `PlanResult` alone mean "a plan of any actions".
    from typing_extensions import TypeVar

    from introplan.relational.mutation import Mutation, MutationDecoder

    A = TypeVar("A", default=Any)
else:
    from typing import TypeVar

    A = TypeVar("A")

__all__ = ["Method", "MilestoneReached", "PlanResult", "PlanStatus"]

ROUNDING_SHARE = 1e-9
"""Scores that differ by less than this share of their size are equal: sums are rounded."""


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
    whatever it scores. `is_successful` means that the plan was replayed and ends as it is to end,
    with success or with the episode, though a limit may have stopped the planner. `mode` is what
    was asked for besides a plan: "optimal", "shortest", "improve" or nothing. `is_paid_once` means
    that the aim was the largest reward: `bound` is that reward, and `score` what the way paid.
    `goes_on` means that nothing ends the episode after this plan: no horizon either. `loop` is one
    that pays without end, where `bound` is infinite.
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
    mode: str = ""
    is_paid_once: bool = False
    goes_on: bool = False
    loop: Loop | None = None
    understood: str = ""
    """What was and was not read of a world in Python, on one line; empty for other worlds."""

    @property
    def gap(self) -> float | None:
        """How much more than `score` a plan may still score; None where no bound is known.

        Sums of numbers that are not whole differ in their last digits; that is no gap.
        """
        if self.bound is None or self.is_paid_once:
            return None
        if self.proved_optimal:  # an endless plan is cut where next to nothing is left
            return 0.0
        missing = self.bound - self.score
        is_rounding = missing <= ROUNDING_SHARE * max(abs(self.bound), abs(self.score))
        return 0.0 if is_rounding else missing

    @property
    def score_text(self) -> str:
        """The score beside its bound, in the words that all outputs share.

        >>> PlanResult((), 7.0, PlanStatus.ENDED, bound=9.0).score_text
        'score 7 of at most 9'
        >>> PlanResult((), 7.0, PlanStatus.ENDED, bound=7.0).score_text
        'score 7, which no plan exceeds'
        """
        score = f"score {display_number(self.score)}"
        if self.bound is None:
            return score
        most = display_number(self.bound)
        if self.is_paid_once:
            return f"{score}, paid the largest reward ({most})"
        if self.bound == math.inf:
            return f"{score}, no bound: a loop pays without end"
        return f"{score} of at most {most}" if self.gap else f"{score}, which no plan exceeds"

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
        """What was found, and by which effort, on two lines; what was read and notes follow.

        >>> print(PlanResult(("up", "up"), 1.0, PlanStatus.SUCCESS, 2.0, 3, method="greedy"))
        success: 2 steps, cost 2, score 1, not verified
        by greedy, 3 nodes expanded in 0.000 s (python engine)
        """
        how = f"by {self.method}, " if self.method else ""
        who = ", ".join(filter(None, (self.planner, f"{self.engine} engine")))
        effort = f"{how}{self.expanded:,} nodes expanded in {self.seconds:.3f} s ({who})"
        read = [self.understood] if self.understood else []
        return "\n".join([self._answer(), effort, *read, *self.notes])

    def _answer(self) -> str:
        """The first line of the text: status, size, cost, score, and what is certain of it."""
        why = f" ({self.reason})" if self.reason else ""
        if self.plan is None:
            proof = ", proved and verified" if self.verified else ""
            return f"{self.status}: no plan{proof}{why}"
        steps = f"{len(self.plan):,} step{'' if len(self.plan) == 1 else 's'}"
        parts = [steps, f"cost {display_number(self.cost)}", self.score_text]
        if self.proved_optimal:
            parts.append("proved optimal")
        if self.proved_shortest:
            parts.append("proved shortest")
        parts.append("verified" if self.verified else "not verified")
        return f"{self.status}: {', '.join(parts)}{why}"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)
