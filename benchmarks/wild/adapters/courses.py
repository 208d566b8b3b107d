"""Search problems of textbooks and courses: AIMA, SimpleAI, Berkeley's Pacman."""

from __future__ import annotations

from typing import Any

import introplan as ip

from ..sources import package, script, stand_in
from .registry import world

SIMPLEAI, BERKELEY = "simpleai-team/simpleai", "molson194/Artificial-Intelligence-Berkeley-CS188"


@world("aima3")
def aima_romania() -> Any:
    search = package("aima3.search")
    return ip.from_problem(search.GraphProblem("Arad", "Bucharest", search.romania_map))


@world("aima3")
def aima_australia() -> Any:
    search = package("aima3.search")
    return ip.from_problem(search.GraphProblem("P", "Q", search.australia_map))


@world("aima3")
def aima_queens() -> Any:
    return ip.from_problem(package("aima3.search").NQueensProblem(6))


@world("aima3")
def aima_tic_tac_toe() -> Any:
    game = package("aima3.games").TicTacToe()
    return ip.program(
        actions=game.actions,
        transition=game.result,
        reward=lambda s, a, s2: game.utility(s2, "X"),
        terminal=lambda s, a, s2: game.terminal_test(s2),
    ).task(game.initial)


@world("aima3")
def aima_vacuum_graph() -> Any:
    search = package("aima3.search")
    return ip.from_problem(search.GraphProblem("State_1", "State_8", search.vacuum_world))


@world(SIMPLEAI)
def simpleai_eight_puzzle() -> Any:
    module = script(SIMPLEAI, "samples/search/eight_puzzle.py")
    return ip.from_problem(module.EigthPuzzleProblem(module.INITIAL))


@world(SIMPLEAI)
def simpleai_missioners() -> Any:
    return ip.from_problem(script(SIMPLEAI, "samples/search/missioners.py").MissionersProblem())


@world(SIMPLEAI)
def simpleai_game_walk() -> Any:
    module = script(SIMPLEAI, "samples/search/game_walk.py")
    return ip.from_problem(module.GameWalkPuzzle(module.MAP))


@world(SIMPLEAI)
def simpleai_hello_world() -> Any:
    module = script(SIMPLEAI, "samples/search/hello_world.py")
    return ip.from_problem(module.HelloProblem(initial_state=""))


def _pacman(layout: str) -> tuple[Any, Any]:
    """Berkeley's agents and the start of a game in a layout."""
    stand_in("tkinter")
    agents = script(BERKELEY, "Project-1/searchAgents.py", "Project-1")
    state = package("pacman").GameState()
    layouts = package("layout")
    root = script.__globals__["folder"]() / BERKELEY.replace("/", "+") / "Project-1"
    with open(root / "layouts" / f"{layout}.lay") as file:
        state.initialize(layouts.Layout([line.strip() for line in file]), 0)
    return agents, state


@world(BERKELEY)
def pacman_tiny_maze() -> Any:
    agents, state = _pacman("tinyMaze")
    return ip.from_problem(agents.PositionSearchProblem(state, warn=False, visualize=False))


@world(BERKELEY)
def pacman_medium_maze() -> Any:
    agents, state = _pacman("mediumMaze")
    return ip.from_problem(agents.PositionSearchProblem(state, warn=False, visualize=False))


@world(BERKELEY)
def pacman_corners() -> Any:
    agents, state = _pacman("tinyCorners")
    return ip.from_problem(agents.CornersProblem(state))


@world(BERKELEY)
def pacman_food() -> Any:
    agents, state = _pacman("testSearch")
    return ip.from_problem(agents.FoodSearchProblem(state))


@world(BERKELEY)
def berkeley_eight_puzzle() -> Any:
    module = script(BERKELEY, "Project-1/eightpuzzle.py", "Project-1")
    return ip.from_problem(module.EightPuzzleSearchProblem(module.loadEightPuzzle(0)))
