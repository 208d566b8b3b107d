"""The numbers of a replay: the judge's own store of values, and what effects make of them.

What expressions, comparisons and effects mean is defined in `relational/numbers.py`; here are the
values to which that is applied. They are kept by name, as all rows of a replay are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from introplan.relational.arithmetic import new_value
from introplan.relational.numbers import (
    Comparison,
    Expression,
    FunctionTerm,
    Numbers,
    NumericEffect,
    value_of,
)
from introplan.relational.state import Row
from introplan.relational.terms import Constant, Moment
from introplan.verification.rows import Frame, Scope, Transition


def initial_values(numbers: Numbers) -> dict[Row, float]:
    """The values of all functions by name and objects."""
    return {
        (term.name, *[t.name for t in term.terms if isinstance(t, Constant)]): value
        for values in (numbers.fixed, numbers.changing)
        for term, value in values.items()
    }


def mark(function: str) -> str:
    """What stands for a function among the names of predicates; no predicate has a space."""
    return f"= {function}"


@dataclass(frozen=True, slots=True)
class Values:
    """How expressions read the values of a transition for the present objects of a frame."""

    frame: Frame
    scope: Scope

    def lookup(self, step: Transition) -> Callable[[FunctionTerm], float | None]:
        """The value that a function has at its moment."""

        def found(term: FunctionTerm) -> float | None:
            row = self.row(term)
            if term.moment is Moment.BEFORE and row in step.old_values:
                return step.old_values[row]
            return step.after.values.get(row)

        return found

    def row(self, term: FunctionTerm) -> Row:
        """The function with the names of its objects."""
        values = self.frame.values
        return (term.name, *[values[self.frame.term(t, self.scope)] for t in term.terms])


@dataclass(slots=True)
class Compared:
    """A comparison of numbers."""

    values: Values
    comparison: Comparison

    def holds(self, step: Transition) -> bool:
        """Is it true, with the present values of its variables?"""
        return self.comparison.holds(self.values.lookup(step))


class Changes:
    """What the effects of one action do to numbers; they happen at once."""

    def __init__(self) -> None:
        self.found: dict[Row, list[tuple[str, float]]] = {}
        self.is_defined = True

    def add(self, effect: NumericEffect, values: Values, state: Transition) -> None:
        """Take in an effect for the present objects of a frame."""
        amount = self._amount(effect.amount, values, state)
        if amount is not None:
            changes = self.found.setdefault(values.row(effect.target), [])
            changes.append((effect.operator, amount))

    def _amount(self, amount: Expression, values: Values, state: Transition) -> float | None:
        value = value_of(amount, values.lookup(state))
        self.is_defined = self.is_defined and value is not None
        return value

    def new_values(self, old: Mapping[Row, float]) -> dict[Row, float] | None:
        """The values after the action; None if one of them is undefined."""
        values: dict[Row, float] = {}
        for row, changes in self.found.items():
            value = new_value(old.get(row), changes)
            if value is None:
                return None
            values[row] = value
        return values if self.is_defined else None
