"""The most that can be expected of an episode without a horizon, with sound bounds.

With a discount every policy has a value. Without one this is the stochastic shortest path problem
(Bertsekas and Tsitsiklis 1991) with rewards of any sign, and where an episode can go on without
end (`end_components.py`) decides what a value is:

* where nothing is paid, it may go on, for 0: such end components are merged into one state, from
  which every choice of theirs can be taken (interval iteration does the same: Haddad and Monmege
  2018);
* where something can be gained each time, there is no largest value, and the loop is named;
* where each round costs something, no good policy stays. States from which every policy gets
  caught there, with some probability, are worth minus infinity.

Then the Bellman equation has one solution. Sweeps approach it, component after component, those
that come later first; two more solutions, of the same world in which each step pays a trifle more
or less, are then checked to be bounds: one that no step improves, and one that every step of its
policy does. So rounding errors are part of what is checked.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from introplan.graphs.components import components
from introplan.graphs.decisions import NO_CHOICE, Decisions
from introplan.graphs.end_components import (
    EndComponent,
    maximal_end_components,
    predecessors,
    sources,
    surely_ending,
    ways_to,
)

TRIFLES = (1e-14, 1e-12, 1e-10, 1e-8, 1e-6)
"""What a step pays more or less for a bound, in parts of the largest value: the first is beyond
what rounding does to a sum of some dozen products, each other one is tried where that fails."""

SETTLED = 1e-15
"""Values have settled if a sweep changes them by no more than this part of the largest: less than
ten roundings."""

MAX_SWEEPS = 1_000_000
"""Sweeps over one component; a world that needs more is bounded, and not solved."""

GAIN_SWEEPS, GAIN_EDGES = 20_000, 20_000_000
"""Sweeps that may be needed to see whether a loop gains or loses, and edges in all of them: some
ten seconds."""


class Sweeps(Protocol):
    """The engine: `decisions.settle` and `decisions.excess` on one graph.

    `edges_per_call` can be swept in some hundredths of a second: from one look at the limits to
    the next.
    """

    @property
    def edges_per_call(self) -> int:
        """How many edges to sweep at once."""
        ...

    def settle(
        self,
        order: array[int],
        discount: float,
        extra: float,
        values: array[float],
        tolerance: float,
        max_sweeps: int,
    ) -> int:
        """Sweeps until values settle; -1 if there were too few."""
        ...

    def excess(
        self, discount: float, values: array[float], chosen: array[int]
    ) -> tuple[float, float]:
        """The least and the largest of what one step adds."""
        ...


class UndecidedError(Exception):
    """What loops gain and lose does not tell whether there is a largest value."""


@dataclass(frozen=True, slots=True)
class Endless:
    """Values and choices of all states, and bounds on the value of state 0.

    `loop` are choices that can be repeated without end, and gain each time.
    """

    values: array[float]
    chosen: array[int]
    lower: float
    upper: float | None
    loop: list[int] | None = None


def solve_endless(
    graph: Decisions,
    discount: float,
    engine: Callable[[Decisions], Sweeps],
    check: Callable[[], None],
) -> Endless:
    """Solve a graph whose states all have their choices."""
    if discount < 1:
        return _settled(graph, discount, engine, check)
    unpaid = [c for c in range(len(graph.rewards)) if not graph.pays[c]]
    merged = _merged(graph, maximal_end_components(graph, unpaid, check))
    gaining = _gaining(merged.graph, check)
    if gaining is not None:
        return _gained(merged, gaining, check)
    inside = surely_ending(merged.graph, (), check)
    if not inside[merged.group[0]]:
        count = graph.states
        chosen = array("i", [0 if graph.choices(s) else NO_CHOICE for s in range(count)])
        return Endless(array("d", [-math.inf]) * count, chosen, -math.inf, -math.inf)
    return merged.unfolded(_restricted(merged.graph, inside, engine, check), check)


def _settled(
    graph: Decisions,
    discount: float,
    engine: Callable[[Decisions], Sweeps],
    check: Callable[[], None],
) -> Endless:
    """Solve a graph in which the Bellman equation has one solution."""
    sweeps = engine(graph)
    used = [True] * graph.states
    orders = [array("q", c) for c in components(graph.edge_starts(), graph.targets, used)]
    solver = _Solver(graph, discount, sweeps, orders, check)
    values = array("d", [0.0]) * graph.states
    paid = max(map(abs, graph.rewards), default=0.0)
    solver.solve(values, 0.0, SETTLED * paid)
    scale = max(max(map(abs, values), default=0.0), paid) or 1.0
    upper = solver.bound(values, scale, sign=1)
    lower = solver.bound(values, scale, sign=-1)
    chosen = array("i", [0]) * graph.states
    sweeps.excess(discount, values if lower is None else lower, chosen)
    return Endless(
        values,
        chosen,
        -math.inf if lower is None else lower[0],
        None if upper is None else upper[0],
    )


@dataclass(frozen=True, slots=True)
class _Solver:
    graph: Decisions
    discount: float
    sweeps: Sweeps
    orders: list[array[int]]
    check: Callable[[], None]

    def solve(self, values: array[float], extra: float, tolerance: float) -> None:
        """Let the values settle, component after component."""
        for order in self.orders:
            self.check()
            edges = sum(self._edges(state) for state in order)
            at_once = max(self.sweeps.edges_per_call // max(edges, 1), 2)
            done = 0
            while done < MAX_SWEEPS:
                largest = max(abs(values[state]) for state in order)
                enough = max(tolerance, 0.0 if extra else SETTLED * largest)
                found = self.sweeps.settle(order, self.discount, extra, values, enough, at_once)
                self.check()
                if found >= 0:
                    break
                done += at_once

    def bound(self, values: array[float], scale: float, *, sign: int) -> array[float] | None:
        """Values that are proven to be no smaller (sign 1) or no larger (-1) than the best."""
        chosen = array("i", [0]) * self.graph.states
        for trifle in TRIFLES:
            found = array("d", values)
            extra = sign * trifle * scale
            self.solve(found, extra, abs(extra) / 8)
            least, largest = self.sweeps.excess(self.discount, found, chosen)
            if largest <= 0 if sign > 0 else least >= 0:
                return found
        return None

    def _edges(self, state: int) -> int:
        starts = self.graph.first_edge
        first, last = self.graph.first_choice[state], self.graph.first_choice[state + 1]
        return starts[last] - starts[first]


@dataclass(frozen=True, slots=True)
class _Merged:
    """A graph in which each end component that pays nothing is one state."""

    original: Decisions
    graph: Decisions
    group: list[int]
    """The new number of each old state."""
    origin: list[int]
    """The old choice of each new one; -1: to stay without end."""
    parts: dict[int, EndComponent]
    """The components, by the new number of their state."""

    def unfolded(self, solved: Endless, check: Callable[[], None]) -> Endless:
        """The same for the states as they were."""
        values = array("d", [solved.values[number] for number in self.group])
        chosen = array("i", [NO_CHOICE]) * self.original.states
        source = sources(self.original)
        for state, number in enumerate(self.group):
            place = solved.chosen[number]
            if place >= 0 and number not in self.parts:
                choice = self.origin[self.graph.first_choice[number] + place]
                chosen[state] = choice - self.original.first_choice[state]
        into = predecessors(self.original) if self.parts else []
        for number, part in self.parts.items():
            check()
            choice = self.origin[self.graph.first_choice[number] + solved.chosen[number]]
            ways = {source[inner]: inner for inner in part.choices}
            if choice >= 0:
                ways = {**ways_to(self.original, [source[choice]], part.choices, into)}
                ways[source[choice]] = choice
            for state in part.states:
                chosen[state] = ways[state] - self.original.first_choice[state]
        loop = None if solved.loop is None else [self.origin[c] for c in solved.loop]
        return Endless(values, chosen, solved.lower, solved.upper, loop)


def _merged(graph: Decisions, parts: list[EndComponent]) -> _Merged:
    """Merge the states of each component; new numbers go by the first state of each."""
    part_of = {state: part for part in parts for state in part.states}
    group, numbers = [0] * graph.states, dict[int, int]()
    members: list[list[int]] = []
    for state in range(graph.states):
        key = min(part_of[state].states) if state in part_of else state
        if key not in numbers:
            numbers[key] = len(members)
            members.append([])
        group[state] = numbers[key]
        members[group[state]].append(state)
    inner = {choice for part in parts for choice in part.choices}
    merged, origin = Decisions(), list[int]()
    for states in members:
        for choice in (c for state in states for c in graph.choices(state) if c not in inner):
            edges = (
                (group[t] if t >= 0 else t, graph.probabilities[edge])
                for edge, t in zip(graph.edges(choice), graph.targets_of(choice), strict=True)
            )
            merged.add_choice(edges, graph.rewards[choice], pays=bool(graph.pays[choice]))
            origin.append(choice)
        if states[0] in part_of:
            merged.add_choice(iter([(-1, 1.0)]), 0.0, pays=False)
            origin.append(-1)
        merged.end_state()
    known = {group[part.states[0]]: part for part in parts}
    return _Merged(graph, merged, group, origin, known)


def _gaining(graph: Decisions, check: Callable[[], None]) -> dict[int, int] | None:
    """Choices by state that stay in an end component and gain; None if all components cost.

    Raises `UndecidedError` where gains and costs are too even to tell.
    """
    for part in maximal_end_components(graph, range(len(graph.rewards)), check):
        rewards = [graph.rewards[choice] for choice in part.choices]
        if min(rewards) >= 0 and max(rewards) > 0:
            return _visiting_best(graph, part)
        if max(rewards) <= 0:
            even = [choice for choice in part.choices if graph.rewards[choice] == 0]
            if maximal_end_components(graph, even, check):
                raise UndecidedError  # bets that are fair: what is kept depends on when one stops
            continue
        choices = _gaining_choices(graph, part, check)
        if choices is not None:
            return choices
    return None


def _visiting_best(graph: Decisions, part: EndComponent) -> dict[int, int]:
    """Choices that come to the one that pays most again and again."""
    source = sources(graph)
    best = max(part.choices, key=lambda choice: graph.rewards[choice])
    ways = ways_to(graph, [source[best]], part.choices, predecessors(graph))
    return {**ways, source[best]: best}


def _gaining_choices(
    graph: Decisions, part: EndComponent, check: Callable[[], None]
) -> dict[int, int] | None:
    """The choices of a policy that gains on average in a component; None if all of them lose.

    Differences of value iteration bound the gain (Puterman 1994, 8.5); each step is taken with
    probability 1/2, so that they come together where loops have a period.
    """
    source = sources(graph)
    edges = sum(len(graph.edges(choice)) for choice in part.choices)
    values = dict.fromkeys(part.states, 0.0)
    doubt = 1e-9 * max(abs(graph.rewards[choice]) for choice in part.choices)
    for _ in range(min(GAIN_SWEEPS, GAIN_EDGES // edges)):
        check()
        best, chosen = dict.fromkeys(part.states, -math.inf), dict[int, int]()
        for choice in part.choices:
            worth = graph.rewards[choice]
            for edge in graph.edges(choice):
                worth += graph.probabilities[edge] * values[graph.targets[edge]]
            if worth > best[source[choice]]:
                best[source[choice]], chosen[source[choice]] = worth, choice
        gains = [best[state] - values[state] for state in part.states]
        if min(gains) > doubt:
            return chosen
        if max(gains) < -doubt:
            return None
        lowest = min(values.values())
        values = {s: (values[s] + best[s]) / 2 - lowest for s in part.states}
    raise UndecidedError


def _gained(merged: _Merged, gaining: dict[int, int], check: Callable[[], None]) -> Endless:
    """A policy that gets to where choices gain, and its value, which is infinite.

    Raises `UndecidedError` where every policy that gets there may also be caught in a loss.
    """
    graph = merged.graph
    inside = surely_ending(graph, gaining, check)
    usable = [
        choice
        for choice in range(len(graph.rewards))
        if all(t < 0 or inside[t] for t in graph.targets_of(choice))
    ]
    into = predecessors(graph)
    source = sources(graph)
    ends = [s for s in range(graph.states) if not graph.choices(s)]
    ending = {source[c]: c for c in usable if min(graph.targets_of(c), default=-1) < 0}
    ways = {**ways_to(graph, [*ends, *ending], usable, into), **ending}
    gained = {**ways_to(graph, gaining, usable, into), **gaining}
    if not inside[0] or 0 not in gained:
        raise UndecidedError
    ways |= gained
    chosen = array("i", [NO_CHOICE]) * graph.states
    for state in range(graph.states):
        if graph.choices(state):
            first = graph.first_choice[state]
            chosen[state] = ways.get(state, first) - first
    values = array("d", [math.inf if state in gained else 0.0 for state in range(graph.states)])
    found = Endless(values, chosen, math.inf, math.inf, list(gaining.values()))
    return merged.unfolded(found, check)


def _restricted(
    graph: Decisions,
    inside: list[bool],
    engine: Callable[[Decisions], Sweeps],
    check: Callable[[], None],
) -> Endless:
    """Solve the part of the graph that is inside; what is outside is worth minus infinity."""
    if all(inside):
        return _settled(graph, 1.0, engine, check)
    numbers = {state: n for n, state in enumerate(s for s, ok in enumerate(inside) if ok)}
    part, places = Decisions(), list[int]()
    for state in numbers:
        for choice in graph.choices(state):
            targets = graph.targets_of(choice)
            if all(t < 0 or inside[t] for t in targets):
                edges = zip(targets, graph.edges(choice), strict=True)
                moved = ((numbers.get(t, t), graph.probabilities[edge]) for t, edge in edges)
                part.add_choice(moved, graph.rewards[choice], pays=bool(graph.pays[choice]))
                places.append(choice - graph.first_choice[state])
        part.end_state()
    solved = _settled(part, 1.0, engine, check)
    values = array("d", [-math.inf]) * graph.states
    chosen = array("i", [0]) * graph.states
    for state, number in numbers.items():
        place = solved.chosen[number]
        values[state] = solved.values[number]
        chosen[state] = places[part.first_choice[number] + place] if place >= 0 else NO_CHOICE
    return Endless(values, chosen, solved.lower, solved.upper)
