"""Collections of puzzles and board games that share an interface, and packages of cubes."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.registry import WORLDS, World, world
from wild.sources import package, repository, stand_in

GAMESMAN = "GamesCrafters/GamesmanPuzzles"


def _gamesman(of: str, *settings: Any, **named: Any) -> Callable[[], Any]:
    """A puzzle of Berkeley's GamesCrafters."""

    def make() -> Any:
        repository(GAMESMAN)
        stand_in("progressbar", ProgressBar=print)
        stand_in("sqlitedict", SqliteDict=print)
        start = getattr(package("puzzlesolver.puzzles"), of)(*settings, **named)
        return ip.program(
            actions=lambda s: list(s.generateMoves("legal")),
            transition=lambda s, a: s.doMove(a),
            reward=lambda s, a, s2: -1,
            terminal=lambda s, a, s2: "success" if s2.primitive() == "win" else "continue",
        ).task(start)

    return make


for _name, _make in {
    "hanoi": _gamesman("Hanoi", "3_3"),
    "toads_and_frogs": _gamesman("ToadsAndFrogsPuzzle", "6"),
    "spinout": _gamesman("Spinout", "5_piece"),
    "bishop": _gamesman("Bishop", "4x5_8"),
    "seven_pennies": _gamesman("SevenPennies"),
    "eight_ball": _gamesman("EightBall"),
    "peg": _gamesman("Peg", "triangle"),
    "queens": _gamesman("NQueens", "6"),
    "lights_out": _gamesman("LightsOut", "3"),
    "top_spin": _gamesman("TopSpin", 6, 2, loop=[2, 1, 4, 3, 5, 6]),
}.items():
    WORLDS[f"gamesman_{_name}"] = World(GAMESMAN, _make)


@world("pettingzoo")
def petting_tic_tac_toe() -> Any:
    board = package("pettingzoo.classic.tictactoe.board").Board()

    def moved(state: Any, place: int) -> Any:
        after = copy.deepcopy(state[0])
        after.play_turn(state[1], place)
        return after, 1 - state[1]

    return ip.program(
        actions=lambda s: [at for at in range(9) if s[0].squares[at] == 0],
        transition=moved,
        reward=lambda s, a, s2: int(s2[0].game_status() == 0),
        terminal=lambda s, a, s2: s2[0].game_status() != -2,
    ).task((board, 0))


@world("rubik-cube")
def rubik_of_matrices() -> Any:
    cubes = package("rubik.cube")
    faces = "UUUUUUUUULLLFFFRRRBBBLLLFFFRRRBBBLLLFFFRRRBBBDDDDDDDDD"
    start = cubes.Cube(faces)
    for move in "RUF":
        getattr(start, move)()

    def turned(cube: Any, move: str) -> Any:
        after = cubes.Cube(cube)
        getattr(after, move)()
        return after

    return ip.program(
        actions=["Ri", "Ui", "Fi"],
        transition=turned,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: s2.is_solved(),
    ).task(start)


def _msdm(path: str, of: str, *given: Any, **named: Any) -> Any:
    """A decision process whose next states are distributions."""
    process = getattr(package(f"msdm.domains.{path}"), of)(*given, **named)

    def after(state: Any, action: Any) -> Any:
        (only,) = process.next_state_dist(state, action).support
        return only

    return ip.program(
        actions=process.actions,
        transition=after,
        reward=process.reward,
        terminal=lambda s, a, s2: process.is_absorbing(s2),
    ), next(iter(process.initial_state_dist().support))


@world("msdm")
def msdm_cliff() -> Any:
    program, start = _msdm("cliffwalking", "CliffWalking")
    return program.task(start)


@world("msdm")
def msdm_load_unload() -> Any:
    program, start = _msdm("loadunload", "LoadUnload", nstates=5)
    return program.task(start, horizon=20)


@world("msdm")
def msdm_grid() -> Any:
    program, start = _msdm("gridworld.mdp", "GridWorld", ("..#..g", "..#.#.", "s...#."))
    return program.task(start)
