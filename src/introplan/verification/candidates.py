"""Which objects a variable has to be tried with: joins, one variable at a time.

To find the objects that give a formula a certain truth, trying all of them is right and slow. A
literal that must be true for that narrows them down: in `(exists (?i) (in-bin ?i d1))` only the
items at the first position of the rows `(in-bin _ d1)` need be tried. So each variable gets
*sources*, which together list every object that can matter, and the shortest list is taken. The
objects listed are still put to the whole formula: a source may list too many, never too few.

This is a worst-case-optimal-style join (variable by variable: Ngo, Ré and Rudra 2013) in its
simplest form. The joins of search go literal by literal; the two have no code in common.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import chain, islice
from typing import Protocol, assert_never

from introplan.relational.formula import (
    EQUALS,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Term,
    Variable,
)
from introplan.relational.state import Objects
from introplan.verification.rows import Frame, Projection, Scope, Transition, TrueRows

EXACT = math.inf
"""As the number of bound positions: the source lists one object at most, so none narrows more."""


class Source(Protocol):
    """Lists of objects that a literal allows for a variable."""

    @property
    def bound(self) -> float:
        """How many of the literal's positions are known: the more, the shorter the lists."""
        ...

    def found(self, step: Transition) -> Iterable[Collection[str]]:
        """The lists, for the present values of the other variables."""
        ...


@dataclass(frozen=True, slots=True)
class _TrueRows:
    """Objects in rows that are true after the action, or before it."""

    projection: Projection
    values: list[str]
    slots: tuple[int, ...]
    is_before: bool

    @property
    def bound(self) -> int:
        return len(self.slots)

    def found(self, step: Transition) -> Iterable[Collection[str]]:
        projection, values = self.projection, self.values
        now = projection.names(tuple([values[slot] for slot in self.slots]))
        if not self.is_before or not step.removed:
            return (now,)
        # A row that was true before is true now, or the action removed it.
        target, shape = projection.target, projection.shape
        return (now, [row[target] for row in step.removed if (row[0], len(row)) == shape])


@dataclass(frozen=True, slots=True)
class _Done:
    """An object of the action that was taken, if it is this action."""

    action: str
    target: int
    bound: float = EXACT

    def found(self, step: Transition) -> Iterable[Collection[str]]:
        done = step.done
        return () if done is None or done[0] != self.action else ((done[self.target],),)


@dataclass(frozen=True, slots=True)
class _Equal:
    """The object that another term stands for."""

    values: list[str]
    slot: int
    bound: float = EXACT

    def found(self, _: Transition) -> Iterable[Collection[str]]:
        return ((self.values[self.slot],),)


Option = tuple[Source, ...]
"""Sources that together list every object that can matter."""


@dataclass(slots=True)
class Candidates:
    """The objects of a variable's types, and the ways to narrow them down.

    `start` is where the last search for a value ended. The next one begins there: a goal for all
    objects that is met for one after the other is then looked at once per object, not once per
    object and step.
    """

    slot: int
    names: list[str]
    members: Set[str]
    options: list[Option]
    start: int = 0

    @property
    def bound(self) -> float:
        """How well the best option narrows; -1 without any."""
        return max(map(_least_bound, self.options), default=-1)

    def names_to_try(self, step: Transition) -> Iterator[str]:
        """The names of the objects that must be tried, in no particular order."""
        found = self._narrowed(step)
        lists: list[Collection[str]] = [self.names] if found is None else found
        count = sum(map(len, lists))
        start = self.start if self.start < count else 0
        rotated = chain(*lists)
        if start:
            rotated = chain(islice(rotated, start, None), islice(chain(*lists), start))
        for number, name in enumerate(rotated, start):
            self.start = number if number < count else number - count
            if found is None or name in self.members:
                yield name

    def _narrowed(self, step: Transition) -> list[Collection[str]] | None:
        """The shortest lists of objects that must be tried; None for all of them."""
        best, fewest = None, len(self.names)
        for option in self.options:
            found = [names for source in option for names in source.found(step)]
            count = len(found[0]) if len(found) == 1 else sum(map(len, found))
            if count < fewest:
                best, fewest = found, count
                # To try one object costs less than to ask what other options would leave of it.
                if count <= 1:
                    break
        return best


