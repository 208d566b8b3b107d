"""Formulas that are asked again and again: the same truth as by definition, found sooner.

A formula is compiled once. Rows of names stand for ground literals, `("on", "a", "b")`, and a list
of values with a slot for every variable and constant takes the place of bindings.

From one state to the next most of the world stays. So a part without free variables that speaks
of a single state keeps its answer until a predicate that it mentions changes. Where it must look
again, what decided it last time mostly decides it again: a conjunction is decided by one false
part and a disjunction by one true part, so the order in which the parts are tried does not matter
to the answer, and the decisive one is tried first.

`Compilation` makes the parts of one rule; they share its values. Who cannot tell them what changes
asks for parts that do not remember. A long look around gives signs of life by calling `check`,
which may raise to end it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol, TypeAlias, assert_never

from introplan.relational.formula import (
    EQUALS,
    And,
    Constant,
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
from introplan.relational.rewriting import free_variables, literals
from introplan.relational.state import Objects

Row: TypeAlias = tuple[str, ...]
Scope: TypeAlias = dict[str, int]

NO_ROWS: frozenset[Row] = frozenset()


def row_of(literal: Literal) -> Row:
    """A ground literal as names."""
    return (literal.predicate.name, *[t.name for t in literal.terms])


@dataclass(slots=True)
class Transition:
    """What a formula is asked about: true rows after and before, and the action done."""

    after: Set[Row]
    before: Set[Row] = NO_ROWS
    done: Row | None = None


class Part(Protocol):
    """A compiled formula."""

    def holds(self, step: Transition) -> bool:
        """Is it true, with the present values of its variables?"""
        ...

    def forget(self, changed: Set[str]) -> None:
        """To be told between two questions: literals of these predicates are not as before."""
        ...


@dataclass(slots=True)
class Compilation:
    """Compiled formulas that share their values, one slot per variable and constant."""

    objects: Objects
    check: Callable[[], None] = lambda: None
    remembers: bool = True
    values: list[str] = field(default_factory=list)
    _constants: dict[str, int] = field(default_factory=dict)

    def slot(self, variable: Variable, scope: Scope) -> int:
        """A slot for `variable`, which shadows its own name in `scope` from now on."""
        self.values.append("")
        scope[variable.name] = len(self.values) - 1
        return scope[variable.name]

    def row(self, literal: Literal, scope: Scope) -> Callable[[], Row]:
        """What gives the row of a literal for the present values."""
        values, name = self.values, literal.predicate.name
        slots = [self._term(t, scope) for t in literal.terms]
        if not slots:
            return lambda: (name,)
        if len(slots) == 1:
            (only,) = slots
            return lambda: (name, values[only])
        if len(slots) == 2:
            first, second = slots
            return lambda: (name, values[first], values[second])
        return lambda: (name, *[values[slot] for slot in slots])

    def part(self, formula: Formula, scope: Scope) -> Part:
        """A formula whose free variables are in `scope`."""
        match formula:
            case Literal(predicate) if predicate.name == EQUALS.name:
                return _Equal(self.values, *[self._term(t, scope) for t in formula.terms])
            case Literal():
                return _Fact(self.row(formula, scope), formula.moment)
            case Not(child):
                return _Not(self.part(child, scope))
            case And(children) | Or(children):
                parts = [self.part(c, scope) for c in children]
                return _Several(self._memory(formula), isinstance(formula, Or), parts)
            case Exists(variable, child) | Forall(variable, child):
                inner = dict(scope)
                slot = self.slot(variable, inner)
                names = [c.name for c in self.objects.of(variable.types)]
                return _Quantified(
                    self._memory(formula),
                    isinstance(formula, Exists),
                    self.part(child, inner),
                    _Range(self.values, slot, names, self.check),
                )
            case _:
                assert_never(formula)

    def _memory(self, formula: Formula) -> _Memory:
        mentioned = list(literals(formula))
        is_of_one_state = all(x.moment is Moment.AFTER for x in mentioned)
        is_lasting = self.remembers and is_of_one_state and not free_variables(formula)
        return _Memory(frozenset(x.predicate.name for x in mentioned), is_lasting)

    def _term(self, term: Term, scope: Scope) -> int:
        if isinstance(term, Constant):
            if term.name not in self._constants:
                self._constants[term.name] = len(self.values)
                self.values.append(term.name)
            return self._constants[term.name]
        return scope[term.name]


@dataclass(slots=True)
class _Memory:
    """The last answer, if it lasts, and what decided it."""

    mentioned: frozenset[str]
    is_lasting: bool
    answer: bool | None = None
    decisive: int = 0


@dataclass(slots=True)
class _Fact:
    row: Callable[[], Row]
    moment: Moment

    def holds(self, step: Transition) -> bool:
        if self.moment is Moment.AFTER:
            return self.row() in step.after
        if self.moment is Moment.BEFORE:
            return self.row() in step.before
        return self.row() == step.done

    def forget(self, changed: Set[str]) -> None:
        """There is nothing to forget."""


@dataclass(slots=True)
class _Equal:
    values: list[str]
    left: int
    right: int

    def holds(self, _: Transition) -> bool:
        return self.values[self.left] == self.values[self.right]

    def forget(self, changed: Set[str]) -> None:
        """There is nothing to forget."""


@dataclass(slots=True)
class _Not:
    child: Part

    def holds(self, step: Transition) -> bool:
        return not self.child.holds(step)

    def forget(self, changed: Set[str]) -> None:
        self.child.forget(changed)


@dataclass(slots=True)
class _Remembered(ABC):
    """What is decided by one of several truths being `deciding`, and keeps its answer."""

    memory: _Memory
    deciding: bool

    def holds(self, step: Transition) -> bool:
        memory = self.memory
        if memory.answer is not None:
            return memory.answer
        answer = self._found(step)
        if memory.is_lasting:
            memory.answer = answer
        return answer

    @abstractmethod
    def _found(self, step: Transition) -> bool: ...


@dataclass(slots=True)
class _Several(_Remembered):
    """A conjunction or disjunction: decided by the first part whose truth is `deciding`."""

    parts: list[Part]

    def _found(self, step: Transition) -> bool:
        parts, first, deciding = self.parts, self.memory.decisive, self.deciding
        if parts and parts[first].holds(step) is deciding:
            return deciding
        for i, part in enumerate(parts):
            if i != first and part.holds(step) is deciding:
                self.memory.decisive = i
                return deciding
        return not deciding

    def forget(self, changed: Set[str]) -> None:
        if self.memory.mentioned & changed:
            self.memory.answer = None
            for part in self.parts:
                part.forget(changed)


@dataclass(slots=True)
class _Range:
    """The objects that a variable stands for, one after the other."""

    values: list[str]
    slot: int
    names: list[str]
    check: Callable[[], None]


@dataclass(slots=True)
class _Quantified(_Remembered):
    """Decided by the first object for which the child's truth is `deciding`."""

    child: Part
    range: _Range

    def _found(self, step: Transition) -> bool:
        own, holds, deciding = self.range, self.child.holds, self.deciding
        values, slot, names, check = own.values, own.slot, own.names, own.check
        first = self.memory.decisive
        for i in chain(range(first, len(names)), range(first)):
            check()
            values[slot] = names[i]
            if holds(step) is deciding:
                self.memory.decisive = i
                return deciding
        return not deciding

    def forget(self, changed: Set[str]) -> None:
        if self.memory.mentioned & changed:
            self.memory.answer = None
            self.child.forget(changed)
