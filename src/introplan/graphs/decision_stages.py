"""Backward induction under chance (Bellman 1957): one sweep for each move that is left.

With m moves left only states count that can be reached in the moves before; they are a prefix of
the numbering. Where no value changes any more, the sweeps that are left would repeat the last one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from introplan.graphs.decisions import NO_CHOICE, Decisions


class StageSweeps(Protocol):
    """The engine: `decisions.sweep` on one graph."""

    def sweep(
        self,
        count: int,
        discount: float,
        later: array[float],
        now: array[float],
        chosen: array[int],
    ) -> bool:
        """Values with one move more; has one changed?"""
        ...


@dataclass(slots=True)
class Stages:
    """The best choices by the number of moves left, and the values with all of them left."""

    values: array[float]
    choices: list[array[int]] = field(default_factory=list)
    """With 1, 2, ... moves left; for more than there are here the last holds."""

    def choice(self, state: int, left: int) -> int:
        """The place of the best choice with so many moves left; -1 if there is none."""
        if left < 1 or not self.choices:
            return NO_CHOICE
        stage = self.choices[min(left, len(self.choices)) - 1]
        return stage[state] if state < len(stage) else NO_CHOICE


def solve_stages(
    graph: Decisions,
    horizon: int,
    discount: float,
    sweeps: StageSweeps,
    *,
    within: Callable[[int], int],
    check: Callable[[], None],
    keep_choices: bool = True,
) -> Stages:
    """Values with `horizon` moves left; `within(m)` states can be reached in m moves."""
    count = max(graph.states, within(horizon))
    later, now = array("d", [0.0]) * count, array("d", [0.0]) * count
    stages = Stages(later)
    for left in range(1, horizon + 1):
        check()
        reached = min(within(horizon - left), graph.states)
        chosen = array("i", [NO_CHOICE]) * reached
        has_changed = sweeps.sweep(reached, discount, later, now, chosen)
        later, now = now, later
        if keep_choices:
            stages.choices.append(chosen)
        if not has_changed and left > 1:
            break
    stages.values = later
    return stages
