"""The mutations to aim for from a place: from an engine that introspects, or made in Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from introplan.introspection.relational.goals import (
    Conditions,
    goal_of,
    reward_condition,
    stages_of,
    success_condition,
)
from introplan.relational.grounding import IMPOSSIBLE, Goal
from introplan.relational.mutation import KnownMutation, Mutation
from introplan.relational.precedence import Precedence, precedences
from introplan.search.requests import Engine, GoalGenerator, SearchNode


def goal_generator(engine: Engine) -> GoalGenerator:
    """What pays r_max and what ends with success in the engine's task, and the ways there."""
    task = engine.task
    native = engine.goal_generator(reward_condition(task), success_condition(task))
    if native is not None:
        return native
    conditions = Conditions.of(task, check=engine.meter.check)
    return _IntrospectedGoals(engine, conditions, precedences(task.domain))


@dataclass(frozen=True, slots=True)
class _IntrospectedGoal:
    """A mutation, and the goal that it is."""

    mutation: Mutation
    precedences: tuple[Precedence, ...]

    @property
    def goal(self) -> Goal:
        return goal_of(self.mutation)

    @property
    def decode(self) -> KnownMutation:
        return KnownMutation(self.mutation)

    @property
    def stages(self) -> tuple[Goal, ...]:
        return stages_of(self.goal, self.precedences)


@dataclass(frozen=True, slots=True)
class _IntrospectedGoals:
    """The conditions of a task, asked about the places of an engine."""

    engine: Engine
    conditions: Conditions
    precedences: tuple[Precedence, ...]

    @property
    def success(self) -> Goal:
        return self.conditions.success

    @property
    def is_unsolvable(self) -> bool:
        return self.conditions.success == IMPOSSIBLE

    def mutation_goals_from(self, place: SearchNode) -> Iterator[_IntrospectedGoal]:
        for mutation in self.conditions.mutation_goals_from(self.engine.closed_state(place)):
            yield _IntrospectedGoal(mutation, self.precedences)
