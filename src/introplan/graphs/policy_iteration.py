"""Policy iteration (Howard 1960) for endless episodes with a discount, in deterministic worlds.

A policy is one edge for each state. From every state it leads to an end or into a loop, whose
worth is a geometric series, so a policy is evaluated in one walk over the states. Sweeps of value
iteration come first: policy iteration alone carries news by one step in each round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from introplan.graphs.longest_paths import NO_WAY

FIRST_SWEEPS = 60
"""Sweeps of value iteration, forwards and backwards in turn, before policies are compared."""

MAX_ROUNDS = 10_000
"""Rounds of policy iteration; a few dozen are the rule. More would mean that rounding makes two
policies each look better than the other."""


@dataclass(slots=True)
class Discounted:
    """The largest discounted score from each state, and the edge that it begins with."""

    first: Sequence[int]
    targets: Sequence[int]
    rewards: Sequence[float]
    discount: float
    at_end: dict[int, float]
    is_used: Sequence[bool]
    check: Callable[[], None]
    values: list[float] = field(init=False)
    choices: list[int] = field(init=False)
    slack: float = field(init=False)
    """Differences that rounding makes."""

    def __post_init__(self) -> None:
        count = len(self.first) - 1
        largest = max(map(abs, self.rewards), default=0.0)
        self.slack = max(1e-13, 1e-15 / (1 - self.discount)) * largest
        self.values = [0.0] * count
        self.choices = [-1] * count

    def solve(self) -> None:
        """Find values and choices."""
        self._sweep_first()
        for _ in range(MAX_ROUNDS):
            self._evaluate()
            if not self._improve():
                return

    def worth(self, edge: int) -> float:
        """What an edge is worth if its target is worth its value; -inf where it does not count."""
        target = self.targets[edge]
        if target < 0:
            return self.rewards[edge] + self.at_end.get(target, NO_WAY)
        if not self.is_used[target]:
            return NO_WAY
        return self.rewards[edge] + self.discount * self.values[target]

    def is_tight(self, state: int, edge: int) -> bool:
        """Is an edge as good as the best one?"""
        return self.worth(edge) >= self.values[state] - 10 * self.slack

    def _sweep_first(self) -> None:
        states = [state for state in range(len(self.values)) if self.is_used[state]]
        for number in range(FIRST_SWEEPS):
            has_changed = False
            # Backwards first, since ends have high numbers.
            for state in states if number % 2 else reversed(states):
                self.check()
                best, choice = NO_WAY, -1
                for edge in range(self.first[state], self.first[state + 1]):
                    value = self.worth(edge)
                    if value > best:
                        best, choice = value, edge
                if choice >= 0 and (choice != self.choices[state] or best != self.values[state]):
                    self.values[state], self.choices[state] = best, choice
                    has_changed = True
            if not has_changed:
                return

    def _improve(self) -> bool:
        has_changed = False
        for state, value in enumerate(self.values):
            self.check()
            if not self.is_used[state]:
                continue
            best = value + self.slack
            for edge in range(self.first[state], self.first[state + 1]):
                worth = self.worth(edge)
                if worth > best:
                    best, self.choices[state], has_changed = worth, edge, True
        return has_changed

    def _evaluate(self) -> None:
        """The values of all states if the choices are followed."""
        known = [False] * len(self.values)
        for start in range(len(self.values)):
            self.check()
            way: list[int] = []
            place: dict[int, int] = {}
            state = start
            while state >= 0 and not known[state] and state not in place:
                place[state] = len(way)
                way.append(state)
                edge = self.choices[state]
                state = -1 if edge < 0 else self.targets[edge]
            if state >= 0 and not known[state]:
                self._close(way[place[state] :])
                known[state] = True
            for earlier in reversed(way):
                if not known[earlier]:
                    edge = self.choices[earlier]
                    self.values[earlier] = 0.0 if edge < 0 else self.worth(edge)
                    known[earlier] = True

    def _close(self, loop: list[int]) -> None:
        """The value of the first state of a loop."""
        paid, factor = 0.0, 1.0
        for state in loop:
            paid += factor * self.rewards[self.choices[state]]
            factor *= self.discount
        self.values[loop[0]] = paid / (1 - factor)

    def lasso(self) -> tuple[list[int], list[int]]:
        """The way from the start along the choices, and the loop that it ends in, if any."""
        way: list[int] = []
        place: dict[int, int] = {}
        state = 0
        while state not in place:
            place[state] = len(way)
            edge = self.choices[state]
            if edge < 0:
                return way, []
            way.append(edge)
            state = self.targets[edge]
            if state < 0:
                return way, []
        return way[: place[state]], way[place[state] :]

    def nearest_end(self, costs: Sequence[float] | None = None) -> list[int] | None:
        """The cheapest way to an end along edges that are best in every state; None: no end.

        Edges cost 1 each unless they have `costs`, which are not negative (Dijkstra 1959); of
        equal costs the fewest edges.
        """
        came_by: dict[int, tuple[int, int]] = {}
        best = {0: (0.0, 0)}
        waiting = [(0.0, 0, 0, -1)]
        while waiting:
            cost, steps, state, last = heappop(waiting)
            if state < 0:
                return _back(came_by, came_by[state][0], [last])
            if best[state] < (cost, steps):
                continue
            edges = range(self.first[state], self.first[state + 1])
            if not edges:  # nothing can be done: the episode stops
                return _back(came_by, state, [])
            for edge in edges:
                if not self.is_tight(state, edge):
                    continue
                target = self.targets[edge]
                reached = (cost + (1.0 if costs is None else costs[edge]), steps + 1)
                if target not in best or reached < best[target]:
                    best[target] = reached
                    came_by[target] = (state, edge)
                    heappush(waiting, (*reached, target, edge))
        return None


def _back(came_by: dict[int, tuple[int, int]], state: int, way: list[int]) -> list[int]:
    while state in came_by:
        state, edge = came_by[state]
        way.append(edge)
    return way[::-1]
