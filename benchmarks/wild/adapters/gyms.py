"""Environments: Gymnasium's toy text and MiniGrid, as `ip.from_env` takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.registry import WORLDS, World, world
from wild.sources import package, repository, script


def _gym(name: str, **settings: Any) -> Callable[[], Any]:
    return lambda: ip.from_env(package("gymnasium").make(name, **settings))


def _mini(name: str) -> Callable[[], Any]:
    def make() -> Any:
        package("minigrid")
        return ip.from_env(package("gymnasium").make(f"MiniGrid-{name}-v0"))

    return make


def _classic(name: str) -> Callable[[], Any]:
    def make() -> Any:
        package("gym_classics").register("gymnasium")
        return ip.from_env(package("gymnasium").make(f"{name}-v0"))

    return make


WORLDS["gym_frozen_lake"] = World("gymnasium", _gym("FrozenLake-v1", is_slippery=False))
WORLDS["gym_frozen_lake_8"] = World(
    "gymnasium", _gym("FrozenLake-v1", is_slippery=False, map_name="8x8")
)
WORLDS["gym_taxi"] = World("gymnasium", _gym("Taxi-v4"))
WORLDS["gym_cliff"] = World("gymnasium", _gym("CliffWalking-v1"))

for _name in (
    "Empty-5x5",
    "Empty-8x8",
    "FourRooms",
    "DoorKey-5x5",
    "DoorKey-6x6",
    "LavaGapS5",
    "SimpleCrossingS9N1",
    "Unlock",
    "UnlockPickup",
    "GoToDoor-5x5",
    "RedBlueDoors-6x6",
    "Fetch-5x5-N2",
    "MemoryS7",
    "DistShift1",
):
    WORLDS["minigrid_" + _name.lower().replace("-", "_")] = World("minigrid", _mini(_name))

for _name in (
    "5Walk",
    "CliffWalk",
    "DynaMaze",
    "SparseGridworld",
    "WindyGridworld",
    "WindyGridworldKings",
    "WindyGridworldKingsNoOp",
):
    WORLDS[f"classics_{_name.lower()}"] = World("gym_classics", _classic(_name))


@world("damat-le/gym-simplegrid")
def simplegrid() -> Any:
    repository("damat-le/gym-simplegrid")
    envs = package("gym_simplegrid.envs.simple_grid")
    return ip.from_env(envs.SimpleGridEnv(["00010", "01000", "00010", "11000"]), seed=3)


@world("philosucker/SLOW_RL")
def slow_rl_walls() -> Any:
    module = script("philosucker/SLOW_RL", "GridWorld/MC_Control/env.py")
    return ip.from_env(module.GridWorld(), actions=range(4))


@world("philosucker/SLOW_RL")
def slow_rl_open() -> Any:
    module = script("philosucker/SLOW_RL", "GridWorld/MC_TD/env.py")
    return ip.from_env(module.GridWorld(), actions=range(4))
