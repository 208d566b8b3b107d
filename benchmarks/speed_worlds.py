"""Worlds to measure speed with: each with its functions, a goal and a distance made by hand."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any


@dataclass(frozen=True, slots=True)
class World:
    """Functions as a user writes them, and what a search by hand needs besides."""

    start: Any
    offered: Any
    """The actions: a list, or a function of the state."""
    transition: Callable[[Any, Any], Any]
    is_goal: Callable[[Any], bool]
    distance: Callable[[Any], float]
    key: Callable[[Any], Hashable] = lambda state: state

    def actions(self, state: Any) -> Any:
        """What is offered in a state."""
        return self.offered(state) if callable(self.offered) else self.offered


STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def _neighbours(side: int) -> dict[int, tuple[int, ...]]:
    return {
        cell: tuple(
            (cell // side + dr) * side + cell % side + dc
            for dr, dc in STEPS.values()
            if 0 <= cell // side + dr < side and 0 <= cell % side + dc < side
        )
        for cell in range(side * side)
    }


def _scrambled(side: int, moves: int, seed: int) -> tuple[int, ...]:
    """A sliding puzzle after so many random moves that are not undone at once."""
    rng, near = random.Random(seed), _neighbours(side)
    board, last = [*range(1, side * side), 0], -1
    for _ in range(moves):
        hole = board.index(0)
        cell = rng.choice([n for n in near[hole] if n != last])
        board[hole], board[cell], last = board[cell], 0, hole
    return tuple(board)


def _manhattan(board: Any, side: int) -> int:
    total = 0
    for cell, tile in enumerate(board):
        if tile:
            total += abs(cell // side - (tile - 1) // side) + abs(cell % side - (tile - 1) % side)
    return total


def tuple_puzzle(start: tuple[int, ...], side: int) -> World:
    """Tiles in a tuple; the four moves are always offered and may do nothing."""
    goal = (*range(1, side * side), 0)

    def slide(board: tuple[int, ...], move: str) -> tuple[int, ...]:
        hole = board.index(0)
        row, col = divmod(hole, side)
        dr, dc = STEPS[move]
        row, col = row + dr, col + dc
        if not (0 <= row < side and 0 <= col < side):
            return board
        cells = list(board)
        other = row * side + col
        cells[hole], cells[other] = cells[other], cells[hole]
        return tuple(cells)

    return World(start, list(STEPS), slide, lambda b: b == goal, lambda b: _manhattan(b, side))


def string_puzzle(start: tuple[int, ...], side: int) -> World:
    """Tiles as letters of a string; the cells beside the hole are offered."""
    letters = "_ABCDEFGHIJKLMNO"
    goal = "".join(letters[i] for i in [*range(1, side * side), 0])
    near = _neighbours(side)
    far = {
        (cell, tile): abs(cell // side - home // side) + abs(cell % side - home % side)
        for home, tile in enumerate(goal[:-1])
        for cell in range(side * side)
    }

    def moves(board: str) -> tuple[int, ...]:
        return near[board.index("_")]

    def slide(board: str, target: int) -> str:
        hole = board.index("_")
        i, j = min(hole, target), max(hole, target)
        return board[:i] + board[j] + board[i + 1 : j] + board[i] + board[j + 1 :]

    first = "".join(letters[i] for i in start)
    distance = lambda b: sum(far.get(pair, 0) for pair in enumerate(b))  # noqa: E731
    return World(first, moves, slide, lambda b: b == goal, distance)


def list_puzzle(start: tuple[int, ...], side: int) -> World:
    """A list of rows; a move that is not possible gives None."""
    numbers = [*range(1, side * side), 0]
    goal = [numbers[r * side : (r + 1) * side] for r in range(side)]

    def slide(board: list[list[int]], move: str) -> list[list[int]] | None:
        for r, cells in enumerate(board):
            if 0 in cells:
                hole = (r, cells.index(0))
        row, col = hole[0] + STEPS[move][0], hole[1] + STEPS[move][1]
        if row < 0 or row >= side or col < 0 or col >= side:
            return None
        after = [list(line) for line in board]
        after[hole[0]][hole[1]] = after[row][col]
        after[row][col] = 0
        return after

    first = [list(start[r * side : (r + 1) * side]) for r in range(side)]
    return World(
        first,
        list(STEPS),
        slide,
        lambda b: b == goal,
        lambda b: _manhattan([tile for row in b for tile in row], side),
        lambda b: tuple(map(tuple, b)),
    )


def dict_puzzle(start: tuple[int, ...], side: int) -> World:
    """A dictionary from places to tiles; what is offered depends on where the hole is."""
    places = [(row, col) for row in range(side) for col in range(side)]
    goal = dict(zip(places, [*range(1, side * side), 0], strict=True))

    def hole_of(board: dict[tuple[int, int], int]) -> tuple[int, int]:
        return next(place for place, tile in board.items() if tile == 0)

    def moves(board: dict[tuple[int, int], int]) -> list[str]:
        row, col = hole_of(board)
        return [m for m, (dr, dc) in STEPS.items() if (row + dr, col + dc) in board]

    def slide(board: dict[tuple[int, int], int], move: str) -> dict[tuple[int, int], int]:
        hole = hole_of(board)
        other = (hole[0] + STEPS[move][0], hole[1] + STEPS[move][1])
        return {**board, hole: board[other], other: 0}

    return World(
        dict(zip(places, start, strict=True)),
        moves,
        slide,
        lambda b: b == goal,
        lambda b: _manhattan(b.values(), side),
        lambda b: tuple(b.values()),
    )


ROOMS = {
    3: ("########", "#      #", "# $@$  #", "#  $   #", "# .. . #", "#      #", "########"),
    4: ("########", "#  .   #", "# $@$  #", "#   $. #", "# .$   #", "#    . #", "########"),
    5: ("#########", "#  .    #", "# $@$ . #", "#   $   #", "# .$ $  #", "#  . .  #", "#########"),
    6: (
        "##########",
        "#  . .   #",
        "# $@$ $. #",
        "#   $    #",
        "# .$ $   #",
        "#  . .   #",
        "##########",
    ),
}


def _cells(room: tuple[str, ...], mark: str) -> tuple[tuple[int, int], ...]:
    return tuple((r, c) for r, row in enumerate(room) for c, m in enumerate(row) if m == mark)


def _box_distance(boxes: Any, goals: Any) -> int:
    return sum(min(abs(r - y) + abs(c - x) for y, x in goals) for r, c in boxes)


def sokoban_sets(room: tuple[str, ...]) -> World:
    """Sokoban with a frozenset of boxes, and None for what is not possible."""
    walls, goals = frozenset(_cells(room, "#")), frozenset(_cells(room, "."))

    def push(state: Any, move: str) -> Any:
        (r, c), boxes = state
        dr, dc = STEPS[move]
        new = (r + dr, c + dc)
        if new in walls:
            return None
        if new in boxes:
            beyond = (r + 2 * dr, c + 2 * dc)
            if beyond in walls or beyond in boxes:
                return None
            boxes = (boxes - {new}) | {beyond}
        return new, boxes

    start = (_cells(room, "@")[0], frozenset(_cells(room, "$")))
    return World(
        start, list(STEPS), push, lambda s: s[1] == goals, lambda s: _box_distance(s[1], goals)
    )


@dataclass(frozen=True)
class Warehouse:
    """Sokoban's state in a dataclass."""

    worker: tuple[int, int]
    boxes: tuple[tuple[int, int], ...]


