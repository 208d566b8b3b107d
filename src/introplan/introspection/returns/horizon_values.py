"""The largest returns of a graph over a number of moves: backward induction (Bellman 1957).

Moves are added one by one, up to a limit on the work. Beyond it, what one more round of moves adds
is at most the most that the last round added anywhere: the operator of value iteration is not
expansive in the maximum norm (Puterman 1994).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from introplan.introspection.returns.step_sums import as_whole
from introplan.introspection.returns.value_graph import ValueGraph

MAX_PERIOD = 3
"""Moves of one round, at most: pay that comes every second or third step is not taken for pay of
every step."""

RELAXATIONS_PER_CHECK = 400
"""Edges that are relaxed in the time of a symbolic step."""


@dataclass(frozen=True, slots=True)
class HorizonValues:
    """For each number of moves left, the largest return of each state."""

    rows: list[list[float]]
    growth: list[float]
    """The most that so many moves, 1, 2, ..., added anywhere at the end; infinite if unknown."""
    discount: float

    def at(self, number: int, moves: int | None) -> float:
        """The largest return of a state in so many moves, or a bound on it."""
        if moves is None:
            return math.inf
        if moves < len(self.rows):
            return self.rows[moves][number]
        periods = range(1, len(self.growth) + 1)
        return min((self._extended(number, moves, p) for p in periods), default=math.inf)

    def _extended(self, number: int, moves: int, period: int) -> float:
        last = len(self.rows) - 1
        rounds = -(-(moves - last) // period)
        growth = self.growth[period - 1]
        if not growth:
            more = 0.0
        elif self.discount == 1:
            more = growth * rounds
        else:
            factor = math.pow(self.discount, period)
            more = growth * factor * (1 - math.pow(factor, rounds)) / (1 - factor)
        return self.rows[moves - rounds * period][number] + more


def values_over(
    graph: ValueGraph,
    moves: int,
    *,
    discount: float,
    needs_success: bool,
    check: Callable[[], None],
    max_relaxations: int,
) -> HorizonValues:
    """The largest returns of the states of a graph, for each number of moves up to `moves`.

    Stops after `max_relaxations` edges: larger numbers of moves are then bounded.
    """
    none_left = -math.inf if needs_success else 0
    last = [
        max(end, 0) if stops else end for end, stops in zip(graph.ends, graph.stops, strict=True)
    ]
    rows: list[list[float]] = [[none_left] * len(graph.edges)]
    most = max(2 * MAX_PERIOD, max_relaxations // max(1, graph.size))
    factor = as_whole(discount)
    for _ in range(min(moves, most)):
        for _ in range(1 + graph.size // RELAXATIONS_PER_CHECK):
            check()
        later = rows[-1] if factor == 1 else [factor * value for value in rows[-1]]
        rows.append([_best_step(*step, later) for step in zip(graph.edges, last, strict=True)])
    periods = range(1, min(MAX_PERIOD, len(rows) // 2) + 1)
    return HorizonValues(rows, [_growth(rows, period) for period in periods], discount)


def _best_step(out: list[tuple[int, float]], end: float, later: list[float]) -> float:
    """The largest return of a state: of ending, or of an edge to a state whose return is known."""
    best = end
    for after, reward in out:
        value = reward + later[after]
        if value > best:
            best = value
    return best


def _growth(rows: list[list[float]], period: int) -> float:
    """The most by which so many moves raised a value at the end, in any state; at least 0.

    Further rounds start from any of the last `period` rows, so each of them counts.
    """
    most: float = 0
    for late in range(len(rows) - period, len(rows)):
        for value, before in zip(rows[late], rows[late - period], strict=True):
            if value > before:
                most = max(most, value - before)
    return most
