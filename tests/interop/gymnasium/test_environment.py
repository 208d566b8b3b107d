"""Every task is an environment that Gymnasium's own checks have nothing to say about."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import introplan as ip
from introplan.errors import UsageError
from introplan.interop.gymnasium import TaskEnv
from introplan.relational.domain import Task
from made_environments import EXAMPLES, LAMPS, MADE, TWO_LAMPS
from random_tasks import random_task
from replay import after, applicable
from stairs import Stairs

pytestmark = pytest.mark.filterwarnings("error")


def lamps(rest: str, **options: Any) -> TaskEnv:
    """An environment with two lamps that can be lit, and one that cannot."""
    env = gymnasium.make(
        "introplan/Pddl-v0", domain=TWO_LAMPS, problem=LAMPS.format(rest), **options
    )
    assert isinstance(env.unwrapped, TaskEnv)
    return env.unwrapped


def number_of(env: TaskEnv, text: str) -> int:
    """The number of an action, by its text."""
    return [env.action_text(n) for n in range(len(env.actions))].index(text)


@pytest.mark.parametrize(("name", "options"), MADE)
def test_gymnasium_has_nothing_to_say_about_it(name: str, options: dict[str, Any]) -> None:
    """`check_env` finds no fault in any render mode, and every warning is an error here."""
    check_env(gymnasium.make(name, **options).unwrapped)


@pytest.mark.parametrize(("name", "options"), MADE)
def test_random_play_stays_within_the_spaces(name: str, options: dict[str, Any]) -> None:
    """Through all wrappers of `make`: masks, numbers and info are what they should be."""
    env = gymnasium.make(name, max_episode_steps=40, **options)
    env.action_space.seed(0)
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            assert seen in env.observation_space
            assert info["action_mask"].dtype == np.int8
            assert info["action_mask"].any()
            action = env.action_space.sample(info["action_mask"])
            seen, reward, terminated, truncated, info = env.step(action)
            assert info["is_valid"]
            assert isinstance(reward, float)
            assert info["is_success"] == (info["status"] == "success")
            is_over = terminated or truncated
        assert seen in env.observation_space


@pytest.mark.parametrize("seed", range(25))
def test_an_environment_is_the_task_step_by_step(seed: int) -> None:
    """On random tasks: mask, facts, reward and end are those of the plain model, at every step."""
    task, rng = random_task(seed), random.Random(seed)
    if not any(True for _ in applicable(task, task.start.facts)):
        return
    env = TaskEnv(task)
    for _ in range(4):
        seen, info = env.reset()
        facts, is_over = task.start.facts, False
        while not is_over and info["steps"] < 15:
            possible = set(applicable(task, facts))
            assert {env.actions[int(n)] for n in np.flatnonzero(info["action_mask"])} == possible
            assert info["state"].facts == facts
            assert [bool(bit) for bit in seen[: len(env.literals)]] == [
                literal in facts for literal in env.literals
            ]
            assert facts ^ task.start.facts <= set(env.literals)
            action = rng.choice(sorted(possible))
            foreseen = after(task, facts, action)
            seen, reward, terminated, truncated, info = env.step(env.actions.index(action))
            facts = foreseen.facts
            assert (reward, info["status"]) == (foreseen.reward, str(foreseen.status))
            is_stuck = not any(True for _ in applicable(task, facts))
            assert terminated == (foreseen.status is not ip.Status.CONTINUE or is_stuck)
            is_over = terminated or truncated


def test_the_order_of_numbers_is_that_of_the_domain_and_of_names() -> None:
    """Schemas and predicates as they stand in the file, objects by name; `c` is never lit."""
    env = lamps("(:goal (lit a))")
    assert [env.action_text(n) for n in range(4)] == [
        "(turn-on a)",
        "(turn-on b)",
        "(turn-off a)",
        "(turn-off b)",
    ]
    assert list(map(str, env.literals)) == ["(lit a)", "(lit b)"]
    seen, info = env.reset()
    assert (seen.tolist(), info["action_mask"].tolist()) == ([0, 0], [1, 1, 0, 0])
    seen, _, _, _, info = env.step(1)
    assert (seen.tolist(), info["action_mask"].tolist()) == ([0, 1], [1, 0, 0, 1])


def test_an_impossible_action_costs_a_penalty_and_a_move() -> None:
    """And nothing else happens."""
    env = lamps("(:goal (lit a)) (:horizon 2)", penalty=7)
    before, _ = env.reset()
    after_it, reward, terminated, truncated, info = env.step(number_of(env, "(turn-off a)"))
    assert (reward, terminated, truncated, info["is_valid"]) == (-7, False, False, False)
    assert (after_it == before).all()
    _, reward, terminated, truncated, info = env.step(number_of(env, "(turn-off a)"))
    assert (reward, terminated, truncated, info["steps"]) == (-7, False, True, 2)


def test_an_impossible_action_can_be_an_error_instead() -> None:
    """Which names the action, and leaves the episode as it was."""
    env = lamps("(:goal (lit a))", invalid="raise")
    env.reset()
    with pytest.raises(UsageError, match=r"\(turn-off a\) cannot be done"):
        env.step(number_of(env, "(turn-off a)"))
    _, reward, terminated, _, info = env.step(number_of(env, "(turn-on a)"))
    assert (reward, terminated, info["steps"]) == (1, True, 1)


@pytest.mark.parametrize("action", [-1, 4, 10**9, 0.5, None, "up"])
def test_a_number_that_is_no_action_is_always_an_error(action: Any) -> None:
    """A penalty is for actions that exist."""
    env = lamps("(:goal (lit a))")
    env.reset()
    with pytest.raises(UsageError, match="numbers 0 to 3"):
        env.step(action)


def test_an_episode_that_is_over_is_not_played_on() -> None:
    """Neither before the first reset nor after the end."""
    env = lamps("(:goal (lit a))")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    assert env.step(0)[2]
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_the_horizon_truncates_and_success_terminates() -> None:
    """Success on the last move is success."""
    env = lamps("(:goal (and (lit a) (lit b))) (:horizon 2)")
    env.reset()
    assert env.step(number_of(env, "(turn-on a)"))[2:4] == (False, False)
    assert env.step(number_of(env, "(turn-on b)"))[2:4] == (True, False)
    env.reset()
    env.step(number_of(env, "(turn-on a)"))
    assert env.step(number_of(env, "(turn-off a)"))[2:4] == (False, True)


def test_an_episode_ends_where_nothing_can_be_done() -> None:
    """All bins closed over their items: neither success nor a way on."""
    env = TaskEnv(ip.sample("bins", bins=1, items=1, seed=0))
    env.reset()
    _, reward, terminated, truncated, info = env.step(number_of(env, "(close-bin d1)"))
    assert (reward, terminated, truncated) == (0, True, False)
    assert (info["status"], info["is_success"], info["action_mask"].any()) == (
        "continue",
        False,
        False,
    )


def test_failure_terminates() -> None:
    """As a hole in the ice does."""
    env = gymnasium.make("introplan/Python-v0", world=EXAMPLES / "frozen_lake.py")
    env.reset()
    for action in [1, 1, 2, 2, 2]:
        _, _, terminated, _, info = env.step(action)
    assert (terminated, info["status"]) == (True, "failure")


def test_a_goal_that_holds_already_is_still_to_be_ended() -> None:
    """Any action after which the goal holds pays 1 and ends the episode."""
    env = lamps("(:goal (not (lit a)))")
    env.reset()
    _, reward, terminated, _, info = env.step(number_of(env, "(turn-on b)"))
    assert (reward, terminated, info["status"]) == (1, True, "success")


def test_a_horizon_of_a_program_truncates() -> None:
    """The grid has a horizon and nothing else that ends an episode."""
    task = replace(ip.sample("grid", distance=5, seed=1), horizon=3)
    env = TaskEnv(task)
    env.reset()
    assert [env.step(0)[2:4] for _ in range(3)] == [(False, False)] * 2 + [(False, True)]


def test_a_long_episode_keeps_no_trail() -> None:
    """Thousands of steps back and forth, and the world is as small as at the start."""
    env = TaskEnv(ip.sample("blocks-world", blocks=3, seed=1))
    rng = random.Random(0)
    _, info = env.reset()
    for _ in range(3000):
        *_, terminated, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if terminated:
            _, info = env.reset()
    backend: Any = env._backend
    assert backend._position.world.here.parent is None
    assert isinstance(env.task, Task)


def test_a_kind_of_task_without_a_backend_of_its_own_is_played_by_the_protocol() -> None:
    """What is not allowed leaves the state as it is; the top ends the episode."""
    env = TaskEnv(Stairs())
    first, info = env.reset(seed=0)
    assert info["action_mask"].tolist() == [0, 1, 1]
    up, two_up = 1, 2
    played = [env.step(action) for action in (two_up, two_up, up)]
    assert [step[1] for step in played] == [0.0, 0.0, 1.0]
    assert [step[2] for step in played] == [False, False, True]
    assert not (first == played[0][0]).all()


def cliff(**parts: object) -> ip.Program:
    """A walk on a line: -1 a step, -50 for falling off at -1, 10 for arriving at 3."""
    defaults: dict[str, object] = {
        "actions": ["left", "right"],
        "transition": lambda s, a: s + (1 if a == "right" else -1),
        "reward": lambda s, a, t: {-1: -50, 3: 10}.get(t, -1),
        "terminal": lambda s, a, t: t in (-1, 3),
    }
    return ip.program(**{**defaults, **parts})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("moves", "paid", "status"), [([0], [-50.0], "over"), ([1, 1, 1], [-1.0, -1.0, 10.0], "over")]
)
def test_an_end_that_is_nothing_but_an_end_terminates(
    moves: list[int], paid: list[float], status: str
) -> None:
    """The hole and the goal end an episode by the same flag; only the rewards tell them apart."""
    env = TaskEnv(cliff().task(0))
    env.reset()
    for number, reward in zip(moves, paid, strict=True):
        _, got, terminated, truncated, info = env.step(number)
        assert got == reward
    assert (terminated, truncated) == (True, False)
    assert (info["status"], info["is_success"]) == (status, False)


def test_an_end_that_cannot_be_reached_is_as_good_as_none() -> None:
    """Then the largest reward ends the episode, as in a world without `terminal`."""
    ring = cliff(
        transition=lambda s, a: (s + 1) % 4,
        reward=lambda s, a, t: float(t == 2),
        terminal=lambda s, a, t: t == 99,
    )
    env = TaskEnv(ring.task(0))
    env.reset()
    assert env.step(1)[2] is False
    _, reward, terminated, _, info = env.step(1)
    assert (reward, terminated, info["status"]) == (1.0, True, "success")
