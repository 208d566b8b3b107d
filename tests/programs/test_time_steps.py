"""Observations in time steps that have dm_env's form."""

from __future__ import annotations

import sys
import types
from typing import Any, NamedTuple

import pytest

import introplan as ip
from introplan.programs.reached import names_of
from introplan.programs.slicing import slice_of


class TimeStep(NamedTuple):
    """As dm_env has it."""

    step_type: int
    reward: Any
    discount: Any
    observation: Any

    def last(self) -> bool:
        """Is the episode over?"""
        return self.step_type == 2


def transition(reward: float, observation: Any, discount: float = 1.0) -> TimeStep:
    """One in the middle of an episode."""
    return TimeStep(1, reward, discount, observation)


def termination(reward: float, observation: Any) -> TimeStep:
    """The last one."""
    return TimeStep(2, reward, 0.0, observation)


dm_env: Any = types.ModuleType("dm_env")
for _made in (TimeStep, transition, termination):
    setattr(dm_env, _made.__name__, _made)


class Falling:
    """A ball that is caught, and a board of floats that shows it."""

    def __init__(self) -> None:
        self.ball, self.paddle, self.is_over = 0, 0, False

    def step(self, action: int) -> TimeStep:
        """The next one."""
        made = self._step(action)
        self.is_over = made.last()
        return made

    def _step(self, action: int) -> TimeStep:
        self.paddle += action
        self.ball += 1
        if self.ball == 4:
            return dm_env.termination(reward=1.0 * (self.paddle == 2), observation=self._seen())  # type: ignore[no-any-return]
        return dm_env.transition(0.0, self._seen())  # type: ignore[no-any-return]

    def _seen(self) -> Any:
        return [[self.ball / 4], [self.paddle / 4]]


class Looking(Falling):
    """The reward is what is seen."""

    def step(self, action: int) -> TimeStep:
        """Paid by the last observation."""
        made = self._step(action)
        return TimeStep(made.step_type, made.observation[1][0], 1.0, None)


@pytest.fixture(autouse=True)
def _as_dm_env(monkeypatch: pytest.MonkeyPatch) -> None:
    for made in (TimeStep, transition, termination):
        monkeypatch.setattr(made, "__module__", "dm_env")
    monkeypatch.setitem(sys.modules, "dm_env", dm_env)


def test_time_steps_are_read_without_their_observations() -> None:
    """The end is what `last` says, not the discount, and the plan is as good as any."""
    task = ip.from_env(Falling(), actions=[-1, 0, 1])
    found = ip.introspect(task, budget=5)
    assert (found.r_max.value, found.r_max.status) == (1, "exact")
    assert found.understood.startswith("read: rules, reward")
    assert ip.plan(task).score == 1


def test_an_observation_that_is_asked_for_is_kept() -> None:
    """Where a step looks into the time step that it got."""
    for kind, is_dropped in ((Falling, True), (Looking, False)):
        found = slice_of(kind())
        assert found is not None
        (tree,) = (tree for tree in found.trees.values() if tree.name == "_step")
        assert ("_seen" not in names_of(tree)) is is_dropped
