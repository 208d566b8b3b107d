"""Compiled conditions: the truth that the definition gives, found sooner.

A formula is compiled once (`Compilation`) into parts (`parts`) that are evaluated after every
action. Three things make that quick:

* A quantifier tries only the objects that can matter (`candidates`).
* A part without free variables that speaks of a single state keeps its answer until rows of a
  predicate that it mentions change.
* Where it must look again, what decided it last time mostly decides it again: a conjunction is
  decided by one false part and a disjunction by one true part, whichever it is. The decisive
  one is tried first, then those behind it: parts met one after the other are looked at once.

The parts of one compilation share its frame of values. A long evaluation calls `check`, which may
raise to end it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

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
    Variable,
)
from introplan.relational.rewriting import free_variables, functions_read, literals
from introplan.relational.state import Objects
from introplan.verification.candidates import CandidateIndex, Candidates
from introplan.verification.numbers import Compared, Values, mark
from introplan.verification.parts import (
    PART_OF_LITERAL,
    Equal,
    Level,
    Memory,
    Negation,
    Part,
    Quantified,
    Several,
    Solutions,
)
from introplan.verification.rows import Frame, Scope, TrueRows


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
        self.candidates = CandidateIndex(objects, true, self.frame)
        self.check = check
        self.remembers = remembers

    def part(self, formula: Formula, scope: Scope) -> Part:
        """A formula whose free variables are in `scope`."""
        match formula:
            case Literal(predicate) if predicate.name == EQUALS.name:
                left, right = [self.frame.term(t, scope) for t in formula.terms]
                return Equal(self.frame.values, left, right)
            case Literal():
                return PART_OF_LITERAL[formula.moment](self.frame.row(formula, scope))
            case Comparison():
                return Compared(Values(self.frame, scope), formula)
            case Not(child):
                return Negation(self.part(child, scope))
            case And(children) | Or(children):
                parts = [self.part(c, scope) for c in children]
                return Several(self._memory(formula), isinstance(formula, Or), parts)
            case Exists() | Forall():
                variables, conditions = self._block(formula, scope)
                found = self.solutions(variables, conditions, set(scope.values()))
                return Quantified(self._memory(formula), isinstance(formula, Exists), found)
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
        levels = [Level(None, self._tests(open_conditions, bound))]
        while waiting:
            found = [self._candidates(v, conditions, bound) for v in waiting]
            best = max(range(len(waiting)), key=lambda i: found[i].bound)
            del waiting[best]
            bound.add(found[best].slot)
            levels.append(Level(found[best], self._tests(open_conditions, bound)))
        assert not open_conditions, "every variable of a condition is bound in the end"
        return Solutions(self.frame.values, levels, self.check)

    def _candidates(
        self, variable: BoundVariable, conditions: Iterable[Signed], bound: set[int]
    ) -> Candidates:
        named, slot = variable
        known = [(c.formula, c.truth, c.scope) for c in conditions]
        # Slots of constants belong to no variable and always have their value.
        is_bound = self._is_bound(conditions, bound)
        return self.candidates.candidates(named, slot, known, is_bound)

    def _is_bound(self, conditions: Iterable[Signed], bound: set[int]) -> Callable[[int], bool]:
        unbound = {slot for c in conditions for slot in c.scope.values()} - bound
        return lambda slot: slot not in unbound

    def _tests(self, conditions: list[Signed], bound: set[int]) -> list[tuple[Part, bool]]:
        """Take out of `conditions` those whose variables are bound, compiled."""
        ready = [c for c in conditions if _slots(c) <= bound]
        conditions[:] = [c for c in conditions if not _slots(c) <= bound]
        return [(self.part(c.formula, c.scope), c.truth) for c in ready]

    def _memory(self, formula: Formula) -> Memory:
        mentioned, read = list(literals(formula)), list(functions_read(formula))
        moments = {*(x.moment for x in mentioned), *(x.moment for x in read)}
        is_of_one_state = moments <= {Moment.AFTER}
        is_lasting = self.remembers and is_of_one_state and not free_variables(formula)
        names = {x.predicate.name for x in mentioned} | {mark(x.name) for x in read}
        return Memory(sorted(names), is_lasting)


def _slots(condition: Signed) -> set[int]:
    return {condition.scope[v.name] for v in free_variables(condition.formula)}
