"""Relational tasks as a backend: ground actions by number, true literals as ones.

Actions and literals are those that can ever matter from the start: whatever can be done and
whatever can change if nothing that was once true were ever lost. (So some may turn out to be out
of reach after all; none is missing.) Where the start is drawn anew for every episode, they are
all that the types allow, because every start has to fit.

The order is fixed by the domain and the names of the objects: actions as their schemas stand in
the domain, literals as their predicates are declared, each then by its objects in the order of
names. Derived literals follow from the others and are left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
from gymnasium.spaces import MultiBinary

from introplan.errors import UsageError
from introplan.interop.gymnasium.backend import Mask, Observation, Step
from introplan.limits import Meter
from introplan.relational.action import GroundAction
from introplan.relational.derived import derived_predicates
from introplan.relational.determinized import determinized
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.dynamics import statics_of
from introplan.relational.formula import Constant, Literal, Variable
from introplan.relational.query import Row
from introplan.relational.reach import relaxed_reach
from introplan.relational.state import State
from introplan.search.compiled import Operator
from introplan.search.world import World, WorldNode

MAX_NUMBERED = 1_000_000
"""Actions, or literals, of a space; networks with more inputs or outputs cannot be trained."""


@dataclass(frozen=True, slots=True)
class Table:
    """The actions and the literals of a task, each by number."""

    actions: tuple[GroundAction, ...]
    literals: tuple[Literal, ...]


def reachable_table(task: RelationalTask) -> Table:
    """What can be done and what can change, from the start of this task on, whatever is drawn."""
    domain, start = determinized(task).domain, task.start
    reach = relaxed_reach(
        domain, start, statics_of(domain, start), limit=MAX_NUMBERED, check=_go_on
    )
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


class RelationalBackend:
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
        self._position = _Position(task)
        compiled = self._position.world.compiled
        self._operators = [compiled.operator(action) for action in self.actions]
        self._number_of = {operator: n for n, operator in enumerate(self._operators)}
        rows = map(compiled.symbols.row, self.table.literals)
        self._place_of = {row: n for n, row in enumerate(rows)}
        self._present = self._first = in_numbers(self.table, task.start, self.space)

    @property
    def state(self) -> State:
        """The literals that are true now."""
        return self._position.state

    def restart(self) -> None:
        """Back to the start."""
        self._position.restart()
        self._present = self._first

    def observation(self) -> Observation:
        """1 for each literal of the table that is true now."""
        return self._present.copy()

    def mask(self) -> Mask:
        """1 for each action whose precondition holds now."""
        found = np.zeros(len(self.actions), dtype=np.int8)
        found[[self._number_of[operator] for operator in self._position.applicable()]] = 1
        return found

    def take(self, number: int, rng: random.Random) -> Step | None:
        """Do an action, if its precondition holds; nothing is drawn."""
        step = self._position.take(self._operators[number])
        if step is not None:
            # Not in place: after a reset this is the array that later resets go back to.
            self._present = self._present.copy()
            for rows, truth in ((self._position.deleted, 0), (self._position.added, 1)):
                self._present[[self._place_of[r] for r in rows if r in self._place_of]] = truth
        return step


def in_numbers(table: Table, state: State, space: MultiBinary) -> Observation:
    """1 for each literal of the table that is true in a state."""
    numbers = np.zeros(space.shape, dtype=np.int8)
    for n, literal in enumerate(table.literals):
        numbers[n] = literal in state.facts
    return numbers


class _Position:
    """The present state of a relational task, changed in place.

    `task.step` copies the state; an episode does not need the states before, so here a step costs
    what it changes. `added` and `deleted` are the rows that changed last.
    """

    def __init__(self, task: RelationalTask) -> None:
        if task.is_numeric:
            raise UsageError("an environment observes literals, not numbers that change")
        self.task = task
        self.world = World(task, Meter())
        self.facts = task.start.facts
        self.added: list[Row] = []
        self.deleted: list[Row] = []
        self._start = frozenset(self.world.facts)

    @property
    def state(self) -> State:
        """The literals that are true; derived ones are left out, as in a problem file."""
        return State(self.task.start.objects, self.facts)

    def restart(self) -> None:
        """Back to the start."""
        now = set(self.world.facts)
        back = WorldNode(
            self.world.here, None, sorted(self._start - now), sorted(now - self._start), 0
        )
        self._move_to(back)
        self.facts = self.task.start.facts

    def applicable(self) -> list[Operator]:
        """What can be done here, in the order of schemas and of their arguments."""
        schemas = enumerate(self.world.compiled.schemas)
        return [(n, found) for n, s in schemas for found in s.applicable(self.world.facts)]

    def take(self, operator: Operator) -> Step | None:
        """Do one action, in integers, if its precondition holds."""
        child = self.world.try_child(operator)
        if child is None:
            return None
        step = Step(*self.world.outcome(child))
        self._move_to(child)
        literal, derived = self.world.compiled.symbols.literal, self.world.derivation.keys
        gone = {literal(row) for row in child.deleted if row[0] not in derived}
        new = {literal(row) for row in child.added if row[0] not in derived}
        self.facts = (self.facts - gone) | new
        return step

    def _move_to(self, node: WorldNode) -> None:
        """Make `node` the present and forget how it was reached."""
        self.world.move_to(node)
        self.added, self.deleted = node.added, node.deleted
        node.parent, node.depth = None, 0


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
    if prod(map(len, objects)) > MAX_NUMBERED:
        raise _too_many(task)
    return product(*objects)


def _too_many(task: RelationalTask) -> UsageError:
    return UsageError(
        f"{task.name} has more than {MAX_NUMBERED} ground actions or literals: too many for a "
        "space in which each has a number; take a smaller task"
    )


def _go_on() -> None:
    """There is no limit to check while a space is set up."""