def sokoban_tuples(room: tuple[str, ...]) -> World:
    """Sokoban with a dataclass and a tuple of boxes; what is not possible changes nothing."""
    walls, goals = frozenset(_cells(room, "#")), frozenset(_cells(room, "."))

    def step(cell: tuple[int, int], move: str) -> tuple[int, int]:
        return cell[0] + STEPS[move][0], cell[1] + STEPS[move][1]

    def push(s: Warehouse, move: str) -> Warehouse:
        there = step(s.worker, move)
        if there in walls:
            return s
        if there in s.boxes:
            beyond = step(there, move)
            if beyond in walls or beyond in s.boxes:
                return s
            return Warehouse(there, tuple(beyond if box == there else box for box in s.boxes))
        return Warehouse(there, s.boxes)

    return World(
        Warehouse(_cells(room, "@")[0], _cells(room, "$")),
        list(STEPS),
        push,
        lambda s: all(box in goals for box in s.boxes),
        lambda s: _box_distance(s.boxes, goals),
    )


def sokoban_text(room: tuple[str, ...]) -> World:
    """Sokoban on one string of cells, with the worker's place beside it."""
    width = len(room[0])
    goals = frozenset(r * width + c for r, c in _cells(room, "."))
    shifts = {move: dr * width + dc for move, (dr, dc) in STEPS.items()}
    board = "".join(room).replace(".", " ").replace("@", " ")
    row, col = _cells(room, "@")[0]

    def push(state: tuple[int, str], move: str) -> tuple[int, str] | None:
        place, cells = state
        there, beyond = place + shifts[move], place + 2 * shifts[move]
        if cells[there] == "#":
            return None
        if cells[there] == "$":
            if cells[beyond] != " ":
                return None
            after = list(cells)
            after[there], after[beyond] = " ", "$"
            return there, "".join(after)
        return there, cells

    def far(state: tuple[int, str]) -> int:
        boxes = [divmod(i, width) for i, mark in enumerate(state[1]) if mark == "$"]
        return _box_distance(boxes, [divmod(g, width) for g in goals])

    return World(
        (row * width + col, board),
        list(STEPS),
        push,
        lambda s: all(s[1][g] == "$" for g in goals),
        far,
    )


