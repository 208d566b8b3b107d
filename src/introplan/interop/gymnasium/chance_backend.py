"""Worlds with chance as backends: relational ones, those of any other kind, and slippery ones.

`DrawnBackend` plays relational tasks, with the numbers of `relational_backend`; the task draws.
`ChanceBackend` asks only the `Task` protocol. Before the first episode it looks at reachable
states (up to `MAX_EXPLORED_STATES`), which show what the numbers of an observation can be.
`SlipperyBackend` stands before another one and does other actions now and then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import MultiBinary, Space

from introplan.errors import UsageError
from introplan.interop.gymnasium.backend import Backend, Mask, Observation, Step, View
from introplan.interop.gymnasium.observations import encoding_of
from introplan.interop.gymnasium.relational_backend import Table, in_numbers, reachable_table
from introplan.mdp import NotAllowedError, Outcome, Status, Task
from introplan.planners.chance.worlds import World, hashable
from introplan.programs.freezing import kept
from introplan.relational.action import GroundAction
from introplan.relational.domain import RelationalTask
from introplan.relational.state import State
from introplan.slipping import SlipperyTask, is_allowed, slippery

MAX_EXPLORED_STATES = 3_000
"""About a second of exploring a world of ordinary speed; most teaching worlds are smaller."""

MAX_WALKED_STEPS = 3_000
"""Steps of random walks where the outcomes of an action are too many to be listed."""


class DrawnBackend:
    """A relational task with chance under way, in numbers."""

    def __init__(self, task: RelationalTask, table: Table | None = None) -> None:
        if task.is_numeric:
            raise UsageError("an environment observes literals, not numbers that change")
        self.task = task
        self.table = table or reachable_table(task)
        self.actions: tuple[GroundAction, ...] = self.table.actions
        if not self.actions:
            raise UsageError(f"nothing can ever be done in {task.name}: there is no action")
        self.space = MultiBinary(max(1, len(self.table.literals)))
        self.state: State = task.start
        self._numbers = {action: number for number, action in enumerate(self.actions)}

    def restart(self) -> None:
        """Back to the start."""
        self.state = self.task.start

    def observation(self) -> Observation:
        """1 for each literal of the table that is true now."""
        return in_numbers(self.table, self.state, self.space)

    def mask(self) -> Mask:
        """1 for each action whose precondition holds now."""
        found = np.zeros(len(self.actions), dtype=np.int8)
        found[[self._numbers[action] for action in self.task.actions(self.state)]] = 1
        return found

    def take(self, number: int, rng: random.Random) -> Step | None:
        """Do an action, if its precondition holds, and draw what happens."""
        try:
            outcome = self.task.sample(self.state, self.actions[number], rng)
        except NotAllowedError:
            return None
        self.state = outcome.state
        return Step(outcome.reward, outcome.status)


class ChanceBackend:
    """A task of any kind under way, in numbers; `is_alone` if no other shares its spaces."""

    def __init__(self, task: Task, view: View | None = None, *, is_alone: bool = True) -> None:
        self.task = task
        found = _toured(task)
        self.actions: Sequence[Any] = found.actions_of(task, is_alone=is_alone)
        self.view = view or found.view(is_alone=is_alone)
        self.space: Space[Any] = self.view.space
        self._world = found.world
        self._state: Hashable = self._world.start

    @property
    def state(self) -> Any:
        """The present state, as the task has it."""
        return self._world.decode(self._state)

    def restart(self) -> None:
        """Back to the start."""
        self._state = self._world.start

    def observation(self) -> Observation:
        """The present state in numbers."""
        return self.view.observe(self.state, self.task)

    def mask(self) -> Mask:
        """1 for each action that is allowed now."""
        now = self.state
        offered = {kept(action) for action in self.task.actions(now)}
        allowed = [kept(a) in offered and is_allowed(self.task, now, a) for a in self.actions]
        return np.array(allowed, dtype=np.int8)

    def take(self, number: int, rng: random.Random) -> Step | None:
        """Do an action, unless it is not allowed, and draw what happens."""
        try:
            outcome = self._world.sample(self._state, self.actions[number], rng)
        except NotAllowedError:
            return None
        self._state = outcome.state
        return Step(outcome.reward, outcome.status)


class SlipperyBackend:
    """Another backend, in which an action slips with a probability."""

    def __init__(self, base: Backend, probability: float) -> None:
        self.base = base
        self.probability = probability
        self.task: SlipperyTask = slippery(base.task, probability)
        self.actions = base.actions
        self.space = base.space
        self.table: Table | None = getattr(base, "table", None)

    @property
    def state(self) -> Any:
        """The present state."""
        return self.base.state

    def restart(self) -> None:
        """Back to the start."""
        self.base.restart()

    def observation(self) -> Observation:
        """The present state in numbers."""
        return self.base.observation()

    def mask(self) -> Mask:
        """1 for each action that can be chosen now."""
        return self.base.mask()

    def take(self, number: int, rng: random.Random) -> Step | None:
        """Do an action, or another one that is allowed; nothing if it is not allowed itself."""
        if rng.random() < self.probability:
            allowed = np.flatnonzero(self.mask()).tolist()
            others = [other for other in allowed if other != number]
            if number in allowed and others:
                number = rng.choice(others)
        return self.base.take(number, rng)


@dataclass(frozen=True, slots=True)
class Tour:
    """What the states show that were looked at; `is_complete`: they are all there are."""

    world: World
    states: tuple[Any, ...]
    actions: tuple[Any, ...]
    has_fixed_actions: bool
    is_complete: bool

    def actions_of(self, task: Task, *, is_alone: bool) -> tuple[Any, ...]:
        """All actions, in the order in which they were met."""
        if not self.has_fixed_actions and not (self.is_complete and is_alone):
            raise UsageError(
                f"the actions of {task.name} depend on the state, and not all states were seen; "
                "give `actions` as a list, and raise where one is not allowed"
            )
        if not self.actions:
            raise UsageError(f"nothing can ever be done in {task.name}: there is no action")
        return self.actions

    def view(self, *, is_alone: bool) -> View:
        """All parts of a state."""
        encoding = encoding_of(self.states, is_complete=self.is_complete and is_alone)
        return View(lambda state, task: encoding.numbers(state), encoding.space)


Offered: TypeAlias = Callable[[Hashable], Sequence[Any]]
"""The actions to try in a state; what is asked is noted."""


def _toured(task: Task) -> Tour:
    """All states that can be reached, or as many as there is room for."""
    world = hashable(task)
    seen: dict[Hashable, None] = {world.start: None}
    actions: dict[Hashable, Any] = {}
    offers: set[tuple[Hashable, ...]] = set()

    def offered(state: Hashable) -> Sequence[Any]:
        found = world.actions(state)
        offers.add(tuple(map(kept, found)))
        for action in found:
            actions.setdefault(kept(action), action)
        return found

    try:
        is_complete = _all_seen(world, seen, offered)
    except UsageError:  # too many outcomes to list
        is_complete = False
        for state in _walked(world, offered):
            seen[state] = None
    states = tuple(map(world.decode, seen))
    return Tour(world, states, tuple(actions.values()), len(offers) == 1, is_complete)


def _all_seen(world: World, seen: dict[Hashable, None], offered: Offered) -> bool:
    """Add what can be reached, breadth first; False if there is more than there is room for."""
    layer, left = list(seen), world.task.horizon
    while layer and left != 0:
        following: list[Hashable] = []
        for state in layer:
            for outcome in _afters(world, state, offered(state)):
                if outcome.state not in seen:
                    if len(seen) >= MAX_EXPLORED_STATES:
                        return False
                    seen[outcome.state] = None
                    following += [outcome.state] * (outcome.status is Status.CONTINUE)
        layer, left = following, None if left is None else left - 1
    return True


def _afters(world: World, state: Hashable, actions: Sequence[Any]) -> Iterator[Outcome[Hashable]]:
    for action in actions:
        try:
            outcomes = world.outcomes(state, action)
        except NotAllowedError:
            continue
        for _, outcome in outcomes:
            yield outcome


def _walked(world: World, offered: Offered) -> Iterator[Hashable]:
    """States on random walks from the start."""
    rng = random.Random(0)
    state = world.start
    for _ in range(MAX_WALKED_STEPS):
        actions = list(offered(state))
        try:
            after, _, status = world.sample(state, rng.choice(actions), rng)
        except (IndexError, NotAllowedError):
            state = world.start
            continue
        yield after
        state = after if status is Status.CONTINUE else world.start
