"""Action schemas as queries: where an action applies, and what it changes, by joining.

A successor generator over lifted actions (Helmert 2006 has one for ground operators; joins over
the true literals take the place of its decision tree, as in Corrêa et al. 2020). Nothing is
grounded. How predicates and objects look in rows is the vocabulary's choice: search uses integers,
the simulator of a task uses the nouns themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from introplan.errors import ChanceError
from introplan.relational.action import ActionSchema, Chance, ConditionalEffect
from introplan.relational.chance import whole
from introplan.relational.formula import TRUE, Variable
from introplan.relational.numeric_queries import (
    CompiledNumericEffect,
    NumericChanges,
    compiled_numeric_effect,
)
from introplan.relational.query import Compiler, Facts, Pattern, Query, Row, Slots, Vocabulary

Arguments: TypeAlias = tuple[Any, ...]
"""The objects in place of a schema's parameters, as the vocabulary writes them."""


@dataclass(slots=True)
class CompiledEffect:
    """Rows to add and delete and numbers to change, once or for every answer of a query."""

    adds: list[Pattern]
    deletes: list[Pattern]
    query: Query | None
    numeric: list[CompiledNumericEffect]

    def bindings(self, facts: Facts, values: Slots) -> Iterable[Slots]:
        """The values under which it happens."""
        return (values,) if self.query is None else self.query.answers(facts, values)


@dataclass(frozen=True, slots=True)
class CompiledBranch:
    """What happens with a probability."""

    probability: float
    effects: list[CompiledEffect]
    chances: list[CompiledChance]


@dataclass(frozen=True, slots=True)
class CompiledChance:
    """A draw for every answer of a query; without one, a single draw."""

    query: Query | None
    variables: list[int]
    branches: list[CompiledBranch]
    """Their probabilities add up to 1."""

    def bindings(self, facts: Facts, values: Slots) -> list[Slots]:
        """The values under which something is drawn, each once, in order."""
        if self.query is None:
            return [values]
        # A query may answer twice; two draws instead of one would be another world.
        answers = self.query.answers(facts, values)
        found = {tuple([bound[s] for s in self.variables]): list(bound) for bound in answers}
        return [found[key] for key in sorted(found)]


class Narrowed(NamedTuple):
    """A query that gives some of a schema's applicable arguments, and the slots it needs."""

    query: Query
    frame: Slots


