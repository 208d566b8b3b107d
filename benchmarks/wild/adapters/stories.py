"""Text games, games on arrays, planning problems of a textbook, and small grids with dangers."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.registry import WORLDS, World, world
from wild.sources import package, repository, script

BYTES, ALPHA = "cognitiveailab/BYTESIZED32", "suragnair/alpha-zero-general"
PODONDRA, SAINT = "podondra/gym-gridworlds", "saint2706/Programming-Challenges-5"
AIMA = "aimacode/aima-python"


def _story(name: str) -> Callable[[], Any]:
    """A text game: the game object is the state, and its score what counts."""

    def make() -> Any:
        game = script(BYTES, f"data/programs/{name}.py").TextGame(randomSeed=0)
        game.generatePossibleActions()

        def told(before: Any, command: str) -> Any:
            after = copy.deepcopy(before)
            after.step(command)
            return after

        return ip.program(
            actions=lambda s: list(s.generatePossibleActions()),
            transition=told,
            reward=lambda s, a, s2: s2.score - s.score,
            terminal=lambda s, a, s2: s2.gameOver,
        ).task(game, horizon=12)

    return make


TALES = (
    "space-walk", "hang-painting", "use-bandage", "take-photo", "make-ice-cubes", "sweep-floor",
    "boil-water", "forge-key", "mix-paint",
)  # fmt: skip
for _name in TALES:
    WORLDS[f"story_{_name.replace('-', '_')}"] = World(BYTES, _story(_name))


def _alpha(path: str, of: str, *size: int) -> Callable[[], Any]:
    """A game of two on an array; the state is the array and who moves."""

    def make() -> Any:
        repository(ALPHA)
        game = getattr(package(f"{path}.{of}"), of)(*size)

        def moves(state: Any) -> list[int]:
            valid = game.getValidMoves(state[0], state[1])
            return [move for move in range(len(valid)) if valid[move]]

        return ip.program(
            actions=moves,
            transition=lambda s, a: game.getNextState(s[0], s[1], a),
            reward=lambda s, a, s2: int(game.getGameEnded(s2[0], 1) == 1),
            terminal=lambda s, a, s2: game.getGameEnded(s2[0], 1) != 0,
        ).task((game.getInitBoard(), 1))

    return make


WORLDS["alpha_tic_tac_toe"] = World(ALPHA, _alpha("tictactoe", "TicTacToeGame"))
WORLDS["alpha_othello"] = World(ALPHA, _alpha("othello", "OthelloGame", 4))


def _podondra(name: str, of: str) -> Callable[[], Any]:
    def make() -> Any:
        sys.modules.setdefault("gym", package("gymnasium"))
        path = f"gym_gridworlds/envs/{name}.py"
        return ip.from_env(getattr(script(PODONDRA, path), of)())

    return make


WORLDS["podondra_windy"] = World(PODONDRA, _podondra("windy_gridworld_env", "WindyGridworldEnv"))
WORLDS["podondra_cliff"] = World(PODONDRA, _podondra("cliff_env", "CliffEnv"))


@world(SAINT)
def hazard_grid() -> Any:
    module = script(SAINT, "ArtificialIntelligence/gridworld_hazard_rl.py")
    hazards = [(1, 1), (2, 3), (3, 1), (4, 2)]
    grid = module.Gridworld(width=6, height=5, start=(0, 0), goal=(5, 4), hazards=hazards)
    return ip.program(actions=range(4), step=grid.step).task(grid.start)


def _aima_plan(name: str) -> Callable[[], Any]:
    def make() -> Any:
        repository(AIMA)
        planning = package("aima.planning")
        problem = planning.ForwardPlan(getattr(planning, name)())
        return ip.from_problem(problem, start=problem.initial)

    return make


for _name in ("spare_tire", "have_cake_and_eat_cake_too", "three_block_tower"):
    WORLDS[f"aima_{_name}"] = World(AIMA, _aima_plan(_name))


@world(AIMA)
def aima_wumpus_route() -> Any:
    repository(AIMA)
    search, logic = package("aima.search"), package("aima.logic")
    start = logic.WumpusPosition(1, 1, "UP")
    allowed = [[1, 1], [1, 2], [2, 2], [3, 2], [3, 3], [3, 4], [4, 4]]
    return ip.from_problem(search.PlanRoute(start, [[4, 4]], allowed, 4))


@world(AIMA)
def aima_fig52() -> Any:
    repository(AIMA)
    game = package("aima.games").Fig52Game()
    return ip.program(
        actions=game.actions,
        transition=game.result,
        reward=lambda s, a, s2: game.utility(s2, "MAX") if game.terminal_test(s2) else 0,
        terminal=lambda s, a, s2: game.terminal_test(s2),
    ).task("A")


@world(AIMA)
def aima_peak() -> Any:
    repository(AIMA)
    search = package("aima.search")
    heights = [[0, 1, 2, 3, 2], [1, 4, 5, 3, 1], [2, 6, 9, 4, 2], [1, 3, 2, 1, 0]]
    problem = search.PeakFindingProblem((0, 0), heights)
    return ip.program(
        actions=problem.actions,
        transition=problem.result,
        reward=lambda s, a, s2: int(problem.value(s2) == 9),
        terminal=lambda s, a, s2: problem.value(s2) == 9,
    ).task(problem.initial)


@world("JaviMaligno/code-world-models")
def model_masked_tictactoe() -> Any:
    repository("JaviMaligno/code-world-models", "src")
    model = package("cwm.groundtruth.masked_tictactoe")
    return ip.program(
        actions=model.legal_actions,
        transition=model.apply_action,
        reward=lambda s, a, s2: float(model.returns(s2)[1]) if model.is_terminal(s2) else 0.0,
        terminal=lambda s, a, s2: model.is_terminal(s2),
    ).task(model.initial_state())
