"""Is there a larger reward near the start than the one a plan was paid?

Where a task is to be paid the largest reward once, and that of its rows is out of reach, a judge
cannot see from the plan alone that it was paid the most. So it looks around, breadth first and by
the definitions (every object for every parameter), as far as a small world goes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import product
from math import prod

from introplan.mdp import Status
from introplan.relational.action import GroundAction, changes, did
from introplan.relational.derived import with_derived
from introplan.relational.domain import RelationalTask
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Literal

MAX_STATES = 200
"""States to look at; a world with more is believed."""

MAX_GROUND_ACTIONS = 1_000
"""Ground actions to try in each of them; with more nothing is looked at."""

Facts = frozenset[Literal]


def larger_reward(task: RelationalTask, paid: float, check: Callable[[], None]) -> float | None:
    """The first reward above `paid` that is met nearby; None if none is."""
    if task.is_numeric:  # worlds with numbers are seldom small
        return None
    objects = task.start.objects
    sizes = [[len(objects.of(v.types)) for v in s.parameters] for s in task.domain.actions]
    if sum(prod(size) for size in sizes) > MAX_GROUND_ACTIONS:
        return None
    seen, waiting = {task.start.facts}, deque([task.start.facts])
    while waiting and len(seen) <= MAX_STATES:
        for reward, status, target in _steps(task, waiting.popleft(), check):
            if status is Status.FAILURE:
                continue
            if reward > paid:
                return reward
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return None


def _steps(
    task: RelationalTask, facts: Facts, check: Callable[[], None]
) -> Iterator[tuple[float, Status, Facts]]:
    """What every action leads to that can be taken."""
    objects, reward = task.start.objects, task.stated_reward
    rules = task.domain.derived
    before = frozenset(with_derived(rules, objects, facts))
    now = Moments(objects, before)
    for schema in task.domain.actions:
        for choice in product(*(objects.of(v.types) for v in schema.parameters)):
            check()
            binding = dict(zip(schema.parameters, choice, strict=True))
            if not holds(schema.precondition, now, binding):
                continue
            adds, deletes = changes(schema, binding, now)
            target = (facts - deletes) | adds
            after = frozenset(with_derived(rules, objects, target))
            moments = Moments(objects, after, before, did(GroundAction(schema.name, choice)))
            yield reward.value(moments), task.named_termination.value(moments), target
