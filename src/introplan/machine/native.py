"""The machine in C++: a system goes in as lists of numbers, explorations come out as arrays."""

from __future__ import annotations

import enum
import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.limits import LimitReached, Meter, StopReason
from introplan.machine.assembly import ENDINGS, code_of, operators_of
from introplan.machine.packing import MAX_WHOLE, NARROW_REACH, packing_of
from introplan.machine.system import Row, Successor, TransitionSystem, Unsupported
from introplan.mdp import Status
from introplan.symbolic.terms.term import Term

try:
    from introplan import _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]

IS_AVAILABLE = hasattr(_kernel, "Machine")
"""Was the package built with the native engine?"""

LEFT_RANGE = 100
"""The reason of a stop because a number did not fit (`native/machine_bindings.cpp`)."""

NO_LIMIT = 1 << 62
REASONS = tuple(StopReason)


class LeftRange(Exception):  # noqa: N818 - an answer: a wider packing may hold it
    """A value did not fit into the packed state, or into 64 bits."""


class NativeMachine:
    """A system in the native engine; raises `Unsupported` for what it cannot hold.

    Numbers without a range may go as far as `reach` from the start.
    """

    def __init__(
        self, system: TransitionSystem, start: Sequence[Any], *, reach: int = NARROW_REACH
    ) -> None:
        if not IS_AVAILABLE:
            raise Unsupported("the package was built without the native engine")
        self.system = system
        self.packing = packing_of(system, start, reach=reach)
        self.code = code_of(system, self.packing)
        operators = list(operators_of(system, self.code))
        self.kernel = _kernel.Machine(self.packing.layout, self.code.taken())
        self._tables = [0, 0]
        self._add_tables()
        for operator in operators:
            self.kernel.add_operator(operator)
        self.kernel.finish()

    def nodes(self, terms: Iterable[Term]) -> list[int]:
        """The nodes that compute whole numbers; raises `Unsupported` for what has no code."""
        found = [self.code.word(term) for term in terms]
        self._add_tables()
        self.kernel.extend(self.code.taken())
        return found

    def _add_tables(self) -> None:
        tables, known = self.code.tables, self._tables
        for dense in tables.dense[known[0] :]:
            self.kernel.add_dense(dense.lows, dense.sizes, dense.values, dense.fallback)
        for sparse in tables.sparse[known[1] :]:
            self.kernel.add_sparse(sparse.arity, sparse.keys, sparse.values, sparse.fallback)
        self._tables = [len(tables.dense), len(tables.sparse)]

    def successors(self, row: Sequence[Any]) -> list[Successor]:
        """Every step that applies, in order; raises `LeftRange`."""
        found = self.kernel.successors(self.packing.words(row))
        if found is None:
            raise LeftRange
        return [
            Successor(step, self.packing.row(words), reward, ENDINGS[ending])
            for step, words, reward, ending in found
        ]

    def explored(
        self,
        row: Sequence[Any],
        meter: Meter,
        *,
        max_states: int | None = None,
        max_depth: int | None = None,
        keep_partial: bool = False,
    ) -> NativeSpace:
        """All that can be reached from a row; raises `LeftRange`, and at a limit `LimitReached`.

        With `keep_partial` what was explored before the limit comes back.
        """
        start = self.packing.words(row)
        if self.kernel.successors(start) is None:  # it takes no row that it cannot hold
            raise LeftRange
        exploration = _kernel.Exploration(
            self.kernel,
            start,
            keeps_edges=True,
            numbers_ends=True,
            max_states=None if max_states is None else max(1, max_states),
            stops_at_limit=False,
            max_depth=_in_64_bits(max_depth),
        )
        reason, meter.expanded, meter.generated = exploration.run(limits_of(meter), NO_LIMIT)
        if reason == LEFT_RANGE:
            raise LeftRange
        is_stopped = reason is not None
        if is_stopped and not keep_partial:
            raise LimitReached(REASONS[reason or 0])
        return NativeSpace(self, exploration, is_stopped)


def limits_of(meter: Meter) -> Any:
    """The limits that are left of a meter, for the machine; it is asked now and then."""

    def poll(expanded: int, generated: int) -> bool:
        meter.expanded, meter.generated = expanded, generated
        return meter.interrupted

    left = meter.seconds_left
    return _kernel.MachineLimits(
        seconds=None if left is None or math.isinf(left) else left,
        nodes=meter.limits.nodes,
        memory_mb=meter.limits.memory_mb,
        expanded=meter.expanded,
        generated=meter.generated,
        poll=poll,
    )


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """Which steps end a search, by status or by a reward of at least so much, and its limits."""

    endings: frozenset[Status]
    least_reward: float | None = None
    max_depth: int | None = None
    max_nodes: int | None = None
    unreachable: int = NO_LIMIT
    """Distances from here on are infinite."""


