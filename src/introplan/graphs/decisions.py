"""Decisions under chance in flat arrays, and the sweeps that compute their values (Bellman 1957).

State n has the choices `first_choice[n]` to `first_choice[n + 1]`, choice c the edges
`first_edge[c]` to `first_edge[c + 1]`: where each leads (below 0: the episode ends) and with which
probability. A choice pays `rewards[c]` on average.

The functions here are the specification; `native/sweeps.cpp` does the same additions in the same
order, and tests compare the two bit by bit.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

NO_CHOICE = -1

ALWAYS = 1 - 1e-15
"""A choice that leads back to its state with this probability never leaves it."""


def _zero() -> array[int]:
    return array("q", [0])


@dataclass(slots=True)
class Decisions:
    """The choices of numbered states, and what they lead to."""

    first_choice: array[int] = field(default_factory=_zero)
    first_edge: array[int] = field(default_factory=_zero)
    targets: array[int] = field(default_factory=lambda: array("i"))
    probabilities: array[float] = field(default_factory=lambda: array("d"))
    rewards: array[float] = field(default_factory=lambda: array("d"))
    pays: bytearray = field(default_factory=bytearray)
    """1 for each choice that can pay something other than 0; its average may be 0."""

    @property
    def states(self) -> int:
        """The number of states whose choices are known."""
        return len(self.first_choice) - 1

    def choices(self, state: int) -> range:
        """The numbers of the choices of a state."""
        return range(self.first_choice[state], self.first_choice[state + 1])

    def edges(self, choice: int) -> range:
        """The numbers of the edges of a choice."""
        return range(self.first_edge[choice], self.first_edge[choice + 1])

    def targets_of(self, choice: int) -> Sequence[int]:
        """Where a choice can lead."""
        return self.targets[self.first_edge[choice] : self.first_edge[choice + 1]]

    def add_choice(self, edges: Iterator[tuple[int, float]], reward: float, *, pays: bool) -> None:
        """One more choice of the state that is being added."""
        for target, probability in edges:
            self.targets.append(target)
            self.probabilities.append(probability)
        self.first_edge.append(len(self.targets))
        self.rewards.append(reward)
        self.pays.append(pays)

    def end_state(self) -> None:
        """The state that is being added has all its choices."""
        self.first_choice.append(len(self.rewards))

    def edge_starts(self) -> list[int]:
        """The edges of state n, whatever the choice, are those from n to n + 1 of this list."""
        return [self.first_edge[choice] for choice in self.first_choice]


def sweep(
    graph: Decisions,
    count: int,
    discount: float,
    later: array[float],
    now: array[float],
    chosen: array[int],
) -> bool:
    """Values of the first `count` states with one move more than `later`; the best choices.

    `chosen` gets the place of a choice among those of its state, -1 where there is none. True if
    some value has changed.
    """
    has_changed = False
    for state in range(count):
        best, place = 0.0, NO_CHOICE
        begin = graph.first_choice[state]
        for choice in graph.choices(state):
            value = _worth(graph, choice, discount, later)
            if place < 0 or value > best:
                best, place = value, choice - begin
        has_changed = has_changed or best != later[state]
        now[state], chosen[state] = best, place
    return has_changed


def _worth(graph: Decisions, choice: int, discount: float, values: array[float]) -> float:
    more = 0.0
    for edge in graph.edges(choice):
        target = graph.targets[edge]
        if target >= 0:
            more += graph.probabilities[edge] * values[target]
    return graph.rewards[choice] + discount * more


def settle(
    graph: Decisions,
    order: array[int],
    discount: float,
    extra: float,
    values: array[float],
    tolerance: float,
    max_sweeps: int,
) -> int:
    """Gauss-Seidel sweeps over the states of `order`, forwards and backwards in turn.

    Every step is paid `extra` on top. It ends when no value changes by more than `tolerance`;
    the number of sweeps, or -1 if there were not enough of them. A choice that may lead back to
    its own state is worth what it is worth in the end, after all these returns.
    """
    for number in range(max_sweeps):
        largest = 0.0
        for state in order if number % 2 == 0 else reversed(order):
            best, has_choice = 0.0, False
            for choice in graph.choices(state):
                value = _settled(graph, state, choice, discount, extra, values)
                if not has_choice or value > best:
                    best, has_choice = value, True
            change = abs(best - values[state])
            if not change <= largest:
                largest = change
            values[state] = best
        if largest <= tolerance:
            return number + 1
    return -1


def _settled(
    graph: Decisions,
    state: int,
    choice: int,
    discount: float,
    extra: float,
    values: array[float],
) -> float:
    more, back = 0.0, 0.0
    for edge in graph.edges(choice):
        target = graph.targets[edge]
        if target == state:
            back += graph.probabilities[edge]
        elif target >= 0:
            more += graph.probabilities[edge] * values[target]
    paid = graph.rewards[choice] + extra + discount * more
    back *= discount
    return paid / (1.0 - back) if back < ALWAYS else -math.inf


def excess(
    graph: Decisions, discount: float, values: array[float], chosen: array[int]
) -> tuple[float, float]:
    """The least and the largest of what one step more adds to the value of a state.

    Values to which a step adds nothing are a bound from above; those to which the step of some
    choice adds something everywhere are one from below. `chosen` gets the best places.
    """
    least, largest = math.inf, -math.inf
    for state in range(graph.states):
        best, place = 0.0, NO_CHOICE
        begin = graph.first_choice[state]
        for choice in graph.choices(state):
            value = _worth(graph, choice, discount, values)
            if place < 0 or value > best:
                best, place = value, choice - begin
        chosen[state] = place
        if place >= 0:
            more = best - values[state]
            least, largest = min(least, more), max(largest, more)
    return least, largest
