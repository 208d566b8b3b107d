"""Compiled conditions: the truth that the definition gives, found sooner.

A formula is compiled once (`Compilation`) into parts that are asked again after every action.
Three things make that quick:

* A quantifier tries only the objects that can matter (`ranges`).
* A part without free variables that speaks of a single state keeps its answer until rows of a
  predicate that it mentions change.
* Where it must look again, what decided it last time mostly decides it again: a conjunction is
  decided by one false part and a disjunction by one true part, whichever it is. The decisive
  one is tried first, then those behind it: parts met one after the other are looked at once.

The parts of one compilation share its frame of values. A long evaluation calls `check`, which may
raise to end it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, TypeAlias, assert_never

from introplan.relational.formula import (
    EQUALS,
    And,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Variable,
)
from introplan.relational.rewriting import free_variables, literals
from introplan.relational.state import Objects, Row
from introplan.verification.ranges import Range, Ranges
from introplan.verification.rows import Frame, Scope, Transition, TrueRows


class Part(Protocol):
    """A compiled formula."""

    def holds(self, step: Transition) -> bool:
        """Is it true, with the present values of its variables?"""
        ...


@dataclass(frozen=True, slots=True)
class Signed:
    """A formula, the truth that it should have, and the variables that it can see."""

    formula: Formula
    truth: bool
    scope: Scope


def conjuncts(condition: Signed) -> Iterator[Signed]:
    """The conditions that must all be met for this one to be."""
    formula, truth, scope = condition.formula, condition.truth, condition.scope
    match formula:
        case Not(child):
            yield from conjuncts(Signed(child, not truth, scope))
        case And(children) | Or(children) if isinstance(formula, And) == truth:
            for child in children:
                yield from conjuncts(Signed(child, truth, scope))
        case _:
            yield condition


BoundVariable: TypeAlias = tuple[Variable, int]
"""A variable and its slot."""


class Compilation:
    """Compiled formulas that share one frame; `remembers` is for those that keep answers."""

    def __init__(
        self,
        objects: Objects,
        true: TrueRows,
        check: Callable[[], None] = lambda: None,
        *,
        remembers: bool = True,
    ) -> None:
        self.frame = Frame()
        self.ranges = Ranges(objects, true, self.frame)
        self.check = check
        self.remembers = remembers

    def part(self, formula: Formula, scope: Scope) -> Part:
        """A formula whose free variables are in `scope`."""
        match formula:
            case Literal(predicate) if predicate.name == EQUALS.name:
                left, right = [self.frame.term(t, scope) for t in formula.terms]
                return _Equal(self.frame.values, left, right)
            case Literal():
                return _FACTS[formula.moment](self.frame.row(formula, scope))
            case Not(child):
                return _Not(self.part(child, scope))
            case And(children) | Or(children):
                parts = [self.part(c, scope) for c in children]
                return _Several(self._memory(formula), isinstance(formula, Or), parts)
            case Exists() | Forall():
                variables, conditions = self._block(formula, scope)
                found = self.solutions(variables, conditions, set(scope.values()))
                return _Quantified(self._memory(formula), isinstance(formula, Exists), found)
            case _:
                assert_never(formula)

    def _block(self, formula: Formula, scope: Scope) -> tuple[list[BoundVariable], list[Signed]]:
        """The variables of nested quantifiers of one kind, and what decides them.

        An existential one is decided by objects for which the body is true, a universal one by
        objects for which it is false.
        """
        kind, truth = type(formula), isinstance(formula, Exists)
        variables: list[BoundVariable] = []
        while isinstance(formula, Exists | Forall) and type(formula) is kind:
            slot = self.frame.slot()
            variables.append((formula.variable, slot))
            scope = {**scope, formula.variable.name: slot}
            formula = formula.child
        return variables, list(conjuncts(Signed(formula, truth, scope)))

    def solutions(
        self, variables: Sequence[BoundVariable], conditions: Sequence[Signed], bound: set[int]
    ) -> Solutions:
        """The values of `variables` with which every condition has the truth that it should have.

        Slots in `bound` have their values already. The variables are taken in an order in which
        each is narrowed by those before, and a condition is tested as soon as it can be.
        """
        bound, waiting, open_conditions = set(bound), list(variables), list(conditions)
        levels = [_Level(None, self._tests(open_conditions, bound))]
        while waiting:
            ranges = [self._range(v, conditions, bound) for v in waiting]
            best = max(range(len(waiting)), key=lambda i: ranges[i].bound)
            del waiting[best]
            bound.add(ranges[best].slot)
            levels.append(_Level(ranges[best], self._tests(open_conditions, bound)))
        assert not open_conditions, "every variable of a condition is bound in the end"
        return Solutions(self.frame.values, levels, self.check)

    def _range(
        self, variable: BoundVariable, conditions: Iterable[Signed], bound: set[int]
    ) -> Range:
        named, slot = variable
        known = [(c.formula, c.truth, c.scope) for c in conditions]
        # Slots of constants belong to no variable and always have their value.
        is_bound = self._is_bound(conditions, bound)
        return self.ranges.range(named, slot, known, is_bound)

    def _is_bound(self, conditions: Iterable[Signed], bound: set[int]) -> Callable[[int], bool]:
        unbound = {slot for c in conditions for slot in c.scope.values()} - bound
        return lambda slot: slot not in unbound

    def _tests(self, conditions: list[Signed], bound: set[int]) -> list[tuple[Part, bool]]:
        """Take out of `conditions` those whose variables are bound, compiled."""
        ready = [c for c in conditions if _slots(c) <= bound]
        conditions[:] = [c for c in conditions if not _slots(c) <= bound]
        return [(self.part(c.formula, c.scope), c.truth) for c in ready]

    def _memory(self, formula: Formula) -> _Memory:
        mentioned = list(literals(formula))
        is_of_one_state = all(x.moment is Moment.AFTER for x in mentioned)
        is_lasting = self.remembers and is_of_one_state and not free_variables(formula)
        return _Memory(sorted({x.predicate.name for x in mentioned}), is_lasting)


def _slots(condition: Signed) -> set[int]:
    return {condition.scope[v.name] for v in free_variables(condition.formula)}


@dataclass(slots=True)
class _Level:
    """A variable to bind (none at first), and what can be tested then."""

    range: Range | None
    tests: list[tuple[Part, bool]]

    def passes(self, step: Transition) -> bool:
        for part, truth in self.tests:  # noqa: SIM110: `all` takes twice the time of a short list
            if part.holds(step) is not truth:
                return False
        return True


class Solutions:
    """The values of some variables that meet some conditions."""

    def __init__(self, values: list[str], levels: list[_Level], check: Callable[[], None]) -> None:
        self.values = values
        self.levels = levels
        self.check = check
        self.slots = [level.range.slot for level in levels if level.range is not None]
        self._witness: list[str] | None = None

    def each(self, step: Transition) -> Iterator[None]:
        """Put one solution after the other into the frame; the rows must not change meanwhile."""
        if self.levels[0].passes(step):
            yield from self._from(1, step)

    def exist(self, step: Transition) -> bool:
        """Is there any? What was one last time mostly is one still, and is tried first."""
        if self._witness is not None:
            for slot, name in zip(self.slots, self._witness, strict=True):
                self.values[slot] = name
            if all(level.passes(step) for level in self.levels):
                return True
        for _ in self.each(step):
            self._witness = [self.values[slot] for slot in self.slots]
            return True
        return False

    def _from(self, number: int, step: Transition) -> Iterator[None]:
        if number == len(self.levels):
            yield
            return
        level, is_last = self.levels[number], number + 1 == len(self.levels)
        assert level.range is not None
        slot = level.range.slot
        for name in level.range.candidates(step):
            self.check()
            self.values[slot] = name
            if level.passes(step):
                if is_last:
                    yield
                else:
                    yield from self._from(number + 1, step)


@dataclass(slots=True)
class _Memory:
    """The last answer and when it was found, if answers last, and what decided it."""

    mentioned: list[str]
    is_lasting: bool
    answer: bool | None = None
    answered_at: int = 0
    decisive: int = 0

    def is_current(self, true: TrueRows) -> bool:
        """Is the last answer still right?"""
        changed_at, since = true.changed_at, self.answered_at
        return self.answer is not None and not any(
            changed_at.get(predicate, 0) > since for predicate in self.mentioned
        )


@dataclass(slots=True)
class _After:
    row: Callable[[], Row]

    def holds(self, step: Transition) -> bool:
        return self.row() in step.after.rows


@dataclass(slots=True)
class _Before:
    row: Callable[[], Row]

    def holds(self, step: Transition) -> bool:
        return step.was_true(self.row())


@dataclass(slots=True)
class _Did:
    row: Callable[[], Row]

    def holds(self, step: Transition) -> bool:
        return self.row() == step.done


_FACTS: dict[Moment, Callable[[Callable[[], Row]], Part]] = {
    Moment.AFTER: _After,
    Moment.BEFORE: _Before,
    Moment.DID: _Did,
}


@dataclass(slots=True)
class _Equal:
    values: list[str]
    left: int
    right: int

    def holds(self, _: Transition) -> bool:
        return self.values[self.left] == self.values[self.right]


@dataclass(slots=True)
class _Not:
    child: Part

    def holds(self, step: Transition) -> bool:
        return not self.child.holds(step)


@dataclass(slots=True)
class _Remembering(ABC):
    """A part that is decided by one of several truths being `deciding`, and keeps its answer."""

    memory: _Memory
    deciding: bool

    def holds(self, step: Transition) -> bool:
        memory = self.memory
        if not memory.is_lasting:
            return self._found(step)
        if not memory.is_current(step.after):
            memory.answer, memory.answered_at = self._found(step), step.after.clock
        assert memory.answer is not None
        return memory.answer

    @abstractmethod
    def _found(self, step: Transition) -> bool: ...


@dataclass(slots=True)
class _Several(_Remembering):
    """A conjunction or disjunction: decided by any part whose truth is `deciding`."""

    parts: list[Part]

    def _found(self, step: Transition) -> bool:
        parts, first, deciding = self.parts, self.memory.decisive, self.deciding
        for i in chain(range(first, len(parts)), range(first)):
            if parts[i].holds(step) is deciding:
                self.memory.decisive = i
                return deciding
        return not deciding


@dataclass(slots=True)
class _Quantified(_Remembering):
    """Decided by any objects for which the body's truth is `deciding`."""

    solutions: Solutions

    def _found(self, step: Transition) -> bool:
        return self.solutions.exist(step) is self.deciding