def sokoban_grid(room: tuple[str, ...]) -> World:
    """Sokoban as a list of lists of characters, with the worker's place beside it."""
    goals = _cells(room, ".")
    board = [list(line.replace(".", " ").replace("@", " ")) for line in room]

    def push(state: Any, move: str) -> Any:
        (row, col), cells = state
        dr, dc = STEPS[move]
        new, beyond = (row + dr, col + dc), (row + 2 * dr, col + 2 * dc)
        if cells[new[0]][new[1]] == "#":
            return None
        if cells[new[0]][new[1]] == "$":
            if cells[beyond[0]][beyond[1]] != " ":
                return None
            cells = [list(line) for line in cells]
            cells[new[0]][new[1]], cells[beyond[0]][beyond[1]] = " ", "$"
        return new, cells

    def far(state: Any) -> int:
        boxes = [(r, c) for r, row in enumerate(state[1]) for c, m in enumerate(row) if m == "$"]
        return _box_distance(boxes, goals)

    return World(
        (_cells(room, "@")[0], board),
        list(STEPS),
        push,
        lambda s: all(s[1][r][c] == "$" for r, c in goals),
        far,
        lambda s: (s[0], tuple(map(tuple, s[1]))),
    )


def grid(side: int) -> World:
    """A field with a wall that has one gap."""
    gap, goal = side - 2, (side - 1, side - 1)

    def walk(s: tuple[int, int], move: str) -> tuple[int, int]:
        row, col = s[0] + STEPS[move][0], s[1] + STEPS[move][1]
        if not (0 <= row < side and 0 <= col < side):
            return s
        if row == side // 2 and col != gap:
            return s
        return row, col

    return World(
        (0, 0), list(STEPS), walk, lambda s: s == goal, lambda s: 2 * side - 2 - s[0] - s[1]
    )


def pancakes(count: int, seed: int) -> World:
    """Turn over the upper part of a stack until it is sorted."""
    stack = list(range(1, count + 1))
    random.Random(seed).shuffle(stack)
    goal = tuple(range(1, count + 1))

    def flip(s: tuple[int, ...], size: int) -> tuple[int, ...]:
        return s[:size][::-1] + s[size:]

    def gaps(s: tuple[int, ...]) -> int:
        plate = (*s, count + 1)
        return sum(abs(a - b) > 1 for a, b in itertools.pairwise(plate))

    return World(tuple(stack), list(range(2, count + 1)), flip, lambda s: s == goal, gaps)


HARDEST_EIGHT = (8, 6, 7, 2, 5, 4, 3, 0, 1)
"""One of the two states of the 8-puzzle that are 31 moves away (Reinefeld 1993)."""

PUZZLES = {
    "tuple": tuple_puzzle,
    "string": string_puzzle,
    "list": list_puzzle,
    "dict": dict_puzzle,
}
SOKOBANS = {
    "set": sokoban_sets,
    "tuple": sokoban_tuples,
    "text": sokoban_text,
    "grid": sokoban_grid,
}


def _worlds() -> dict[str, Callable[[], World]]:
    found: dict[str, Callable[[], World]] = {}
    for style, puzzle in PUZZLES.items():
        found[f"8-puzzle hardest, {style}"] = partial(puzzle, HARDEST_EIGHT, 3)
        for moves in (30, 100, 1_000):
            name = f"15-puzzle {moves}, {style}"
            found[name] = partial(puzzle, _scrambled(4, moves, moves), 4)
    for style, sokoban in SOKOBANS.items():
        for boxes, room in ROOMS.items():
            found[f"Sokoban {boxes}, {style}"] = partial(sokoban, room)
    for side in (100, 400):
        found[f"grid {side}"] = partial(grid, side)
    for count in (7, 9, 12):
        found[f"pancakes {count}"] = partial(pancakes, count, count)
    return found


WORLDS = _worlds()
