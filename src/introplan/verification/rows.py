"""True rows, changed in place, with the indexes that joins ask for.

A ground literal is a row of names, `("on", "a", "b")`. `TrueRows` holds the rows that are true in
the present state. A `Projection` is a secondary index: the names that stand at one position of a
predicate's rows, by the names at some other positions. It is built when it is first asked for and
kept current from then on, so that a step costs as much as it changes.

`Frame` holds the values of the variables of one rule or formula, a slot per variable and constant.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import TypeAlias

from introplan.relational.formula import Constant, Literal, Term, Variable
from introplan.relational.state import Row

Scope: TypeAlias = Mapping[str, int]
"""The slots of the variables that can be seen from some place in a formula, by name."""

Shape: TypeAlias = tuple[str, int]
"""A predicate's name and the length of its rows."""

NO_ROWS: frozenset[Row] = frozenset()


class Projection:
    """The names at `target` in the rows of a predicate, by the names at the `bound` positions."""

    __slots__ = ("_names", "_true", "bound", "shape", "target")

    def __init__(self, true: TrueRows, shape: Shape, target: int, bound: tuple[int, ...]) -> None:
        self.shape = shape
        self.target = target
        self.bound = bound
        self._true = true
        self._names: dict[tuple[str, ...], dict[str, int]] | None = None

    def names(self, key: tuple[str, ...]) -> Collection[str]:
        """The names at the target, each once, where these names are at the bound positions."""
        if self._names is None:
            self._names = {}
            self._true.keep_current(self)
        return self._names.get(key, ())

    def add(self, row: Row) -> None:
        """Take in a row that became true."""
        assert self._names is not None
        counts = self._names.setdefault(tuple([row[i] for i in self.bound]), {})
        counts[row[self.target]] = counts.get(row[self.target], 0) + 1

    def remove(self, row: Row) -> None:
        """Forget a row that became false."""
        assert self._names is not None
        counts = self._names[tuple([row[i] for i in self.bound])]
        if counts[row[self.target]] == 1:
            del counts[row[self.target]]
        else:
            counts[row[self.target]] -= 1


class TrueRows:
    """The rows that are true now, and the `values` of functions.

    `clock` counts changes and `changed_at` says when rows of a predicate last changed: what was
    found out later than that about the predicate still holds.
    """

    __slots__ = ("_current", "_projections", "changed_at", "clock", "rows", "values")

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows = set(rows)
        self.values: dict[Row, float] = {}
        self.clock = 0
        self.changed_at: dict[str, int] = {}
        self._projections: dict[tuple[Shape, int, tuple[int, ...]], Projection] = {}
        self._current: dict[Shape, list[Projection]] = {}

    def __contains__(self, row: Row) -> bool:
        return row in self.rows

    def add(self, row: Row) -> None:
        """Make a row true that is false."""
        self.rows.add(row)
        for projection in self._current.get((row[0], len(row)), ()):
            projection.add(row)

    def remove(self, row: Row) -> None:
        """Make a row false that is true."""
        self.rows.remove(row)
        for projection in self._current.get((row[0], len(row)), ()):
            projection.remove(row)

    def stamp(self, predicates: Iterable[str]) -> None:
        """Note that rows of these predicates have changed."""
        self.clock += 1
        for predicate in predicates:
            self.changed_at[predicate] = self.clock

    def projection(self, shape: Shape, target: int, bound: tuple[int, ...]) -> Projection:
        """The index of this form; it is filled when it is first used."""
        key = (shape, target, bound)
        if key not in self._projections:
            self._projections[key] = Projection(self, shape, target, bound)
        return self._projections[key]

    def keep_current(self, projection: Projection) -> None:
        """Fill a projection, and change it with the rows from now on."""
        self._current.setdefault(projection.shape, []).append(projection)
        for row in self.rows:
            if (row[0], len(row)) == projection.shape:
                projection.add(row)


@dataclass(slots=True)
class Transition:
    """What a formula is about: the rows true after an action, what it changed, and its name.

    The state before is not stored: it is the state after without `added` and with `removed`, and
    with `old_values` in place of the numbers that changed.
    """

    after: TrueRows
    added: Set[Row] = NO_ROWS
    removed: Set[Row] = NO_ROWS
    done: Row | None = None
    old_values: Mapping[Row, float | None] = field(default_factory=dict)

    def was_true(self, row: Row) -> bool:
        """Was the row true before the action?"""
        return row in self.removed or (row in self.after.rows and row not in self.added)


@dataclass(slots=True)
class Frame:
    """The present values of variables and constants, one slot each."""

    values: list[str] = field(default_factory=list)
    _constants: dict[str, int] = field(default_factory=dict)

    def slot(self) -> int:
        """A new slot for a variable."""
        self.values.append("")
        return len(self.values) - 1

    def term(self, term: Term, scope: Scope) -> int:
        """The slot of a constant, or of a variable that is in scope."""
        if isinstance(term, Variable):
            return scope[term.name]
        return self._constant(term)

    def _constant(self, constant: Constant) -> int:
        if constant.name not in self._constants:
            self._constants[constant.name] = len(self.values)
            self.values.append(constant.name)
        return self._constants[constant.name]

    def row(self, literal: Literal, scope: Scope) -> Callable[[], Row]:
        """A function that returns the row of a literal for the present values."""
        values, name = self.values, literal.predicate.name
        slots = [self.term(t, scope) for t in literal.terms]
        # The innermost loop of a replay calls this: common arities avoid the loop over slots.
        if not slots:
            return lambda: (name,)
        if len(slots) == 1:
            (only,) = slots
            return lambda: (name, values[only])
        if len(slots) == 2:
            first, second = slots
            return lambda: (name, values[first], values[second])
        return lambda: (name, *[values[slot] for slot in slots])
