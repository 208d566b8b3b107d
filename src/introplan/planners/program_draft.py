"""The best plan so far of a task in Python, and what is known of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from introplan.mdp import Status, total
from introplan.planners.loops import Loop
from introplan.planners.program_search import Path
from introplan.planners.status import Method, PlanStatus
from introplan.search.graph import Graph

if TYPE_CHECKING:
    from introplan.planners.question import Solution

RELATIVE_SLACK = 1e-9
"""Scores that are not whole numbers are compared up to this part of the size of the sums."""


@dataclass(slots=True)
class Draft:
    """A plan with its score; `keep` replaces it by a better one.

    `bound` is None as long as nothing is known, and infinite where a loop pays without end.
    """

    discount: float = 1.0
    actions: list[Any] | None = None
    rewards: list[float] = field(default_factory=list)
    score: float = 0.0
    status: PlanStatus = PlanStatus.INCOMPLETE
    method: Method = Method.BREADTH_FIRST
    is_native: bool = False
    bound: float | None = None
    is_optimal: bool = False
    reason: str = ""
    notes: list[str] = field(default_factory=list)
    loop: Loop | None = None
    on_better: Callable[[], None] = lambda: None

    @property
    def rank(self) -> tuple[float, int]:
        """Score first, then fewer steps; below everything where there is no plan."""
        if self.actions is None:
            return (-math.inf, 0)
        return (self.score, -len(self.actions))

    def keep(
        self,
        actions: list[Any],
        rewards: Sequence[float],
        status: PlanStatus,
        method: Method,
        *,
        is_native: bool = False,
    ) -> bool:
        """Take a plan if it is better than the one there is; was it taken?"""
        score = total(rewards, self.discount)
        if (score, -len(actions)) <= self.rank:
            return False
        self.actions, self.rewards, self.score = actions, list(rewards), score
        self.status, self.method, self.is_native = status, method, is_native
        self.on_better()
        return True

    def keep_path(self, path: Path, method: Method) -> bool:
        """Take a path that ends the episode, if it is better."""
        is_success = path.status is Status.SUCCESS
        status = PlanStatus.SUCCESS if is_success else PlanStatus.ENDED
        return self.keep(path.actions, path.rewards, status, method, is_native=path.is_native)

    def settle(self, solution: Solution, graph: Graph) -> None:
        """Take what an exact solver says: the last word; an equally good plan stays."""
        self.reason, self.loop = solution.reason, solution.pays_forever
        self.bound, self.is_optimal = solution.bound, solution.is_best
        if solution.edges is None:
            self.actions, self.rewards, self.score, self.is_optimal = None, [], 0.0, False
            self.status, self.method = solution.status, Method.SWEEP
            self.is_native = False
            return
        actions = [graph.actions[edge] for edge in solution.edges]
        rewards = [graph.rewards[edge] for edge in solution.edges]
        score = total(rewards, self.discount)
        is_as_good = (score, -len(actions)) == self.rank and self.status is solution.status
        if not is_as_good:
            self.actions, self.rewards, self.score = actions, rewards, score
            self.status, self.method = solution.status, Method.SWEEP
            self.is_native = False
            self.on_better()

    @property
    def slack(self) -> float:
        """What scores may differ by for rounding; nothing where all rewards are whole."""
        if self.discount == 1 and all(float(r).is_integer() for r in set(self.rewards)):
            return 0.0
        return RELATIVE_SLACK * math.fsum(map(abs, self.rewards))

    def meets(self, bound: float) -> bool:
        """Does the plan score as much as no plan can exceed?"""
        return self.actions is not None and self.score >= bound - self.slack

    def prove(self, bound: float) -> None:
        """No plan scores more than this one."""
        self.bound, self.is_optimal = max(bound, self.score), True
