"""Walks: one present state of a task, and what an action makes of it.

A walk is what an environment and an agent share: the task's own rules, one step after the other,
without any memory of the steps before. `RelationalWalk` moves a world of literals in place, so
that a step costs what it changes; `ProgramWalk` calls the user's functions.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any, NamedTuple, Protocol

from introplan.errors import UsageError
from introplan.limits import Meter
from introplan.mdp import Outcome, Status, Task, attempt
from introplan.programs.copying import copied, is_immutable
from introplan.programs.freezing import kept
from introplan.programs.program import ProgramTask
from introplan.relational.action import GroundAction
from introplan.relational.domain import RelationalTask
from introplan.relational.query import Row
from introplan.relational.state import State
from introplan.search.compiled import Operator
from introplan.search.world import Node, World


class Step(NamedTuple):
    """What a step paid, and whether the episode goes on."""

    reward: float
    status: Status


class Walk(Protocol):
    """A task under way."""

    @property
    def state(self) -> Any:
        """Where it is."""
        ...

    def take(self, action: Any) -> Step | None:
        """Do one action; None if it cannot be done here, and then nothing happens."""
        ...


def is_same(one: Any, other: Any) -> bool:
    """Are two states equal, whatever they are made of?"""
    if isinstance(one, State) or isinstance(other, State):
        return isinstance(one, State) and isinstance(other, State) and one.facts == other.facts
    return bool(kept(one) == kept(other))


class RelationalWalk:
    """A relational task under way; `added` and `deleted` are the rows that changed last."""

    def __init__(self, task: RelationalTask) -> None:
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
        back = Node(self.world.here, None, sorted(self._start - now), sorted(now - self._start), 0)
        self._move_to(back)
        self.facts = self.task.start.facts

    def applicable(self) -> list[Operator]:
        """What can be done here, in the order of schemas and of their arguments."""
        schemas = enumerate(self.world.compiled.schemas)
        return [(n, found) for n, s in schemas for found in s.applicable(self.world.facts)]

    def take(self, action: GroundAction) -> Step | None:
        """Do one action if its precondition holds."""
        return self.take_operator(self.world.compiled.operator(action))

    def take_operator(self, operator: Operator) -> Step | None:
        """The same for an action in integers."""
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

    def _move_to(self, node: Node) -> None:
        """Make `node` the present and forget how it was reached."""
        self.world.move_to(node)
        self.added, self.deleted = node.added, node.deleted
        node.parent, node.depth = None, 0


class ProgramWalk:
    """A task in Python under way."""

    def __init__(self, task: ProgramTask) -> None:
        self.task = task
        self._state = copied(task.start)

    @property
    def state(self) -> Any:
        """Where it is; a copy, where user code could change it."""
        return self._state if is_immutable(self._state) else copied(self._state)

    def restart(self) -> None:
        """Back to the start."""
        self._state = copied(self.task.start)

    def outcome(self, action: Any) -> Outcome[Any] | None:
        """What an action would lead to; None if it is not allowed."""
        return attempt(self.task, self._state, action)

    def take(self, action: Any) -> Step | None:
        """Do one action, unless it is not allowed."""
        outcome = self.outcome(action)
        return None if outcome is None else self.follow(outcome)

    def follow(self, outcome: Outcome[Any]) -> Step:
        """Go where an action leads to."""
        self._state = outcome.state
        return Step(outcome.reward, outcome.status)


@singledispatch
def walk_through(task: Task) -> Walk:
    """The walk that begins where the task does."""
    raise UsageError(f"an agent walks through a task, got {type(task).__name__}")


@walk_through.register(RelationalTask)
def _(task: RelationalTask) -> Walk:
    return RelationalWalk(task)


@walk_through.register(ProgramTask)
def _(task: ProgramTask) -> Walk:
    return ProgramWalk(task)
