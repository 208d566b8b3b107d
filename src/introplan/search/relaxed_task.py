"""The delete relaxation of a task (Bonet and Geffner 2001), ground: what h_FF is computed on.

Goal counting says nothing as long as no literal of the goal can be made right. Then it pays to
know what comes before: a plan for the easier task in which everything that was once true, or once
false, stays available. For that the operators (`relaxed_operators.py`) have to be ground. It is
done once per world and only when a search asks for it, in two passes:

1. *Reach.* The positive literals of an operator's condition are joined over the rows reached so
   far, semi-naively: a new row is put into the patterns that need it and only the rest is joined.
   What is static is checked at once, everything else is assumed. So the work follows what can be
   reached, not |objects| ** |variables|, and what is found contains all that can ever happen
   (Helmert 2009 grounds in the same way).
2. *Ground.* The condition of every application found becomes a set of *propositions*: a row with
   the truth it should have. What always holds is left out, what can never hold drops the
   application. A disjunction becomes a proposition of its own, with an operator of cost 0 for each
   disjunct.

False rows are propositions only for predicates that some condition negates. What a derived
predicate needs to become false is not worked out: one more step is assumed to do it.

Operators come in the order of the lifted ones, and within one in the order of their objects.
Relaxed plans depend on nothing else, so both engines find the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias, assert_never

from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import statics_of
from introplan.relational.formula import (
    EQUALS,
    And,
    Comparison,
    Formula,
    Literal,
    Moment,
    Not,
    Variable,
)
from introplan.relational.grounding import All, AnyOf, Atom, Goal, Grounder, Want
from introplan.relational.query import Compiler, Facts, Pattern, Query, Row, Slots
from introplan.relational.rewriting import Binding, conjuncts
from introplan.relational.schemas import Arguments
from introplan.search.compiled import CompiledTask, Operator
from introplan.search.relaxed_numbers import RelaxedNumbers
from introplan.search.relaxed_operators import LiftedOperator, lifted_operators, negated_predicates

MAX_APPLICATIONS = 1_000_000
"""Ground operators; with more there are no relaxed plans.

