"""States of Python worlds in numbers: every kind of state, and honest bounds."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from gymnasium.spaces import Box

import introplan as ip
from introplan.errors import UsageError
from introplan.interop.gymnasium import TaskEnv
from introplan.interop.gymnasium.observations import encoding_of
from introplan.programs.freezing import kept
from random_programs import random_world


class Colour(enum.Enum):
    """Three of them."""

    RED = "r"
    GREEN = "g"
    BLUE = "b"


class Pair(NamedTuple):
    """Two numbers."""

    x: int
    y: int


@dataclass
class Box2:
    """Can be changed in place."""

    size: float
    colour: Colour


class Plain:
    """Attributes and nothing else."""

    def __init__(self, a: int, b: str) -> None:
        self.a, self.b = a, b


STATES: list[tuple[list[Any], list[list[float]]]] = [
    ([3, 7], [[3], [7]]),
    ([True, False], [[1], [0]]),
    ([0.5, -2.0], [[0.5], [-2]]),
    ([(1, 2), (3, 4)], [[1, 2], [3, 4]]),
    ([Pair(1, 2), Pair(1, 9)], [[1, 2], [1, 9]]),
    (["up", "down", "up"], [[0], [1], [0]]),
    ([Colour.BLUE, Colour.RED], [[2], [0]]),
    ([None, 3], [[0], [1]]),
    ([frozenset({"b"}), frozenset({"a", "c"})], [[0, 1, 0], [1, 0, 1]]),
    ([{1, 2}, set()], [[1, 1], [0, 0]]),
    ([Box2(1.5, Colour.RED), Box2(2.0, Colour.BLUE)], [[1.5, 0], [2, 2]]),
    ([{"n": 1, "at": (2, 3)}, {"at": (4, 5), "n": 6}], [[1, 2, 3], [6, 4, 5]]),
    ([{"n": 1}, {"m": 1}], [[0], [1]]),
    ([(1,), (1, 2)], [[0], [1]]),
    ([[1, [2]], [3, [4]]], [[1, 2], [3, 4]]),
    ([np.array([[1, 2], [3, 4]]), np.array([[5, 6], [7, 8]])], [[1, 2, 3, 4], [5, 6, 7, 8]]),
    ([np.int64(4), 5], [[4], [5]]),
    ([Plain(1, "x"), Plain(2, "y")], [[1, 0], [2, 1]]),
    ([2**70, 1], [[2.0**70], [1]]),
]


@pytest.mark.parametrize(("states", "numbers"), STATES)
def test_each_kind_of_state_has_its_numbers(states: list[Any], numbers: list[list[float]]) -> None:
    """And they are in the space that was promised."""
    encoding = encoding_of(states, is_complete=True)
    for state, expected in zip(states, numbers, strict=True):
        found = encoding.numbers(state)
        assert found.tolist() == expected
        assert found in encoding.space
    assert (encoding.space.low < encoding.space.high).all()


@pytest.mark.parametrize("seed", range(20))
def test_different_states_are_different_observations(seed: int) -> None:
    """Nothing of a state is lost: a learner can tell apart what the model tells apart."""
    task = random_world(seed).task()
    env = TaskEnv(task)
    rng = random.Random(seed)
    seen_as: dict[Any, bytes] = {}
    for _ in range(5):
        seen, info = env.reset()
        for _ in range(20):
            seen_as.setdefault(kept(info["state"]), seen.tobytes())
            assert seen_as[kept(info["state"])] == seen.tobytes()
            if not info["action_mask"].any():
                break
            allowed = np.flatnonzero(info["action_mask"])
            seen, _, terminated, truncated, info = env.step(int(rng.choice(allowed)))
            if terminated or truncated:
                break
    assert len(set(seen_as.values())) == len(seen_as)


def endless(start: Any, step: Callable[[Any, Any], Any]) -> ip.ProgramTask:
    """A world that never ends."""
    world = ip.program(actions=[1, 2], transition=step, reward=lambda s, a, t: 0.0)
    return world.task(start)


def test_numbers_of_a_world_without_end_have_wide_bounds() -> None:
    """Truth values keep theirs."""
    env = TaskEnv(endless((0, True), lambda s, a: (s[0] + a, a == 1)))
    assert isinstance(env.observation_space, Box)
    assert env.observation_space.high.tolist() == [2**31 - 1, 1]
    env.reset()
    assert env.step(1)[0].tolist() == [2, 0]


def test_texts_of_a_world_without_end_need_a_view_of_ones_own() -> None:
    """The message says which; with one, all is well."""
    task = endless("", lambda s, a: s + "ab"[a - 1])
    with pytest.raises(UsageError, match="the states have a str in them"):
        TaskEnv(task)
    env = TaskEnv(
        task,
        observe=lambda state, task: np.array([len(state)]),
        observation_space=Box(0, 10**6, (1,), np.int64),
    )
    env.reset()
    assert env.step(0)[0].tolist() == [1]


def test_actions_that_depend_on_the_state_are_masked() -> None:
    """All that are ever possible have a number, in the order in which they come up."""

    def climb(actions: Any) -> ip.ProgramTask:
        world = ip.program(
            actions=actions,
            transition=lambda s, a: s + (1 if a == "up" else -1),
            reward=lambda s, a, t: float(t == 3),
            terminal=lambda s, a, t: t == 3,
        )
        return world.task(0)

    env = TaskEnv(climb(lambda s: ["up"] if s == 0 else ["down", "up"]))
    assert env.actions == ("up", "down")
    _, info = env.reset()
    assert info["action_mask"].tolist() == [1, 0]
    _, reward, _, _, info = env.step(1)
    assert (reward, info["is_valid"], info["state"]) == (-1, False, 0)
    assert env.step(0)[4]["action_mask"].tolist() == [1, 1]


def test_actions_that_nobody_can_list_are_refused() -> None:
    """In a world without end there may always be another one."""
    world = ip.program(
        actions=lambda s: [s + 1], transition=lambda s, a: a, reward=lambda s, a, t: 0
    )
    with pytest.raises(UsageError, match="depend on the state, and not all states were seen"):
        TaskEnv(world.task(0))


def test_the_first_maximal_reward_ends_an_episode_that_nothing_else_ends() -> None:
    """As it does for planners; in a small world by looking, in a large one by reading."""

    def to_the_left(s: int, a: int) -> int:
        return s - a

    def reward(s: int, a: int, t: int) -> int:
        return 5 if t == -4 else 0

    large = ip.program(actions=[1, 2], transition=to_the_left, reward=reward).task(0)
    env = TaskEnv(large)
    env.reset()
    env.step(1)
    _, paid, terminated, _, info = env.step(1)
    assert (paid, terminated, info["status"]) == (5, True, "success")
    maze = TaskEnv(ip.sample("maze", width=5, height=5, goals=1, seed=0))
    assert maze.task.r_max == 10


def test_the_states_of_user_code_are_out_of_reach() -> None:
    """Whoever changes `info["state"]` in place does not change the game."""

    def push(s: list[int], a: int) -> list[int]:
        s[0] += a
        return s

    world = ip.program(
        actions=[1],
        transition=push,
        reward=lambda s, a, t: float(t[0] == 3),
        terminal=lambda s, a, t: t[0] == 3,
    )
    env = TaskEnv(world.task([0]))
    _, info = env.reset()
    info["state"][0] = 99
    seen, _, _, _, info = env.step(0)
    assert (seen.tolist(), info["state"]) == ([1], [1])
    env.reset()
    assert env.state == [0]
