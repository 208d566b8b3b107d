"""The state of one symbolic execution, and the operations by which the parts call each other.

Symbolic execution (King 1976) runs a program on values that are partly unknown. Along one path
every branch has been decided, and the decisions together are the *path condition*: the set of
inputs that take this path. `Execution` holds that state; `paths.py` runs one path after the other.

An evaluator is recursive: a call evaluates the body of a function, whose expressions are calls.
The recursion goes through the abstract methods of `Execution`, so that the parts (expressions,
statements, the types in `builtins/`) import each other in one direction only and the type checker
sees every call. `Interpreter` (interpreter.py) is the one class that implements them.
"""

from __future__ import annotations

import ast
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, Concatenate, TypeAlias

from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.fixed_width import CellNumbers
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.listings import Guarded, parts_of
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import (
    CONTAINERS,
    FOREIGN,
    Closure,
    Items,
    Listing,
    Value,
)
from introplan.symbolic.refusal import CannotMerge, Infeasible, Refused
from introplan.symbolic.source import SourceCache
from introplan.symbolic.terms.term import Const, Sort, Table, Term

Trace: TypeAlias = list[tuple[Term, bool]]
"""The decisions of a path, in their order: a condition, and its truth on this path."""


@dataclass(slots=True)
class MembershipTables:
    """Lookup tables for `unknown in CONSTANT`, made once for each container and sorts of key.

    The key is the identity of the container: lists and dictionaries have no hash, and comparing a
    large constant with every `in` would cost more than the table saves. An identity may be given
    to another object when its owner is freed, so the container is kept alive beside its table.
    """

    _found: dict[tuple[int, tuple[Sort, ...]], tuple[object, Table]] = field(default_factory=dict)

    def table(self, container: object, sorts: tuple[Sort, ...]) -> Table | None:
        """The table of a container for keys of these sorts, if it was made before."""
        found = self._found.get((id(container), sorts))
        return None if found is None else found[1]

    def keep(self, container: object, sorts: tuple[Sort, ...], table: Table) -> None:
        """Remember the table of a container."""
        self._found[id(container), sorts] = (container, table)


@dataclass(slots=True)
class Context:
    """What all paths of one analysis share: its budget, and what was found out about constants."""

    budget: Budget
    max_paths: int = 2000
    """More paths than these through one function are refused; models that can be planned with
    have a few dozen, and 2000 take a few seconds to read."""

    cells: CellNumbers | None = None
    """The numbers that fit into cells of arrays, where the program has any."""

    membership: MembershipTables = field(default_factory=MembershipTables)
    sources: SourceCache = field(default_factory=SourceCache)
    written: dict[tuple[int, str], object] = field(default_factory=dict)
    """Attributes of objects outside the state that are written and must not be read, by identity
    and name (bookkeeping.py), with their objects."""

    consulted: set[tuple[int, str]] = field(default_factory=set)
    """Attributes of objects outside the state that were read, and must not be written."""

    def check(self) -> None:
        """Count one step; raises `Refused` when the budget is spent."""
        self.budget.spend()

    @contextmanager
    def asking_at_most(self, terms: float) -> Iterator[None]:
        """In the block no more terms than these are asked for."""
        budget = self.budget
        # Without a limit of its own it is the same budget: what it foresees holds for all.
        self.budget = budget if math.isinf(terms) else budget.with_terms(terms)
        try:
            yield
        finally:
            budget.steps, self.budget = self.budget.steps, budget