The number bounds the memory of the ground task, and the time of every single relaxed plan.
"""

Proposition: TypeAlias = tuple[Row, bool] | int
"""A row with the truth it should have, or the number of something else to be had."""

ASSUMED = -1
"""Stands for a step that is not worked out."""


@dataclass(frozen=True, slots=True)
class RelaxedOperator:
    """What is needed, what it gives, and the action it is a part of (None: of no action)."""

    needs: frozenset[Proposition]
    gives: frozenset[Proposition]
    action: Operator | int | None = None
    cost: int = 0


class TooLargeError(Exception):
    """The task has more than MAX_APPLICATIONS ground operators."""


@dataclass(slots=True)
class _Reach:
    """Where one lifted operator applies."""

    lifted: LiftedOperator
    query: Query
    slots: list[int]
    adds: list[Pattern]
    deletes: list[Pattern]
    frame: Slots
    found: set[Arguments] = field(default_factory=set)

    def bound(self, values: Arguments) -> Slots:
        """The slots with the values of an application."""
        slots = list(self.frame)
        for slot, value in zip(self.slots, values, strict=True):
            slots[slot] = value
        return slots


class RelaxedTask:
    """The operators of a task that can be reached from its start."""

    def __init__(self, compiled: CompiledTask, start: Facts, check: Callable[[], None]) -> None:
        self._compiled = compiled
        self._check = check
        task = compiled.task
        self._start = frozenset(row for row in start if row[0] >= 0)
        self._grounder = Grounder(statics_of(task.domain, task.start), check=check)
        self._reached = Facts(self._start)
        self._reaches = [self._reach_of(x) for x in _applied(task)]
        self._whole = [x for x in lifted_operators(task.domain) if x.is_whole]
        self._follow()
        self._deletable = frozenset(
            pattern.row(values)
            for reach in self._reaches
            for values in map(reach.bound, reach.found)
            for pattern in reach.deletes
        )
        self._actions = {
            (r.lifted.schema, values[: len(self._whole[r.lifted.schema].variables)])
            for r in self._reaches
            if r.lifted.schema is not None
            for values in r.found
        }
        self._negated = {compiled.symbols.key(p) for p in negated_predicates(task)}
        self._numbers = count()
        self.numbers = RelaxedNumbers(
            self._grounder.statics, compiled.symbols.value_row, self._numbers
        )
        self._compared: set[int] = set()
        self.operators: list[RelaxedOperator] = []
        self._ground()

    def with_goal(self, goal: Goal) -> tuple[list[RelaxedOperator], Proposition]:
        """The operators that a goal brings along, and the proposition that stands for it."""
        own: list[RelaxedOperator] = []
        whole, needs = next(self._numbers), set[Proposition]()
        if self._needs(goal, needs, own):
            own.append(RelaxedOperator(frozenset(needs), frozenset({whole})))
        return own, whole

    def _reach_of(self, lifted: LiftedOperator) -> _Reach:
        compiler = Compiler(self._compiled.symbols, self._check)
        scope: dict[Variable, int] = {}
        joined = tuple(filter(self._is_joined, conjuncts(lifted.condition)))
        query = compiler.query(lifted.variables, And(joined), scope)
        adds, deletes = (
            [compiler.pattern(x, scope) for x in effects]
            for effects in (lifted.adds, lifted.deletes)
        )
        slots = [scope[v] for v in lifted.variables]
        return _Reach(lifted, query, slots, adds, deletes, compiler.frame)

    def _is_joined(self, part: Formula) -> bool:
        """Is it a positive literal, or a negative one that can be decided at once?"""
        if isinstance(part, Not) and isinstance(part.child, Literal):
            literal = part.child
            return literal.predicate == EQUALS or self._grounder.statics.is_static(literal)
        return isinstance(part, Literal)

    def _follow(self) -> None:
        """Apply operators until nothing new comes up."""
        news = [row for r in self._reaches for row in self._apply(r, list(r.frame))]
        while news:
            # Semi-naive: only joins in which the new row takes part can give anything new.
            row = news.pop()
            if row in self._reached:
                continue
            self._reached.add(row)
            for reach in self._reaches:
                for pattern in reach.query.patterns:
                    values = pattern.bound_to(row, reach.frame) if pattern.key == row[0] else None
                    if values is not None:
                        news.extend(self._apply(reach, values))

    def _apply(self, reach: _Reach, values: Slots) -> list[Row]:
        """Record where an operator applies under the bound values; returns the rows it adds."""
        news: list[Row] = []
        for bound in reach.query.answers(self._reached, values):
            reach.found.add(tuple(bound[slot] for slot in reach.slots))
            news.extend(pattern.row(bound) for pattern in reach.adds)
        if sum(len(r.found) for r in self._reaches) > MAX_APPLICATIONS:
            raise TooLargeError
        return news

    def _ground(self) -> None:
        for reach in self._reaches:
            schema = reach.lifted.schema
            arity = 0 if schema is None else len(self._whole[schema].variables)
            for values in sorted(reach.found):
                self._check()
                needs: set[Proposition] = set()
                if not self._condition_needs(reach.lifted, values, needs):
                    continue
                gives = frozenset(self._effects(reach, reach.bound(values)))
                if reach.lifted.numeric:
                    binding = self._binding(reach.lifted, values)
                    gives |= frozenset(self.numbers.given_by(reach.lifted.numeric, binding))
                action = None if schema is None else (schema, values[:arity])
                if gives:
                    self.operators.append(RelaxedOperator(frozenset(needs), gives, action, 1))

    def _condition_needs(
        self, lifted: LiftedOperator, values: Arguments, found: set[Proposition]
    ) -> bool:
        """Add what the condition of an application needs; False if it can never be had."""
        goal = self._grounder.ground(lifted.condition, self._binding(lifted, values))
        return self._needs(goal, found, self.operators)

    def _binding(self, lifted: LiftedOperator, values: Arguments) -> Binding:
        constants = self._compiled.symbols.constants
        objects = [constants[value] for value in values]
        return dict(zip(lifted.variables, objects, strict=True))

    def _effects(self, reach: _Reach, values: Slots) -> Iterator[Proposition]:
        added = {pattern.row(values) for pattern in reach.adds}
        for row in added:
            if not self._is_fixed(row):
                yield row, True
        for row in (pattern.row(values) for pattern in reach.deletes):
            if row[0] in self._negated and row in self._reached and row not in added:
                yield self._false(row, self.operators)

    def _is_fixed(self, row: Row) -> bool:
        """Was it true at the start, and no action deletes it?"""
        is_derived = row[0] in self._compiled.derivation.keys
        return row in self._start and row not in self._deletable and not is_derived

    def _false(self, row: Row, operators: list[RelaxedOperator]) -> Proposition:
        """The proposition that a row is false; what gives it is assumed where it is not known."""
        if row[0] in self._compiled.derivation.keys or row[0] not in self._negated:
            gives = frozenset[Proposition]({(row, False)})
            operators.append(RelaxedOperator(frozenset(), gives, ASSUMED, 1))
        return row, False

    def _needs(
        self, goal: Goal, found: set[Proposition], operators: list[RelaxedOperator]
    ) -> bool:
        """Add what a goal needs, with new operators if need be; False if it is out of reach."""
        match goal:
            case Want(literal, truth):
                return self._atom_needs(literal, truth, found, operators)
            case All(children):
                return all(self._needs(child, found, operators) for child in children)
            case AnyOf(children):
                options: list[set[Proposition]] = []
                for child in children:
                    own: set[Proposition] = set()
                    if self._needs(child, own, operators):
                        options.append(own)
                return self._any_needs(options, found, operators)
            case _:
                assert_never(goal)

    def _atom_needs(
        self, atom: Atom, truth: bool, found: set[Proposition], operators: list[RelaxedOperator]
    ) -> bool:
        if isinstance(atom, Comparison):
            found.add(self._comparison(atom, truth, operators))
            return True
        if atom.moment is Moment.DID:
            return not truth or self._action_needs(atom, found, operators)
        return self._row_needs(self._compiled.encode(atom), truth, found, operators)

    def _comparison(
        self, comparison: Comparison, truth: bool, operators: list[RelaxedOperator]
    ) -> int:
        """The proposition of a comparison, with what gives it among `operators`."""
        number, moves = self.numbers.needed_by(comparison, truth)
        # A goal has operators of its own: what one goal brought along another one lacks.
        if number not in self._compared:
            gives = frozenset[Proposition]({number})
            operators += [RelaxedOperator(frozenset({move}), gives) for move in moves]
            if operators is self.operators:
                self._compared.add(number)
        return number

    def _row_needs(
        self, row: Row, truth: bool, found: set[Proposition], operators: list[RelaxedOperator]
    ) -> bool:
        if row not in self._reached:
            return not truth
        if self._is_fixed(row):
            return truth
        found.add((row, True) if truth else self._false(row, operators))
        return True

    def _any_needs(
        self,
        options: list[set[Proposition]],
        found: set[Proposition],
        operators: list[RelaxedOperator],
    ) -> bool:
        """One of several options; nothing is needed if one of them needs nothing."""
        if not options or not all(options):
            return bool(options)
        if len(options) == 1:
            found |= options[0]
            return True
        choice = next(self._numbers)
        operators += [
            RelaxedOperator(frozenset(option), frozenset({choice})) for option in options
        ]
        found.add(choice)
        return True

    def _action_needs(
        self, literal: Literal, found: set[Proposition], operators: list[RelaxedOperator]
    ) -> bool:
        """An action that the goal itself names: only doing it gives what is needed."""
        schema, *objects = self._compiled.encode(literal)
        arguments = tuple(objects)
        needs: set[Proposition] = set()
        if (schema, arguments) not in self._actions:
            return False
        if not self._condition_needs(self._whole[schema], arguments, needs):
            return False
        done = next(self._numbers)
        gives = frozenset[Proposition]({done})
        operators.append(RelaxedOperator(frozenset(needs), gives, (schema, arguments), 1))
        found.add(done)
        return True


def _applied(task: RelationalTask) -> Iterator[LiftedOperator]:
    return (x for x in lifted_operators(task.domain) if not x.is_whole)
