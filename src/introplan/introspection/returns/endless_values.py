"""The largest returns of a graph without a horizon: longest paths with a discount.

Strongly connected components (Tarjan 1972) are solved one by one, those at the end first. Without
a discount a component has no longest paths if a loop in it pays (found by Bellman-Ford with a
check for cycles of predecessors; Cherkassky & Goldberg 1999); otherwise the potentials of
Bellman-Ford make all rewards negative or zero, and Dijkstra's algorithm finds the longest paths
(Johnson 1977). An episode may go round a loop that pays nothing and never end: then it is worth
what it was paid before. With a discount, value iteration from above ends where nothing changes any
more, or earlier with larger values.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from introplan.graphs.components import components_of_rows
from introplan.introspection.returns.horizon_values import RELAXATIONS_PER_CHECK
from introplan.introspection.returns.step_sums import as_whole
from introplan.introspection.returns.value_graph import ValueGraph

Edges = list[list[tuple[int, float]]]

ROUNDING = 1e-12
"""Loops that pay less than this part of their rewards are taken to pay nothing: sums of rewards
that are not whole are rounded."""

COMPONENTS_PER_CHECK = 10
"""Components, mostly of one state, that are solved in the time of a symbolic step."""

MAX_SWEEPS = 5_000
"""Sweeps of value iteration over one component: nothing is left of a discount of 0.99 by then."""


@dataclass(frozen=True, slots=True)
class EndlessValues:
    """The largest return of each state without a horizon."""

    values: list[float]
    discount: float
    needs_success: bool
    loss: float
    """The most that an episode can lose from any state on; at least 0."""

    def at(self, number: int, moves_left: int | None) -> float:
        """The largest return of a state, or a bound on it where moves are limited after all."""
        value = self.values[number]
        if moves_left is None or self.needs_success:
            return value
        if self.discount == 1:
            return math.inf  # an episode that is cut short may be worth more
        # What is cut off could have lost so much, discounted.
        return value + math.pow(self.discount, moves_left) * self.loss


@dataclass(slots=True)
class LongestPaths:
    """Finds the largest return of every state of a graph."""

    graph: ValueGraph
    discount: float
    needs_success: bool
    check: Callable[[], None]

    def values(self) -> list[float]:
        """The largest return of each state; infinite where a loop pays without end."""
        graph = self.graph
        found = [-math.inf] * len(graph.edges)
        for count, component in enumerate(_components(graph.edges)):
            if count % COMPONENTS_PER_CHECK == 0:
                self.check()
            self._solve(component, found)
        return found

    def _solve(self, component: list[int], found: list[float]) -> None:
        """Enter the values of a component all of whose exits are known."""
        places = {number: place for place, number in enumerate(component)}
        inner: Edges = []
        outer: list[float] = []
        for number in component:
            out = self.graph.edges[number]
            last = self.graph.ends[number]
            if self.graph.stops[number]:
                last = max(last, 0)
            leaving = [(a, r) for a, r in out if a not in places]
            outer.append(self._best_step(leaving, last, found))
            inner.append([(places[a], r) for a, r in out if a in places])
        values = outer
        if any(inner):
            solve = self._undiscounted if self.discount == 1 else self._discounted
            values = solve(inner, outer)
        for number, value in zip(component, values, strict=True):
            found[number] = value

    def _best_step(self, out: list[tuple[int, float]], end: float, values: list[float]) -> float:
        discount = as_whole(self.discount)
        return max([end, *(reward + discount * values[after] for after, reward in out)])

    def _undiscounted(self, inner: Edges, outer: list[float]) -> list[float]:
        if self.needs_success and max(outer) == -math.inf:
            return outer
        size = max((abs(r) for out in inner for _, r in out), default=0)
        slack = (
            0 if all(float(r).is_integer() for out in inner for _, r in out) else ROUNDING * size
        )
        potentials = self._potentials(inner, slack)
        if potentials is None:
            return [math.inf] * len(inner)
        if not self.needs_success:
            for place in _on_free_loops(inner, potentials, len(inner) * slack):
                outer[place] = max(outer[place], 0)
        return _longest(inner, outer, potentials)

    def _potentials(self, inner: Edges, slack: float) -> list[float] | None:
        """Numbers p with p >= r + p(after) on every edge; None if a loop pays."""
        found: list[float] = [0] * len(inner)
        parents = [-1] * len(inner)
        is_settled = False
        while not is_settled:
            is_settled = True
            for _ in range(1 + sum(map(len, inner)) // RELAXATIONS_PER_CHECK):
                self.check()
            for place, out in enumerate(inner):
                for after, reward in out:
                    if reward + found[after] > found[place] + slack:
                        found[place] = reward + found[after]
                        parents[place], is_settled = after, False
            if not is_settled and _has_cycle(parents):
                return None
        return found

    def _discounted(self, inner: Edges, outer: list[float]) -> list[float]:
        """Value iteration in place, from above."""
        exits, most = max(outer), max(r for out in inner for _, r in out)
        if self.needs_success and exits == -math.inf:
            return outer
        first = max(exits, most / (1 - self.discount))
        values = [first] * len(inner)
        for _ in range(MAX_SWEEPS):
            for _ in range(1 + sum(map(len, inner)) // RELAXATIONS_PER_CHECK):
                self.check()
            change = 0.0
            for place, out in enumerate(inner):
                value = self._best_step(out, outer[place], values)
                if value < values[place]:
                    change = max(change, values[place] - value)
                    values[place] = value
            if change <= ROUNDING * abs(first):
                break
        return values


def _has_cycle(parents: list[int]) -> bool:
    """Does following parents lead back to where it began?"""
    seen = [0] * len(parents)
    for place in range(len(parents)):
        mark, current = place + 1, place
        while current >= 0 and not seen[current]:
            seen[current] = mark
            current = parents[current]
        if current >= 0 and seen[current] == mark:
            return True
    return False


def _on_free_loops(inner: Edges, potentials: list[float], slack: float) -> list[int]:
    """States on loops that pay nothing: made of edges on which potentials leave no room."""
    tight = [
        [(a, r) for a, r in out if r + potentials[a] >= potentials[place] - slack]
        for place, out in enumerate(inner)
    ]
    return [
        place
        for component in _components(tight)
        for place in component
        if len(component) > 1 or any(after == place for after, _ in tight[place])
    ]


def _longest(inner: Edges, outer: list[float], potentials: list[float]) -> list[float]:
    """Longest paths to the exits, by Dijkstra's algorithm on rewards reduced by potentials."""
    before: list[list[tuple[int, float]]] = [[] for _ in inner]
    for place, out in enumerate(inner):
        for after, reward in out:
            before[after].append((place, min(0, reward + potentials[after] - potentials[place])))
    found = [-math.inf] * len(inner)
    waiting = [
        (-(value - p), place)
        for place, (value, p) in enumerate(zip(outer, potentials, strict=True))
        if value > -math.inf
    ]
    heapq.heapify(waiting)
    while waiting:
        lost, place = heapq.heappop(waiting)
        if found[place] > -math.inf:
            continue
        found[place] = -lost + potentials[place]
        for earlier, reduced in before[place]:
            if found[earlier] == -math.inf:
                heapq.heappush(waiting, (lost - reduced, earlier))
    return found


def _components(edges: Edges) -> Iterator[list[int]]:
    """Strongly connected components, each after those it leads to."""
    return components_of_rows([[after for after, _ in out] for out in edges])
