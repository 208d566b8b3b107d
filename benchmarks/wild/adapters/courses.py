"""Search problems of textbooks and courses: AIMA, SimpleAI, Berkeley."""

from __future__ import annotations

from typing import Any

import introplan as ip
from wild.adapters.registry import world
from wild.sources import package, repository, script, stand_in

AIMA, SIMPLEAI, BERKELEY = "aimacode/aima-python", "simpleai-team/simpleai", "zhiming-xu/CS188"


def _aima(name: str = "search") -> Any:
    """A module of the book's code."""
    repository(AIMA)
    return package(f"aima.{name}")


@world(AIMA)
def aima_romania() -> Any:
    search = _aima()
    return ip.from_problem(search.GraphProblem("Arad", "Bucharest", search.romania_map))


@world(AIMA)
def aima_queens() -> Any:
    return ip.from_problem(_aima().NQueensProblem(6))


@world(AIMA)
def aima_eight_puzzle() -> Any:
    return ip.from_problem(_aima().EightPuzzle((2, 4, 3, 1, 5, 6, 7, 8, 0)))


@world(AIMA)
def aima_fifteen_puzzle() -> Any:
    start = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 11, 13, 14, 15, 12)
    return ip.from_problem(_aima().NPuzzle(start, size=4, shuffle=0))


@world(AIMA)
def aima_pour() -> Any:
    return ip.from_problem(_aima().PourProblem((0, 0), {4}, (5, 3)))


@world(AIMA)
def aima_pour_three() -> Any:
    return ip.from_problem(_aima().PourProblem((1, 1, 1), {13}, (2, 16, 32)))


@world(AIMA)
def aima_grid() -> Any:
    walls = [(2, 0), (2, 1), (2, 2), (4, 4), (4, 3), (4, 2)]
    return ip.from_problem(_aima().GridProblem((0, 0), (5, 4), 6, 5, walls))


@world(AIMA)
def aima_grid_eight_ways() -> Any:
    search = _aima()
    walls = [(2, 0), (2, 1), (2, 2), (4, 4), (4, 3), (4, 2)]
    grid = search.GridProblem((0, 0), (5, 4), 6, 5, walls, search.directions8)
    return ip.from_problem(grid)


@world(AIMA)
def aima_tic_tac_toe() -> Any:
    game = _aima("games").TicTacToe()
    return ip.program(
        actions=game.actions,
        transition=game.result,
        reward=lambda s, a, s2: game.utility(s2, "X"),
        terminal=lambda s, a, s2: game.terminal_test(s2),
    ).task(game.initial)


@world(SIMPLEAI)
def simpleai_eight_puzzle() -> Any:
    module = script(SIMPLEAI, "samples/search/eight_puzzle.py", ".")
    return ip.from_problem(module.EigthPuzzleProblem(module.INITIAL))


@world(SIMPLEAI)
def simpleai_missioners() -> Any:
    return ip.from_problem(
        script(SIMPLEAI, "samples/search/missioners.py", ".").MissionersProblem()
    )


@world(SIMPLEAI)
def simpleai_game_walk() -> Any:
    module = script(SIMPLEAI, "samples/search/game_walk.py", ".")
    return ip.from_problem(module.GameWalkPuzzle(module.MAP))


@world(SIMPLEAI)
def simpleai_hello_world() -> Any:
    module = script(SIMPLEAI, "samples/search/hello_world.py", ".")
    return ip.from_problem(module.HelloProblem(initial_state=""))


LAYOUTS = {
    "tinyMaze": ("%%%%%%%", "%    P%", "% %%% %", "%  %  %", "%% %% %", "%. %  %", "%%%%%%%"),
    "mediumMaze": (
        "%%%%%%%%%%%%%%", "%   %        %", "% % % %%% % %%", "% %   %   %  %", "% %%%%% %%%% %",
        "% %     %    %", "%.% %%%%% %%%%", "% %     %   P%", "%%%%%%%%%%%%%%",
    ),
    "tinyCorners": ("%%%%%%%%", "%.    .%", "%   P  %", "% %%%% %", "% %    %", "%.% % .%",
                    "%%%%%%%%"),
    "testSearch": ("%%%%%", "%.P %", "%%% %", "%.  %", "%%%%%"),
}  # fmt: skip
"""Layouts of our own in Berkeley's signs, since the snapshot of the course has none."""


def _pacman(layout: str) -> tuple[Any, Any]:
    """Berkeley's agents and the start of a game in a layout."""
    stand_in("tkinter")
    repository(BERKELEY, "p1-search")
    agents, state = package("searchAgents"), package("pacman").GameState()
    state.initialize(package("layout").Layout(list(LAYOUTS[layout])), 0)
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
