"""An agent that plans: from where it is, once, and again when it finds itself somewhere else.

In an environment of this package the agent reads the task and the state off the environment. In
any other it is given a *model*, which is a task in a world of the same rules, and `read`, a
function of the observation and the info that gives the state of the model. Then its plans are as
good as the model.

The agent plans for the score until the episode ends, with the discount of the task and the moves
that are left of its horizon: an end that pays less than what can still be had is not its aim.
It follows its plan as long as each state is the one that the model foresaw. In a world with
chance, or with a model that is wrong, it is surprised now and then, and plans anew from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeAlias

import gymnasium
import numpy as np

from introplan.api import plan
from introplan.errors import UsageError
from introplan.interop.gymnasium.environment import TaskEnv
from introplan.limits import Limits
from introplan.mdp import Task, attempt
from introplan.planners.result import Method, PlanResult
from introplan.programs.freezing import kept
from introplan.programs.program import Program, ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.relational.state import State

Read: TypeAlias = Callable[[Any, dict[str, Any]], Any]
"""The state of the model, from an observation and the info beside it."""


class IntrospectorAgent:
    """Plays an environment by planning; `plans` counts how often it planned.

    With `optimal` every plan has the largest score there is, and is proven to have it.

    `result` is what came of the last planning. Where there is no plan, the agent does the first
    action that is possible. `actions` are the actions of a model in the order of the environment's
    numbers; a program lists them itself.
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        model: Program | Task | None = None,
        *,
        read: Read | None = None,
        actions: Sequence[Any] | None = None,
        optimal: bool = False,
        limits: Limits | None = None,
    ) -> None:
        if (model is None) != (read is None):
            raise UsageError("model and read belong together; give both or neither")
        if model is None and not isinstance(env.unwrapped, TaskEnv):
            raise UsageError(
                f"{env.unwrapped} brings no model of itself; give model=, a world of the same "
                "rules, and read=, a function that gives its state from (observation, info)"
            )
        self.env = env.unwrapped
        self.model = model
        self.read = read
        self._listed = _listed(model, actions)
        self._numbers: tuple[Sequence[Any], dict[Hashable, int]] = ((), {})
        self.optimal = optimal
        self.limits = limits or Limits()
        self.plans = 0
        self.result: PlanResult | None = None
        self._task: Task | None = None
        self._expected: Any = None
        self._next: deque[Any] = deque()

    def act(self, observation: Any, info: dict[str, Any]) -> int:
        """The number of the action to do now."""
        state = info["state"] if self.read is None else self.read(observation, info)
        if not self._next or not _is_same(self._expected, state):
            self._plan_from(self._task_from(state, info))
        if not self._next or self._task is None:
            return _first_possible(info)
        action = self._next.popleft()
        outcome = attempt(self._task, self._expected, action)
        self._expected = None if outcome is None else outcome.state
        return self._number_of(action)

    def _plan_from(self, task: Task) -> None:
        self.plans += 1
        found = plan(task, limits=self.limits, optimal=self.optimal)
        if found.method == Method.AT_START:
            found = plan(_going_on(task), limits=self.limits, optimal=self.optimal)
        self.result = found
        self._next = deque(found.plan or ())
        self._task, self._expected = task, task.start

    def _task_from(self, state: Any, info: dict[str, Any]) -> Task:
        """The task that begins here, with the moves that are left."""
        model = self.env.task if self.model is None else self.model  # type: ignore[attr-defined]
        if isinstance(model, Program):
            return model.task(state)
        horizon = model.horizon
        left = None if horizon is None else max(0, horizon - info.get("steps", 0))
        return model.restarted(state, horizon=left)

    def _number_of(self, action: Any) -> int:
        actions = self._listed or self.env.actions  # type: ignore[attr-defined]
        if self._numbers[0] is not actions:
            self._numbers = (actions, {kept(known): n for n, known in enumerate(actions)})
        return self._numbers[1][kept(action)]


def _is_same(one: Any, other: Any) -> bool:
    """Are two states equal, whatever they are made of?"""
    if isinstance(one, State) and isinstance(other, State):
        return one.facts == other.facts
    return bool(kept(one) == kept(other))


def _listed(model: Program | Task | None, actions: Sequence[Any] | None) -> Sequence[Any] | None:
    """The actions of a model in the order of their numbers."""
    if model is None or actions is not None:
        return actions
    own = model.actions if isinstance(model, Program) else None
    own = model.program.actions if isinstance(model, ProgramTask) else own
    if not isinstance(own, tuple):
        raise UsageError("give actions=: those of the model, in the order of the environment's")
    return own


@singledispatch
def _going_on(task: Task) -> Task:
    """The task with an episode that still has to end, although its goal holds already."""
    return task


@_going_on.register(RelationalTask)
def _(task: RelationalTask) -> Task:
    domain = replace(task.domain, reward=task.reward, termination=task.termination)
    return replace(task, domain=domain)


def _first_possible(info: dict[str, Any]) -> int:
    mask = info.get("action_mask")
    return 0 if mask is None else int(np.argmax(mask))
