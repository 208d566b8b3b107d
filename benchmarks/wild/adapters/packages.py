"""Simulators of packages from PyPI, under the interfaces of Gym, Gymnasium and dm_env."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.old_gym import as_gym, numpy_seeded, with_resources
from wild.adapters.registry import WORLDS, World, world
from wild.sources import package, stand_in


@world("gym_sokoban")
def sokoban_of_pypi() -> Any:
    as_gym()
    with_resources()
    numpy_seeded(5)
    env = package("gym_sokoban.envs.sokoban_env").SokobanEnv((7, 7), num_boxes=1)
    return ip.from_env(env, seed=5)


@world("gym_sokoban")
def sokoban_push_and_pull() -> Any:
    as_gym()
    with_resources()
    numpy_seeded(5)
    env = package("gym_sokoban.envs.sokoban_env_pull").PushAndPullSokobanEnv((7, 7), num_boxes=2)
    return ip.from_env(env, seed=7)


def _bsuite(name: str, of: str, **settings: Any) -> Callable[[], Any]:
    def make() -> Any:
        stand_in("skimage", transform=None)
        module = package(f"bsuite.environments.{name}")
        return ip.from_env(getattr(module, of)(**settings))

    return make


for _name, _of, _settings in (
    ("catch", "Catch", {"seed": 1}),
    ("deep_sea", "DeepSea", {"size": 8, "randomize_actions": False}),
    ("umbrella_chain", "UmbrellaChain", {"chain_length": 5, "n_distractor": 0, "seed": 1}),
    ("discounting_chain", "DiscountingChain", {"mapping_seed": 2}),
    ("memory_chain", "MemoryChain", {"memory_length": 4, "seed": 1}),
):
    WORLDS[f"bsuite_{_name}"] = World("bsuite", _bsuite(_name, _of, **_settings))


def _sliding(**settings: Any) -> Callable[[], Any]:
    return lambda: ip.from_env(package("sliding_puzzles.env").SlidingEnv(**settings), seed=1)


WORLDS["sliding_of_pypi"] = World("sliding_puzzles", _sliding(w=3, shuffle_steps=12))
WORLDS["sliding_sparse"] = World(
    "sliding_puzzles", _sliding(w=3, sparse_rewards=True, shuffle_mode="serial", shuffle_steps=12)
)


@world("gym_tictactoe")
def tictactoe_in_space() -> Any:
    as_gym()
    env = package("gym_tictactoe.envs.tictactoe_env").TicTacToeEnv(enforce_rounds=True)
    moves = [f"{p}{b}{c}{r}" for p in "12" for b in "012" for c in "012" for r in "012"]
    return ip.from_env(env, actions=moves)


@world("mo_gymnasium")
def treasure_of_two_rewards() -> Any:
    base: Any = package("mo_gymnasium.envs.deep_sea_treasure.deep_sea_treasure").DeepSeaTreasure

    class Sum(base):  # type: ignore[misc]
        """One reward: treasure and time together."""

        def step(self, action: int) -> Any:
            seen, rewards, over, is_cut, info = super().step(action)
            return seen, float(rewards.sum()), over, is_cut, info

    return ip.from_env(Sum())


@world("mo_gymnasium")
def resources_gathered() -> Any:
    path = "mo_gymnasium.envs.resource_gathering.resource_gathering"
    base: Any = package(path).ResourceGathering

    class Sum(base):  # type: ignore[misc]
        """One reward, and no enemies."""

        def step(self, action: int) -> Any:
            seen, rewards, over, is_cut, info = super().step(action)
            return seen, float(rewards.sum()), over, is_cut, info

    env = Sum()
    env.map[env.map == "E1"] = " "
    env.map[env.map == "E2"] = " "
    return ip.from_env(env)


@world("or_gym")
def knapsack() -> Any:
    as_gym()
    env = package("or_gym.envs.classic_or.knapsack").BoundedKnapsackEnv(N=6, max_weight=15)
    return ip.from_env(env)


@world("nasim")
def network_attack() -> Any:
    env = package("nasim").make_benchmark("tiny", flat_actions=True, fully_obs=True)
    return ip.from_env(env)


@world("gym_multigrid")
def maze_with_flags() -> Any:
    path = "gym_multigrid.envs.maze"
    package("numpy").float_ = float
    base = os.path.join(os.path.dirname(package("gym_multigrid").__file__), "..")
    map_path = os.path.join(base, "maze_map.txt")
    with open(map_path, "w") as file:
        file.write("0 0 0 0 0\n0 3 3 3 0\n0 0 0 0 0\n0 3 3 3 0\n0 0 2 0 0\n")
    return ip.from_env(package(path).MazeSingleAgentEnv(map_path))


@world("lbforaging")
def foraging() -> Any:
    env = package("lbforaging.foraging.environment").ForagingEnv(
        players=2, min_player_level=1, max_player_level=2, min_food_level=1, max_food_level=None,
        field_size=(5, 5), max_num_food=1, sight=5, max_episode_steps=50, force_coop=False,
    )  # fmt: skip

    class Sum:
        """One player whose moves are those of all."""

        def __init__(self) -> None:
            self.env = env

        def reset(self, seed: int | None = None) -> None:
            self.env.reset(seed=seed)

        def step(self, action: Any) -> Any:
            seen, rewards, over, is_cut, info = self.env.step(action)
            return seen, sum(rewards), over, is_cut, info

    return ip.from_env(Sum(), actions=[(a, b) for a in range(6) for b in range(6)])


@world("rware")
def warehouse_of_shelves() -> Any:
    module = package("rware.warehouse")
    env = module.Warehouse(
        3, 2, 1, 1, 0, 1, 1, None, None, module.RewardType.INDIVIDUAL,
        layout="\n.x.\n.x.\n.g.\n",
    )  # fmt: skip

    class One:
        """The only robot."""

        def __init__(self) -> None:
            self.env = env

        def reset(self, seed: int | None = None) -> None:
            self.env.reset(seed=seed)

        def step(self, action: int) -> Any:
            seen, rewards, over, is_cut, info = self.env.step([action])
            return seen, rewards[0], over, is_cut, info

    return ip.from_env(One(), actions=range(5), horizon=20)
