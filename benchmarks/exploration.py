"""Exploring worlds in Python: `ip.reachable` against a plain sweep with the user's functions.

The 8-puzzle on boards of several kinds, and processor time of one process. `ip.reachable`
reads the functions first; what the machine takes for exploring is measured by itself as well.
States are made when they are asked for, which is not timed.

    python benchmarks/exploration.py
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

import introplan as ip
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.system import system_of
from introplan.limits import Meter
from introplan.machine.native import NativeMachine
from introplan.machine.system import Unsupported
from introplan.symbolic.budget import Budget

ROUNDS = 3
TILES = (8, 6, 7, 2, 5, 4, 3, 0, 1)
SOLVED = (1, 2, 3, 4, 5, 6, 7, 8, 0)
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass(frozen=True, slots=True)
class Board:
    """An 8-puzzle as somebody writes it, and what tells its states apart in a plain sweep."""

    start: Any
    transition: Callable[[Any, str], Any]
    reward: Callable[[Any, str, Any], float]
    key: Callable[[Any], Hashable] = lambda state: state
    is_changed_in_place: bool = False


def _target(place: int, action: str) -> int:
    row, column = divmod(place, 3)
    down, right = MOVES[action]
    if not (0 <= row + down < 3 and 0 <= column + right < 3):
        raise ValueError("the edge of the board")
    return (row + down) * 3 + column + right


def slide_string(board: str, action: str) -> str:
    """A board like `8672543_1`."""
    place = board.index("_")
    other = _target(place, action)
    cells = list(board)
    cells[place], cells[other] = cells[other], cells[place]
    return "".join(cells)


def slide_tuple(board: tuple[int, ...], action: str) -> tuple[int, ...]:
    """Nine numbers."""
    place = board.index(0)
    other = _target(place, action)
    cells = list(board)
    cells[place], cells[other] = cells[other], cells[place]
    return tuple(cells)


def slide_list(board: list[int], action: str) -> list[int]:
    """A list that is changed in place."""
    place = board.index(0)
    other = _target(place, action)
    board[place], board[other] = board[other], board[place]
    return board


def slide_dict(board: dict[int, int], action: str) -> dict[int, int]:
    """From cells to tiles."""
    place = next(cell for cell, tile in board.items() if tile == 0)
    other = _target(place, action)
    after = dict(board)
    after[place], after[other] = after[other], 0
    return after


def slide_array(board: Any, action: str) -> Any:
    """An array of nine numbers."""
    place = int(np.argmin(board))
    other = _target(place, action)
    after = board.copy()
    after[place], after[other] = after[other], after[place]
    return after


def _paid(goal: Any) -> Callable[[Any, str, Any], float]:
    return lambda s, a, s2: 1 if s2 == goal else 0


def _letters(tiles: tuple[int, ...]) -> str:
    return "".join("_12345678"[tile] for tile in tiles)


BOARDS = {
    "string": Board(_letters(TILES), slide_string, _paid(_letters(SOLVED))),
    "tuple": Board(TILES, slide_tuple, _paid(SOLVED)),
    "list": Board(list(TILES), slide_list, _paid(list(SOLVED)), tuple, True),
    "dict": Board(
        dict(enumerate(TILES)),
        slide_dict,
        _paid(dict(enumerate(SOLVED))),
        lambda board: tuple(board.values()),
    ),
    "array": Board(
        np.array(TILES),
        slide_array,
        lambda s, a, s2: 1 if (s2 == np.array(SOLVED)).all() else 0,
        lambda board: board.tobytes(),
    ),
}


def plain_sweep(board: Board) -> tuple[int, int]:
    """All states and steps by calling the functions: what one would write without a library."""
    seen, waiting, steps = {board.key(board.start)}, [board.start], 0
    for state in waiting:
        for action in MOVES:
            given = copy.copy(state) if board.is_changed_in_place else state
            try:
                after = board.transition(given, action)
            except ValueError:
                continue
            board.reward(state, action, after)
            steps += 1
            if (key := board.key(after)) not in seen:
                seen.add(key)
                waiting.append(after)
    return len(waiting), steps


def _least(work: Callable[[], Any]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def _exploring(board: Board) -> Callable[[], Any]:
    """The machine's part alone: packed states in, all states and steps out."""
    task = _task(board)
    reading = read_program_model(task, Budget.of(10.0))
    assert reading.read is not None
    system, start = system_of(reading), reading.read(task.start)
    return lambda: NativeMachine(system, start).explored(start, Meter())


def row(name: str, board: Board) -> str:
    """One line of the table."""
    space = ip.reachable(_task(board))
    plain = _least(lambda: plain_sweep(board))
    whole = _least(lambda: ip.reachable(_task(board)))
    states, steps = len(space.states), len(space.edges)
    try:
        exploring = _least(_exploring(board))
    except Unsupported as refusal:
        return f"| {name} | {states:,} | {steps:,} | {plain:.2f} | {whole:.2f} | {refusal} |"
    return (
        f"| {name} | {states:,} | {steps:,} | {plain:.2f} | {whole:.2f} | {exploring:.3f} "
        f"| {steps / exploring / 1e6:.1f} | {plain / exploring:.1f} | {plain / whole:.1f} |"
    )


def _task(board: Board) -> Any:
    model = ip.program(actions=MOVES, transition=board.transition, reward=board.reward)
    return model.task(copy.copy(board.start))


if __name__ == "__main__":
    print(
        "| board | states | steps | plain sweep, s | ip.reachable, s | exploring alone, s "
        "| million steps/s | times as fast | with reading |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, board in BOARDS.items():
        print(row(name, board), flush=True)
