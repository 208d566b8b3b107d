"""The longest ways through a graph to its ends, and the loops that pay.

Values of states are computed component by component (`components.py`), each after all that it
leads to. Within a component they are those of a longest path: by Dijkstra's algorithm (1959) where
every step has a negative weight, and otherwise by that of Bellman and Ford with a queue (Moore
1959). If the best edges ever form a loop, its weight is positive and there is no longest way.
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from introplan.graphs.components import components

NO_WAY = -math.inf


class PositiveLoop(Exception):  # noqa: N818 - a finding, not an error
    """A loop pays more each time; `edges` are those of one round."""

    def __init__(self, edges: list[int]) -> None:
        super().__init__("a loop pays more each time")
        self.edges = edges


@dataclass(slots=True)
class Longest:
    """The best value of each state, and its first edge.

    Edge -1: the episode stops there, at what `at_stop` gave.
    """

    first: Sequence[int]
    targets: Sequence[int]
    weights: Sequence[int]
    at_end: dict[int, float]
    """What is left when an edge leads to a target below 0; those that do not count are missing."""
    at_stop: Sequence[float]
    """What it is worth to stop in a state; minus infinity where that is no end."""
    is_used: Sequence[bool]
    check: Callable[[], None]
    values: list[float] = field(init=False)
    choices: list[int] = field(init=False)
    member: list[int] = field(init=False)
    """The number of the component of each state."""

    def __post_init__(self) -> None:
        self.values = list(self.at_stop)
        self.choices = [-1] * len(self.values)
        self.member = [0] * len(self.values)

    def solve(self) -> None:
        """Find all values; raises `PositiveLoop` if there are none."""
        for number, states in enumerate(components(self.first, self.targets, self.is_used), 1):
            for state in states:
                self.member[state] = number
            inner = self._from_outside(states, number)
            if inner:
                self._settle(states, number, inner)

    def _from_outside(self, states: list[int], number: int) -> list[int]:
        """Values by ends and by later components; the edges that stay in the component."""
        inner: list[int] = []
        first, targets, weights, at_end = self.first, self.targets, self.weights, self.at_end
        values, member, is_used, choices = self.values, self.member, self.is_used, self.choices
        for state in states:
            self.check()
            best, choice = values[state], -1
            for edge in range(first[state], first[state + 1]):
                target = targets[edge]
                if target < 0:
                    value = weights[edge] + at_end.get(target, NO_WAY)
                elif not is_used[target]:
                    continue
                elif member[target] == number:
                    inner.append(edge)
                    continue
                else:
                    value = weights[edge] + values[target]
                if value > best:
                    best, choice = value, edge
            values[state], choices[state] = best, choice
        return inner

    def _settle(self, states: list[int], number: int, inner: list[int]) -> None:
        """Values along the edges inside of a component."""
        into: dict[int, list[tuple[int, int]]] = {state: [] for state in states}
        for state in states:
            for edge in range(self.first[state], self.first[state + 1]):
                target = self.targets[edge]
                if target >= 0 and self.member[target] == number and self.is_used[target]:
                    into[target].append((state, edge))
        if all(self.weights[edge] < 0 for edge in inner):
            self._dijkstra(states, into)
        else:
            self._bellman_ford(states, into)

    def _dijkstra(self, states: list[int], into: dict[int, list[tuple[int, int]]]) -> None:
        values, weights, choices = self.values, self.weights, self.choices
        heap = [(-values[state], state) for state in states if values[state] != NO_WAY]
        heapq.heapify(heap)
        while heap:
            self.check()
            negative, state = heapq.heappop(heap)
            if -negative < values[state]:
                continue
            for source, edge in into[state]:
                value = weights[edge] - negative
                if value > values[source]:
                    values[source], choices[source] = value, edge
                    heapq.heappush(heap, (-value, source))

    def _bellman_ford(self, states: list[int], into: dict[int, list[tuple[int, int]]]) -> None:
        values, weights, choices = self.values, self.weights, self.choices
        queue = deque(state for state in states if values[state] != NO_WAY)
        waiting = set(queue)
        # As long as values are finite the best edges form no loop, so it is enough to look for
        # one now and then: after as many changes as there are states.
        until_look = len(states)
        while queue:
            self.check()
            state = queue.popleft()
            waiting.discard(state)
            here = values[state]
            for source, edge in into[state]:
                value = weights[edge] + here
                if value > values[source]:
                    values[source], choices[source] = value, edge
                    until_look -= 1
                    if source not in waiting:
                        waiting.add(source)
                        queue.append(source)
            if until_look <= 0:
                until_look = len(states)
                loop = self._loop(states)
                if loop is not None:
                    raise PositiveLoop(loop)

    def _loop(self, states: list[int]) -> list[int] | None:
        """A loop of best edges, if there is one."""
        seen: dict[int, int] = {}
        for start in states:
            state = start
            while state not in seen:
                seen[state] = start
                edge = self.choices[state]
                if edge < 0 or self.targets[edge] < 0:
                    break
                state = self.targets[edge]
            else:
                if seen[state] == start:
                    return self._round(state)
        return None

    def _round(self, state: int) -> list[int]:
        """The best edges from a state back to it."""
        edges = [self.choices[state]]
        while self.targets[edges[-1]] != state:
            edges.append(self.choices[self.targets[edges[-1]]])
        return edges