class CandidateIndex:
    """Makes the candidates of variables; `true` has the indexes that they use."""

    def __init__(self, objects: Objects, true: TrueRows, frame: Frame) -> None:
        self.objects = objects
        self.true = true
        self.frame = frame
        self._names: dict[tuple[str, ...], tuple[list[str], frozenset[str]]] = {}

    def names(self, variable: Variable) -> tuple[list[str], frozenset[str]]:
        """The names of the objects of a variable's types, in order and as a set."""
        if variable.types not in self._names:
            names = [c.name for c in self.objects.of(variable.types)]
            self._names[variable.types] = names, frozenset(names)
        return self._names[variable.types]

    def candidates(
        self,
        variable: Variable,
        slot: int,
        conditions: Iterable[tuple[Formula, bool, Scope]],
        is_bound: Callable[[int], bool] = lambda _: True,
    ) -> Candidates:
        """The objects for which each condition can have the truth asked for.

        `is_bound` says which other slots have a value when the candidates are used.
        """
        finder = _SourceFinder(self, slot, is_bound)
        options = [o for f, truth, scope in conditions for o in finder.options(f, truth, scope)]
        return Candidates(slot, *self.names(variable), options)


@dataclass(frozen=True, slots=True)
class _SourceFinder:
    """Looks for literals that narrow one variable."""

    index: CandidateIndex
    own: int
    is_bound: Callable[[int], bool]

    def options(self, formula: Formula, truth: bool, scope: Scope) -> list[Option]:
        """Each option lists every object for which `formula` can have this truth."""
        match formula:
            case Literal():
                source = self._source(formula, scope) if truth else None
                return [] if source is None else [(source,)]
            case Comparison():
                return []
            case Not(child):
                return self.options(child, not truth, scope)
            case And(children) | Or(children):
                found = [self.options(child, truth, scope) for child in children]
                if isinstance(formula, And) == truth:  # all of the children must have the truth
                    return [option for options in found for option in options]
                if not all(found):
                    return []
                return [tuple(source for options in found for source in _best(options))]
            case Exists(variable, child) | Forall(variable, child):
                # What holds for all objects holds for some, but for an empty type.
                if isinstance(formula, Exists) != truth and not self.index.names(variable)[0]:
                    return []
                inner = {name: slot for name, slot in scope.items() if name != variable.name}
                return self.options(child, truth, inner)
            case _:
                assert_never(formula)

    def _source(self, literal: Literal, scope: Scope) -> Source | None:
        """The literal as a source, if it speaks of the variable."""
        terms, frame = literal.terms, self.index.frame
        own = [i for i, term in enumerate(terms, 1) if self._slot(term, scope) == self.own]
        if not own:
            return None
        slots = {i: self._slot(term, scope) for i, term in enumerate(terms, 1) if i not in own}
        bound = {i: slot for i, slot in slots.items() if slot is not None and self.is_bound(slot)}
        target, name = own[0], literal.predicate.name
        if literal.predicate == EQUALS:
            return _Equal(frame.values, *bound.values()) if bound else None
        if literal.moment is Moment.DID:
            return _Done(name, target)
        projection = self.index.true.projection((name, len(terms) + 1), target, tuple(bound))
        is_before = literal.moment is Moment.BEFORE
        return _TrueRows(projection, frame.values, tuple(bound.values()), is_before)

    def _slot(self, term: Term, scope: Scope) -> int | None:
        """The slot of a term; None for a variable of a quantifier in between."""
        if isinstance(term, Variable) and term.name not in scope:
            return None
        return self.index.frame.term(term, scope)


def _least_bound(option: Option) -> float:
    return min((source.bound for source in option), default=EXACT)


def _best(options: list[Option]) -> Option:
    """The option that narrows best, judged by its worst source."""
    return max(options, key=_least_bound)
