"""Where to go, whoever does the introspection: an engine that can, or `introspection/` for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from introplan.introspection.milestones import (
    Conditions,
    goal_of,
    reward_condition,
    success_condition,
)
from introplan.logic.goal import IMPOSSIBLE, Goal
from introplan.model.mutation import Mutation
from introplan.search.engine import Engine, Outlook, Place


def outlook(engine: Engine) -> Outlook:
    """What pays r_max and what ends with success in the engine's task, and the ways there."""
    task = engine.task
    own = engine.outlook(reward_condition(task), success_condition(task))
    return own or _Introspected(engine, Conditions.of(task, tick=engine.meter.tick))


@dataclass(frozen=True, slots=True)
class _Way:
    """A mutation, and the goal that it is."""

    mutation: Mutation

    @property
    def goal(self) -> Goal:
        return goal_of(self.mutation)


@dataclass(frozen=True, slots=True)
class _Introspected:
    """The conditions of a task, asked about the places of an engine."""

    engine: Engine
    conditions: Conditions

    @property
    def success(self) -> Goal:
        return self.conditions.success

    @property
    def is_hopeless(self) -> bool:
        return self.conditions.success == IMPOSSIBLE

    def ways_on(self, place: Place) -> Iterator[_Way]:
        return map(_Way, self.conditions.ways_on(self.engine.closed_state(place)))
