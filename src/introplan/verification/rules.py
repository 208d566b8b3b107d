"""What actions change, and what transitions are worth: the rules of a task, compiled.

A reward is asked for after every action and its answer seldom changes, so its conditions remember
what decided them (`logic/remembering.py`): a step of a long plan costs about as much as the action
changes, not as much as the world contains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from itertools import product
from typing import Generic, TypeVar

from introplan.logic.formula import TRUE
from introplan.logic.objects import Objects
from introplan.logic.remembering import Compilation, Part, Row, Scope, Transition
from introplan.model.action import ActionSchema, ConditionalEffect
from introplan.model.decision_list import DecisionList

V = TypeVar("V")


class Schema:
    """An action schema, compiled."""

    def __init__(self, schema: ActionSchema, objects: Objects, tick: Callable[[], None]) -> None:
        compilation = Compilation(objects, tick, remembers=False)
        scope = Scope()
        self.slots = [compilation.slot(v, scope) for v in schema.parameters]
        self.members = [frozenset(objects.of(v.types)) for v in schema.parameters]
        self.values = compilation.values
        self.precondition = compilation.part(schema.precondition, scope)
        self.effects = [Effect(effect, compilation, scope) for effect in schema.effects]

    def changes(self, names: Sequence[str], known: Set[Row]) -> tuple[set[Row], set[Row]] | None:
        """What is added and deleted; None where the precondition does not hold."""
        for slot, name in zip(self.slots, names, strict=True):
            self.values[slot] = name
        state = Transition(known)
        if not self.precondition.holds(state):
            return None
        adds: set[Row] = set()
        deletes: set[Row] = set()
        for effect in self.effects:
            effect.apply(state, adds, deletes)
        return adds, deletes


class Effect:
    """What is added and deleted for every object its variables stand for, on a condition."""

    def __init__(self, effect: ConditionalEffect, compilation: Compilation, scope: Scope) -> None:
        scope = dict(scope)
        self.values = compilation.values
        self.slots = [compilation.slot(v, scope) for v in effect.variables]
        objects = compilation.objects
        self.names = [[c.name for c in objects.of(v.types)] for v in effect.variables]
        is_plain = effect.condition == TRUE
        self.condition = None if is_plain else compilation.part(effect.condition, scope)
        self.adds = [compilation.row(x, scope) for x in effect.adds]
        self.deletes = [compilation.row(x, scope) for x in effect.deletes]

    def apply(self, state: Transition, adds: set[Row], deletes: set[Row]) -> None:
        """Collect what this effect adds and deletes."""
        for names in product(*self.names):
            for slot, name in zip(self.slots, names, strict=True):
                self.values[slot] = name
            if self.condition is None or self.condition.holds(state):
                adds.update([row() for row in self.adds])
                deletes.update([row() for row in self.deletes])


class Rows(Generic[V]):
    """A decision list whose conditions are compiled."""

    def __init__(self, rows: DecisionList[V], conditions: list[Part]) -> None:
        values = [rule.value for rule in rows.rules]
        self.rules = list(zip(conditions, values, strict=True))
        self.default = rows.default

    def value(self, step: Transition) -> V:
        """The value of the first row that holds, or the default."""
        for condition, value in self.rules:
            if condition.holds(step):
                return value
        return self.default
