"""The world of a replay: one set of true rows, and actions that change it in place.

Rows, numbers and what is derived from them are the judge's own (`rows`, `numbers`, `derivation`);
an action is compiled once and tried as often as the plan takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass

from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.domain import RelationalTask
from introplan.relational.state import Objects, Row, row_of
from introplan.verification.conditions import Compilation, Signed, conjuncts
from introplan.verification.derivation import Derivation
from introplan.verification.numbers import Changes, Values, initial_values, mark
from introplan.verification.rows import Scope, Transition, TrueRows


class ReplayWorld:
    """The rows that are true at one point of a plan, derived ones included."""

    def __init__(self, task: RelationalTask, check: Callable[[], None]) -> None:
        self.true = TrueRows(map(row_of, task.start.facts))
        self.true.values = initial_values(task.start.numbers)
        self._derivation = Derivation(
            task.domain.derived, task.start.objects, self.true, check=check
        )

    @property
    def known(self) -> Set[Row]:
        """The rows that are true now."""
        return self.true.rows

    def change(
        self,
        adds: set[Row],
        deletes: set[Row],
        done: Row,
        values: Mapping[Row, float] | None = None,
    ) -> Transition:
        """Delete, then add, give numbers their values, then derive; returns what was done."""
        true, values = self.true, values or {}
        removed, added = (deletes - adds) & true.rows, adds - true.rows
        for row in removed:
            true.remove(row)
        for row in added:
            true.add(row)
        old_values = {row: true.values.get(row) for row in values}
        true.values.update(values)
        changed = {row[0] for row in (*removed, *added)} | {mark(row[0]) for row in old_values}
        flipped = self._derivation.update(changed)
        if flipped:
            gained = flipped & true.rows
            added, removed = added | gained, removed | (flipped - gained)
            changed |= {row[0] for row in flipped}
        true.stamp(changed)
        return Transition(true, added, removed, done, old_values)


@dataclass(frozen=True, slots=True)
class Changed:
    """What an action adds, deletes, and gives a new value."""

    adds: set[Row]
    deletes: set[Row]
    values: dict[Row, float]


class Schema:
    """An action schema, compiled."""

    def __init__(
        self, schema: ActionSchema, objects: Objects, true: TrueRows, check: Callable[[], None]
    ) -> None:
        compilation = Compilation(objects, true, check, remembers=False)
        scope = {v.name: compilation.frame.slot() for v in schema.parameters}
        self.slots = [scope[v.name] for v in schema.parameters]
        self.members = [compilation.candidates.names(v)[1] for v in schema.parameters]
        self.values = compilation.frame.values
        self.precondition = compilation.part(schema.precondition, scope)
        self.effects = [Effect(effect, compilation, scope) for effect in schema.effects]

    def changes(self, names: Sequence[str], true: TrueRows) -> Changed | str:
        """What is changed; in words why the action cannot be done."""
        for slot, name in zip(self.slots, names, strict=True):
            self.values[slot] = name
        state = Transition(true)
        if not self.precondition.holds(state):
            return "the precondition of {} does not hold"
        adds: set[Row] = set()
        deletes: set[Row] = set()
        numeric = Changes()
        for effect in self.effects:
            effect.apply(state, adds, deletes, numeric)
        values = numeric.new_values(true.values)
        if values is None:
            return "an effect of {} on a number is undefined"
        return Changed(adds, deletes, values)


class Effect:
    """What is added and deleted for every object its variables stand for, on a condition."""

    def __init__(self, effect: ConditionalEffect, compilation: Compilation, scope: Scope) -> None:
        slots = {v.name: compilation.frame.slot() for v in effect.variables}
        outer, scope = set(scope.values()), {**scope, **slots}
        variables = [(v, slots[v.name]) for v in effect.variables]
        conditions = list(conjuncts(Signed(effect.condition, True, scope)))
        self.solutions = compilation.solutions(variables, conditions, outer)
        self.adds = [compilation.frame.row(x, scope) for x in effect.adds]
        self.deletes = [compilation.frame.row(x, scope) for x in effect.deletes]
        self.numeric = effect.numeric
        self.values = Values(compilation.frame, scope)

    def apply(
        self, state: Transition, adds: set[Row], deletes: set[Row], numeric: Changes
    ) -> None:
        """Collect what this effect adds, deletes, and does to numbers."""
        for _ in self.solutions.each(state):
            adds.update([row() for row in self.adds])
            deletes.update([row() for row in self.deletes])
            for change in self.numeric:
                numeric.add(change, self.values, state)
