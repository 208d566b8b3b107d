"""The models of foreign environments, each next to the real thing: what the tests walk through.

A `Walk` pairs a real environment that has been reset with the model of it and with a reader that
tells, at any time, which state of the model the real one is in.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import minigrid  # noqa: F401 - makes its environments known

FOLDER = Path(__file__).parents[1] / "examples" / "gym"


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"foreign_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TAXI, CLIFF, LAKE, ROOMS = map(example, ("taxi", "cliff_walking", "frozen_lake", "minigrid_rooms"))


@dataclass(frozen=True)
class Pair:
    """A real environment, the model of it, and where it is."""

    env: gymnasium.Env[Any, Any]
    model: Any
    state: Callable[[], Any]


def newest(name: str) -> str:
    """The newest version of an environment that this Gymnasium has."""
    return max(known for known in gymnasium.registry if known.startswith(f"{name}-v"))


def pair(name: str, seed: int, **options: Any) -> Pair:
    """The real environment `name` after a reset, with its model."""
    return modelled(gymnasium.make(name, **options), name, seed)


def modelled(env: gymnasium.Env[Any, Any], name: str, seed: int) -> Pair:
    """The real environment `env`, reset, with its model."""
    env.reset(seed=seed)
    real: Any = env.unwrapped
    if name.startswith("MiniGrid"):
        rooms = ROOMS.rooms_of(env)
        keys = [key for _, key in ROOMS.things(env, "key")]
        return Pair(env, rooms, lambda: ROOMS.situation_of(env, rooms, keys))
    if name.startswith("FrozenLake"):
        lake = LAKE.lake_of(env)
        return Pair(env, lake, lambda: lake.state_of(int(real.s)))
    model = TAXI if name.startswith("Taxi") else CLIFF
    return Pair(env, model, lambda: model.state_of(int(real.s)))


@dataclass(frozen=True)
class Seen:
    """One transition of the real environment, in states of the model."""

    pair: Pair
    before: Any
    action: int
    after: Any
    reward: float
    terminated: bool


def random_walk(name: str, *, steps: int, seed: int, **options: Any) -> Iterator[Seen]:
    """What happens in the real environment if actions are drawn at random; resets draw as well."""
    rng = random.Random(seed)
    env = gymnasium.make(name, **options)
    taken = 0
    while taken < steps:
        episode = modelled(env, name, rng.randrange(2**31))
        is_over = False
        while not is_over and taken < steps:
            before, action = episode.state(), rng.randrange(int(episode.env.action_space.n))  # type: ignore[attr-defined]
            _, reward, terminated, truncated, _ = episode.env.step(action)
            yield Seen(episode, before, action, episode.state(), float(reward), terminated)
            taken, is_over = taken + 1, terminated or truncated
