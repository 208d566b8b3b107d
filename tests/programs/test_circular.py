"""Environments whose objects refer to each other in circles."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from made_rooms import Rooms


def test_a_world_in_circles_is_planned_with() -> None:
    """Its states are places; the plan is that of the same world without circles."""
    env = Rooms(is_circular=True)
    result = ip.plan(ip.from_env(env))
    plain = ip.plan(ip.from_env(Rooms()))
    assert result.plan is not None
    assert (result.score, len(result.plan)) == (plain.score, len(plain.plan or ()))
    env.reset()
    answers = [env.step(action) for action in result.plan]
    assert answers[-1][1] == pytest.approx(result.score)
    assert answers[-1][2]


def test_steps_that_draw_are_refused_as_chance() -> None:
    """Wherever the generator is."""

    class Slippery(Rooms):
        def __init__(self) -> None:
            self.dice = [random.Random(3)]
            super().__init__(is_circular=True)

        def step(self, action: Any) -> Any:
            return super().step(self.dice[0].choice(self.actions))

    with pytest.raises(ip.ModelError, match="draws: chance"):
        ip.plan(ip.from_env(Slippery()))


def test_states_are_told_apart_and_stay() -> None:
    """The task is a simulator like any other."""
    task = ip.from_env(Rooms(is_circular=True))
    first = task.step(task.start, "right")
    second = task.step(first.state, "down")
    assert task.step(task.start, "right").state == first.state
    assert first.state != second.state != task.start


def test_generators_of_numpy_are_watched() -> None:
    """A draw of one bit moves them as well."""
    numpy = pytest.importorskip("numpy")

    class Noisy(Rooms):
        def __init__(self) -> None:
            self.rng = numpy.random.default_rng(3)
            super().__init__(is_circular=True)

        def step(self, action: Any) -> Any:
            return super().step("right" if self.rng.integers(2) else action)

    with pytest.raises(ip.ModelError, match="draws: chance"):
        ip.plan(ip.from_env(Noisy()))


class Logged(Rooms):
    """Rooms that write down what was done, in a list that no rule reads."""

    def __init__(self) -> None:
        self.log: list[Any] = []
        self.told = 0
        super().__init__(is_circular=True)

    def step(self, action: Any) -> Any:
        """As in the rooms, where it is always as late."""
        self.log.append([action])
        self.told += 1
        answer = super().step(action)
        self.clock = 0
        return answer


def test_a_log_is_no_part_of_a_state() -> None:
    """Steps there and back lead to the same state."""
    task = ip.from_env(Logged())
    there = task.step(task.start, "right").state
    assert task.step(there, "left").state == task.start


def test_a_log_that_a_rule_reads_is_part_of_a_state() -> None:
    """Here, three steps are all there are."""

    class Short(Logged):
        def step(self, action: Any) -> Any:
            observation, reward, done, *rest = super().step(action)
            return observation, reward, done or len(self.log) > 2, *rest

    task = ip.from_env(Short())
    there = task.step(task.start, "right").state
    assert task.step(there, "left").state != task.start
