"""Environments of tutorials, courses and packages, as `ip.from_env` takes them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.registry import WORLDS, World, world
from wild.sources import folder, package, repository

SAFETY, SPARISI = "safety-gridworlds-gymnasium", "sparisi/gym_gridworlds"
NOVEL, KEYS = "gtatiya/gym-novel-gridworlds", "seblee97/key_door_env"


def _as_gym(*parts: str) -> None:
    """Gymnasium under its old name."""
    for part in ("", ".envs", ".envs.registration", *parts):
        sys.modules.setdefault(f"gym{part}", package(f"gymnasium{part}"))


def _safety(name: str, of: str) -> Callable[[], Any]:
    def make() -> Any:
        path = f"safety_gridworlds_gymnasium.environments.{name}.env"
        return ip.from_env(getattr(package(path), of)())

    return make


for _name, _of in (
    ("base", "GridWorldEnv"),
    ("sokoban", "SokobanGridWorldEnv"),
    ("island_navigation", "IslandNavigationEnv"),
    ("conveyor_belt", "ConveyorBeltEnv"),
):
    WORLDS[f"safety_{_name}"] = World(SAFETY, _safety(_name, _of))


def _sparisi(name: str) -> Callable[[], Any]:
    def make() -> Any:
        repository(SPARISI)
        package("gym_gridworlds")
        return ip.from_env(package("gymnasium").make(f"Gym-Gridworlds/{name}-v0"))

    return make


for _name in ("Penalty-3x3", "Full-4x5", "DangerMaze-5x6", "FourRooms-8x7"):
    WORLDS["gridworlds_" + _name.lower().replace("-", "_")] = World(SPARISI, _sparisi(_name))


@world("Farama-Foundation/gym-examples")
def farama_grid_world() -> Any:
    _as_gym()
    repository("Farama-Foundation/gym-examples")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    return ip.from_env(package("gym_examples.envs.grid_world").GridWorldEnv(), seed=1)


@world("johnnycode8/gym_custom_env")
def warehouse_robot() -> Any:
    repository("johnnycode8/gym_custom_env")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    return ip.from_env(package("v0_warehouse_robot_env").WarehouseRobotEnv(), seed=1)


@world("mimoralea/gym-walk")
def walk_table() -> Any:
    _as_gym()
    repository("mimoralea/gym-walk")
    return ip.from_env(package("gym_walk.envs.walk_env").WalkEnv(p_backward=0.0))


def _novel(version: int) -> Callable[[], Any]:
    def make() -> Any:
        _as_gym()
        package("matplotlib.cm").get_cmap = print
        repository(NOVEL)
        package("numpy").random.seed(1)
        path = f"gym_novel_gridworlds.envs.novel_gridworld_v{version}_env"
        return ip.from_env(getattr(package(path), f"NovelGridworldV{version}Env")())

    return make


for _version in (0, 3):
    WORLDS[f"novel_gridworld_{_version}"] = World(NOVEL, _novel(_version))


@world(KEYS)
def key_and_door() -> Any:
    root = repository(KEYS)
    maps = folder() / root.name / "tests/key_door_test_map_files"
    base: Any = package("key_door.key_door_env").KeyDoorEnv

    class InOrder(base):  # type: ignore[misc]
        """Its step gives the reward first."""

        def step(self, action: int) -> Any:
            reward, state = super().step(action)
            return state, reward, not self.active, {}

    paths = [str(maps / f"key_door_sample_map.{kind}") for kind in ("txt", "yaml")]
    env = InOrder(*paths, "agent_position")
    env.reset_environment()
    return ip.from_env(env, actions=range(4))


@world("gridworlds")
def tiles_of_pygame() -> Any:
    grid = package("gridworlds.grid").Grid.generate_from_rep(
        3, 4, "\n| 0 | 0 | 0 | 1 |\n| 0 | 2 | 0 | 3 |\n| 0 | 0 | 0 | 0 |\n"
    )
    env = package("gridworlds.environment").Env(grid, agent_start_pos=(2, 0), render=False)
    return ip.from_env(env, actions=range(4))
