"""An agent that plans: from where it is, once, and again when it finds itself somewhere else.

In an environment of this package the agent reads the task and the state off the environment. In
any other it is given a *model*, which is a task in a world of the same rules, and `read`, a
function of the observation and the info that gives the state of the model. Then its plans are as
good as the model.

The agent plans for the score until the episode ends, with the discount of the task and the moves
that are left of its horizon: an end that pays less than what can still be had is not its aim.
It follows its plan as long as each state is the one that the model foresaw. With a model that is
wrong it is surprised now and then, and plans anew from there.

Where the model has chance it looks for a policy instead, and follows it as long as each state is
one of those that the model holds possible. A policy that was found for an episode serves the next
ones, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from introplan.api import plan
from introplan.errors import UsageError
from introplan.interop.gymnasium.environment import TaskEnv
from introplan.limits import Limits
from introplan.mdp import NotAllowedError, Task, attempt, has_chance
from introplan.planners.chance.result import PolicyResult
from introplan.planners.result import Method, PlanResult
from introplan.policies import policy
from introplan.programs.chance import ChanceProgram
from introplan.programs.environments import from_env
from introplan.programs.freezing import kept
from introplan.programs.program import Program
from introplan.relational.domain import RelationalTask
from introplan.relational.state import State

Read: TypeAlias = Callable[[Any, dict[str, Any]], Any]
"""The state of the model, from an observation and the info beside it."""


@dataclass(frozen=True, slots=True)
class Following:
    """A policy that is followed: of which task, and what was done last in which state."""

    task: Task
    found: PolicyResult
    state: Any = None
    action: Any = None

    def foresees(self, task: Task) -> bool:
        """Does an episode start where `task` does, or can the last action lead there?

        With a horizon the moves that are left have to be those that are left then.
        """
        if self.action is None or (self.task.horizon == task.horizon and self._starts_in(task)):
            return self._starts_in(task) and self.task.horizon == task.horizon
        try:
            outcomes = self.task.outcomes(self.state, self.action)
        except NotAllowedError:
            return False
        except UsageError:
            return True  # too many to be listed: where it looks ahead when asked, none surprises
        return any(_is_same(outcome.state, task.start) for _, outcome in outcomes)

    def _starts_in(self, task: Task) -> bool:
        return _is_same(self.task.start, task.start)


class IntrospectorAgent:
    """Plays an environment by planning; `plans` counts how often it planned.

    With `optimal` every plan has the largest score there is, and is proven to have it. In worlds
    with chance it follows what `ip.policy` gives, which may take `step_time` seconds for a
    decision that is made by sampling.

    `result` is what came of the last planning, a plan or a policy. Where there is none, the agent
    does the first action that is possible. `actions` are the actions of a model in the order of
    the environment's numbers; a program lists them itself. Environments with a table `P` whose
    states are what is observed need no model: it is read off the table.
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        model: Program | ChanceProgram | Task | None = None,
        *,
        read: Read | None = None,
        actions: Sequence[Any] | None = None,
        optimal: bool = False,
        limits: Limits | None = None,
        step_time: float | None = None,
    ) -> None:
        if (model is None) != (read is None):
            raise UsageError("model and read belong together; give both or neither")
        if model is None and _has_table(env):
            model, read = from_env(env), _observed_number
        if model is None and not isinstance(env.unwrapped, TaskEnv):
            raise UsageError(
                f"{env.unwrapped} brings no model of itself; give model=, a world of the same "
                "rules, and read=, a function that gives its state from (observation, info)"
            )
        self.env = env.unwrapped
        self._wrapped = env
        self.model = model
        self.read = read
        self._listed = _listed(model, actions)
        self._numbers: tuple[Sequence[Any], dict[Hashable, int]] = ((), {})
        self.optimal = optimal
        self.limits = limits or Limits()
        self.step_time = step_time
        self.plans = 0
        self.result: PlanResult | PolicyResult | None = None
        self._following: Following | None = None
        self._task: Task | None = None
        self._expected: Any = None
        self._next: deque[Any] = deque()

    def act(self, observation: Any, info: dict[str, Any]) -> int:
        """The number of the action to do now."""
        state = info["state"] if self.read is None else self.read(observation, info)
        task = self._task_from(state, info)
        if has_chance(task):
            return self._by_policy(task, info)
        if not self._next or not _is_same(self._expected, state):
            self._plan_from(task)
        if not self._next or self._task is None:
            return _first_possible(info)
        action = self._next.popleft()
        outcome = attempt(self._task, self._expected, action)
        self._expected = None if outcome is None else outcome.state
        return self._number_of(action)

    def _by_policy(self, task: Task, info: dict[str, Any]) -> int:
        """What the policy says; a new policy where this state was not foreseen."""
        following = self._following
        if following is None or not following.foresees(task):
            self.plans += 1
            found = policy(task, self.limits, self.step_time)
            following = Following(task, found)
            self.result = found
        action = following.found.policy(task.start, task.horizon)
        self._following = replace(following, state=task.start, action=action)
        return _first_possible(info) if action is None else self._number_of(action)

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
        if isinstance(model, Program | ChanceProgram):
            return model.task(state)
        horizon = model.horizon
        left = None if horizon is None else max(0, horizon - self._moves_made(info))
        return model.restarted(state, horizon=left)

    def _moves_made(self, info: dict[str, Any]) -> int:
        """The moves of the present episode: by the info, or by Gymnasium's limit on time."""
        made = (getattr(env, "_elapsed_steps", None) for env in _wrappers(self._wrapped))
        counted = next((steps for steps in made if isinstance(steps, int)), 0)
        return int(info.get("steps", counted))

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


def _listed(
    model: Program | ChanceProgram | Task | None, actions: Sequence[Any] | None
) -> Sequence[Any] | None:
    """The actions of a model in the order of their numbers."""
    if model is None or actions is not None:
        return actions
    world = getattr(model, "program", model)
    own = world.actions if isinstance(world, Program | ChanceProgram) else None
    if not isinstance(own, tuple):
        raise UsageError("give actions=: those of the model, in the order of the environment's")
    return own


def _has_table(env: gymnasium.Env[Any, Any]) -> bool:
    """Does an environment have the table of its steps, whose states are what is observed?"""
    is_number = isinstance(env.observation_space, Discrete)
    return is_number and isinstance(getattr(env.unwrapped, "P", None), dict)


def _observed_number(observation: Any, info: dict[str, Any]) -> int:
    return int(observation)


def _wrappers(env: Any) -> Iterator[Any]:
    """An environment and all that it wraps, from the outside."""
    while isinstance(env, gymnasium.Wrapper):
        yield env
        env = env.env


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
