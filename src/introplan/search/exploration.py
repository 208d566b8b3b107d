"""All of a black box that can be reached, breadth first.

States are numbered from 1 in the order in which they are found. An episode that ends with success
or failure is not continued; a state in which one ends is another one than the same state passed
through.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from introplan.limits import LimitReached, Meter
from introplan.mdp import Episode, NotAllowedError, Status

S = TypeVar("S")
A = TypeVar("A")


class Edge(NamedTuple):
    """A transition between two numbered states, and what it pays."""

    source: int
    action: Any
    target: int
    reward: float


@dataclass(slots=True)
class Explored(Generic[S, A]):
    """What was found; past a limit on states the space is not complete.

    `unexpanded` are the states of which not all transitions are known.
    """

    states: list[S] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    unexpanded: set[int] = field(default_factory=set)
    is_complete: bool = True

    def numbers(self, status: Status) -> tuple[int, ...]:
        """The states that were entered with this status."""
        return tuple(n for n, found in enumerate(self.statuses, 1) if found is status)

    def can_reach(self, ends: set[int]) -> set[int]:
        """The states with a way to one of `ends`."""
        sources: dict[int, list[int]] = {}
        for edge in self.edges:
            sources.setdefault(edge.target, []).append(edge.source)
        found, waiting = set(ends), list(ends)
        while waiting:
            for source in sources.get(waiting.pop(), ()):
                if source not in found:
                    found.add(source)
                    waiting.append(source)
        return found


def explored(
    episode: Episode[Any, Any],
    meter: Meter,
    *,
    limit: int | None = None,
    max_depth: int | None = None,
    at_start: Status = Status.CONTINUE,
    keep_partial: bool = False,
) -> Explored[Any, Any]:
    """Expand states in the order in which they are found, up to `limit` states.

    With `keep_partial` a limit of `meter` ends the exploration early instead of raising.
    """
    exploration = _Exploration(episode, meter, limit)
    space = exploration.space
    exploration.number(episode.start, at_start, 0)
    waiting = deque([1])
    while waiting:
        source = waiting.popleft()
        if space.statuses[source - 1] is not Status.CONTINUE:
            continue
        if space.depths[source - 1] == max_depth:
            space.unexpanded.add(source)
            continue
        try:
            waiting.extend(exploration.expand(source))
        except LimitReached:
            if not keep_partial:
                raise
            space.is_complete = False
            later = range(source, len(space.states) + 1)  # breadth first: none of them is expanded
            space.unexpanded.update(n for n in later if space.statuses[n - 1] is Status.CONTINUE)
            break
    return space


class _Exploration:
    """The growing space."""

    def __init__(self, episode: Episode[Any, Any], meter: Meter, limit: int | None) -> None:
        self.model = episode.model
        self.meter = meter
        self.limit = limit
        self.space: Explored[Any, Any] = Explored()
        self.known: dict[tuple[Any, Status], int] = {}

    def expand(self, source: int) -> list[int]:
        """Follow every action from a state; the numbers of the states that are new."""
        space, meter = self.space, self.meter
        state, depth = space.states[source - 1], space.depths[source - 1] + 1
        meter.expand()
        new: list[int] = []
        for action in self.model.actions(state):
            meter.look()
            try:
                after, reward, status = self.model.step(state, action)
            except NotAllowedError:
                continue
            meter.generated += 1
            count = len(space.states)
            target = self.number(after, status, depth)
            if target is None:
                space.unexpanded.add(source)
                continue
            space.edges.append(Edge(source, action, target, reward))
            if target > count:
                new.append(target)
        return new

    def number(self, state: Any, status: Status, depth: int) -> int | None:
        """The number of a state, a new one if need be; None past the limit."""
        space, key = self.space, (state, status)
        if key not in self.known:
            if self.limit is not None and len(space.states) >= max(1, self.limit):
                space.is_complete = False
                return None
            space.states.append(state)
            space.statuses.append(status)
            space.depths.append(depth)
            self.known[key] = len(space.states)
        return self.known[key]
