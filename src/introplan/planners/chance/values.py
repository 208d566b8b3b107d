"""Exact values of every state that can be reached: `ip.values`."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Hashable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from introplan.errors import UsageError
from introplan.graphs.decision_stages import Stages, solve_stages
from introplan.graphs.endless_decisions import Endless, UndecidedError, solve_endless
from introplan.limits import Meter
from introplan.mdp import Task, check_task
from introplan.planners.chance.result import Explanation, Option
from introplan.planners.chance.worlds import World, world_of
from introplan.programs.chance_functions import as_drawn
from introplan.programs.doors import door_for
from introplan.programs.user_code import shown
from introplan.relational.domain import RelationalTask
from introplan.search.decision_graph import DecisionTable, TooLargeError, explored
from introplan.search.native.decisions import native_decisions
from introplan.search.native.sweeps import sweeps_of

TOO_EVEN = (
    "what loops of this task gain and lose does not tell whether there is a largest score; "
    "give it a horizon or a discount"
)

MAX_CHOICES_KEPT = 500_000_000
"""Best choices of all states by the moves left, 4 bytes each, that are kept: 2 GB."""


@dataclass(slots=True)
class Values:
    """The largest expected score from every state that can be reached, and what gets it.

    With a horizon it depends on the moves that are left; without `steps_left`, the task's own.
    """

    world: World
    table: DecisionTable
    horizon: int | None
    discount: float
    stages: Stages | None
    endless: Endless | None
    _recomputed: dict[int, array[float]] = field(default_factory=dict, repr=False)

    @property
    def states(self) -> list[Any]:
        """All states that can be reached, breadth first from the start."""
        return [self.world.decode(state) for state in self.table.states]

    def value(self, state: Any, steps_left: int | None = None) -> float:
        """The largest expected score from here."""
        return self._values(self._left(steps_left))[self._number(state)]

    def q(self, state: Any, action: Any, steps_left: int | None = None) -> float:
        """The largest expected score that begins with `action`."""
        for option in self.options(state, steps_left):
            if option.action == action:
                return option.value
        raise UsageError(f"{shown(action)} cannot be done in {shown(state)}")

    def best(self, state: Any, steps_left: int | None = None) -> Any:
        """The action to take; None where nothing can be done."""
        choice = self.best_choice(self._number(state), steps_left)
        return None if choice < 0 else self.table.actions[choice]

    def best_choice(self, number: int, steps_left: int | None = None) -> int:
        """The number of the best choice in the state with this number; -1 where there is none."""
        if self.stages is not None:
            place = self.stages.choice(number, self._left(steps_left) or 0)
        else:
            assert self.endless is not None
            place = self.endless.chosen[number]
        return -1 if place < 0 else self.table.graph.first_choice[number] + place

    def first_left(self, number: int) -> int | None:
        """The moves that are left when the state with this number can first be reached."""
        if self.horizon is None:
            return None
        return max(0, self.horizon - bisect_right(self.table.layers, number))

    def options(self, state: Any, steps_left: int | None = None) -> list[Option]:
        """Every action that can be done, with its value, the best first."""
        number, graph = self._number(state), self.table.graph
        left = self._left(steps_left)
        if left == 0 or number >= graph.states:
            return []
        values = self._values(None if left is None else left - 1)
        found = []
        for choice in graph.choices(number):
            more = math.fsum(
                graph.probabilities[edge] * values[graph.targets[edge]]
                for edge in graph.edges(choice)
                if graph.targets[edge] >= 0
            )
            worth = graph.rewards[choice] + self.discount * more
            found.append(Option(self.table.actions[choice], worth))
        return sorted(found, key=lambda option: -option.value)

    def explain(self, state: Any, steps_left: int | None = None) -> Explanation:
        """What every action in a state is worth."""
        return Explanation(tuple(self.options(state, steps_left)), self.method)

    @property
    def method(self) -> str:
        """How values were found."""
        return "value-iteration" if self.stages is None else "backward-induction"

    def matrices(self) -> tuple[dict[Any, Any], dict[Any, Any]]:
        """P and R by action: probabilities as a scipy matrix in rows, rewards as a numpy vector.

        States are numbered as in `states`. Where an action cannot be done its row is empty; what
        a row lacks of 1 ends the episode. Needs scipy.
        """
        numpy, sparse = import_module("numpy"), import_module("scipy.sparse")
        graph, count = self.table.graph, len(self.table.states)
        rows: dict[Any, list[tuple[float, int, int]]] = {}
        rewards: dict[Any, Any] = {}
        for state in range(graph.states):
            for choice in graph.choices(state):
                action = self.table.actions[choice]
                paid = rewards.setdefault(action, numpy.zeros(count))
                paid[state] = graph.rewards[choice]
                entries = rows.setdefault(action, [])
                for edge in graph.edges(choice):
                    if graph.targets[edge] >= 0:
                        entry = graph.probabilities[edge], state, graph.targets[edge]
                        entries.append(entry)
        matrices = {}
        for action, entries in rows.items():
            data, sources, targets = zip(*entries, strict=True) if entries else ((), (), ())
            shape = (count, count)
            matrices[action] = sparse.csr_array((data, (sources, targets)), shape=shape)
        return matrices, rewards

    def __call__(self, state: Any, steps_left: int | None = None) -> Any:
        """As a policy: the best action."""
        return self.best(state, steps_left)

    def _number(self, state: Any) -> int:
        key: Hashable = self.world.encode(state)
        number = self.table.number(key)
        if number is None:
            raise UsageError(f"{shown(state)} cannot be reached from the start of the task")
        return number

    def _left(self, steps_left: int | None) -> int | None:
        if self.horizon is None:
            return None
        left = self.horizon if steps_left is None else steps_left
        if not 0 <= left <= self.horizon:
            raise UsageError(f"steps_left must be from 0 to {self.horizon}, got {left}")
        return left

    def _values(self, left: int | None) -> array[float]:
        if self.endless is not None:
            return self.endless.values
        assert self.stages is not None
        assert left is not None
        if left == self.horizon:
            return self.stages.values
        if left not in self._recomputed:
            # Values of every stage would fill memory; they are asked for now and then.
            # States that are reached with the last move are worth 0, but they have a place.
            graph, count = self.table.graph, len(self.table.states)
            self._recomputed[left] = solve_stages(
                graph,
                left,
                self.discount,
                sweeps_of(graph),
                within=lambda moves: count,
                check=lambda: None,
                keep_choices=False,
            ).values
        return self._recomputed[left]


def exact_values(
    task: Task,
    meter: Meter,
    *,
    max_states: float = math.inf,
    max_edges: float = math.inf,
    room: float = 1,
) -> Values:
    """The values of all states; `TooLargeError` where there are more than allowed.

    The native engine may have `room` times as many of both.
    """
    world = world_of(task)
    table: DecisionTable | None = None
    if isinstance(task, RelationalTask):
        most = room * max_states, room * max_edges
        table = native_decisions(task, meter, max_states=most[0], max_edges=most[1])
    if table is None:
        table = explored(
            world,
            world.start,
            meter,
            max_depth=task.horizon,
            max_states=max_states,
            max_edges=max_edges,
        )
    graph, horizon = table.graph, task.horizon
    sweeps = sweeps_of(graph)
    if horizon is not None:
        stages = solve_stages(
            graph, horizon, task.discount, sweeps, within=table.within, check=meter.check_now
        )
        return Values(world, table, horizon, task.discount, stages, None)
    try:
        endless = solve_endless(graph, task.discount, sweeps_of, meter.check_now)
    except UndecidedError:
        raise UsageError(TOO_EVEN) from None
    return Values(world, table, horizon, task.discount, None, endless)


def values(task: Task, limit: int | None = None) -> Values:
    """The largest expected score from every state of `task` that can be reached, exactly.

    `Values` has `.value(s)`, `.q(s, a)`, `.best(s)` and, as numpy and scipy arrays, `.matrices()`.
    With a `limit`, a task with more states than that raises `UsageError`.
    """
    check_task(task, "values", hint=door_for)
    task = as_drawn(task)
    try:
        return exact_values(task, Meter(), max_states=math.inf if limit is None else limit)
    except TooLargeError:
        raise UsageError(f"the task has more than {limit:,} states") from None
