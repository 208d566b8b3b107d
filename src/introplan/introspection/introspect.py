"""`introspect`: what the rules and the reward of a task say about where to go.

The same question for relational tasks and for ordinary Python. It never raises on code that it
cannot understand; what was not understood is in `diagnostics`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from introplan.introspection.findings import (
    Heuristic,
    Introspection,
    MaximalReward,
    Milestone,
    Variable,
)
from introplan.introspection.milestones import mutations, reward_condition
from introplan.introspection.mutability import mutable_predicates
from introplan.introspection.programs.findings import introspect_program
from introplan.logic.evaluation import Moments, holds
from introplan.model.action import did
from introplan.model.domain import Task
from introplan.model.dynamics import closed
from introplan.model.mutation import count_unmet
from introplan.programs.program import ProgramTask


def introspect(task: Task | ProgramTask, budget: float = 1.0) -> Introspection:
    """What there is to know about `task` without searching, found out in `budget` seconds."""
    if isinstance(task, ProgramTask):
        return introspect_program(task, budget=budget)
    return _introspect_relational(task)


def _introspect_relational(task: Task) -> Introspection:
    started = time.monotonic()
    condition = reward_condition(task)
    mutable = mutable_predicates(task.domain)
    changing = {*mutable["true"], *mutable["false"]}
    names = [signature.name for signature in task.domain.predicates]

    def satisfied(before: Any, action: Any, after: Any) -> bool:
        early, late = closed(task.domain, before), closed(task.domain, after)
        moments = Moments(late.objects, late.facts, early.facts, did(action))
        return holds(condition, moments)

    def distance(state: Any) -> float:
        nearest = next(iter(mutations(task, state, 1)), None)
        if nearest is None:
            return float("inf")
        return float(count_unmet(closed(task.domain, state), nearest))

    def milestones() -> Iterator[Milestone]:
        for mutation in mutations(task):
            yield Milestone(None, "after", mutation, satisfied, distance)

    text = "number of unmet literals of the nearest mutation"
    return Introspection(
        MaximalReward(task.r_max, "exact"),
        Heuristic(distance, text, admissible=False),
        satisfied,
        milestones,
        variables=tuple(Variable(n, "predicate", "literals", n in changing) for n in names),
        immutable=tuple(n for n in names if n not in changing),
        seconds=time.monotonic() - started,
    )
