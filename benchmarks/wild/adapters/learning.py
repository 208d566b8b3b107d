"""Worlds of courses and papers on reinforcement learning: functions, tables and MDP classes."""

from __future__ import annotations

import sys
from typing import Any

import introplan as ip
from wild.adapters.registry import world
from wild.sources import package, repository, script, stand_in

SUTTON = "ShangtongZhang/reinforcement-learning-an-introduction"
BRITZ, ABEL = "dennybritz/reinforcement-learning", "david-abel/simple_rl"
MACHINES, CUBES = "RodrigoToroIcarte/reward_machines", "forestagostinelli/DeepCubeA"


def _sutton(path: str) -> Any:
    """A script of the book's figures, without what it draws with."""
    stand_in("matplotlib", use=print)
    stand_in("matplotlib.pyplot", rcParams={})
    stand_in("matplotlib.table", Table=object)
    stand_in("tqdm", tqdm=iter)
    return script(SUTTON, path)


@world(SUTTON)
def sutton_dyna_maze() -> Any:
    maze = _sutton("chapter08/maze.py").Maze()
    return ip.program(
        actions=maze.actions,
        step=lambda s, a: (*maze.step(s, a), maze.step(s, a)[0] in maze.GOAL_STATES),
    ).task(maze.START_STATE)


@world(SUTTON)
def sutton_cliff() -> Any:
    cliff = _sutton("chapter06/cliff_walking.py")
    return ip.program(
        actions=cliff.ACTIONS,
        transition=lambda s, a: cliff.step(s, a)[0],
        reward=lambda s, a, s2: cliff.step(s, a)[1],
        terminal=lambda s, a, s2: s2 == cliff.GOAL,
    ).task(cliff.START)


@world(SUTTON)
def sutton_windy() -> Any:
    windy = _sutton("chapter06/windy_grid_world.py")
    return ip.program(
        actions=windy.ACTIONS,
        transition=windy.step,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: s2 == windy.GOAL,
    ).task(windy.START)


@world(SUTTON)
def sutton_grid() -> Any:
    grid = _sutton("chapter03/grid_world.py")
    moves = {"left": 0, "up": 1, "right": 2, "down": 3}
    return ip.program(
        actions=list(moves),
        step=lambda s, a: grid.step(s, grid.ACTIONS[moves[a]]),
    ).task([2, 2], horizon=8)


def _britz(name: str, of: str) -> Any:
    """An environment of the course, made for the old gym."""
    sys.modules.setdefault("gym", package("gymnasium"))
    sys.modules.setdefault("gym.envs.toy_text", package("gymnasium.envs.toy_text"))
    repository(BRITZ)
    package("numpy").random.seed(1)
    return getattr(package(f"lib.envs.{name}"), of)()


@world(BRITZ)
def britz_gridworld() -> Any:
    return ip.from_env(_britz("gridworld", "GridworldEnv"))


@world(BRITZ)
def britz_windy() -> Any:
    return ip.from_env(_britz("windy_gridworld", "WindyGridworldEnv"))


@world(BRITZ)
def britz_cliff() -> Any:
    return ip.from_env(_britz("cliff_walking", "CliffWalkingEnv"))


def _abel(path: str, of: str, *given: Any, **named: Any) -> Any:
    """The task of an MDP class."""
    repository(ABEL)
    mdp = getattr(package(f"simple_rl.tasks.{path}"), of)(*given, **named)
    return ip.program(
        actions=list(mdp.get_actions()),
        transition=mdp.get_transition_func(),
        reward=mdp.get_reward_func(),
        terminal=lambda s, a, s2: s2.is_terminal(),
    ).task(mdp.get_init_state())


@world(ABEL)
def abel_hanoi() -> Any:
    return _abel("hanoi.HanoiMDPClass", "HanoiMDP")


@world(ABEL)
def abel_grid() -> Any:
    goal, lava, walls = [(6, 5)], [(4, 4)], [(3, 1), (3, 2), (3, 3), (5, 5)]
    return _abel(
        "grid_world.GridWorldMDPClass",
        "GridWorldMDP",
        6,
        5,
        goal_locs=goal,
        lava_locs=lava,
        walls=walls,
        is_lava_terminal=True,
    )


@world(ABEL)
def abel_four_rooms() -> Any:
    return _abel("four_room.FourRoomMDPClass", "FourRoomMDP")


@world(ABEL)
def abel_taxi() -> Any:
    agent = {"x": 1, "y": 1, "has_passenger": 0}
    passengers = [{"x": 3, "y": 2, "dest_x": 2, "dest_y": 3, "in_taxi": 0}]
    return _abel("taxi.TaxiOOMDPClass", "TaxiOOMDP", 4, 4, agent, [], passengers)


@world(MACHINES)
def office_coffee() -> Any:
    sys.modules.setdefault("gym", package("gymnasium"))
    repository(MACHINES, "reward_machines")
    office = package("envs.grids.office_world").OfficeWorld()
    office.reset()
    return ip.program(
        actions=office.actions,
        transition=lambda s, a: office._get_new_position(*s, a),
        reward=lambda s, a, s2: int(office.objects.get(s2) == "f"),
        terminal=lambda s, a, s2: office.objects.get(s2) in ("f", "n"),
    ).task(office.agent)


def _cubes(name: str, of: str, moves: list[int]) -> Any:
    """A puzzle of the paper, turned away from its goal by some moves."""
    stand_in("torch", nn=None)
    stand_in("torch.nn", Module=object)
    sys.modules["torch"].nn = sys.modules["torch.nn"]  # type: ignore[attr-defined]
    stand_in("utils")
    stand_in("utils.pytorch_models", ResnetModel=object)
    repository(CUBES)
    # The names of numpy that it was written for.
    vars(package("numpy")).update(float=float, int=int)
    module = package(f"environments.{name}")
    puzzle = getattr(module, of)(3)
    # Arrays have lost the method that its states are hashed by.
    kind: Any = type(puzzle.generate_goal_states(1)[0])
    kind.__hash__ = lambda state: hash(state.tiles.tobytes())
    start = puzzle.generate_goal_states(1)[0]
    for move in moves:
        start = puzzle.next_state([start], move)[0][0]
    return ip.program(
        actions=list(range(puzzle.get_num_moves())),
        transition=lambda s, a: puzzle.next_state([s], a)[0][0],
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: bool(puzzle.is_solved([s2])[0]),
    ).task(start)


@world(CUBES)
def cubes_lights_out() -> Any:
    return _cubes("lights_out", "LightsOut", [0, 4, 7, 2])


@world(CUBES)
def cubes_eight_puzzle() -> Any:
    return _cubes("n_puzzle", "NPuzzle", [1, 1, 3, 0, 2, 0])
