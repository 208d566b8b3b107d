"""All of a black box that can be reached, as flat arrays: what the exact solver works on.

States are numbered from 0 in breadth-first order, so the states that are expanded are a prefix,
and so are those within a number of moves. Edges are parallel lists, sorted by their source
(compressed sparse rows): with a million states an object for each would cost more than the search.
Steps that fail are left out, since no plan takes one; a step that ends the episode leads to `OVER`
or `SUCCESS` instead of a state.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from introplan.graphs.shortest_path import shortest_path
from introplan.limits import Meter, queued_seconds, thread_seconds
from introplan.mdp import Model, Status
from introplan.search.exploration import expansion

OVER = -1
SUCCESS = -2
"""Targets of the edges that end an episode, in place of the number of a state."""

_ENDS = {Status.OVER: OVER, Status.SUCCESS: SUCCESS}

STATES_PER_CLOCK = 64
"""States to expand from one look at the clock to the next, where a slice has a time limit."""

GROWTH_OF_STEPS = 4
"""What may come after a state that took long: numbers that are squared in each step take three
times as long in the next one. A slice ends where that would not fit into it."""

MAX_WALL_FACTOR = 4
"""Seconds on the clock for each second of a slice, where functions sleep."""


@dataclass(slots=True)
class Graph:
    """States, and the edges of those that were expanded."""

    states: list[Hashable] = field(default_factory=list)
    first: list[int] = field(default_factory=lambda: [0])
    """The edges of state n are `first[n]` to `first[n + 1]`, for every state that was expanded."""
    targets: list[int] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    actions: list[Any] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)
    """How many states can be reached in at most 0, 1, 2, ... moves, as far as that is known."""

    @property
    def expanded(self) -> int:
        """The number of states whose edges are known."""
        return len(self.first) - 1

    @property
    def is_complete(self) -> bool:
        """Is every state that can be reached expanded?"""
        return self.expanded == len(self.states)

    def edges(self, state: int) -> range:
        """The numbers of the edges of an expanded state."""
        return range(self.first[state], self.first[state + 1])

    def sources(self) -> list[int]:
        """The state that each edge starts from."""
        found: list[int] = []
        for state in range(self.expanded):
            found += [state] * (self.first[state + 1] - self.first[state])
        return found

    def predecessors(self, targets: Sequence[int]) -> list[list[int]]:
        """The edges into each state, where `targets` are those of all edges."""
        into: list[list[int]] = [[] for _ in self.states]
        for edge, target in enumerate(targets):
            if target >= 0:
                into[target].append(edge)
        return into

    def path(self, ends: set[int], *, allowed: Sequence[bool] | None = None) -> list[int] | None:
        """The edges of a shortest way from the start to one of `ends`, through allowed states.

        `ends` are numbers of states, or `OVER` and `SUCCESS`. The way to the start is empty.
        """
        if 0 in ends:
            return []
        return shortest_path(self.first, self.targets, 0, ends, allowed=allowed)


class GraphExploration:
    """A graph that grows: `run` expands more of it, as often as it is called."""

    def __init__(
        self, model: Model[Any, Any], start: Hashable, meter: Meter, max_depth: int | None = None
    ) -> None:
        self.model = model
        self.meter = meter
        self.max_depth = math.inf if max_depth is None else max_depth
        self.graph = Graph([start], layers=[1])
        self.numbers: dict[Hashable, int] = {start: 0}
        self.ends_met: set[int] = set()
        self.pace = 0.0
        """Seconds that the last one of the first states took."""

    @property
    def is_done(self) -> bool:
        """Was everything expanded that lies within the moves?"""
        return self.graph.is_complete or self._depth >= self.max_depth

    @property
    def _depth(self) -> int:
        """The depth of the state that is expanded next."""
        return len(self.graph.layers) - 1

    def has_met(self, ends: Collection[int]) -> bool:
        """Was one of these ends of an episode seen?"""
        return not self.ends_met.isdisjoint(ends)

    def run(
        self,
        max_states: float = math.inf,
        *,
        seconds: float = math.inf,
        max_expanded: float = math.inf,
        ends: Collection[int] = (),
    ) -> bool:
        """Expand states until all are, too many are known or expanded, or time is over.

        It also stops at the first of `ends` (`OVER`, `SUCCESS`) that was met, now or before.
        True if the graph is complete, or complete within `max_depth`.
        """
        graph, is_over = self.graph, _clock_of(seconds)
        while not self.is_done:
            if len(graph.states) > max_states or graph.expanded >= max_expanded:
                return False
            if ends and self.has_met(ends):
                return False
            if not graph.expanded % STATES_PER_CLOCK and is_over():
                return False
            if graph.expanded < STATES_PER_CLOCK:  # worlds that grow do not get any further
                if GROWTH_OF_STEPS * self.pace > seconds:
                    return False
                self._expand_timed()
            else:
                self._expand(graph.states[graph.expanded])
            if graph.expanded == graph.layers[-1] < len(graph.states):
                graph.layers.append(len(graph.states))
        return True

    def _expand_timed(self) -> None:
        before = thread_seconds()
        self._expand(self.graph.states[self.graph.expanded])
        self.pace = thread_seconds() - before

    def _expand(self, state: Hashable) -> None:
        """Append the edges of the next state.

        Written out without a call for each outcome: this loop runs once for each transition of
        worlds with millions of them. A limit that strikes inside leaves the graph as it was.
        """
        graph, meter, numbers = self.graph, self.meter, self.numbers
        size = len(graph.targets)
        targets, rewards, actions = graph.targets, graph.rewards, graph.actions
        try:
            for action, after, reward, status in expansion(self.model, state, meter):
                if status is Status.CONTINUE:
                    number = numbers.setdefault(after, len(graph.states))
                    if number == len(graph.states):
                        graph.states.append(after)
                elif status is Status.FAILURE:
                    continue
                else:
                    number = _ENDS[status]
                    self.ends_met.add(number)
                targets.append(number)
                rewards.append(reward)
                actions.append(action)
        except BaseException:
            del targets[size:], rewards[size:], actions[size:]
            raise
        graph.first.append(len(targets))


def taken(graph: Graph, edges: Sequence[int]) -> Iterator[tuple[Any, float]]:
    """The action and the reward of each edge."""
    for edge in edges:
        yield graph.actions[edge], graph.rewards[edge]


def _clock_of(seconds: float) -> Callable[[], bool]:
    """Are so many seconds over from now on? Time that other processes had does not count, so that
    a busy machine gets as far as an idle one."""
    if math.isinf(seconds):
        return lambda: False
    until = thread_seconds() + seconds
    wall = time.monotonic() - queued_seconds() + MAX_WALL_FACTOR * seconds

    def is_over() -> bool:
        if thread_seconds() > until:
            return True
        # To ask how long this thread was queued takes 40 us, and can only put the end off.
        return time.monotonic() > wall and time.monotonic() - queued_seconds() > wall

    return is_over
