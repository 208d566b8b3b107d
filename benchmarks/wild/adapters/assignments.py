"""Search problems that students handed in, whose states keep grids, paths or parents."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import introplan as ip
from wild.adapters.registry import WORLDS, World, world
from wild.sources import package, repository, script, stand_in

NICKY, BUH = "nicky-5/sia-tp1", "BuhDuy256/Lab-1-Searching-Introduce-to-AI"
DUBS, UCSE, IIA = "Dubs2310/Search-Based-Agent", "SantiQui/UCSEAI-env", "manueltov/IIA-prat_2"
DREXEL, PEOPLES = "df424/drexel_INFO-T780", "phatnguyencs20/The-Block-World"


def _fewest(actions: Any, start: Any, is_goal: Any, transition: Any = lambda s, a: a) -> Any:
    """The fewest moves to a goal."""
    return ip.program(
        actions=actions,
        transition=transition,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: "success" if is_goal(s2) else "continue",
    ).task(start)


ROOM = ("#######", "#     #", "# #$# #", "# . @ #", "#  $. #", "#######")


def _room() -> tuple[set[Any], set[Any], set[Any], tuple[int, int]]:
    """Walls, boxes, targets and player, each (row, column)."""
    at = {(r, c): sign for r, row in enumerate(ROOM) for c, sign in enumerate(row)}
    walls, boxes, targets = ({p for p, sign in at.items() if sign == k} for k in "#$.")
    return walls, boxes, targets, next(p for p, sign in at.items() if sign == "@")


@world(NICKY)
def sokoban_of_enums() -> Any:
    repository(NICKY)
    module = package("src.sokoban")
    tiles = {"#": module.Tile.WALL, ".": module.Tile.TARGET}
    board = [[tiles.get(sign, module.Tile.FREE) for sign in row] for row in ROOM]
    _, boxes, targets, (row, column) = _room()
    start = module.State({(c, r) for r, c in boxes}, (column, row))
    goal = {(c, r) for r, c in targets}
    return _fewest(
        list(module.Direction),
        start,
        lambda s: s.boxes == goal,
        lambda s, a: s.copy_move(board, a),
    )


@world(BUH)
def sokoban_with_parents() -> Any:
    module = script(BUH, "src/game_state.py")
    walls, boxes, targets, player = _room()
    start = module.GameState(player, boxes, walls, targets, (len(ROOM), len(ROOM[0])))
    return ip.program(
        actions=lambda s: s.get_possible_actions(),
        transition=lambda s, a: s.apply_action(*a),
        reward=lambda s, a, s2: -a[1],
        terminal=lambda s, a, s2: "success" if s2.is_win() else "continue",
    ).task(start)


@world("chaouki11/Validation")
def hanoi_that_hashes_to_one() -> Any:
    module = script("chaouki11/Validation", "hanoiNode.py")
    pairs = [(i, j) for i in range(3) for j in range(3) if i != j]
    return _fewest(
        lambda s: [pair for pair in pairs if s.can_move(*pair)],
        module.HanoiConfig(3),
        module.isFinal,
        lambda s, a: s.move_disk(*a),
    )


def _with_path(of: str, *given: Any) -> Callable[[], Any]:
    """The state has the cost so far and the path that led to it."""

    def make() -> Any:
        repository(DUBS)
        problem = getattr(package(of), of)(*given)
        return _fewest(problem.getSuccessors, problem.getStartState(), problem.getGoalState)

    return make


MAZE = ["%%%%%%", "%    %", "% %% %", "%    %", "%%%% %", "%    %", "%%%%%%"]
WORLDS["path_eight_puzzle"] = World(
    DUBS, _with_path("EightPuzzleProblem", [1, 2, 3, 0, 4, 6, 7, 5, 8])
)
WORLDS["path_farmer"] = World(DUBS, _with_path("FarmerPuzzleProblem", 1, 1, 1, 1))
WORLDS["path_hanoi"] = World(DUBS, _with_path("HanoiTowerProblem", 3, 3, 0, 2))
WORLDS["path_stones"] = World(DUBS, _with_path("StonePuzzleProblem", ["O", "O", "_", "X", "X"]))
WORLDS["path_pacman"] = World(DUBS, _with_path("PacmanProblem", MAZE, (1, 1), (5, 1)))


@world(PEOPLES)
def blocks_of_predicates() -> Any:
    repository(PEOPLES)
    start = package("TheBlockWorld").TheBlockWorld([["A", "B"], ["C"]], [["A"], ["C", "B"]])

    def moved(before: Any, action: Any) -> Any:
        after = copy.deepcopy(before)
        after.apply(action)
        return after

    return _fewest(lambda s: s.actions() or [], start, lambda s: s.goal <= s.database, moved)


@world(DREXEL)
def robot_fetches_a_glass() -> Any:
    repository(DREXEL, "search")
    module = package("means_end")
    away = {"location": "living room", "holds": "none"}
    doors = dict.fromkeys(("kitchen door", "fridge door", "cupboard door"), "closed")
    start = module.MeansEndState(
        {
            "robot": away,
            "person": away,
            "glass": {"location": "cupboard", "holds": "none"},
            "soda": {"location": "fridge", "holds": "none"},
            **doors,
        }
    )
    return _fewest(
        lambda s: s.getMoves(),
        start,
        lambda s: s.state["person"]["holds"] == "glass",
        lambda s, a: s.applyMove(a),
    )


@world(DREXEL)
def eight_puzzle_of_numpy() -> Any:
    repository(DREXEL, "search")
    numpy, module = package("numpy"), package("puzzle")
    goal = module.Puzzle(numpy.array([8, 1, 2, 7, 0, 3, 6, 5, 4]))
    start = module.Puzzle(numpy.array([1, 0, 2, 8, 7, 3, 6, 5, 4]))
    return _fewest(
        lambda s: s.getMoves(), start, lambda s: s.equals(goal), lambda s, a: s.applyMove(a)
    )


@world("hemantnyadav/n-puzzle-bfs")
def eight_puzzle_with_parents() -> Any:
    module = script("hemantnyadav/n-puzzle-bfs", "State.py")
    start = module.State([1, 2, 3, 0, 4, 6, 7, 5, 8], None, None, 0, 0)
    return _fewest(lambda s: s.expand(3), start, lambda s: s.test())


@world("Stefan-Vo/cs170Proj1")
def eight_puzzle_of_operators() -> Any:
    module = script("Stefan-Vo/cs170Proj1", "problem.py")
    problem = module.Problem([1, 0, 3, 4, 2, 6, 7, 5, 8], [1, 2, 3, 4, 5, 6, 7, 8, 0], None)
    names = ["moveUp", "moveDown", "moveRight", "moveLeft"]
    return _fewest(
        names,
        problem.initial_state,
        problem.is_goal_state,
        lambda s, a: getattr(problem, a)(s),
    )


def _simpleai(file: str, of: str) -> Callable[[], Any]:
    def make() -> Any:
        viewers = dict.fromkeys(("BaseViewer", "WebViewer", "ConsoleViewer"), print)
        repository("simpleai-team/simpleai")
        stand_in("simpleai.search.viewers", **viewers)
        search = package("simpleai.search")
        solve, search.breadth_first = search.breadth_first, _Solved
        search.astar = search.uniform_cost = _Solved
        module = script(UCSE, file)
        search.breadth_first = solve
        return ip.from_problem(getattr(module, of)(module.INITIAL_CASE))

    return make


class _Solved:
    """Stands for an answer of a solver that the files call as they are loaded."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.cost = 0

    def path(self) -> list[Any]:
        return []


WORLDS["robot_to_a_place"] = World(UCSE, _simpleai("RobDefProblem.py", "RobDefProblem"))
WORLDS["robot_mouse"] = World(UCSE, _simpleai("RobRatonProblem.py", "RobRatonProblem"))
WORLDS["robot_jedi"] = World(UCSE, _simpleai("JedAiProblem.py", "JedAiProblem"))


@world(IIA)
def six_arrows() -> Any:
    repository(IIA)
    return ip.from_problem(package("pee1_ProblemaSetas").ProblemaSetas())


@world(IIA)
def graph_with_costs() -> Any:
    repository(IIA)
    module = package("pee1_grafoAbstratoComCustos")
    return ip.from_problem(module.ProblemaGrafoCustos("I", "F"))
