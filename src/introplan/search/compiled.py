"""A task in integers: objects, predicates, and action schemas as a lifted successor generator.

Nothing is grounded here. An action schema becomes a query that finds its applicable bindings by
joining over the true literals (as Corrêa et al. 2020 do), and patterns that say which rows its
effects add and delete.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from introplan.relational.action import GroundAction
from introplan.relational.derivation import Derivation
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Constant, Literal, Moment, Predicate
from introplan.relational.numbers import FunctionTerm
from introplan.relational.numeric_queries import function_name, is_value_predicate, value_predicate
from introplan.relational.query import Row
from introplan.relational.schemas import Arguments, compiled_schema
from introplan.relational.state import State

IDENTITY_BITS = 128
"""Zobrist hashing (1970): a random key per true literal, combined by exclusive or.

With 128 bits, two of a billion states share an identity with a chance below 10 ** -20.
"""

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
        self.numeric: set[int] = set()

    def key(self, predicate: Predicate) -> int:
        """The number of a predicate."""
        if predicate not in self._keys:
            self._keys[predicate] = len(self.predicates)
            self.predicates.append(predicate)
            if is_value_predicate(predicate):
                self.numeric.add(self._keys[predicate])
        return self._keys[predicate]

    def value(self, constant: Constant) -> int:
        """The number of an object."""
        return self._numbers[constant]

    def candidates(self, types: tuple[str, ...]) -> Sequence[int]:
        """The numbers of all objects of these types."""
        return [self._numbers[c] for c in self._objects.of(types)]

    def value_row(self, term: FunctionTerm) -> Row:
        """The row under which the value of a ground function is kept, whatever its moment."""
        numbers = [self._numbers[t] for t in term.terms if isinstance(t, Constant)]
        return (self.key(value_predicate(term.name, len(term.terms))), *numbers)

    def function(self, row: Row) -> FunctionTerm:
        """The function whose value is kept under a row."""
        name = function_name(self.predicates[row[0]])
        return FunctionTerm(name, tuple(self.constants[i] for i in row[1:]))

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


class CompiledTask:
    """Everything about a task that the search loop needs, in integers."""

    def __init__(self, task: RelationalTask, check: Callable[[], None]) -> None:
        self.task = task
        self.symbols = Symbols(task.start)
        self.schemas = [compiled_schema(s, self.symbols, check) for s in task.domain.actions]
        self._numbers = {s.name: i for i, s in enumerate(task.domain.actions)}
        self.derivation = Derivation(task.domain.derived, self.symbols, check)
        self.start = sorted(map(self.symbols.row, task.start.facts))
        numbers, value_row = task.start.numbers, self.symbols.value_row
        for values in (numbers.fixed, numbers.changing):
            self.start += sorted((*value_row(term), value) for term, value in values.items())

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
