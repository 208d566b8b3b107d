"""All states that can be reached, as a certificate: made by the engine, for others to check."""

from __future__ import annotations

from collections import deque

from introplan.errors import NoProofError, RefutedError
from introplan.logic.query import Row
from introplan.mdp import Status
from introplan.model.certificate import ClosedSet
from introplan.model.domain import Task
from introplan.search.limits import Meter
from introplan.search.world import Node, World


def closed_set(
    task: Task, meter: Meter, *, most_states: int, most_transitions: int | None = None
) -> ClosedSet:
    """The states that can be reached from the start, breadth first.

    Raises `NoProofError` where one of them succeeds, or where there is more than allowed.
    """
    return _Exploration(task, meter, most_states, most_transitions).run()


class _Exploration:
    """The growing set: states as numbers, one bit for each fact that was ever true."""

    def __init__(
        self, task: Task, meter: Meter, most_states: int, most_transitions: int | None
    ) -> None:
        self.meter = meter
        self.most_states = most_states
        self.transitions_left = most_transitions
        self.world = World(task, meter)
        symbols = self.world.compiled.symbols
        effects = [e for schema in task.domain.actions for e in schema.effects]
        changing = {symbols.key(x.predicate) for e in effects for x in (*e.adds, *e.deletes)}
        self.bits: dict[Row, int] = {}
        own = self._mask([row for row in self.world.compiled.start if row[0] in changing])
        self.states = {own: None}
        self.waiting: deque[tuple[Node, int]] = deque([(self.world.root, own)])

    def run(self) -> ClosedSet:
        """Follow every action from every state."""
        if self.world.starts_at_goal:
            raise RefutedError("there is a plan: the goal holds at the start")
        while self.waiting:
            self._expand(*self.waiting.popleft())
        literal = self.world.compiled.symbols.literal
        return ClosedSet(tuple(map(literal, self.bits)), tuple(self.states))

    def _expand(self, node: Node, state: int) -> None:
        world = self.world
        self.meter.expand()
        world.move_to(node)
        for number in range(len(world.compiled.schemas)):
            for child in world.children(number):
                self._count()
                status = world.outcome(child)[1]
                if status is Status.SUCCESS:
                    steps = len(child.path())
                    raise RefutedError(f"there is a plan: it takes {steps} steps to succeed")
                if status is Status.CONTINUE:
                    self._meet(child, state)

    def _count(self) -> None:
        self.meter.look()
        self.meter.generated += 1
        if self.transitions_left is not None:
            self.transitions_left -= 1
            if self.transitions_left < 0:
                raise NoProofError("too many transitions can be made for a certificate")

    def _meet(self, child: Node, state: int) -> None:
        after = state & ~self._mask(child.deleted) | self._mask(child.added)
        if after not in self.states:
            if len(self.states) >= self.most_states:
                raise NoProofError(f"more than {self.most_states} states can be reached")
            self.states[after] = None
            self.waiting.append((child, after))

    def _mask(self, rows: list[Row]) -> int:
        """These facts as bits; derived ones follow from the others and have none."""
        mask, derived = 0, self.world.derivation.keys
        for row in rows:
            if row[0] not in derived:
                mask |= 1 << self.bits.setdefault(row, len(self.bits))
        return mask
