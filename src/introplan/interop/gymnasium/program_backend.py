"""Worlds in Python as a backend: their actions by number, the parts of their states as numbers.

Before the first episode the reachable states are explored (up to `MAX_EXPLORED_STATES`). They show
what the numbers of an observation can be, which actions there are where `actions` is a function of
the state, and what the largest reward is, which ends an episode that nothing else ends: one with
neither a horizon nor a discount nor a `terminal` whose end can be reached. In a larger world
introspection may find that reward; if it does not, episodes go on until the caller ends them.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from introplan.api import introspect
from introplan.errors import UsageError
from introplan.interop.gymnasium.backend import Mask, Observation, Step, View
from introplan.interop.gymnasium.observations import encoding_of
from introplan.mdp import Outcome, Wanted, attempt
from introplan.programs.copying import copied, safe
from introplan.programs.freezing import kept
from introplan.programs.program import ProgramTask
from introplan.search.state_space import StateSpace, reachable

MAX_EXPLORED_STATES = 3_000
"""About a second of exploring a world of ordinary speed; most teaching worlds are smaller."""


class ProgramBackend:
    """A task in Python under way, in numbers; `is_alone` if no other task shares its spaces."""

    def __init__(
        self, task: ProgramTask, view: View | None = None, *, is_alone: bool = True
    ) -> None:
        found = _explored(task)
        self.task = replace(found.task, r_max=found.r_max)
        self.actions = found.actions_of(task, is_alone=is_alone)
        self.view = view or found.view(is_alone=is_alone)
        self.space = self.view.space
        self._state = copied(self.task.start)
        self._outcomes: list[Outcome[Any] | None] | None = None

    @property
    def state(self) -> Any:
        """The present state, as the user's functions have it."""
        return safe(self._state)

    def restart(self) -> None:
        """Back to the start."""
        self._state = copied(self.task.start)
        self._outcomes = None

    def observation(self) -> Observation:
        """The present state in numbers."""
        return self.view.observe(self.state, self.task)

    def mask(self) -> Mask:
        """1 for each action that is allowed now."""
        return np.array([o is not None for o in self._futures()], dtype=np.int8)

    def take(self, number: int, rng: random.Random) -> Step | None:
        """Do an action, unless it is not allowed; nothing is drawn."""
        outcome = self._futures()[number]
        if outcome is None:
            return None
        self._outcomes = None
        self._state = outcome.state
        return Step(outcome.reward, outcome.status)

    def _futures(self) -> list[Outcome[Any] | None]:
        """What each action leads to from here, asked once per state."""
        if self._outcomes is None:
            offered = {kept(action) for action in self.task.actions(self._state)}
            self._outcomes = [
                attempt(self.task, self._state, action) if kept(action) in offered else None
                for action in self.actions
            ]
        return self._outcomes


@dataclass(frozen=True, slots=True)
class Exploration:
    """What the reachable states show; `task` is without ends where none can be reached."""

    task: ProgramTask
    states: tuple[Any, ...]
    actions: tuple[Any, ...]
    r_max: float | None
    is_complete: bool

    def actions_of(self, task: ProgramTask, *, is_alone: bool) -> tuple[Any, ...]:
        """All actions: as listed, or else in the order in which they were met."""
        if isinstance(task.program.actions, tuple):
            return task.program.actions
        if not (self.is_complete and is_alone):
            raise UsageError(
                f"the actions of {task.name} depend on the state, and not all states were seen; "
                "give `actions` as a list, and raise in `transition` where one is not allowed"
            )
        if not self.actions:
            raise UsageError(f"nothing can ever be done in {task.name}: there is no action")
        return self.actions

    def view(self, *, is_alone: bool) -> View:
        """All parts of a state."""
        encoding = encoding_of(self.states, is_complete=self.is_complete and is_alone)
        return View(lambda state, task: encoding.numbers(state), encoding.space)


@lru_cache(maxsize=32)
def _explored(task: ProgramTask) -> Exploration:
    depth = None if task.horizon is None else max(1, task.horizon)
    space = reachable(task, MAX_EXPLORED_STATES, max_depth=depth)
    if _is_endless(task, space):
        task = task.without_ends()
        space = reachable(task, MAX_EXPLORED_STATES)
    found: dict[Hashable, Any] = {}
    for edge in space.edges:
        found.setdefault(kept(edge.action), edge.action)
    actions, end = tuple(found.values()), _end(task, space)
    return Exploration(task, space.states, actions, end, space.is_complete)


def _is_endless(task: ProgramTask, space: StateSpace) -> bool:
    """Is there a `terminal` that never ends an episode, and nothing else that does?"""
    is_open = task.horizon is None and task.discount == 1 and task.wanted is Wanted.SCORE
    return is_open and space.is_complete and not (space.success or space.over or space.failure)


def _end(task: ProgramTask, space: StateSpace) -> float | None:
    """The reward that ends an episode, if one does and it can be found."""
    if task.wanted is not Wanted.BEST_REWARD:
        return task.r_max
    if space.is_complete and space.edges:
        return max(edge.reward for edge in space.edges)
    r_max = introspect(task).r_max
    return r_max.value if r_max.status == "exact" else None