@dataclass(frozen=True, slots=True)
class NativeFound:
    """How a search ended, the numbers of the steps it took, and those to the best reward."""

    is_found: bool
    is_exhausted: bool
    was_pruned: bool
    steps: array[int]
    best: array[int]
    stopped: StopReason | None


class Method(enum.Enum):
    """The searches of `native/machine_search.hpp`."""

    BREADTH_FIRST = enum.auto()
    A_STAR = enum.auto()
    ALTERNATING = enum.auto()
    DESCEND = enum.auto()


def searched(
    machine: NativeMachine,
    row: Sequence[Any],
    request: SearchRequest,
    meter: Meter,
    *,
    method: Method,
    distances: Sequence[int] = (),
    argument: Any = None,
) -> NativeFound:
    """Search from a row; raises `LeftRange`. `distances` are nodes, `argument` is the method's.

    It is the largest bound for A*, the weight of distances for alternating open lists, and for a
    descent whether the last action is tried first.
    """
    kernel, start, limits = machine.kernel, machine.packing.words(row), limits_of(meter)
    asked = _kernel.MachineSearchRequest(
        endings=sum(1 << ENDINGS.index(ending) for ending in request.endings),
        least_reward=request.least_reward,
        max_depth=_in_64_bits(request.max_depth),
        max_nodes=_in_64_bits(request.max_nodes),
        unreachable=request.unreachable,
    )
    match method:
        case Method.BREADTH_FIRST:
            answer = kernel.breadth_first(start, asked, limits)
        case Method.A_STAR:
            answer = kernel.a_star(start, asked, distances[0], _in_64_bits(argument), limits)
        case Method.ALTERNATING:
            answer = kernel.alternating(start, asked, distances, argument, limits)
        case Method.DESCEND:
            answer = kernel.descend(start, asked, distances[0], argument, limits)
    is_found, is_exhausted, was_pruned, steps, best, (reason, expanded, generated) = answer
    if reason == LEFT_RANGE:
        raise LeftRange
    meter.expanded, meter.generated = expanded, generated
    stopped = None if reason is None else REASONS[reason]
    return NativeFound(
        is_found, is_exhausted, was_pruned, _array("i", steps), _array("i", best), stopped
    )


def _in_64_bits(limit: int | None) -> int | None:
    """A limit that no search comes near is none."""
    return None if limit is None or limit >= NO_LIMIT else limit


def machine_of(system: TransitionSystem, start: Sequence[Any]) -> Iterator[NativeMachine]:
    """Machines for a system, each with more room for numbers than the one before."""
    yield NativeMachine(system, start)
    yield NativeMachine(system, start, reach=MAX_WHOLE)


@dataclass(frozen=True, slots=True, eq=False)
class NativeSpace:
    """An exploration: states and edges in the order in which they were found, from 0."""

    machine: NativeMachine
    exploration: Any
    is_stopped: bool

    def __len__(self) -> int:
        """The number of states."""
        return int(self.exploration.size)

    @property
    def is_complete(self) -> bool:
        """Was nothing left out by a limit?"""
        return not self.is_stopped and not self.exploration.was_cut

    def rows(self, first: int, last: int) -> Iterator[Row]:
        """The rows of the states from `first` up to, not including, `last`."""
        words = _array("q", self.exploration.values(first, last))
        width = len(self.machine.system.variables)
        for place in range(0, len(words), width) if width else ():
            yield self.machine.packing.row(words[place : place + width])

    def firsts(self) -> array[int]:
        """For each expanded state the number of its first edge, and the number of all edges."""
        return _array("Q", self.exploration.first())

    def targets(self) -> array[int]:
        """The states that edges lead to."""
        return _array("i", self.exploration.targets())

    def steps(self) -> array[int]:
        """The numbers of the steps of edges."""
        return _array("i", self.exploration.steps())

    def rewards(self) -> array[float]:
        """What edges pay."""
        return _array("d", self.exploration.rewards())

    def depths(self) -> array[int]:
        """How many steps away each state is."""
        return _array("i", self.exploration.depths())

    def statuses(self) -> bytes:
        """The place in `ENDINGS` of the status with which each state was entered."""
        return bytes(self.exploration.statuses())

    def partial(self) -> array[int]:
        """The states of which not all edges are known, but for those behind `firsts`."""
        return _array("I", self.exploration.partial())


def _array(kind: str, content: bytes) -> array[Any]:
    found = array(kind)
    found.frombytes(content)
    return found
