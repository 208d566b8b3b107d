"""Plans replayed by the definition, a new state for every step: slow and obvious."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from introplan.mdp import Status
from introplan.relational.action import GroundAction, changes, did
from introplan.relational.derived import with_derived
from introplan.relational.domain import Task
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Literal


@dataclass(frozen=True, slots=True)
class Step:
    """What an action led to."""

    facts: frozenset[Literal]
    reward: float
    status: Status


def applicable(task: Task, facts: frozenset[Literal]) -> Iterator[GroundAction]:
    """Every ground action whose precondition holds, in order of schemas and arguments."""
    objects = task.start.objects
    known = with_derived(task.domain.derived, objects, facts)
    for schema in task.domain.actions:
        for choice in product(*(objects.of(v.types) for v in schema.parameters)):
            binding = dict(zip(schema.parameters, choice, strict=True))
            if holds(schema.precondition, Moments(objects, known), binding):
                yield GroundAction(schema.name, choice)


def allows(task: Task, facts: frozenset[Literal], action: GroundAction) -> bool:
    """Is there such an action, and does its precondition hold?"""
    objects = task.start.objects
    schema = next((a for a in task.domain.actions if a.name == action.name), None)
    if schema is None or len(schema.parameters) != len(action.arguments):
        return False
    binding = dict(zip(schema.parameters, action.arguments, strict=True))
    known = with_derived(task.domain.derived, objects, facts)
    fits = all(constant in objects.of(v.types) for v, constant in binding.items())
    return fits and holds(schema.precondition, Moments(objects, known), binding)


def after(task: Task, facts: frozenset[Literal], action: GroundAction) -> Step:
    """The outcome of an applicable action."""
    objects, rules = task.start.objects, task.domain.derived
    schema = task.domain.action(action.name)
    binding = dict(zip(schema.parameters, action.arguments, strict=True))
    before = with_derived(rules, objects, facts)
    adds, deletes = changes(schema, binding, Moments(objects, before))
    target = (facts - deletes) | adds
    moments = Moments(objects, with_derived(rules, objects, target), before, did(action))
    return Step(target, task.reward.value(moments), task.termination.value(moments))


def replayed(task: Task, plan: Iterable[GroundAction]) -> list[Step]:
    """The outcome of each action of a plan that runs."""
    steps: list[Step] = []
    facts = task.start.facts
    for action in plan:
        steps.append(after(task, facts, action))
        facts = steps[-1].facts
    return steps


def random_walk(task: Task, rng: random.Random, *, length: int) -> list[GroundAction]:
    """Random applicable actions until the episode ends, nothing applies, or `length`."""
    plan: list[GroundAction] = []
    facts, status = task.start.facts, Status.CONTINUE
    most = length if task.horizon is None else min(length, task.horizon)
    while status is Status.CONTINUE and len(plan) < most:
        choices = list(applicable(task, facts))
        if not choices:
            break
        plan.append(rng.choice(choices))
        step = after(task, facts, plan[-1])
        facts, status = step.facts, step.status
    return plan
