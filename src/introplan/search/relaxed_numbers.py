"""Numbers in the delete relaxation: what raises a number and what lowers it, and nothing more.

After Metric-FF (Hoffmann 2003), made coarser: in the relaxation a comparison can be met if it
holds now, or if some operator moves one of the numbers that it reads in the direction that helps.
By how much is not worked out, so a comparison that is out of reach here is out of reach for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from introplan.relational.arithmetic import DECREASE, INCREASE
from introplan.relational.formula import Moment
from introplan.relational.grounding import Statics
from introplan.relational.numbers import (
    Arithmetic,
    Comparison,
    Expression,
    FunctionTerm,
    NumericEffect,
    ground_function,
    mapped,
    value_of,
)
from introplan.relational.numeric_queries import Test, compiled_comparison
from introplan.relational.query import Facts, Row, Slots
from introplan.relational.rewriting import Binding

UP, DOWN = True, False
BOTH = frozenset({UP, DOWN})
Move: TypeAlias = tuple[Row, bool]
"""The row of a number, and whether it gets larger or smaller."""


class RelaxedNumbers:
    """Comparisons and moves of numbers as numbered propositions."""

    def __init__(
        self,
        statics: Statics,
        value_row: Callable[[FunctionTerm], Row],
        numbers: Iterator[int],
    ) -> None:
        self._statics = statics
        self._value_row = value_row
        self._numbers = numbers
        self._moves: dict[Move, int] = {}
        self._known: dict[tuple[Comparison, bool], tuple[int, list[int]]] = {}
        self._tests: dict[int, tuple[Test, bool]] = {}

    def holding(self, facts: Facts) -> Iterator[int]:
        """The propositions of comparisons that have the truth asked for, in order."""
        read = facts.values.get
        for number, (test, truth) in self._tests.items():
            if test(read, []) == truth:
                yield number

    def given_by(self, effects: Iterable[NumericEffect], binding: Binding) -> Iterator[int]:
        """The moves of the numbers that effects change."""
        for effect in effects:
            row = self._value_row(ground_function(effect.target, binding))
            for direction in sorted(self._directions(effect, binding)):
                yield self._move((row, direction))

    def needed_by(self, comparison: Comparison, truth: bool) -> tuple[int, list[int]]:
        """The proposition of a comparison, and the moves that may give it."""
        key = comparison, truth
        if key in self._known:
            return self._known[key]
        number = next(self._numbers)
        row_of = self._value_row

        def constant_row(term: FunctionTerm) -> Callable[[Slots], Row]:
            row = row_of(term)
            return lambda _: row

        self._tests[number] = compiled_comparison(comparison, constant_row), truth
        moves = [
            self._move((row_of(term), direction))
            for term, directions in helpful_directions(comparison, truth).items()
            for direction in sorted(directions)
        ]
        self._known[key] = number, moves
        return number, moves

    def _move(self, move: Move) -> int:
        if move not in self._moves:
            self._moves[move] = next(self._numbers)
        return self._moves[move]

    def _directions(self, effect: NumericEffect, binding: Binding) -> frozenset[bool]:
        """Where an effect may move its number."""
        if effect.operator not in (INCREASE, DECREASE):
            return BOTH
        statics = self._statics
        ground = mapped(effect.amount, lambda term: ground_function(term, binding))

        def lookup(term: FunctionTerm) -> float | None:
            is_fixed = term.name not in statics.changing_functions
            return statics.numbers.get(term) if is_fixed else None

        amount = value_of(ground, lookup)
        if amount is None:
            return BOTH
        return frozenset({(amount > 0) == (effect.operator == INCREASE)} if amount else ())


def helpful_directions(comparison: Comparison, truth: bool) -> dict[FunctionTerm, frozenset[bool]]:
    """The directions in which each number that a comparison reads may have to move."""
    found: dict[FunctionTerm, frozenset[bool]] = {}
    signs = _Signs()
    signs.read(comparison.left, frozenset({UP}))
    signs.read(comparison.right, frozenset({DOWN}))
    for term, directions in signs.found.items():
        # Division may be undefined, which turns the comparison over in ways that no sign tells.
        if comparison.operator == "=" or signs.is_partial:
            directions = BOTH
        elif (comparison.operator in ("<", "<=")) == truth:
            directions = frozenset(not direction for direction in directions)
        key = term.at(Moment.AFTER)
        found[key] = found.get(key, frozenset()) | directions
    return found


class _Signs:
    """How the difference of two sides moves with each number that they read."""

    def __init__(self) -> None:
        self.found: dict[FunctionTerm, frozenset[bool]] = {}
        self.is_partial = False

    def read(self, expression: Expression, directions: frozenset[bool]) -> None:
        """Note what an expression reads that moves the difference in these directions."""
        if isinstance(expression, FunctionTerm):
            known: Mapping[FunctionTerm, frozenset[bool]] = self.found
            self.found[expression] = known.get(expression, frozenset()) | directions
        elif isinstance(expression, Arithmetic):
            self._read_arithmetic(expression, directions)

    def _read_arithmetic(self, expression: Arithmetic, directions: frozenset[bool]) -> None:
        opposite = frozenset(not direction for direction in directions)
        parts = expression.parts
        self.is_partial = self.is_partial or expression.operator == "/"
        for place, part in enumerate(parts):
            if expression.operator == "+":
                self.read(part, directions)
            elif expression.operator == "-":
                is_taken_away = place > 0 or len(parts) == 1
                self.read(part, opposite if is_taken_away else directions)
            else:
                self.read(part, BOTH)
