"""A relational task as a game: ground actions by number, true literals as ones.

Actions and literals are those that can ever matter from the start: whatever can be done and
whatever can change if nothing that was once true were ever lost. (So some may turn out to be out
of reach after all; none is missing.) Where the start is drawn anew for every episode, they are
all that the types allow, because every start has to fit.

The order is fixed by the domain and the names of the objects: actions as their schemas stand in
the domain, literals as their predicates are declared, each then by its objects in the order of
names. Derived literals follow from the others and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
from gymnasium.spaces import MultiBinary

from introplan.errors import UsageError
from introplan.interop.gymnasium.games import Mask, Observation
from introplan.interop.gymnasium.walks import RelationalWalk, Step
from introplan.introspection.relational.reach import relaxed_reach
from introplan.relational.action import GroundAction
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.dynamics import statics_of
from introplan.relational.formula import Constant, Literal, Variable
from introplan.relational.state import State

MOST = 1_000_000
"""More actions, or literals, than these nobody learns about one by one."""


@dataclass(frozen=True, slots=True)
class Table:
    """The actions and the literals of a task, each by number."""

    actions: tuple[GroundAction, ...]
    literals: tuple[Literal, ...]


def reachable_table(task: RelationalTask) -> Table:
    """What can be done and what can change, from the start of this task on."""
    domain, start = task.domain, task.start
    reach = relaxed_reach(domain, start, statics_of(domain, start), limit=MOST, check=_go_on)
    if reach is None:
        raise _too_many(task)
    new = reach.true - start.facts
    lost = reach.deleted & reach.true
    derived = derived_predicates(domain.derived)
    changing = [x for x in new | lost if x.predicate not in derived]
    return _sorted(domain, reach.done, changing)


def typed_table(task: RelationalTask) -> Table:
    """All actions and literals that the types of the objects allow."""
    derived = derived_predicates(task.domain.derived)
    predicates = [s for s in task.domain.predicates if s.predicate not in derived]
    literals = [
        signature.predicate(*terms)
        for signature in predicates
        for terms in _bindings(task, signature.parameters)
    ]
    actions = [
        GroundAction(schema.name, terms)
        for schema in task.domain.actions
        for terms in _bindings(task, schema.parameters)
    ]
    return _sorted(task.domain, actions, literals)


class RelationalGame:
    """A relational task under way, in numbers."""

    def __init__(self, task: RelationalTask, table: Table | None = None) -> None:
        self.task = task
        self.table = table or reachable_table(task)
        self.actions = self.table.actions
        if not self.actions:
            raise UsageError(
                f"nothing can ever be done in {task.name}: there is no action to play"
            )
        self.space = MultiBinary(max(1, len(self.table.literals)))
        self.walk = RelationalWalk(task)
        compiled = self.walk.world.compiled
        self._operators = [compiled.operator(action) for action in self.actions]
        self._number_of = {operator: n for n, operator in enumerate(self._operators)}
        rows = map(compiled.symbols.row, self.table.literals)
        self._place_of = {row: n for n, row in enumerate(rows)}
        self._present = self._first = self._in_numbers()

    @property
    def state(self) -> State:
        """The literals that are true now."""
        return self.walk.state

    def restart(self) -> None:
        """Back to the start."""
        self.walk.restart()
        self._present = self._first

    def observation(self) -> Observation:
        """1 for each literal of the table that is true now."""
        return self._present.copy()

    def mask(self) -> Mask:
        """1 for each action whose precondition holds now."""
        found = np.zeros(len(self.actions), dtype=np.int8)
        found[[self._number_of[operator] for operator in self.walk.applicable()]] = 1
        return found

    def take(self, number: int) -> Step | None:
        """Do an action, if its precondition holds."""
        step = self.walk.take_operator(self._operators[number])
        if step is not None:
            self._present = self._present.copy()
            for rows, truth in ((self.walk.deleted, 0), (self.walk.added, 1)):
                self._present[[self._place_of[r] for r in rows if r in self._place_of]] = truth
        return step

    def _in_numbers(self) -> Observation:
        numbers = np.zeros(self.space.shape, dtype=np.int8)
        facts = self.task.start.facts
        for n, literal in enumerate(self.table.literals):
            numbers[n] = literal in facts
        return numbers


def _sorted(domain: Domain, actions: Iterable[GroundAction], literals: Iterable[Literal]) -> Table:
    """The table in the order that the head of this module promises."""
    schemas = {schema.name: n for n, schema in enumerate(domain.actions)}
    predicates = {s.predicate.name: n for n, s in enumerate(domain.predicates)}
    last = len(predicates)
    return Table(
        tuple(sorted(actions, key=lambda a: (schemas[a.name], a.arguments))),
        tuple(
            sorted(
                literals,
                key=lambda x: (predicates.get(x.predicate.name, last), x.predicate, x.terms),
            )
        ),
    )


def _bindings(
    task: RelationalTask, variables: tuple[Variable, ...]
) -> Iterator[tuple[Constant, ...]]:
    objects = [task.start.objects.of(variable.types) for variable in variables]
    if prod(map(len, objects)) > MOST:
        raise _too_many(task)
    return product(*objects)


def _too_many(task: RelationalTask) -> UsageError:
    return UsageError(
        f"{task.name} has more than {MOST} ground actions or literals: too many for a space in "
        "which each has a number; take a smaller task"
    )


def _go_on() -> None:
    """Nobody waits for the time to be up."""
