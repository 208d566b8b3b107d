"""What introspection finds in a relational task: r_max, its condition, and the mutations to it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from introplan.introspection.facts import MaximalReward, Variable
from introplan.introspection.findings import (
    Heuristic,
    Introspection,
    MilestoneCondition,
)
from introplan.introspection.relational.goals import mutations, reward_condition
from introplan.introspection.relational.wishes import relational_wishes
from introplan.relational.action import did
from introplan.relational.determinized import determinized_domain
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed
from introplan.relational.evaluation import Moments, holds
from introplan.relational.mutability import mutable_predicates
from introplan.relational.mutation import count_unmet


def introspect_relational(task: RelationalTask) -> Introspection:
    """Everything there is to know about a relational task without searching.

    In a world with chance: of what can happen, however unlikely.
    """
    started = time.monotonic()
    condition = reward_condition(task)
    mutable = mutable_predicates(determinized_domain(task.domain))
    changing = {*mutable["true"], *mutable["false"]}
    names = [signature.name for signature in task.domain.predicates]

    def satisfied(before: Any, action: Any, after: Any) -> bool:
        early, late = closed(task.domain, before), closed(task.domain, after)
        moments = Moments(
            late.objects, late.facts, early.facts, did(action), late.numbers, early.numbers
        )
        return holds(condition, moments)

    def distance(state: Any) -> float:
        nearest = next(iter(mutations(task, state, 1)), None)
        if nearest is None:
            return float("inf")
        return float(count_unmet(closed(task.domain, state), nearest))

    def milestones() -> Iterator[MilestoneCondition]:
        for mutation in mutations(task):
            yield MilestoneCondition(None, "after", mutation, satisfied, distance)

    text = "number of unmet literals of the nearest mutation"
    return Introspection(
        MaximalReward(task.r_max, "upper bound" if _is_bound(task) else "exact"),
        Heuristic(distance, text, admissible=False),
        satisfied,
        milestones,
        variables=tuple(Variable(n, "predicate", "literals", n in changing) for n in names),
        immutable=tuple(n for n in names if n not in changing),
        listed_wishes=lambda: tuple(relational_wishes(task)),
        seconds=time.monotonic() - started,
        again=(introspect_relational, (task,)),
    )


def _is_bound(task: RelationalTask) -> bool:
    """Is r_max more than what all wishes that go together pay?"""
    return task.milestone_value < task.r_max
