"""Slippery worlds: with a probability another action is done than the one that was chosen.

`slippery` makes a task with chance of any task; it answers the `Task` protocol, so policies, their
values and their judge are about exactly this world.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from introplan.errors import ChanceError, UsageError
from introplan.mdp import (
    NotAllowedError,
    Outcome,
    Task,
    Wanted,
    action_text,
    check_task,
    has_chance,
    world_name,
)
from introplan.pictures import picture


@dataclass(frozen=True, slots=True)
class SlipperyTask:
    """The world of `base`, in which an action slips with a probability.

    Then another action that is allowed in the state is done instead, each with the same
    probability. Where nothing else is allowed an action does not slip. What is paid, and whether
    the episode ends, is what the base says of the action that was done.
    """

    base: Task
    probability: float

    @property
    def name(self) -> str:
        """The name of the base, and that it is slippery."""
        return f"{self.base.name}, slippery"

    @property
    def start(self) -> Any:
        """The state in which every episode begins."""
        return self.base.start

    @property
    def horizon(self) -> int | None:
        """The number of moves in an episode."""
        return self.base.horizon

    @property
    def discount(self) -> float:
        """What a reward is worth one step later."""
        return self.base.discount

    @property
    def wanted(self) -> Wanted:
        """What a plan of the base is for."""
        return self.base.wanted

    @property
    def r_max(self) -> float | None:
        """The largest reward that a transition can pay: slipping adds none."""
        return self.base.r_max

    @property
    def engines(self) -> tuple[str, ...]:
        """Which action is done is drawn in Python."""
        return ("python",)

    @property
    def runs_user_code(self) -> bool:
        """Does a step call functions of the user's?"""
        return self.base.runs_user_code

    @property
    def has_action_costs(self) -> bool:
        """Do actions have costs of their own?"""
        return self.base.has_action_costs

    @property
    def has_chance(self) -> bool:
        """Can an action have several outcomes?"""
        return self.probability > 0 or has_chance(self.base)

    @property
    def is_sampled(self) -> bool:
        """Were outcomes of the base sampled, because they could not be listed?"""
        return bool(getattr(self.base, "is_sampled", False))

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain task hold from the start?"""
        return bool(getattr(self.base, "starts_at_goal", False))

    def actions(self, state: Any) -> Sequence[Any]:
        """The actions to try in `state`."""
        return self.base.actions(state)

    def step(self, state: Any, action: Any) -> Outcome[Any]:
        """The outcome of `action` where there is only one; else `ChanceError`."""
        found = self.outcomes(state, action)
        if len(found) > 1:
            raise ChanceError(f"the step {action_text(action)}")
        return found[0][1]

    def successors(self, state: Any) -> list[tuple[Any, Outcome[Any]]]:
        """Every action that is allowed with its outcome; `ChanceError` if there are several."""
        allowed = [a for a in self.actions(state) if is_allowed(self.base, state, a)]
        return [(action, self.step(state, action)) for action in allowed]

    def outcomes(self, state: Any, action: Any) -> list[tuple[float, Outcome[Any]]]:
        """What `action` can lead to; the probabilities of what it slips to are shared evenly."""
        intended = self.base.outcomes(state, action)
        others = self._others(state, action)
        if not others or self.probability == 0:
            return intended
        found = [(probability * (1 - self.probability), one) for probability, one in intended]
        share = self.probability / len(others)
        for other in others:
            found += [(share * part, one) for part, one in self.base.outcomes(state, other)]
        return [(probability, outcome) for probability, outcome in found if probability > 0]

    def sample(self, state: Any, action: Any, rng: random.Random) -> Outcome[Any]:
        """One outcome, drawn with `rng`."""
        if not is_allowed(self.base, state, action):
            raise NotAllowedError(f"{action_text(action)} is not allowed")
        if rng.random() < self.probability:
            others = self._others(state, action)
            action = rng.choice(others) if others else action
        return self.base.sample(state, action, rng)

    def action_costs(self, plan: Sequence[Any]) -> list[float]:
        """What each action costs."""
        return self.base.action_costs(plan)

    def note_on_costs(self, plan: Iterable[Any]) -> str:
        """A note on costs that are nowhere given a value."""
        return self.base.note_on_costs(plan)

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """None: milestones are of plans."""
        return None

    def with_r_max(self, reward: float) -> SlipperyTask:
        """The same task where the base knows its largest reward."""
        return replace(self, base=self.base.with_r_max(reward))

    def restarted(self, state: Any, *, horizon: int | None) -> SlipperyTask:
        """The same task with another start and horizon."""
        return replace(self, base=self.base.restarted(state, horizon=horizon))

    def _others(self, state: Any, action: Any) -> list[Any]:
        """The other actions that are allowed."""
        return [
            other
            for other in self.base.actions(state)
            if other != action and is_allowed(self.base, state, other)
        ]

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)


@world_name.register(SlipperyTask)
def _(task: SlipperyTask) -> str:
    return f"{world_name(task.base)}, slippery ({task.probability:g})"


def is_allowed(task: Task, state: Any, action: Any) -> bool:
    """Can `action` be done in `state`? One outcome is drawn, always the same, to see."""
    try:
        task.sample(state, action, random.Random(0))
    except NotAllowedError:
        return False
    return True


def slippery(task: Task, probability: float = 0.2) -> SlipperyTask:
    """The task in which every action slips with this probability: another one is done instead."""
    check_task(task, "slippery")
    check_probability(probability)
    return SlipperyTask(task, float(probability))


def check_probability(probability: Any) -> None:
    """Raise `UsageError` unless it is a number from 0 to 1."""
    is_number = isinstance(probability, int | float) and not isinstance(probability, bool)
    if not (is_number and 0 <= probability <= 1):
        raise UsageError(f"the probability to slip is from 0 to 1, got {probability!r}")
