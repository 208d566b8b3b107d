"""Proofs that there is no plan: bounds where they are enough, or else every reachable state.

Bounds are the reachable literals of the delete relaxation. A closed set is an inductive invariant
by enumeration: it holds the start, every action leads from it back into it, and none succeeds
(unsolvability certificates, Eriksson, Röger and Helmert 2017). What is made here is checked by
`certificates/check.py`, which shares no code with it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Hashable, Iterator
from functools import singledispatch

from introplan.certificates.certificate import Bounds, Certificate, ClosedSet, ClosedTexts
from introplan.errors import NoProofError, RefutedError
from introplan.limits import Effort, Meter
from introplan.mdp import Status, Task, Wanted
from introplan.programs.freezing import kept, state_text
from introplan.programs.program import BlackBox, ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed, statics_of
from introplan.relational.formula import Literal
from introplan.relational.query import Row
from introplan.relational.reach import relaxed_reach
from introplan.search.exploration import transitions
from introplan.search.world import World, WorldNode


def closed_set(
    task: RelationalTask, meter: Meter, *, most_states: int, most_transitions: int | None = None
) -> ClosedSet:
    """The states that can be reached from the start, breadth first.

    Raises `NoProofError` where one of them succeeds, or where there is more than allowed.
    """
    return _Exploration(task, meter, most_states, most_transitions).run()


class _Exploration:
    """The growing set: states as numbers, one bit for each fact that was ever true."""

    def __init__(
        self, task: RelationalTask, meter: Meter, most_states: int, most_transitions: int | None
    ) -> None:
        self.meter = meter
        self.most_states = most_states
        self.transitions_left = most_transitions
        self.is_paid_once = task.is_paid_once
        self.world = World(task, meter)
        symbols = self.world.compiled.symbols
        effects = [e for schema in task.domain.actions for e in schema.effects]
        changing = {symbols.key(x.predicate) for e in effects for x in (*e.adds, *e.deletes)}
        self.bits: dict[Row, int] = {}
        own = self._mask([row for row in self.world.compiled.start if row[0] in changing])
        self.states = {own: None}
        self.waiting: deque[tuple[WorldNode, int]] = deque([(self.world.root, own)])

    def run(self) -> ClosedSet:
        """Follow every action from every state."""
        if self.world.starts_at_goal:
            raise RefutedError("there is a plan: the goal holds at the start")
        while self.waiting:
            self._expand(*self.waiting.popleft())
        literal = self.world.compiled.symbols.literal
        return ClosedSet(tuple(map(literal, self.bits)), tuple(self.states))

    def _expand(self, node: WorldNode, state: int) -> None:
        world = self.world
        self.meter.expand()
        world.move_to(node)
        for number in range(len(world.compiled.schemas)):
            for child in world.children(number):
                self._count()
                status = world.outcome(child)[1]
                is_paid = self.is_paid_once and status is Status.CONTINUE  # some reward is largest
                if status is Status.SUCCESS or is_paid:
                    steps = len(child.path())
                    raise RefutedError(f"there is a plan: it takes {steps} steps to succeed")
                if status is Status.CONTINUE:
                    self._meet(child, state)

    def _count(self) -> None:
        self.meter.check_now()
        self.meter.generated += 1
        if self.transitions_left is not None:
            self.transitions_left -= 1
            if self.transitions_left < 0:
                raise NoProofError("too many transitions can be made for a certificate")

    def _meet(self, child: WorldNode, state: int) -> None:
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


ADDRESS = re.compile(r"\bat 0x[0-9a-f]+")
"""What Python writes for things that have no text of their own."""


def closed_texts(
    task: ProgramTask, meter: Meter, *, most_states: int, most_transitions: int | None = None
) -> ClosedTexts:
    """The states that can be reached from the start, breadth first.

    Raises `NoProofError` where one of them succeeds, or where there is more than allowed.
    """
    model, start = BlackBox(task), kept(task.start)
    met: dict[Hashable, None] = {start: None}
    waiting = deque([start])
    count = 0
    while waiting:
        for _, (after, _, status) in transitions(model, waiting.popleft(), meter):
            count += 1
            if status is Status.SUCCESS or task.wanted is Wanted.BEST_REWARD:
                raise RefutedError("there is a plan: an action leads to what is wanted")
            if status is Status.CONTINUE and after not in met:
                met[after] = None
                waiting.append(after)
            if len(met) > most_states:
                raise NoProofError(f"more than {most_states} states can be reached")
            if most_transitions is not None and count > most_transitions:
                raise NoProofError(f"more than {most_transitions} transitions can be made")
    texts = tuple(dict.fromkeys(map(state_text, met)))
    if len(texts) < len(met):
        raise NoProofError("different states have the same text")
    # Texts are how a certificate names states; what changes with every run names nothing.
    if any(ADDRESS.search(text) for text in texts):
        raise NoProofError("states have addresses in their texts, which change with every run")
    return ClosedTexts(texts)


@singledispatch
def certificates(task: Task, meter: Meter, effort: Effort) -> Iterator[Certificate]:
    """What may prove that there is no plan, the smallest first; a closed set does prove it.

    Raises `NoProofError` where there is a plan, or where the set would be too large.
    """
    raise NoProofError(f"there are no certificates for {type(task).__name__}")


@certificates.register(ProgramTask)
def _(task: ProgramTask, meter: Meter, effort: Effort) -> Iterator[Certificate]:
    if task.wanted is Wanted.SCORE:
        raise NoProofError("the task asks for a score, so every plan that runs is one")
    yield closed_texts(task, meter, most_states=effort.states, most_transitions=effort.transitions)


@certificates.register(RelationalTask)
def _(task: RelationalTask, meter: Meter, effort: Effort) -> Iterator[Certificate]:
    if task.is_numeric:
        raise NoProofError("there are no certificates for tasks with numbers that change")
    if not task.can_succeed:
        raise NoProofError("the task asks for no success, so every plan that runs is one")
    if task.is_sum_paid_once:
        raise NoProofError("the task asks for the largest sum, and some step always pays it")
    if effort.facts is not None and len(task.start.facts) > effort.facts:
        raise NoProofError(f"the start has more than {effort.facts} facts")
    found = bounds(task, meter, steps=effort.steps)
    if found is not None:
        yield found
    yield closed_set(task, meter, most_states=effort.states, most_transitions=effort.transitions)


def bounds(task: RelationalTask, meter: Meter, *, steps: int) -> Bounds | None:
    """What can become true and false if nothing is ever lost; None if that is too much to follow.

    Whether this rules out success is for the check to say.
    """
    start = closed(task.domain, task.start)
    statics = statics_of(task.domain, start)
    reach = relaxed_reach(task.domain, start, statics, limit=steps, check=meter.check)
    if reach is None:
        return None
    facts = task.start.facts
    return Bounds(_sorted(reach.true - facts), _sorted(reach.deleted & facts))


def _sorted(literals: frozenset[Literal]) -> tuple[Literal, ...]:
    return tuple(sorted(literals, key=str))
