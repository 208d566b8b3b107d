"""Expressions and comparisons over rows, for engines that keep the values of functions.

The value of `(fuel t1)` is kept under the row `(key, t1)`, where the key stands for the predicate
`= fuel`; the row `(key, t1, 5)` says that it is 5. So a change of a number is a row that becomes
false and a row that becomes true, like every other change, and goes through deltas, identities
and listeners as literals do. No name in a file has a space, so no predicate has such a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from introplan.relational.arithmetic import calculated, new_value
from introplan.relational.formula import Moment, Predicate
from introplan.relational.numbers import (
    COMPARE,
    Arithmetic,
    Comparison,
    Expression,
    FunctionTerm,
    NumericEffect,
)

Row: TypeAlias = tuple[Any, ...]
Slots: TypeAlias = list[Any]
Read: TypeAlias = Callable[[Row], float | None]
"""The value kept under a row, None where there is none."""

RowOf: TypeAlias = Callable[[Slots], Row]
RowReader: TypeAlias = Callable[[FunctionTerm], RowOf]
"""For a function, how the row of its value comes from the slots of its terms."""

Evaluator: TypeAlias = Callable[[Read, Slots], float | None]
Test: TypeAlias = Callable[[Read, Slots], bool]

_PREFIX = {Moment.AFTER: "= ", Moment.BEFORE: "before = "}


def value_predicate(name: str, arity: int, moment: Moment = Moment.AFTER) -> Predicate:
    """The predicate of the rows that say what values a function has."""
    return Predicate(f"{_PREFIX[moment]}{name}", arity + 1)


def value_predicate_of(term: FunctionTerm) -> Predicate:
    """The predicate of the rows that say what values the function of a term has."""
    return value_predicate(term.name, len(term.terms), term.moment)


def is_value_predicate(predicate: Predicate) -> bool:
    """Does it stand for a function, and not for a relation?"""
    return predicate.name.startswith(tuple(_PREFIX.values()))


def function_name(predicate: Predicate) -> str:
    """The function that a predicate of values stands for."""
    return predicate.name.removeprefix(_PREFIX[Moment.AFTER])


def compiled_expression(expression: Expression, row_of: RowReader) -> Evaluator:
    """A function that works out an expression from rows of values."""
    if isinstance(expression, FunctionTerm):
        row = row_of(expression)
        return lambda read, slots: read(row(slots))
    if not isinstance(expression, Arithmetic):
        return lambda read, slots: expression
    word = expression.operator
    parts = [compiled_expression(part, row_of) for part in expression.parts]

    def evaluate(read: Read, slots: Slots) -> float | None:
        values: list[float] = []
        for part in parts:
            value = part(read, slots)
            if value is None:
                return None
            values.append(value)
        return calculated(word, values)

    return evaluate


def compiled_comparison(comparison: Comparison, row_of: RowReader) -> Test:
    """A function that decides a comparison from rows of values."""
    compare = COMPARE[comparison.operator]
    left = compiled_expression(comparison.left, row_of)
    right = compiled_expression(comparison.right, row_of)

    def test(read: Read, slots: Slots) -> bool:
        a, b = left(read, slots), right(read, slots)
        return a is not None and b is not None and compare(a, b)

    return test


@dataclass(frozen=True, slots=True)
class CompiledNumericEffect:
    """What changes a number, and by how much."""

    operator: str
    target: RowOf
    amount: Evaluator


def compiled_numeric_effect(effect: NumericEffect, row_of: RowReader) -> CompiledNumericEffect:
    """A numeric effect over rows of values."""
    amount = compiled_expression(effect.amount, row_of)
    return CompiledNumericEffect(effect.operator, row_of(effect.target), amount)


class NumericChanges:
    """The effects of one action on numbers, gathered; they all happen at once."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._found: dict[Row, list[tuple[str, float]]] = {}
        self._is_defined = True

    def gather(self, effects: Iterable[CompiledNumericEffect], slots: Slots) -> None:
        """Take in effects for the objects in the slots."""
        for effect in effects:
            amount = effect.amount(self._read, slots)
            if amount is None:
                self._is_defined = False
            else:
                row = effect.target(slots)
                self._found.setdefault(row, []).append((effect.operator, amount))

    def new_values(self) -> dict[Row, float] | None:
        """The values that change, by row; None if the action cannot be done."""
        if not self._is_defined:
            return None
        values: dict[Row, float] = {}
        for row, changes in self._found.items():
            old = self._read(row)
            new = new_value(old, changes)
            if new is None:
                return None
            if new != old:
                values[row] = new
        return values