@dataclass(slots=True)
class Execution(ABC):
    """The state of one path, and the operations of the interpreted language."""

    context: Context
    path_condition: PathCondition
    planned: Trace = field(default_factory=list)
    """The decisions to take again, a prefix of an earlier path; after them, True comes first."""

    trace: Trace = field(default_factory=list)
    now: int = 0
    """A logical clock: containers are stamped with it when they are made."""

    floor: int = 0
    """What was made before this time must not be changed: it is shared with other paths."""

    journal: dict[int, tuple[Value, Guarded]] | None = None
    """Older lists that changed on this path of a merged piece of program, with their items before:
    they are put back at its end, and get the items of all paths at once (merging.py)."""

    merges_parts: bool = False
    """Is this a round of a loop, where elements and attributes that are set are merged as well?
    Elsewhere a branch that sets some is a path of its own: what it does is simpler to say."""

    oldest: int = 0
    """What was made before this time must not be changed, not even by a merged piece."""

    depth: int = 0
    """Calls of the user's functions that are being interpreted, one inside the other."""

    is_merging: bool = False
    """Is this a piece of program whose paths become one value? What would have to be undone on
    another path (an item taken from an iterator) is not possible then."""

    forbids_forks: bool = False
    """Is something only assumed here (`assumptions`)? A fork would be one of the whole path, which
    does not depend on the assumption."""

    line: int = 0
    """The line of the `return` that was executed last."""

    outcomes: dict[tuple[int, ...], Any] = field(default_factory=dict)
    """What became of pieces to be merged on earlier paths of this exploration (recall.py)."""

    pieces: int = 0
    """Pieces to be merged that this path has come to so far."""

    def stamp(self) -> int:
        """The time of creation of something new."""
        self.now += 1
        return self.now

    def decide(self, condition: Value) -> bool:
        """The truth of a condition on this path; forks where the path condition leaves it open.

        Raises `CannotMerge` where a fork is not possible, `Infeasible` where no input goes on.
        """
        if not isinstance(condition, Term):
            return bool(condition)
        if isinstance(condition, Const):
            return bool(condition.value)
        implied = self.path_condition.truth(condition)
        if implied is not None:
            return implied
        if self.forbids_forks:
            raise CannotMerge
        choice = self._next_choice(condition)
        self.trace.append((condition, choice))
        if not self.path_condition.learn(condition, choice):
            raise Infeasible
        return choice

    def _next_choice(self, condition: Term) -> bool:
        """The planned decision, or True after those; it has to be a decision of the same thing."""
        position = len(self.trace)
        if position >= len(self.planned):
            return True
        planned, choice = self.planned[position]
        if planned is not condition:
            raise Refused("PY-LIMIT", "code that forks in another way when it is run again")
        return choice

    def implied(self, condition: Value) -> bool | None:
        """The truth of a condition where the path condition settles it, without a fork."""
        if isinstance(condition, Term):
            return self.path_condition.truth(condition)
        return bool(condition)

    def may_change(self, made: int) -> bool:
        """May a container that was made at this time be changed now?"""
        return made >= self.floor

    def check_may_change(self, value: Value, action: str) -> None:
        """Raise `Refused` for what the call did not create, `CannotMerge` for what is shared."""
        if not isinstance(value, CONTAINERS) or value.made == FOREIGN:
            raise Refused("PY-PURE", f"{action} changes an object that the call did not create")
        if not self.may_change(value.made) or self.forbids_forks:
            raise CannotMerge

    def check_may_lengthen(self, value: Value, action: str) -> None:
        """The same for items added to a list or removed: that can be merged, and is noted."""
        self._note(value, action, isinstance(value, Items | Listing))

    def check_may_set(self, value: Value, action: str) -> None:
        """The same for a part that gets another value, which is merged in rounds of loops."""
        self._note(value, action, self.merges_parts and isinstance(value, CONTAINERS))

    def _note(self, value: Any, action: str, is_merged: bool) -> None:
        is_older = is_merged and self.oldest <= value.made < self.floor
        if self.journal is None or not is_older or self.forbids_forks:
            self.check_may_change(value, action)
        elif id(value) not in self.journal:
            self.journal[id(value)] = (value, parts_of(value))

    def changed_lists(self) -> dict[int, tuple[Value, Guarded]]:
        """The older lists that this piece of program has changed so far, with their items now."""
        return {k: (v, parts_of(v)) for k, (v, _) in (self.journal or {}).items()}

    @contextmanager
    def assumptions(self) -> Iterator[None]:
        """What is learnt inside is only assumed, and forgotten at the end; decisions are kept.

        Nothing older may be changed inside, so that all of it can be done again.
        """
        before, forbade, floor = self.path_condition, self.forbids_forks, self.floor
        oldest = self.oldest
        self.path_condition, self.floor = before.copy(), self.stamp()
        self.oldest = self.floor
        mark = len(self.trace)
        try:
            yield
        finally:
            self.path_condition, self.forbids_forks, self.floor = before, forbade, floor
            self.oldest = oldest
            for condition, choice in self.trace[mark:]:
                before.learn(condition, choice)

    @abstractmethod
    def evaluate(self, frame: Frame, node: ast.expr) -> Value:
        """The value of an expression."""

    @abstractmethod
    def condition(self, frame: Frame, node: ast.expr) -> Value:
        """The truth of an expression: True, False, or a term."""

    @abstractmethod
    def call(self, function: Value, arguments: list[Value], named: dict[str, Value]) -> Value:
        """function(*arguments, **named), for whatever can be called."""

    @abstractmethod
    def interpret(
        self,
        function: FunctionType | Closure,
        arguments: list[Value],
        named: dict[str, Value],
    ) -> Value:
        """Run the body of a function that is written in Python."""

    @abstractmethod
    def truth_value(self, value: Value) -> Value:
        """bool(value): True, False, or a term."""

    @abstractmethod
    def equals(self, left: Value, right: Value) -> Value:
        """left == right, for values without `__eq__` of their own: True, False, or a term."""

    @abstractmethod
    def ordered(self, op: type[ast.AST], left: Value, right: Value) -> Value:
        """left < right and the like, for values without comparison methods of their own."""

    @abstractmethod
    def binary(self, op: type[ast.AST], left: Value, right: Value) -> Value:
        """left + right and the like, for values without operator methods of their own."""

    @abstractmethod
    def element(self, value: Value, key: Value) -> Value:
        """value[key]"""

    @abstractmethod
    def is_in(self, value: Value, container: Value) -> Value:
        """value in container: True, False, or a term."""


Builtin: TypeAlias = Callable[Concatenate[Execution, ...], Value]
"""What one of Python's own functions or methods means: the run, then Python's arguments."""
