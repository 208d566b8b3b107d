"""Puzzles, games and code world models as people put them on the web."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.registry import WORLDS, World, world
from wild.sources import package, repository, script, stand_in

LAKATOS, PYHOP = "robertlakatos/aipublic", "dananau/GTPyhop"
MODELS, MCTS = "JaviMaligno/code-world-models", "pbsinclair42/MCTS"


@world(LAKATOS)
def lakatos_hanoi() -> Any:
    problem = script(LAKATOS, "problem.py")
    stand_in("libs")
    stand_in("libs.problem", Problem=problem.Problem)
    return ip.from_problem(script(LAKATOS, "hanoi.py").Hanoi(4))


@world(LAKATOS)
def lakatos_cups() -> Any:
    return ip.from_problem(script(LAKATOS, "cup3.py", ".").Cup3((5, 0, 0), (4, 1, 0)))


@world("gbroques/missionaries-and-cannibals")
def missionaries_operators() -> Any:
    repository("gbroques/missionaries-and-cannibals")
    return ip.from_problem(package("missionaries_and_cannibals").MissionariesAndCannibals())


@world("creedmaxwell/assignment1-wgc-river-crossing")
def river_pairs() -> Any:
    river = script("creedmaxwell/assignment1-wgc-river-crossing", "domains/wgc.py").RiverCrossing()
    return ip.program(
        actions=lambda s: [name for _, name in river.get_successors(s)],
        transition=lambda s, a: next(s2 for s2, name in river.get_successors(s) if name == a),
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: river.is_goal(s2),
    ).task(river.initial_state)


@world("tiagoshibata/pcs3838-artificial-intelligence")
def river_successors() -> Any:
    name = "tiagoshibata/pcs3838-artificial-intelligence"
    module = script(name, "01-wolf-sheep-cabbage/bfs.py")
    return ip.program(
        actions=module.sucessor_f,
        transition=lambda s, a: a,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: all(s2),
    ).task((False, False, False, False))


def _rush_hour(file: str) -> Callable[[], Any]:
    def make() -> Any:
        root = repository("marvingfx/rush-hour-solver")
        start = package("src.model.board").Board.from_csv(str(root / "boards" / file))
        return ip.program(
            actions=lambda board: list(board.get_moves()),
            transition=lambda board, move: board.move_vehicle(move),
            reward=lambda s, a, s2: -1,
            terminal=lambda s, a, s2: s2.is_final_configuration(),
        ).task(start)

    return make


for _number in (1, 2, 3):
    WORLDS[f"rush_hour_{_number}"] = World(
        "marvingfx/rush-hour-solver", _rush_hour(f"board{_number}.csv")
    )


@world("magiccube")
def cube_two() -> Any:
    cubes = package("magiccube")
    start = cubes.Cube(2, hist=False)
    start.rotate("R U F")

    def turned(cube: Any, move: str) -> Any:
        after = copy.deepcopy(cube)
        after.rotate(move)
        return after

    return ip.program(
        actions=["R", "U", "F", "R'", "U'", "F'"],
        transition=turned,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: s2.is_done(),
    ).task(start)


def _pyhop(module: Any, names: list[tuple[Any, ...]], start: Any, is_goal: Any) -> Any:
    """Actions of GTPyhop are functions of a state and names, with None back where not allowed."""
    return ip.program(
        actions=names,
        transition=lambda s, a: getattr(module, a[0])(copy.deepcopy(s), *a[1:]),
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: is_goal(s2),
    ).task(start)


@world(PYHOP)
def pyhop_blocks() -> Any:
    repository(PYHOP)
    hop = package("gtpyhop")
    hop.Domain("blocks")
    module = script(PYHOP, "Examples/blocks_htn/actions.py")
    start = hop.State("start")
    start.pos = {"a": "b", "b": "table", "c": "table"}
    start.clear = {"a": True, "b": False, "c": True}
    start.holding = {"hand": False}
    pairs = [(x, y) for x in "abc" for y in "abc" if x != y]
    names: list[tuple[Any, ...]] = [(name, x) for name in ("pickup", "putdown") for x in "abc"]
    names += [(name, *pair) for name in ("stack", "unstack") for pair in pairs]
    return _pyhop(module, names, start, lambda s: s.pos["c"] == "b" and s.pos["b"] == "a")


@world(PYHOP)
def pyhop_travel() -> Any:
    repository(PYHOP)
    stand_in("test_harness", check_result=print, pause=print)
    module = script(PYHOP, "Examples/simple_htn.py")
    places = ["home_a", "park", "station"]
    names: list[tuple[Any, ...]] = [("call_taxi", "alice", place) for place in places]
    names += [("walk", "alice", x, y) for x in places for y in places if x != y]
    names += [(name, "alice", y) for name in ("ride_taxi", "pay_driver") for y in places]
    start = module.state0.copy()
    return _pyhop(module, names, start, lambda s: s.loc["alice"] == "park" and s.owe["alice"] == 0)


def _easy(name: str, **settings: Any) -> Callable[[], Any]:
    def make() -> Any:
        easy = package("easyAI")
        players = [easy.Human_Player(), easy.Human_Player()]
        game = getattr(package(f"easyAI.games.{name}"), name)(players, **settings)

        def moved(before: Any, move: Any) -> Any:
            after = copy.deepcopy(before)
            after.make_move(move)
            after.switch_player()
            return after

        return ip.program(
            actions=lambda s: s.possible_moves(),
            transition=moved,
            reward=lambda s, a, s2: int(s2.is_over()),
            terminal=lambda s, a, s2: s2.is_over(),
        ).task(game)

    return make


WORLDS["easy_nim"] = World("easyAI", _easy("Nim", piles=(2, 3)))
WORLDS["easy_tic_tac_toe"] = World("easyAI", _easy("TicTacToe"))
WORLDS["easy_hexapawn"] = World("easyAI", _easy("Hexapawn", size=(3, 3)))
WORLDS["easy_bones"] = World("easyAI", _easy("GameOfBones"))
WORLDS["easy_knights"] = World("easyAI", _easy("Knights", board_size=(3, 4)))


@world("mctspy")
def mctspy_tic_tac_toe() -> Any:
    module = package("mctspy.games.examples.tictactoe")
    start = module.TicTacToeGameState(package("numpy").zeros((3, 3)))
    return ip.program(
        actions=lambda s: s.get_legal_actions(),
        transition=lambda s, a: s.move(a),
        reward=lambda s, a, s2: s2.game_result or 0,
        terminal=lambda s, a, s2: s2.is_game_over(),
    ).task(start)


@world(MCTS)
def mcts_noughts() -> Any:
    start = script(MCTS, "naughtsandcrosses.py", ".").NaughtsAndCrossesState()
    return ip.program(
        actions=lambda s: s.getPossibleActions(),
        transition=lambda s, a: s.takeAction(a),
        reward=lambda s, a, s2: float(s2.getReward()),
        terminal=lambda s, a, s2: bool(s2.isTerminal()),
    ).task(start)


def _model(name: str) -> Callable[[], Any]:
    """A simulator of the kind that language models write: functions over a dictionary."""

    def make() -> Any:
        repository(MODELS, "src")
        model = package(f"cwm.groundtruth.{name}")
        return ip.program(
            actions=model.legal_actions,
            transition=model.apply_action,
            reward=lambda s, a, s2: float(model.returns(s2)[1]) if model.is_terminal(s2) else 0.0,
            terminal=lambda s, a, s2: model.is_terminal(s2),
        ).task(model.initial_state())

    return make


for _name in ("tictactoe", "connect_four", "gen_tictactoe", "gen_chess", "trike"):
    WORLDS[f"model_{_name}"] = World(MODELS, _model(_name))
