"""Decisions by estimates in Python: what plans where no native code is, without any search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from introplan.planners.chance.factored.layers import RelaxedCode
from introplan.planners.chance.factored.simulation import Simulation
from introplan.planners.chance.factored.twin import Pair, Random64, draw, expect, intervals

SETTLED, MIN_LAYERS = 1e-4, 3
"""Marginals that change by less stay as they are, from this layer on."""

Found = tuple[list[int], float, int]
"""A joint action, what it is worth, and how often it was tried."""


def relaxed_return(
    simulation: Simulation,
    relaxed: RelaxedCode,
    marginals: Sequence[float],
    steps: int,
    counts: Sequence[bool],
    layers: int = 1 << 20,
) -> float:
    """What so many steps are paid if each variable goes where the best action for it takes it."""
    model = simulation.model
    concurrency = min(model.concurrency, max(1, len(model.actions)))
    state: list[Pair] = [(value, value) for value in marginals]
    found, worth = 0.0, 1.0
    for layer in range(steps):
        wishes = 0.0
        for (low, high), sign, boolean in zip(
            state, relaxed.polarity, simulation.is_boolean, strict=True
        ):
            if boolean and sign:
                wishes += 1 - high if sign > 0 else low
        values = intervals(relaxed.code, state, min(1.0, concurrency / max(1.0, wishes)))
        paid = 0.0
        for node, counted in zip(relaxed.paid, counts, strict=True):
            if counted:
                paid += values[node][1]
        after = [values[node] for node in relaxed.next]
        changed = max(
            max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in zip(after, state, strict=True)
        )
        state = after
        if (layer + 1 >= MIN_LAYERS and changed < SETTLED) or layer + 1 >= layers:
            return found + worth * _repeated(paid, steps - layer, model.discount)
        found += worth * paid
        worth *= model.discount
    return found


def _repeated(reward: float, steps: int, discount: float) -> float:
    if discount == 1:
        return steps * reward
    return float(reward * (1 - discount**steps) / (1 - discount))


@dataclass(slots=True)
class TwinPlanner:
    """See `Planner` in `native/factored_bindings.cpp`: the ways `GREEDY` and `FIRST`."""

    simulation: Simulation
    listed: list[list[int]]
    tables: Sequence[Any]
    relaxed: RelaxedCode | None
    covered: Sequence[bool]
    layers: int = 1 << 20
    lists_all: bool = field(default=True)

    def _slots(self, state: Sequence[float], action: Sequence[int]) -> list[float]:
        values = list(self.simulation.defaults)
        for choice in action:
            made = self.simulation.model.choices[choice]
            values[made.place] = made.value
        return [*state, *values]

    def is_allowed(self, state: Sequence[float], action: Sequence[int]) -> bool:
        """Do all preconditions hold?"""
        values = expect(self.simulation.conditions, self._slots(state, action))
        return all(values[node] >= 0.5 for node in self.simulation.allowed)

    def is_over(self, state: Sequence[float]) -> bool:
        """Does the episode end here?"""
        values = expect(self.simulation.conditions, self._slots(state, ()))
        return any(values[node] >= 0.5 for node in self.simulation.ends)

    def decide(self, way: int, state: Sequence[float], steps: int, effort: Any) -> list[Found]:
        """The joint actions that are allowed, each with its estimate."""
        allowed = [action for action in self.listed if self.is_allowed(state, action)]
        rows = [table.row(state) for table in self.tables]
        is_known = all(row >= 0 for row in rows)
        # Where the tables know none of the actions they are of no use.
        return self._valued(state, allowed, steps, rows, is_known) or self._valued(
            state, allowed, steps, rows, is_known=False
        )

    def _valued(
        self,
        state: Sequence[float],
        actions: Sequence[list[int]],
        steps: int,
        rows: Sequence[int],
        is_known: bool,
    ) -> list[Found]:
        found: list[Found] = []
        for action in actions:
            value = self._relaxed(state, action, steps, is_known)
            if is_known:
                numbers = [table.class_of(action) for table in self.tables]
                if -1 in numbers:
                    continue
                for table, row, number in zip(self.tables, rows, numbers, strict=True):
                    value += table.q(row, number, steps)
            found.append((list(action), value, 0))
        return found

    def _relaxed(
        self, state: Sequence[float], action: Sequence[int], steps: int, is_known: bool
    ) -> float:
        counts = [not (covered and is_known) for covered in self.covered]
        if not any(counts):
            return 0.0
        values = expect(self.simulation.step, self._slots(state, action))
        paid = 0.0
        for node, counted in zip(self.simulation.paid, counts, strict=True):
            if counted:
                paid += values[node]
        if steps <= 1 or self.relaxed is None:
            return paid
        after = [values[node] for node in self.simulation.next]
        later = relaxed_return(
            self.simulation, self.relaxed, after, steps - 1, counts, self.layers
        )
        return paid + self.simulation.model.discount * later

    def play(self, way: int, state: Sequence[float], steps: int, seed: int, effort: Any) -> float:
        """What one episode is paid; its chance is that of `seed`, whatever is done."""
        random, paid, worth, now = Random64(seed), 0.0, 1.0, list(state)
        for left in range(steps, 0, -1):
            action = self._chosen(way, now, left)
            if action is None:
                break
            values = draw(self.simulation.step, self._slots(now, action), random)
            now = [values[node] for node in self.simulation.next]
            paid += worth * sum(values[node] for node in self.simulation.paid)
            worth *= self.simulation.model.discount
            if self.is_over(now):
                break
        return paid

    def _chosen(self, way: int, state: Sequence[float], steps: int) -> list[int] | None:
        if way == 3:  # the first one that is allowed
            return next((one for one in self.listed if self.is_allowed(state, one)), None)
        options = self.decide(way, state, steps, None)
        return max(options, key=lambda option: option[1])[0] if options else None
