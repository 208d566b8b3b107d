"""Backward induction (Bellman 1957): the best episode of so many moves, one sweep for each move.

With m moves left only states count that can be reached in the moves before; they are a prefix of
the numbering. Where the values of a sweep are those of the sweep before, they stay so.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from introplan.graphs.longest_paths import NO_WAY
from introplan.search.graph import Graph


@dataclass(frozen=True, slots=True)
class Induction:
    """What is to be added up along the edges of a graph that is explored to the horizon."""

    graph: Graph
    weights: Sequence[float]
    discount: float
    at_end: dict[int, float]
    """What is left when an edge leads to a target below 0; those that do not count are missing."""
    needs_end: bool
    """Does only an episode count that ends before the moves are used up, or with the last?"""
    check: Callable[[], None]

    def best(self, horizon: int) -> list[int] | None:
        """The edges of the best episode; None if none counts."""
        last = NO_WAY if self.needs_end else 0
        values: list[float] = [last] * len(self.graph.states)
        choices: list[array[int]] = []
        for moves in range(1, horizon + 1):
            count = self._within(horizon - moves)
            values, choice, has_changed = self._sweep(values, count, is_first=moves == 1)
            choices.append(choice)
            if not has_changed:
                break
        if values[0] == NO_WAY:
            return None
        return self._followed(choices, horizon)

    def _within(self, moves: int) -> int:
        """The number of states that can be reached in so many moves, and are expanded."""
        layers = self.graph.layers
        return min(layers[min(moves, len(layers) - 1)], self.graph.expanded)

    def _sweep(
        self, later: list[float], count: int, *, is_first: bool
    ) -> tuple[list[float], array[int], bool]:
        """Values with one move more, and the best edges; a move must be used, even at a loss.

        Written out without calls: this loop runs once for each state, move and action.
        """
        first, targets = self.graph.first, self.graph.targets
        weights, discount, at_end, check = self.weights, self.discount, self.at_end, self.check
        stuck = NO_WAY if self.needs_end else 0
        values: list[float] = []
        choice = array("q", [-1]) * count
        edge = 0
        for state in range(count):
            check()
            last = first[state + 1]
            best, chosen = (NO_WAY, -1) if edge < last else (stuck, -1)
            while edge < last:
                target = targets[edge]
                more = later[target] if target >= 0 else at_end.get(target, NO_WAY)
                if discount != 1:
                    more *= discount
                value = weights[edge] + more
                if value > best:
                    best, chosen = value, edge
                edge += 1
            values.append(best)
            choice[state] = chosen
        has_changed = is_first or values != later[:count]
        return values, choice, has_changed

    def _followed(self, choices: list[array[int]], horizon: int) -> list[int]:
        plan: list[int] = []
        state = 0
        for moves in range(horizon, 0, -1):
            # Beyond the sweeps that were made nothing changes any more.
            edge = choices[min(moves, len(choices)) - 1][state]
            if edge < 0:
                break
            plan.append(edge)
            state = self.graph.targets[edge]
            if state < 0:
                break
        return plan