@dataclass(slots=True)
class CompiledSchema:
    """An action schema: where it applies, and what it changes."""

    schema: ActionSchema
    parameters: list[int]
    query: Query
    effects: list[CompiledEffect]
    frame: Slots
    changes_numbers: bool
    chances: list[CompiledChance]

    @property
    def draws_numbers(self) -> bool:
        """Can a draw change a number?"""
        return any(effect.numeric for chance in self.schema.chances for effect in chance.effects)

    def applicable(self, facts: Facts, narrowed: Narrowed | None = None) -> list[Arguments]:
        """Every binding of the parameters for which the precondition holds, each once, in order.

        A narrower query than the precondition's own gives a part of them.
        """
        slots = self.parameters
        query, frame = (self.query, self.frame) if narrowed is None else narrowed
        found = {tuple([values[s] for s in slots]) for values in query.answers(facts, list(frame))}
        if self.changes_numbers:
            found = {arguments for arguments in found if self._is_defined(facts, arguments)}
        return sorted(found)

    def has_more_than(self, most: int, facts: Facts) -> bool:
        """Are there more applicable bindings than this?"""
        answers = self.query.answers(facts, list(self.frame))
        return next(islice(answers, most, None), None) is not None

    def is_applicable(self, facts: Facts, arguments: Arguments) -> bool:
        """Does the precondition hold for these arguments, and can its numbers be worked out?"""
        if not any(True for _ in self.query.answers(facts, self.bound(arguments))):
            return False
        return not self.changes_numbers or self._is_defined(facts, arguments)

    def _is_defined(self, facts: Facts, arguments: Arguments) -> bool:
        return self._new_values(facts, arguments) is not None

    def _new_values(self, facts: Facts, arguments: Arguments) -> dict[Row, float] | None:
        """The numbers that change, by row; None where an effect on numbers is undefined."""
        values = self.bound(arguments)
        changes = NumericChanges(facts.values.get)
        for effect in self.effects:
            if effect.numeric:
                for bound in effect.bindings(facts, values):
                    changes.gather(effect.numeric, bound)
        return changes.new_values()

    def bound(self, arguments: Arguments) -> Slots:
        """The slots with these objects in place of the parameters."""
        values = list(self.frame)
        for slot, argument in zip(self.parameters, arguments, strict=True):
            values[slot] = argument
        return values

    def changes(self, facts: Facts, arguments: Arguments) -> tuple[list[Row], list[Row]]:
        """The rows that become true and those that become false; adds win over deletes."""
        values = self.bound(arguments)
        adds: dict[Row, None] = {}
        deletes: dict[Row, None] = {}
        for effect in self.effects:
            for bound in effect.bindings(facts, values):
                adds.update(dict.fromkeys(p.row(bound) for p in effect.adds))
                deletes.update(dict.fromkeys(p.row(bound) for p in effect.deletes))
        added = [row for row in adds if row not in facts]
        deleted = [row for row in deletes if row not in adds and row in facts]
        if self.changes_numbers:
            self._change_numbers(facts, arguments, added, deleted)
        return added, deleted

    def _change_numbers(
        self, facts: Facts, arguments: Arguments, added: list[Row], deleted: list[Row]
    ) -> None:
        """Append the rows of old and of new values, in the order of functions and objects."""
        for row, value in sorted((self._new_values(facts, arguments) or {}).items()):
            added.append((*row, value))
            if row in facts.values:
                deleted.append((*row, facts.values[row]))

    def writes(self, arguments: Arguments) -> list[Row]:
        """The rows that its unconditional effects add or delete, whatever holds."""
        values = self.bound(arguments)
        plain = [effect for effect in self.effects if effect.query is None]
        return [p.row(values) for effect in plain for p in (*effect.adds, *effect.deletes)]


def compiled_schema(
    schema: ActionSchema,
    vocabulary: Vocabulary,
    check: Callable[[], None] = lambda: None,
    *,
    with_chance: bool = False,
) -> CompiledSchema:
    """The schema as a query over rows; `check` is called inside long joins and may raise.

    Only who handles draws may ask `with_chance`; for others they raise `ChanceError`.
    """
    if schema.chances and not with_chance:
        raise ChanceError(f"the action {schema.name}")
    compiler = Compiler(vocabulary, check)
    scope: dict[Variable, int] = {}
    query = compiler.query(schema.parameters, schema.precondition, scope)
    effects = [_compile_effect(e, compiler, scope) for e in schema.certain_effects]
    chances = [_compile_chance(chance, compiler, scope) for chance in schema.chances]
    parameters = [scope[v] for v in schema.parameters]
    changes_numbers = any(effect.numeric for effect in effects)
    parts = parameters, query, effects, compiler.frame, changes_numbers, chances
    return CompiledSchema(schema, *parts)


def _compile_chance(
    chance: Chance, compiler: Compiler, scope: dict[Variable, int]
) -> CompiledChance:
    scope = dict(scope)
    query = None
    if chance.variables or chance.condition != TRUE:
        query = compiler.query(chance.variables, chance.condition, scope)
    branches = [
        CompiledBranch(
            probability,
            []
            if branch is None
            else [_compile_effect(e, compiler, scope) for e in branch.effects],
            []
            if branch is None
            else [_compile_chance(c, compiler, scope) for c in branch.chances],
        )
        for probability, branch in whole(chance.branches)
    ]
    return CompiledChance(query, [scope[v] for v in chance.variables], branches)


def _compile_effect(
    effect: ConditionalEffect, compiler: Compiler, scope: dict[Variable, int]
) -> CompiledEffect:
    scope = dict(scope)
    query = None
    if effect.variables or effect.condition != TRUE:
        query = compiler.query(effect.variables, effect.condition, scope)
    adds = [compiler.pattern(x, scope) for x in effect.adds]
    deletes = [compiler.pattern(x, scope) for x in effect.deletes]
    numeric = [
        compiled_numeric_effect(x, lambda term: compiler.value_row(term, scope))
        for x in effect.numeric
    ]
    return CompiledEffect(adds, deletes, query, numeric)
