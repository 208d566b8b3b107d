"""Riddles, cubes and games that solvers on the web search through: functions, bits, clones."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.registry import WORLDS, World, world
from wild.sources import package, repository, script, stand_in

NORVIG = "paulghaddad/design_of_computer_programs_course"
TOYS, CLONES = "boukeas/searchtoy", "drinkwithwater/learningmcts"
IART, MONKEY, GAMESMAN = (
    "GambuzX/MIEIC_iart",
    "maksimKorzh/tictactoe-mtcs",
    "GamesCrafters/GamesmanPuzzles",
)


def _cheapest(actions: Any, start: Any, is_goal: Any, transition: Any, cost: Any = None) -> Any:
    """The least cost of a way to a goal; 1 a move where no cost is given."""
    return ip.program(
        actions=actions,
        transition=transition,
        reward=(lambda s, a, s2: -1) if cost is None else (lambda s, a, s2: -cost(s, a, s2)),
        terminal=lambda s, a, s2: "success" if is_goal(s2) else "continue",
    ).task(start)


@world(NORVIG)
def pour_by_dictionary() -> Any:
    module = script(NORVIG, "lessons/pour_problem.py")
    return _cheapest(
        lambda s: list(module.successors(*s, 4, 9).values()),
        (0, 0),
        lambda s: 6 in s,
        lambda s, a: {name: after for after, name in module.successors(*s, 4, 9).items()}[a],
    )


@world(NORVIG)
def cannibals_by_dictionary() -> Any:
    path = "lessons/missionaries_and_cannibals/missionaries_and_cannibals.py"
    module = script(NORVIG, path)
    return _cheapest(
        lambda s: list(module.my_csuccessors(s)),
        (3, 3, 1, 0, 0, 0),
        lambda s: s == (0, 0, 0, 3, 3, 1),
        lambda s, a: a,
    )


@world(NORVIG)
def bridge_of_frozen_sets() -> Any:
    module = script(NORVIG, "lessons/bridge_problem/bridge_problem.py")
    start: Any = (frozenset([1, 2, 5, 10, "light"]), frozenset())
    return _cheapest(
        lambda s: sorted(module.bsuccessors2(s).values(), key=str),
        start,
        lambda s: not s[0],
        lambda s, a: next(t for t, name in module.bsuccessors2(s).items() if name == a),
        lambda s, a, s2: module.bcost(a),
    )


@world("mevaser/bridge-and-torch")
def bridge_with_time() -> Any:
    module = script("mevaser/bridge-and-torch", "bridge_and_torch.py")
    start: Any = (set(list(module.PEOPLE)[:3]), set(), "L", 0)
    return _cheapest(
        module.get_next_states,
        start,
        lambda s: not s[0],
        lambda s, a: a,
        lambda s, a, s2: s2[3] - s[3],
    )


@world("fgreil/mitzi-mini-rubik")
def pocket_cube() -> Any:
    module = script("fgreil/mitzi-mini-rubik", "test/mini-cube.py")
    start = module.apply_moves(module.SOLVED, "R U' R")
    return _cheapest(
        list(module.ALL_MOVES), start, lambda s: s == module.SOLVED, module.apply_move
    )


@world("coltonperazzo/rushhour-solver")
def rush_hour_of_numbers() -> Any:
    module = script("coltonperazzo/rushhour-solver", "rushhour.py")
    rows = ["--B---", "--B---", "XXB---", "--AA--", "------", "------"]
    start = [[0 if sign == "-" else ord(sign) for sign in row] for row in rows]
    return _cheapest(
        module.getNextPossibleVehicleMoves,
        start,
        lambda s: s[2][4] == s[2][5] == ord("X"),
        lambda s, a: a,
    )


@world(IART)
def buckets_in_place() -> Any:
    module = script(IART, "bucket_problem/bucket_problem_bfs.py")

    def poured(state: Any, name: str) -> Any:
        after = module.copy_state(state)
        return after if getattr(module, name)(after) else None

    names = [operator.__name__ for operator in module.operators]
    return _cheapest(names, [0, 0], lambda s: s[0] == 2, poured)


@world(MONKEY)
def code_monkey_tic_tac_toe() -> Any:
    repository(MONKEY, "src/tictactoe")
    board = package("tictactoe").Board()
    return ip.program(
        actions=lambda s: s.generate_states(),
        transition=lambda s, a: a,
        reward=lambda s, a, s2: int(s2.is_win()),
        terminal=lambda s, a, s2: s2.is_win() or s2.is_draw(),
    ).task(board)


def _clones(of: str, *given: Any) -> Callable[[], Any]:
    """States that are cloned, then changed; an end is where no move is left."""

    def make() -> Any:
        start = getattr(script(CLONES, "uct_state.py"), of)(*given)

        def moved(before: Any, move: Any) -> Any:
            after = before.clone()
            after.do_move(move)
            return after

        return ip.program(
            actions=lambda s: s.get_moves(),
            transition=moved,
            reward=lambda s, a, s2: 0 if s2.get_moves() else s2.get_result(1),
            terminal=lambda s, a, s2: not s2.get_moves(),
        ).task(start)

    return make


WORLDS["clones_nim"] = World(CLONES, _clones("NimState", 10))
WORLDS["clones_othello"] = World(CLONES, _clones("OthelloState", 4))
WORLDS["clones_poker"] = World(CLONES, _clones("NaivePokerState"))


@world(TOYS)
def toy_water() -> Any:
    repository(TOYS)
    said, sys.argv = sys.argv, ["water", "--buckets", "5", "3", "--target", "4"]
    module = script(TOYS, "examples/water-buckets/water.py")
    sys.argv = said
    return _cheapest(
        lambda s: list(s.operations()),
        module.bucketState((5, 3)),
        lambda s: 4 in s.buckets.values(),
        lambda s, a: a.apply(s),
    )


@world("slidingpuzzle")
def sliding_board() -> Any:
    boards = package("slidingpuzzle.board")
    start = boards.from_rows([1, 2, 3], [0, 4, 6], [7, 5, 8])
    return _cheapest(
        boards.get_next_moves,
        start,
        boards.is_solved,
        lambda s, a: boards.swap_tiles(s.copy(), tuple(boards.find_blank(s)), a),
    )


@world("matteosan1/AoC")
def wizard_simulator() -> Any:
    module = script("matteosan1/AoC", "2015/22.py")
    return _cheapest(
        lambda s: list(s.transitions()),
        module.State(10, 250, 13, 8),
        lambda s: s.boss_hp < 1,
        lambda s, a: a,
        lambda s, a, s2: s2.mana_spent - s.mana_spent,
    )


def _gamesman(file: str, of: str, *settings: Any) -> Callable[[], Any]:
    def make() -> Any:
        repository(GAMESMAN)
        stand_in("progressbar", ProgressBar=print)
        stand_in("sqlitedict", SqliteDict=print)
        start = getattr(package(f"puzzlesolver.puzzles.{file}"), of)(*settings).doMove(0).doMove(3)
        solved = package("puzzlesolver.util").PuzzleValue.SOLVABLE
        return _cheapest(
            lambda s: list(s.generateMoves("legal")),
            start,
            lambda s: s.primitive() == solved,
            lambda s, a: s.doMove(a),
        )

    return make


CUBE = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]
WORLDS["gamesman_cube"] = World(GAMESMAN, _gamesman("rubiks", "Rubiks", CUBE))


def _easy(name: str, **settings: Any) -> Callable[[], Any]:
    """Games of easyAI, as `from_problem` takes them: the object is the state."""

    def make() -> Any:
        import copy

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


WORLDS["easy_chopsticks"] = World("easyAI", _easy("Chopsticks"))
WORLDS["easy_cram"] = World("easyAI", _easy("Cram", board_size=(3, 3)))


@world("leotok/peg-solitaire-solver")
def peg_cross_of_signs() -> Any:
    """The board is a module's global; moves are read off it, here with the board as the state."""
    module = script("leotok/peg-solitaire-solver", "main.py")
    rows = ["  ___  ", "  _o_  ", "__ooo__", "___o___", "___o___", "  ___  ", "  ___  "]
    names = list(itertools.product(range(7), range(7), ("cima", "baixo", "esquerda", "direita")))

    def moved(board: Any, move: Any) -> Any:
        module.tabuleiro = [list(row) for row in board]
        return tuple(map(tuple, module.tabuleiro)) if module.move(*move) else None

    return _cheapest(
        names,
        tuple(map(tuple, rows)),
        lambda s: sum(row.count("o") for row in s) == 1,
        moved,
    )
