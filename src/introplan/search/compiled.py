"""A task in integers: objects, predicates, and action schemas as a lifted successor generator.

Nothing is grounded here. An action schema becomes a query that finds its applicable bindings by
joining over the true literals (as Corrêa et al. 2020 do), and patterns that say which rows its
effects add and delete.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from introplan.relational.action import ActionSchema, ConditionalEffect, GroundAction
from introplan.relational.derivation import Derivation
from introplan.relational.domain import Task
from introplan.relational.formula import TRUE, Constant, Literal, Moment, Predicate, Variable
from introplan.relational.query import Compiler, Facts, Pattern, Query, Row, Slots
from introplan.relational.state import State

IDENTITY_BITS = 128
"""Zobrist hashing (1970): a random key per true literal, combined by exclusive or.

With 128 bits, two of a billion states share an identity with a chance below 10 ** -20.
"""

Arguments = tuple[int, ...]
Operator = tuple[int, Arguments]
"""An action in integers: the number of its schema and of its objects."""


class Symbols:
    """Integers for objects (in order of name) and predicates (in order of use)."""

    def __init__(self, state: State) -> None:
        self._objects = state.objects
        self.constants = state.objects.of(("object",))
        self._numbers = {c: i for i, c in enumerate(self.constants)}
        self.predicates: list[Predicate] = []
        self._keys: dict[Predicate, int] = {}
        self._random = random.Random(0)
        self._identities: dict[Row, int] = {}

    def key(self, predicate: Predicate) -> int:
        """The number of a predicate."""
        if predicate not in self._keys:
            self._keys[predicate] = len(self.predicates)
            self.predicates.append(predicate)
        return self._keys[predicate]

    def value(self, constant: Constant) -> int:
        """The number of an object."""
        return self._numbers[constant]

    def candidates(self, types: tuple[str, ...]) -> Sequence[int]:
        """The numbers of all objects of these types."""
        return [self._numbers[c] for c in self._objects.of(types)]

    def row(self, literal: Literal) -> Row:
        """A ground literal as a row of numbers."""
        numbers = [self._numbers[t] for t in literal.terms if isinstance(t, Constant)]
        return (self.key(literal.predicate), *numbers)

    def literal(self, row: Row) -> Literal:
        """A row of numbers as a literal."""
        return Literal(self.predicates[row[0]], tuple(self.constants[i] for i in row[1:]))

    def identity(self, rows: Iterable[Row]) -> int:
        """The combined random key of some rows."""
        total = 0
        for row in rows:
            if row not in self._identities:
                self._identities[row] = self._random.getrandbits(IDENTITY_BITS)
            total ^= self._identities[row]
        return total


@dataclass(slots=True)
class CompiledEffect:
    """Rows to add and delete, once or for every answer of a query."""

    adds: list[Pattern]
    deletes: list[Pattern]
    query: Query | None


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

    def applicable(self, facts: Facts, narrowed: Narrowed | None = None) -> list[Arguments]:
        """Every binding of the parameters for which the precondition holds, each once, in order.

        A narrower query than the precondition's own gives a part of them.
        """
        slots = self.parameters
        query, frame = (self.query, self.frame) if narrowed is None else narrowed
        found = {tuple([values[s] for s in slots]) for values in query.answers(facts, list(frame))}
        return sorted(found)

    def has_more_than(self, most: int, facts: Facts) -> bool:
        """Are there more applicable bindings than this?"""
        answers = self.query.answers(facts, list(self.frame))
        return next(islice(answers, most, None), None) is not None

    def is_applicable(self, facts: Facts, arguments: Arguments) -> bool:
        """Does the precondition hold for these arguments?"""
        return any(True for _ in self.query.answers(facts, self._bound(arguments)))

    def _bound(self, arguments: Arguments) -> Slots:
        values = list(self.frame)
        for slot, argument in zip(self.parameters, arguments, strict=True):
            values[slot] = argument
        return values

    def changes(self, facts: Facts, arguments: Arguments) -> tuple[list[Row], list[Row]]:
        """The rows that become true and those that become false; adds win over deletes."""
        values = self._bound(arguments)
        adds: dict[Row, None] = {}
        deletes: dict[Row, None] = {}
        for effect in self.effects:
            if effect.query is None:
                bindings: Iterable[Slots] = (values,)
            else:
                bindings = effect.query.answers(facts, values)
            for bound in bindings:
                adds.update(dict.fromkeys(p.row(bound) for p in effect.adds))
                deletes.update(dict.fromkeys(p.row(bound) for p in effect.deletes))
        added = [row for row in adds if row not in facts]
        deleted = [row for row in deletes if row not in adds and row in facts]
        return added, deleted

    def writes(self, arguments: Arguments) -> list[Row]:
        """The rows that its unconditional effects add or delete, whatever holds."""
        values = self._bound(arguments)
        plain = [effect for effect in self.effects if effect.query is None]
        return [p.row(values) for effect in plain for p in (*effect.adds, *effect.deletes)]


class CompiledTask:
    """Everything about a task that the search loop needs, in integers."""

    def __init__(self, task: Task, check: Callable[[], None]) -> None:
        self.task = task
        self.symbols = Symbols(task.start)
        self._check = check
        self.schemas = [self._schema(s) for s in task.domain.actions]
        self._numbers = {s.name: i for i, s in enumerate(task.domain.actions)}
        self.derivation = Derivation(task.domain.derived, self.symbols, check)
        self.start = sorted(map(self.symbols.row, task.start.facts))

    def _schema(self, schema: ActionSchema) -> CompiledSchema:
        compiler = Compiler(self.symbols, self._check)
        scope: dict[Variable, int] = {}
        query = compiler.query(schema.parameters, schema.precondition, scope)
        effects = [_compile_effect(e, compiler, scope) for e in schema.effects]
        parameters = [scope[v] for v in schema.parameters]
        return CompiledSchema(schema, parameters, query, effects, compiler.frame)

    @property
    def conditional_keys(self) -> set[int]:
        """The keys of rows that some effect adds or deletes only under a condition."""
        effects = [e for s in self.schemas for e in s.effects if e.query is not None]
        return {p.key for e in effects for p in (*e.adds, *e.deletes)}

    def action(self, operator: Operator) -> GroundAction:
        """An operator as an action of the model."""
        schema, arguments = operator
        constants = tuple(self.symbols.constants[i] for i in arguments)
        return GroundAction(self.schemas[schema].schema.name, constants)

    def operator(self, action: GroundAction) -> Operator:
        """An action of the model as an operator."""
        numbers = tuple(self.symbols.value(argument) for argument in action.arguments)
        return self._numbers[action.name], numbers

    def encode(self, literal: Literal) -> Row:
        """A literal as a row; one that names the action done starts with its schema's number."""
        if literal.moment is not Moment.DID:
            return self.symbols.row(literal)
        return (self._numbers[literal.predicate.name], *self.symbols.row(literal)[1:])


def _compile_effect(
    effect: ConditionalEffect, compiler: Compiler, scope: dict[Variable, int]
) -> CompiledEffect:
    scope = dict(scope)
    query = None
    if effect.variables or effect.condition != TRUE:
        query = compiler.query(effect.variables, effect.condition, scope)
    adds = [compiler.pattern(x, scope) for x in effect.adds]
    deletes = [compiler.pattern(x, scope) for x in effect.deletes]
    return CompiledEffect(adds, deletes, query)
