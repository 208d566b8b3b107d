"""Simulators of public repositories, under the old and the new interface of Gym."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.old_gym import as_gym, numpy_seeded
from wild.adapters.registry import WORLDS, World, world
from wild.sources import package, repository, script, stand_in

MAZES, WALKS = "MattChanTK/gym-maze", "ruoqizzz/gymgrid"


@world("RobertTLange/gym-hanoi")
def hanoi_gym() -> Any:
    as_gym()
    repository("RobertTLange/gym-hanoi")
    return ip.from_env(package("gym_hanoi.envs.hanoi_env").HanoiEnv())


@world("taylorjg/gym-solitaire")
def solitaire_board() -> Any:
    as_gym()
    repository("taylorjg/gym-solitaire")
    return ip.from_env(package("gym_solitaire.envs.solitaire_env").SolitaireEnv())


@world("rgarzonj/gym-blocksworld")
def blocksworld_gym() -> Any:
    as_gym()
    repository("rgarzonj/gym-blocksworld")
    base: Any = package("gym_blocksworld.envs.blocksworld_env").BlocksWorldEnv

    class Given(base):  # type: ignore[misc]
        """Two given towers in place of those that a program of another language draws."""

        step = base._step

        def reset(self) -> Any:
            self.state, self.goal = [0, 1, 2], [3, 0, 2]
            self.last_reward, self.episode_total_reward = 0, 0.0

    return ip.from_env(Given(), actions=range(16))


@world("haje01/gym-tictactoe")
def tictactoe_marks() -> Any:
    as_gym()
    repository("haje01/gym-tictactoe")
    kind: Any = package("gym_tictactoe.env").TicTacToeEnv
    kind.seed = lambda _: None
    return ip.from_env(kind())


@world("RobinChiu/gym-Rubiks-Cube")
def cube_of_order_two() -> Any:
    as_gym()
    repository("RobinChiu/gym-Rubiks-Cube")
    envs = package("gym_Rubiks_Cube.envs.rubiks_cube_env")
    return ip.from_env(envs.RubiksCubeEnv(orderNum=2), seed=3)


@world("yoavain/gym-rubik")
def cube_of_faces() -> Any:
    as_gym()
    repository("yoavain/gym-rubik")
    env = package("gym_rubik.envs.rubik_env").RubikEnv()
    env.config(scramble_size=3)
    return ip.from_env(env)


@world("xinleipan/gym-gridworld")
def coloured_grid() -> Any:
    as_gym()
    repository("xinleipan/gym-gridworld")
    return ip.from_env(package("gym_gridworld.envs.gridworld_env").GridworldEnv())


@world("tsinghua-rll/gym-gridworld")
def grid_with_jumps() -> Any:
    as_gym()
    stand_in("gym.envs.classic_control", rendering=None)
    repository("tsinghua-rll/gym-gridworld")
    return ip.from_env(package("gym_gridworld.envs.gridworld_env").GridworldRandomEnv())


@world("AZstudy/gym-sliding-puzzle")
def eight_tiles() -> Any:
    as_gym()
    stand_in("pyglet")
    repository("AZstudy/gym-sliding-puzzle")
    package("gymnasium.spaces").MultiDiscrete = print
    base: Any = package("gym_sliding_puzzle.envs.sliding_puzzle_env").SlidingPuzzleEnv

    class Public(base):  # type: ignore[misc]
        """Its methods have the names that they had before 2018."""

        step, reset = base._step, base._reset

    return ip.from_env(Public())


@world("melikbugra/simple-maze-env")
def maze_with_wolves() -> Any:
    as_gym()
    repository("melikbugra/simple-maze-env")
    return ip.from_env(package("simple_maze_env.envs.simple_maze_env").SimpleMazeEnv())


@world("eczy/warehouse-env")
def warehouse_of_agents() -> Any:
    as_gym()
    numpy = package("numpy")
    module = script("eczy/warehouse-env", "warehouse_env/warehouse_env.py")
    walls = numpy.array([[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]])
    places = numpy.array([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]])
    env = module.WarehouseEnv(walls, places)
    env.assign_goal(0, (2, 2))
    env.assign_goal(1, (0, 1))

    class Both:
        """One move of one agent a step."""

        def __init__(self) -> None:
            self.env = env

        def step(self, action: Any) -> Any:
            return self.env.step(*action)

    moves = [(agent, move) for agent in (0, 1) for move in module.Action]
    return ip.from_env(Both(), actions=moves, horizon=12)


@world("aanykanen/gym-toyenv")
def levers() -> Any:
    as_gym()
    repository("aanykanen/gym-toyenv")
    return ip.from_env(package("gym_toyenv.envs.toy_env").ToyEnv())


@world("laodie666/RL-Reward-machine")
def coffee_and_mail() -> Any:
    keyboard = stand_in("pynput.keyboard", Key=object)
    stand_in("pynput", keyboard=keyboard)
    module = script("laodie666/RL-Reward-machine", "Game.py")

    class Office(module.Game):  # type: ignore[misc,name-defined]
        """Its step says the reward alone."""

        def step(self, action: int) -> Any:
            reward = super().step(action)
            return None, reward, self.win, {}

    return ip.from_env(Office(module.Easy_maze_map), actions=module.VALID_MOVES)


def _walk(name: str, of: str) -> Callable[[], Any]:
    def make() -> Any:
        as_gym()
        repository(WALKS)
        return ip.from_env(getattr(package(f"gymgrid.envs.{name}"), of)())

    return make


for _name, _of in (
    ("cliff_env", "Cliff"),
    ("windy_grid", "WindyGridWorld"),
    ("samples", "Sample1"),
):
    WORLDS[f"gymgrid_{_name}"] = World(WALKS, _walk(_name, _of))


@world("Vazzz007/n-puzzle-RL")
def puzzle_of_distances() -> Any:
    as_gym()
    repository("Vazzz007/n-puzzle-RL")
    return ip.from_env(package("gym_puzzle.envs.puzzle_env").PuzzleEnv())


@world("Youssef-Mohammed72/Warehouse-Robot")
def warehouse_of_youssef() -> Any:
    repository("Youssef-Mohammed72/Warehouse-Robot")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    package("pygame").image.load = lambda _: package("pygame").Surface((8, 8))
    return ip.from_env(package("warehouseRobotEnv").WarehouseRobotEnv(), seed=2)


@world("skipperkongen/gym-hello")
def hello_steps() -> Any:
    as_gym()
    repository("skipperkongen/gym-hello")
    return ip.from_env(package("gym_hello.envs.env").HelloEnv())


@world("andy-zhuo-02/n_puzzle")
def puzzle_by_cantor() -> Any:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    repository("andy-zhuo-02/n_puzzle", "deepseek-ai")
    env = package("n_puzzle_env").NPuzzleEnv(size=3)
    env.board_arrangement = [1, 2, 3, 4, 5, 6, 9, 7, 8]
    return ip.from_env(env, start=env, horizon=8)


@world("andy-zhuo-02/n_puzzle")
def puzzle_by_deepseek() -> Any:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    stand_in("stable_baselines3", PPO=object)
    stand_in("stable_baselines3.common.env_checker", check_env=print)
    for name in ("stable_baselines3.common", "stable_baselines3.common.env_util"):
        stand_in(name, make_vec_env=print)
    module = script("andy-zhuo-02/n_puzzle", "deepseek-ai/deepseek_demo.py")
    kinds = [k for k in vars(module).values() if isinstance(k, type) and hasattr(k, "step")]
    return ip.from_env(kinds[-1](size=3))


@world("MauroLuzzatto/OpenAI-Gym-TicTacToe-Environment")
def tictactoe_colours() -> Any:
    as_gym()
    repository("MauroLuzzatto/OpenAI-Gym-TicTacToe-Environment", "gym-TicTacToe")
    env = package("gym_TicTacToe.envs.tictactoe_env").TicTacToeEnv()
    return ip.from_env(env, actions=[(place, 1 + place % 2) for place in range(9)])


@world(MAZES)
def maze_of_pygame() -> Any:
    as_gym()
    repository(MAZES)
    numpy_seeded(1)
    env = package("gym_maze.envs.maze_env").MazeEnv(maze_size=(6, 6), enable_render=False)
    return ip.from_env(env)


@world(MAZES)
def maze_with_portals() -> Any:
    as_gym()
    repository(MAZES)
    numpy_seeded(2)
    envs = package("gym_maze.envs.maze_env")
    return ip.from_env(envs.MazeEnv(maze_size=(8, 8), mode="plus", enable_render=False))


@world("RCL98/wilson-maze-env")
def wilson_maze() -> Any:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    repository("RCL98/wilson-maze-env")
    envs = package("wilson_maze_env.envs.WilsonMazeEnv")
    labels = package("numpy").array([[2, 0]])
    return ip.from_env(envs.WilsonMazeEnv(size=5, add_coins=False, labels=labels))
