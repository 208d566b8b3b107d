"""Worlds with chance as environments: sampled by the seed, slippery ones by definition."""

from __future__ import annotations

import copy
import pickle
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import introplan as ip
from factored_worlds import sysadmin
from introplan.errors import UsageError
from introplan.factored.task import factored_task
from introplan.interop.gymnasium import TaskEnv

EXAMPLES = Path(__file__).parents[3] / "examples" / "chance"

SHIPPED: list[tuple[str, dict[str, Any]]] = [
    ("BlocksWorld", {"blocks": 3}),
    ("Drawers", {"drawers": 2, "items": 2}),
    ("Bins", {"bins": 2, "items": 2}),
    ("Grid", {"distance": 4}),
    ("Maze", {"width": 9, "height": 7, "goals": 1}),
]


def windy() -> gymnasium.Env[Any, Any]:
    """The world in Python."""
    return gymnasium.make("introplan/Python-v0", world=EXAMPLES / "windy.py")


def tyres() -> gymnasium.Env[Any, Any]:
    """A world in PPDDL."""
    domain, problem = EXAMPLES / "tireworld.pddl", EXAMPLES / "tireworld-1.pddl"
    return gymnasium.make("introplan/Pddl-v0", domain=domain, problem=problem)


def icy() -> gymnasium.Env[Any, Any]:
    """A shipped world, slippery."""
    return gymnasium.make("introplan/BlocksWorld-v0", blocks=3, slippery=0.4)


WORLDS = [windy, tyres, icy]


def episode(env: gymnasium.Env[Any, Any], seed: int | None, moves: int = 12) -> list[Any]:
    """What is seen and paid when possible actions are done in turn."""
    _, info = env.reset(seed=seed)
    found: list[Any] = []
    for number in range(moves):
        possible = np.flatnonzero(info["action_mask"])
        action = int(possible[(number * 7) % len(possible)])
        seen, reward, terminated, truncated, info = env.step(action)
        found.append((seen.tolist(), reward, terminated, truncated, info["status"]))
        assert env.observation_space.contains(seen)
        if terminated or truncated:
            break
    return found


@pytest.mark.parametrize("make", WORLDS)
def test_a_seed_says_what_happens(make: Any) -> None:
    """The same seed, the same episode; other seeds, other ones; without a seed they go on."""
    first, second = make(), make()
    assert [episode(first, s) for s in range(5)] == [episode(second, s) for s in range(5)]
    assert episode(first, None) == episode(second, None)
    assert len({str(episode(first, seed)) for seed in range(12)}) > 1


@pytest.mark.parametrize("make", WORLDS)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium_finds_nothing_to_complain_about(make: Any) -> None:
    """Its own check of spaces, seeds and steps."""
    check_env(make().unwrapped, skip_render_check=True)


@pytest.mark.parametrize("make", WORLDS)
def test_what_can_happen_is_what_the_task_says(make: Any) -> None:
    """From the start, for every action: outcomes by their probabilities in 400 episodes."""
    env = make().unwrapped
    _, info = env.reset(seed=0)
    number = int(np.flatnonzero(info["action_mask"])[0])
    truth: dict[str, float] = defaultdict(float)
    for probability, outcome in env.task.outcomes(env.task.start, env.actions[number]):
        truth[str((str(outcome.state), outcome.reward, str(outcome.status)))] += probability
    drawn: Counter[str] = Counter()
    for _ in range(400):
        env.reset()
        _, reward, _, _, info = env.step(number)
        drawn[str((str(info["state"]), reward, info["status"]))] += 1
    assert {key: count / 400 for key, count in drawn.items()} == pytest.approx(truth, abs=0.1)


@pytest.mark.parametrize("make", [tyres, icy])
def test_a_copy_stands_where_the_original_stands(make: Any) -> None:
    """And the rest of the episode is the same in both; so it is with what was pickled."""
    env = make().unwrapped
    for seed in range(4):
        episode(env, seed, moves=3)
        if env._is_over:
            continue
        for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            assert twin.state == env.state
            original = copy.deepcopy(env)
            mask = env._info(ip.Status.CONTINUE, is_valid=True)["action_mask"]
            action = int(np.flatnonzero(mask)[-1])
            assert str(twin.step(action)) == str(original.step(action))


@pytest.mark.parametrize(("name", "options"), SHIPPED)
def test_every_shipped_environment_can_be_slippery(name: str, options: dict[str, Any]) -> None:
    """Spaces are those of the world without ice, and the task is the world that is played."""
    plain = gymnasium.make(f"introplan/{name}-v0", **options)
    env = gymnasium.make(f"introplan/{name}-v0", slippery=0.25, **options)
    assert (env.action_space, env.observation_space) == (
        plain.action_space,
        plain.observation_space,
    )
    task: Any = env.unwrapped.task  # type: ignore[attr-defined]
    assert isinstance(task, ip.SlipperyTask)
    assert task.probability == 0.25
    _, info = env.reset(seed=3)
    number = int(np.flatnonzero(info["action_mask"])[0])
    slips = 0
    for _ in range(200):
        env.reset()
        _, _, _, _, info = env.step(number)
        inner: Any = env.unwrapped
        intended = task.base.step(task.start, inner.actions[number]).state
        slips += str(info["state"]) != str(intended)
    assert 25 < slips < 78


def test_an_action_that_is_not_allowed_does_not_slip() -> None:
    """It costs its penalty, and nothing changes."""
    env: Any = icy().unwrapped
    _, info = env.reset(seed=0)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for _ in range(20):
        _, reward, _, _, info = env.step(wrong)
        assert (reward, info["is_valid"], str(info["state"])) == (-1.0, False, str(env.task.start))


def test_a_world_that_draws_from_a_curve_is_walked_through() -> None:
    """Its outcomes cannot be listed; the numbers of its states have no known bounds."""

    def transition(s: float, a: int, rng: Any) -> float:
        after: float = round(s + a + rng.gauss(0, 1), 3)
        return after

    model = ip.program(actions=[-1, 1], transition=transition, reward=lambda s, a, t: -abs(t))
    env = TaskEnv(model.task(0.0, horizon=4))
    assert episode(env, 5) == episode(env, 5)
    assert len(episode(env, 5)) == 4


def test_actions_that_depend_on_the_state_are_numbered_as_they_are_met() -> None:
    """In a world that can be seen whole; in another one they have to be listed."""

    def outcomes(s: int, a: str) -> list[tuple[float, int]]:
        return [(0.5, s + 1), (0.5, s + 2)]

    def world(end: int | None) -> Any:
        return ip.program(
            actions=lambda s: ["first"] if s == 0 else ["later"],
            outcomes=outcomes,
            reward=lambda s, a, t: 1.0,
            terminal=lambda s, a, t: end is not None and t >= end,
        ).task(0)

    env = TaskEnv(world(5))
    assert list(env.actions) == ["first", "later"]
    _, info = env.reset(seed=0)
    assert info["action_mask"].tolist() == [1, 0]
    with pytest.raises(UsageError, match="depend on the state"):
        TaskEnv(world(None))


def test_a_factored_world_is_an_environment() -> None:
    """With a number for each variable, and scores as its policy promises."""
    task = factored_task(sysadmin(3))
    env = TaskEnv(task)
    assert (env.observation_space.shape, len(env.actions)) == ((3,), 4)
    assert episode(env, 4) == episode(env, 4)
    seen, info = env.reset(seed=0)
    assert seen.tolist() == [int(value) for value in task.start.values()]
    assert info["action_mask"].tolist() == [1, 1, 1, 1]
