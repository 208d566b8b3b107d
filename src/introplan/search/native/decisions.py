"""A relational world with chance, explored by the register machine: states stay packed bits.

The machine explores what `ground_chance` made of the world, and gives its edges as the arrays of
`graphs.decisions`. States and actions are made nouns when they are asked for. The specification is
`decision_graph.explored`, which tests compare with.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from introplan.graphs.decisions import Decisions
from introplan.limits import LimitReached, Meter
from introplan.machine.native import IS_AVAILABLE, NO_LIMIT, REASONS, NativeMachine, limits_of
from introplan.machine.system import Unsupported
from introplan.relational.domain import RelationalTask
from introplan.relational.state import State
from introplan.search.decision_graph import TooLargeError
from introplan.search.ground_chance import GroundChance, ground_chance
from introplan.search.native import _kernel

T = TypeVar("T")

FIRST_STATES = 4_096
"""States after which limits on states and edges are looked at; then after twice as many."""


class Made(Sequence[T], Generic[T]):
    """A sequence whose members are made when they are asked for."""

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return [self._make(n) for n in range(*place.indices(self._count))]
        number = place + self._count if place < 0 else place
        if not 0 <= number < self._count:
            raise IndexError(place)
        return self._make(number)

    def __iter__(self) -> Iterator[T]:
        return map(self._make, range(self._count))


@dataclass(slots=True)
class NativeDecisions:
    """All of a world that can be reached, in the engine."""

    task: RelationalTask
    ground: GroundChance
    machine: NativeMachine
    exploration: Any
    graph: Decisions
    labels: array[int]
    layers: list[int]

    @property
    def states(self) -> Made[State]:
        """The states by their numbers, breadth first."""
        return Made(int(self.exploration.size), self._state)

    @property
    def actions(self) -> Made[Any]:
        """The action of each choice."""
        return Made(len(self.labels), lambda choice: self.ground.actions[self.labels[choice]])

    def number(self, state: State) -> int | None:
        """The number of a state; None where it cannot be reached."""
        if not isinstance(state, State):
            return None
        row = self.ground.row(state)
        found: int | None = self.exploration.find(self.machine.packing.words(row))
        held = sum(row) + len(self.ground.always)
        # Facts that are no variables are true in every state, or in none.
        if found is None or held != len(state.facts) or not self.ground.always <= state.facts:
            return None
        return found

    def within(self, moves: int) -> int:
        """How many states can be reached in at most so many moves."""
        return self.layers[min(moves, len(self.layers) - 1)] if moves >= 0 else 0

    def _state(self, number: int) -> State:
        words = array("q")
        words.frombytes(self.exploration.values(number, number + 1))
        true = [fact for fact, word in zip(self.ground.facts, words, strict=True) if word]
        start = self.task.start
        return State(start.objects, self.ground.always.union(true), start.numbers)


def native_decisions(
    task: RelationalTask,
    meter: Meter,
    *,
    max_states: float = math.inf,
    max_edges: float = math.inf,
) -> NativeDecisions | None:
    """The whole of a task; None where the engine cannot hold it.

    Raises `TooLargeError` where there are more states or edges than asked for.
    """
    if not IS_AVAILABLE or not hasattr(_kernel, "Exploration"):
        return None
    try:
        ground = ground_chance(task, meter.check)
        machine = NativeMachine(ground.system, ground.row(task.start))
    except Unsupported:
        return None
    exploration = _explored(machine, ground, task, meter, max_states, max_edges)
    *arrays, labels = exploration.decisions(ground.labels, ground.probabilities)
    graph = _decisions(arrays)
    depths = _array("i", exploration.depths())
    layers = [bisect_right(depths, depth) for depth in range(depths[-1] + 1)]
    return NativeDecisions(task, ground, machine, exploration, graph, _array("i", labels), layers)


def _decisions(arrays: list[bytes]) -> Decisions:
    """The arrays of `native/machine_decisions.hpp`, in their order."""
    first_choice, first_edge, targets, probabilities, rewards, pays = arrays
    return Decisions(
        _array("q", first_choice),
        _array("q", first_edge),
        _array("i", targets),
        _array("d", probabilities),
        _array("d", rewards),
        bytearray(pays),
    )


def _explored(
    machine: NativeMachine,
    ground: GroundChance,
    task: RelationalTask,
    meter: Meter,
    max_states: float,
    max_edges: float,
) -> Any:
    exploration = _kernel.Exploration(
        machine.kernel,
        machine.packing.words(ground.row(task.start)),
        keeps_edges=True,
        numbers_ends=False,
        keeps_failures=True,
        max_states=None,
        stops_at_limit=False,
        max_depth=None if task.horizon is None else min(task.horizon, NO_LIMIT),
    )
    until = FIRST_STATES
    while not exploration.is_done:
        bound = int(min(until, max_states, NO_LIMIT))
        reason, meter.expanded, meter.generated = exploration.run(limits_of(meter), bound)
        if reason is not None:
            raise LimitReached(REASONS[reason])
        if exploration.size > max_states or exploration.edges > max_edges:
            raise TooLargeError
        until *= 2
    return exploration


def _array(kind: str, content: bytes) -> array[Any]:
    found = array(kind)
    found.frombytes(content)
    return found
