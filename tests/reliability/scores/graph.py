"""A small deterministic world as the list of its transitions, numbered from the start, 0."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

Number = Fraction | float
"""Exact but for scores of thousands of steps."""


class End(Enum):
    """How a transition leaves the episode; those that fail are left out of the graph."""

    CONTINUE = "continue"
    SUCCESS = "success"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Edge:
    """What an action does in a state."""

    action: str
    target: int
    reward: Number
    cost: int
    end: End


@dataclass(frozen=True, slots=True)
class Graph:
    """A world and what is asked of it."""

    edges: Sequence[Sequence[Edge]]
    names_success: bool
    horizon: int | None = None
    discount: Number = 1
    starts_at_goal: bool = False

    @property
    def states(self) -> range:
        """The numbers of all states."""
        return range(len(self.edges))

    @property
    def ends(self) -> set[End]:
        """How transitions that can be reached leave the episode."""
        return {edge.end for edges in self.edges for edge in edges}


class TooLargeError(Exception):
    """The world has more states than are wanted."""


Step = tuple[str, Hashable, Number, int, End]
"""Action, state after it, reward, cost, end."""


def explore(
    start: Hashable,
    steps: Callable[[Hashable], Iterable[Step]],
    *,
    limit: int,
    moves: int | None = None,
) -> list[list[Edge]]:
    """The transitions of every state that can be reached in fewer moves, breadth first."""
    numbers, states, depth = {start: 0}, [start], [0]
    edges: list[list[Edge]] = []
    for state in states:
        edges.append([])
        if depth[len(edges) - 1] == moves:
            continue
        for action, after, reward, cost, end in steps(state):
            if end is End.CONTINUE and after not in numbers:
                numbers[after] = len(states)
                states.append(after)
                depth.append(depth[len(edges) - 1] + 1)
                if len(states) > limit:
                    raise TooLargeError
            # An episode that has ended goes nowhere: its last state needs no number.
            target = numbers[after] if end is End.CONTINUE else -1
            edges[-1].append(Edge(action, target, reward, cost, end))
    return edges


def exact(value: float) -> Number:
    """A number as its decimal text says, so that 0.1 + 0.2 is 0.3."""
    if float(value).is_integer():
        return int(value)
    return Fraction(repr(round(float(value), 9)))
