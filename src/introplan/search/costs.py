"""What actions cost, in integers' terms: 1 each where a task names no costs."""

from __future__ import annotations

from math import prod
from typing import TypeAlias

from introplan.relational.action import ActionSchema, CostTerm, FunctionTerm, cost_of
from introplan.relational.domain import Task
from introplan.relational.formula import Constant, Variable
from introplan.search.compiled import Operator, Symbols

Table: TypeAlias = tuple[list[int], list[int], list[float]]
"""A cost that depends on the arguments: which ones, the rows of their objects, the costs.

The parameters of an action are counted from 0; an object that stands in the model is -1 minus its
number. What no row names costs nothing.
"""


LARGEST_WHOLE = 2.0**40
"""Sums of whole numbers below this are exact for thousands of steps."""


class Prices:
    """The cost of every action of a task."""

    def __init__(self, task: Task, symbols: Symbols) -> None:
        self.task = task
        self._symbols = symbols
        self._known: dict[Operator, float] = {}
        self.is_unit = not any(schema.cost for schema in task.domain.actions)
        self.least = [self._least(schema) for schema in task.domain.actions]
        self.is_whole = self.is_unit or all(
            value == value // 1 and value < LARGEST_WHOLE
            for s in task.domain.actions
            for t in s.cost
            for value in self._all(t)
        )

    def of(self, operator: Operator) -> float:
        """The cost of an action."""
        if self.is_unit:
            return 1.0
        if operator not in self._known:
            schema = self.task.domain.actions[operator[0]]
            objects = [self._symbols.constants[i] for i in operator[1]]
            binding = dict(zip(schema.parameters, objects, strict=True))
            self._known[operator] = cost_of(schema, binding, self.task.costs)
        return self._known[operator]

    def terms(self, schema: ActionSchema) -> list[float | Table]:
        """What the cost of a schema's actions is the sum of."""
        return [self._table(t, schema) if isinstance(t, FunctionTerm) else t for t in schema.cost]

    def _table(self, term: FunctionTerm, schema: ActionSchema) -> Table:
        which = [
            schema.parameters.index(t) if isinstance(t, Variable) else -1 - self._symbols.value(t)
            for t in term.terms
        ]
        rows: list[int] = []
        values: list[float] = []
        for ground, value in self.task.costs.items():
            if (ground.name, len(ground.terms)) == (term.name, len(term.terms)):
                rows += [self._symbols.value(t) for t in ground.terms if isinstance(t, Constant)]
                values.append(value)
        return which, rows, values

    def _least(self, schema: ActionSchema) -> float:
        """No action of the schema costs less."""
        if self.is_unit:
            return 1.0
        return sum(min(self._all(term)) for term in schema.cost)

    def _all(self, term: CostTerm) -> list[float]:
        """Every value that a term can have."""
        if not isinstance(term, FunctionTerm):
            return [term]
        objects = self.task.start.objects
        named = [
            value
            for ground, value in self.task.costs.items()
            if (ground.name, len(ground.terms)) == (term.name, len(term.terms))
        ]
        sizes = [len(objects.of(t.types)) for t in term.terms if isinstance(t, Variable)]
        has_every = len(named) >= len(objects.of(("object",))) ** len(term.terms) >= prod(sizes)
        return named if named and has_every else [*named, 0.0]
