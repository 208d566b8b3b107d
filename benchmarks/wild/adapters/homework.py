"""Search problems of students and hobbyists, as they put them on the web."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import introplan as ip
from wild.adapters.registry import world
from wild.sources import package, repository, script, stand_in

ESTONIA, LABS, JASLEEN = (
    "mikksillaste/aima-python",
    "Prathmesh2005-art/CS367_AI_LAB",
    "Jasleen8801/Artificial-Intelligence",
)


def _cheapest(successors: Any, start: Any, is_goal: Any, transition: Any = lambda s, a: a) -> Any:
    """The fewest moves to a goal; the moves of a state are its successors."""
    return ip.program(
        actions=successors,
        transition=transition,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: "success" if is_goal(s2) else "continue",
    ).task(start)


@world(ESTONIA)
def vacuum_of_four_rooms() -> Any:
    module = script(ESTONIA, "ht4_VacuumWorldSearchProblem.py", ".")
    return ip.from_problem(module.VacWorld(module.algolek))


@world(ESTONIA)
def eight_puzzle_by_tiles() -> Any:
    module = script(ESTONIA, "ht2_EightPuzzle.py", ".")
    return ip.from_problem(module.EightPuzzle(module.inistate, module.goal))


@world(LABS)
def cannibals_tuples() -> Any:
    module = script(LABS, "LAB1/missionaries_and_cannibal.py")
    return _cheapest(module.get_successors, (3, 3, 1), lambda s: s == (0, 0, 0))


@world(LABS)
def rabbit_leap() -> Any:
    module = script(LABS, "LAB1/rabbi_leap_bfs.py")
    start, goal = (0, 0, 0, -1, 1, 1, 1), (1, 1, 1, -1, 0, 0, 0)
    return _cheapest(module.get_successors, start, lambda s: s == goal)


@world(LABS)
def marble_solitaire() -> Any:
    module = script(LABS, "LAB3/marble_solitaire.py")
    rows = ["--000--", "--0O0--", "00OOO00", "000O000", "000O000", "--000--", "--000--"]
    return _cheapest(
        module.get_possible_moves,
        [list(row) for row in rows],
        lambda s: sum(row.count("O") for row in s) == 1,
        module.apply_move,
    )


@world(JASLEEN)
def cannibals_objects() -> Any:
    module = script(JASLEEN, "PRACTICE/miss-cannibals.py")
    start = module.State(3, 3, 0, 0, 1)
    return _cheapest(module.getNextMoves, start, lambda s: s.is_goal())


@world(JASLEEN)
def jugs_of_two_classes() -> Any:
    module = script(JASLEEN, "PRACTICE/water-jug.py")
    start = (module.Jug(4), module.Jug(3))
    return _cheapest(lambda s: module.getNextMove(*s), start, lambda s: s[0].curr == 2)


@world("Axelvel/Missionaries-and-cannibals")
def cannibals_by_hand() -> Any:
    module = script("Axelvel/Missionaries-and-cannibals", "AI.py")
    return _cheapest(module.nextState, module.initial_state, module.is_goal)


@world("megi98/Python-101")
def frog_lake() -> Any:
    module = script("megi98/Python-101", "week08/frog_game.py")
    lake = list(">>>_<<<")
    return _cheapest(module.find_all_jumps, lake, lambda s: s == lake[::-1])


@world("dskart/lights_out_puzzle_solver")
def lights_out_object() -> Any:
    module = script("dskart/lights_out_puzzle_solver", "lights_out_puzzle.py")
    start = module.create_puzzle(3, 3)
    start.perform_move(0, 0)
    start.perform_move(1, 1)
    start.perform_move(2, 1)

    def pressed(puzzle: Any, at: tuple[int, int]) -> Any:
        after = puzzle.copy()
        after.perform_move(*at)
        return after

    places = list(itertools.product(range(3), range(3)))
    return _cheapest(places, start, lambda s: s.is_solved(), pressed)


@world("ColinGJohnson/watersort-solver")
def water_sort() -> Any:
    repository("ColinGJohnson/watersort-solver")
    problem = package("watersort.solver.WaterSortProblem")
    return _cheapest(
        lambda s: problem.get_actions(3, s),
        [[1, 2, 1], [2, 1, 2], [], []],
        problem.is_complete,
        lambda s, a: problem.pour(3, s, a),
    )


@world("hajali-amine/taquin-game")
def taquin() -> Any:
    start = script("hajali-amine/taquin-game", "taquin.py").Taquin()
    cells = [(i, j) for i in range(3) for j in range(3)]
    start.board_numbers = dict(zip(cells, (8, 7, 6, 5, 4, 3, 2, 0, 1), strict=True))
    start.empty_slot = (2, 1)
    return _cheapest(
        lambda s: [a for a in ("left", "right", "up", "down") if getattr(s, f"can_move_{a}")()],
        start,
        lambda s: s.final_state(),
        lambda s, a: getattr(s, f"move_{a}")(),
    )


@world("bill-edwards/vacuum-world")
def vacuum_by_laws() -> Any:
    repository("bill-edwards/vacuum-world")
    environment = package("task_environment.environment")
    tiles = {(x, y) for x in range(3) for y in range(2)}
    floor = environment.Floor(package("task_environment.laws").standard, tiles)
    return _cheapest(
        ["SUCK", "RIGHT", "LEFT", "UP", "DOWN"],
        floor.state((0, 0), {(1, 0), (2, 1), (0, 1)}),
        lambda s: len(s.dirty_tiles) == 0,
        floor.tick,
    )


@world("GeorgeZisis95/connect-four-mcts")
def connect_three() -> Any:
    game = script("GeorgeZisis95/connect-four-mcts", "env/connect3.py").ConnectThree()
    return ip.program(
        actions=lambda s: game.get_legal_actions(s[0]),
        transition=lambda s, a: (game.get_next_state(s[0], s[1], a), -s[1]),
        reward=lambda s, a, s2: game.get_result(s2[0]),
        terminal=lambda s, a, s2: game.get_terminated(s2[0], s[1]),
    ).task((game.get_initial_state(), 1))


@world("kamidtli/IT3105")
def peg_board() -> Any:
    repository("kamidtli/IT3105", "project1")
    stand_in("game.visualization", Visualizer=print)
    game = package("game.pegSolitaire").Game()

    def moved(before: Any, move: Any) -> Any:
        after = copy.deepcopy(before)
        after.move_cell((move[0], move[1]), (move[2], move[3]))
        return after

    return ip.program(
        actions=lambda s: s.get_legal_moves(),
        transition=moved,
        reward=lambda s, a, s2: int(s2.game_won()),
        terminal=lambda s, a, s2: s2.is_finished(),
    ).task(game)


@world("batherk/peg-solitaire")
def peg_nodes() -> Any:
    repository("batherk/peg-solitaire")
    stand_in("matplotlib")
    stand_in("matplotlib.pyplot")
    game = package("PegSolitaire").PegSolitaire("Triangle", 4, [(2, 1)])

    def moved(before: Any, move: Any) -> Any:
        after = copy.deepcopy(before)
        after.perform_action(move)
        return after

    return ip.program(
        actions=lambda s: s.get_possible_actions(),
        transition=moved,
        reward=lambda s, a, s2: s2.get_reward(),
        terminal=lambda s, a, s2: s2.is_done(),
    ).task(game)
