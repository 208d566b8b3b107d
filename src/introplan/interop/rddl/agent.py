"""An agent for environments of pyRDDLGym that follows what `ip.policy` gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyRDDLGym.core.compiler.model import RDDLLiftedModel
from pyRDDLGym.core.policy import BaseAgent

from introplan.errors import UsageError
from introplan.factored.states import FactoredState, JointAction, Shown, shown_value
from introplan.factored.task import FactoredTask
from introplan.interop.rddl.assembly import ground_task
from introplan.limits import Limits
from introplan.planners.chance.result import PolicyResult
from introplan.policies import policy

LIMITS = Limits(seconds=10.0)
"""For finding the policy, before the first action."""


class Agent(BaseAgent):
    """Acts by a policy; `result` is what is known of it, from the first action on.

    `step_time` is how many seconds a decision may take that is made by looking ahead, `limits` are
    those of finding the policy in the first place. The moves that are left are counted: `reset`
    begins a new episode, and `evaluate` calls it. In a state that the policy does not know, it
    looks for a new one from there.
    """

    def __init__(
        self,
        env: Any,
        step_time: float | None = 0.04,
        *,
        limits: Limits = LIMITS,
        seed: int = 0,
    ) -> None:
        if getattr(env, "vectorized", False):
            raise UsageError(
                "the agent takes and gives ground fluents: make(..., vectorized=False)"
            )
        self.task = task_of(env)
        self.step_time = step_time
        self.limits = limits
        self.seed = seed
        self.result: PolicyResult | None = None
        self._taken = 0

    def reset(self) -> None:
        """A new episode begins."""
        self._taken = 0

    def sample_action(self, state: Mapping[str, Any]) -> dict[str, Shown]:
        """The ground action fluents to set, from the values of the ground state fluents."""
        here = self.task.start.changed(state)
        horizon = self.task.horizon
        left = None if horizon is None else max(horizon - self._taken, 1)
        self._taken += 1
        action = self._chosen(here, left)
        return {} if action is None else self._named(action)

    def _chosen(self, state: FactoredState, left: int | None) -> JointAction | None:
        if self.result is None:
            self.result = policy(self.task, self.limits, self.step_time, self.seed)
        try:
            chosen: JointAction | None = self.result.policy(state, left)
        except (KeyError, UsageError):  # not a state that was foreseen
            chosen = None
        if chosen is None:  # nor, where there is no action, one with so many moves left
            elsewhere = self.task.restarted(state, horizon=left)
            found = policy(elsewhere, self.limits, self.step_time, self.seed)
            chosen = found.policy(state, left)
        return chosen

    def _named(self, action: JointAction) -> dict[str, Shown]:
        infos = self.task.model.actions
        return {
            gym_name(infos[one.place].name): shown_value(infos[one.place], one.value)
            for one in action.choices
        }


def task_of(env: Any) -> FactoredTask:
    """The task of an environment of pyRDDLGym, or of its lifted model."""
    model = getattr(getattr(env, "unwrapped", env), "model", env)
    if not isinstance(model, RDDLLiftedModel):
        raise UsageError(
            f"an environment of pyRDDLGym or its lifted model is wanted, got {type(env).__name__}"
        )
    return ground_task(model)


def gym_name(name: str) -> str:
    """A ground fluent as pyRDDLGym writes it.

    >>> gym_name("at(r1, x2)"), gym_name("wet")
    ('at___r1__x2', 'wet')
    """
    head, bracket, rest = name.removesuffix(")").partition("(")
    return f"{head}___{rest.replace(', ', '__')}" if bracket else head
