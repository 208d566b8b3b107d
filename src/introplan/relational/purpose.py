"""What a task is for: its reward, its ends, and the largest reward that there is to be had.

Where nothing is named success, and no horizon or discount asks for a score, a task is to be paid
the largest reward once. With a decision list its best row says what that is; of a sum it is as
much as goes together (`aims.py`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from introplan.mdp import Status
from introplan.relational.formula import Formula
from introplan.relational.rewards import (
    DecisionList,
    Reward,
    Rule,
    condition_for,
    maximal_reward,
    maximal_reward_condition,
)

if TYPE_CHECKING:
    from introplan.relational.aims import Aim
    from introplan.relational.domain import Domain


class Purpose:
    """The part of a relational task that says what a plan is for."""

    __slots__ = ()

    # What a task has, said to the type checker: properties, since none of it can be assigned.
    if TYPE_CHECKING:

        @property
        def domain(self) -> Domain:
            """The rules."""
            ...

        @property
        def horizon(self) -> int | None:
            """The number of moves."""
            ...

        @property
        def goal(self) -> Formula | None:
            """A plain goal."""
            ...

        @property
        def discount(self) -> float:
            """What a reward is worth one step later."""
            ...

        @property
        def largest(self) -> float | None:
            """The largest reward, if it was found out."""
            ...

        @property
        def reward(self) -> Reward:
            """What a step pays."""
            ...

        @property
        def aim(self) -> Aim:
            """What to aim for where the reward has sums."""
            ...

    @property
    def is_classical(self) -> bool:
        """Is this a plain goal, without any reward or termination?"""
        plain = self.domain.reward is None and self.domain.termination is None
        return plain and self.goal is not None

    @property
    def termination(self) -> DecisionList[Status]:
        """The termination in force.

        The domain's own rows come first. If none of them is a success, the goal is; where the
        task `is_paid_once`, the first maximal reward is.
        """
        own = self.named_termination
        if not self.is_paid_once or self.is_sum_paid_once:  # of sums the amount decides
            return own
        best = self.best_condition
        return DecisionList((*own.rules, Rule(best, Status.SUCCESS)), own.default)

    @property
    def named_termination(self) -> DecisionList[Status]:
        """What the domain and the goal say about the end."""
        own = self.domain.termination or DecisionList((), Status.CONTINUE)
        if self.goal is None or Status.SUCCESS in own.values:
            return own
        return DecisionList((*own.rules, Rule(self.goal, Status.SUCCESS)), own.default)

    @property
    def success_value(self) -> float | None:
        """A step that pays this much ends the episode with success; None: rows alone say so.

        Where a sum is to be paid once, the same amount can come in many ways. As long as the
        largest one is not known, only a step that pays as much as any can is one for certain.
        """
        return self.r_max if self.is_sum_paid_once else None

    @property
    def names_success(self) -> bool:
        """Does a row of the termination, or the goal, say what success is?"""
        own = self.domain.termination
        return self.goal is not None or (own is not None and Status.SUCCESS in own.values)

    @property
    def is_paid_once(self) -> bool:
        """Is the task to be paid the largest reward once, since nothing else ends an episode?"""
        return not self.names_success and self.horizon is None and self.discount == 1

    @property
    def is_sum_paid_once(self) -> bool:
        """Is the amount of a sum what ends the episode?"""
        return self.is_paid_once and bool(self.reward.sums or self.reward.amounts)

    @property
    def can_succeed(self) -> bool:
        """Is there a way to end the episode with success?"""
        return self.is_paid_once or Status.SUCCESS in self.named_termination.values

    @property
    def r_max(self) -> float:
        """The largest reward that a transition can pay; with sums, a bound on it from above."""
        if self.largest is not None:
            return self.largest
        if self.reward.amounts:
            return math.inf
        return self.aim.r_max if self.reward.sums else maximal_reward(self.reward.rows)

    @property
    def best_condition(self) -> Formula:
        """What pays r_max; with sums, as much of it as can be had in one step."""
        if self.reward.sums:
            return self.aim.condition
        if self.largest is not None:
            return condition_for(self.reward.rows, self.largest)
        return maximal_reward_condition(self.reward.rows)

    @property
    def milestone_value(self) -> float:
        """What a step pays at least that meets `best_condition`."""
        if not self.reward.sums:
            return maximal_reward(self.reward.rows)
        return self.aim.value if self.largest is None else self.largest
