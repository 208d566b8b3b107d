"""Loops in which an episode can go on without end: those that pay 0 in all.

In a component without a loop that pays, potentials exist: numbers p with p(s) >= reward + p(t) for
every edge (Johnson 1977). An edge is *tight* where both sides are equal. A loop pays 0 exactly if
all of its edges are tight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from introplan.graphs.components import components
from introplan.graphs.longest_paths import Longest
from introplan.graphs.shortest_path import shortest_path


@dataclass(slots=True)
class ZeroLoops:
    """The states from which an episode can go on for nothing, and how."""

    first: Sequence[int]
    targets: Sequence[int]
    scores: Sequence[int]
    """Rewards as whole numbers (`Weights.score_of`)."""
    tolerance: int
    check: Callable[[], None]
    tight: list[int] = field(init=False)
    """Targets of the edges that are tight and stay in their component, -1 for all others."""
    component: list[int] = field(init=False)
    """The component of tight edges of each state on such a loop; 0 for all others."""

    def find(self) -> None:
        """Find them; raises `PositiveLoop` if some loop pays."""
        count = len(self.first) - 1
        used = [True] * count
        potential = Longest(
            self.first, self.targets, self.scores, {}, [0] * count, used, self.check
        )
        potential.solve()
        values, member = potential.values, potential.member
        self.tight = [-1] * len(self.targets)
        for state in range(count):
            for edge in range(self.first[state], self.first[state + 1]):
                target = self.targets[edge]
                if target >= 0 and member[target] == member[state]:
                    slack = values[state] - self.scores[edge] - values[target]
                    if slack <= self.tolerance:
                        self.tight[edge] = target
        self.component = [0] * count
        for number, states in enumerate(components(self.first, self.tight, used), 1):
            if len(states) > 1 or self._has_self_loop(states[0]):
                for state in states:
                    self.component[state] = number

    def _has_self_loop(self, state: int) -> bool:
        return state in self.tight[self.first[state] : self.first[state + 1]]

    def round(self, state: int) -> list[int]:
        """The edges of a shortest loop from a state that is on one."""
        inside = [number == self.component[state] for number in self.component]
        way = shortest_path(self.first, self.tight, state, {state}, allowed=inside)
        assert way is not None, "the state is on a loop"
        return way
