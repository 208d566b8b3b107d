"""All of a world with chance that can be reached, as flat arrays: what exact values are made of.

States are numbered breadth first, so that those within a number of moves are a prefix. A choice is
an action that can be done; its edges are its outcomes, those to one state as one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from introplan.graphs.decisions import Decisions
from introplan.limits import Meter
from introplan.mdp import NotAllowedError, Outcome, Status

ENDS = {Status.OVER: -1, Status.SUCCESS: -2, Status.FAILURE: -3}
"""Targets of the edges that end an episode."""


class ChanceModel(Protocol):
    """A world whose states can be hashed, asked for all that can happen."""

    def actions(self, state: Any) -> Sequence[Any]:
        """The actions to try."""
        ...

    def outcomes(self, state: Any, action: Any) -> list[tuple[float, Outcome[Any]]]:
        """What one leads to, with probabilities."""
        ...


class DecisionTable(Protocol):
    """All of a world that can be reached, whichever engine found it."""

    @property
    def states(self) -> Sequence[Any]:
        """The states by their numbers, breadth first."""
        ...

    @property
    def graph(self) -> Decisions:
        """Their choices."""
        ...

    @property
    def actions(self) -> Sequence[Any]:
        """The action of each choice."""
        ...

    @property
    def layers(self) -> list[int]:
        """How many states can be reached in at most 0, 1, 2, ... moves."""
        ...

    def number(self, state: Any) -> int | None:
        """The number of a state; None where it cannot be reached."""
        ...

    def within(self, moves: int) -> int:
        """How many states can be reached in at most so many moves."""
        ...


class TooLargeError(Exception):
    """There are more states, or more edges, than were asked for."""


@dataclass(slots=True)
class DecisionGraph:
    """States with their numbers, and their choices."""

    states: list[Hashable]
    numbers: dict[Hashable, int]
    graph: Decisions = field(default_factory=Decisions)
    actions: list[Any] = field(default_factory=list)
    """The action of each choice."""
    layers: list[int] = field(default_factory=list)
    """How many states can be reached in at most 0, 1, 2, ... moves."""

    def number(self, state: Hashable) -> int | None:
        """The number of a state; None where it cannot be reached."""
        return self.numbers.get(state)

    def within(self, moves: int) -> int:
        """How many states can be reached in at most so many moves."""
        return self.layers[min(moves, len(self.layers) - 1)] if moves >= 0 else 0


def explored(
    model: ChanceModel,
    start: Hashable,
    meter: Meter,
    *,
    max_depth: int | None = None,
    max_states: float = math.inf,
    max_edges: float = math.inf,
) -> DecisionGraph:
    """Every state that can be reached in so many moves; those at the end have no choices yet.

    Raises `TooLargeError` where there are more than asked for.
    """
    found = DecisionGraph([start], {start: 0}, layers=[1])
    graph, depth = found.graph, 0
    while graph.states < len(found.states) and (max_depth is None or depth < max_depth):
        meter.expand()
        _expand(found, model, meter.check)
        if len(found.states) > max_states or len(graph.targets) > max_edges:
            raise TooLargeError
        if graph.states == found.layers[-1]:
            depth += 1
            if len(found.states) > found.layers[-1]:
                found.layers.append(len(found.states))
    return found


def _expand(found: DecisionGraph, model: ChanceModel, check: Callable[[], None]) -> None:
    """Append the choices of the next state."""
    graph, numbers = found.graph, found.numbers
    state = found.states[graph.states]
    for action in model.actions(state):
        check()
        try:
            outcomes = model.outcomes(state, action)
        except NotAllowedError:
            continue
        edges: dict[int, float] = {}
        for probability, (after, _, status) in outcomes:
            if status is Status.CONTINUE:
                number = numbers.setdefault(after, len(found.states))
                if number == len(found.states):
                    found.states.append(after)
            else:
                number = ENDS[status]
            edges[number] = edges.get(number, 0.0) + probability
        reward = math.fsum(probability * outcome.reward for probability, outcome in outcomes)
        pays = any(outcome.reward != 0 for _, outcome in outcomes)
        graph.add_choice(iter(edges.items()), reward, pays=pays)
        found.actions.append(action)
    graph.end_state()
