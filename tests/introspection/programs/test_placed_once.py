"""Elements at one place at a time: guessed from steps, kept only where operators keep them."""

from __future__ import annotations

from typing import Any

import introplan as ip
from introplan.introspection.programs.placed_once import placed_once
from introplan.introspection.programs.reader import (
    MAX_TERMS_WITHOUT_PLACES,
    read_program_model,
)
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.shape import leaves_of, reader_of
from introplan.introspection.programs.shaping import shape_of
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.term import terms_asked

SIDE = 3
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
GOAL = [list(range(SIDE * r, SIDE * r + SIDE)) for r in range(SIDE)]
START = [[1, 4, 2], [3, 0, 5], [6, 7, 8]]


def _slide(board: list[list[int]], move: str) -> list[list[int]]:
    for r, cells in enumerate(board):
        if 0 in cells:
            row, col = r, cells.index(0)
    there, beside = row + MOVES[move][0], col + MOVES[move][1]
    if not (0 <= there < SIDE and 0 <= beside < SIDE):
        raise ValueError("off the board")
    after = [list(cells) for cells in board]
    after[row][col], after[there][beside] = after[there][beside], 0
    return after


def _leaky(board: list[list[int]], move: str) -> list[list[int]]:
    """A second hole appears in a state that no sample comes to."""
    after = _slide(board, move)
    if after[0][0] == 8:
        after[2][2] = 0
    return after


def _read(transition: Any) -> Reading:
    program = ip.program(
        actions=list(MOVES), transition=transition, reward=lambda s, a, s2: int(s2 == GOAL)
    )
    return read_program_model(program.task(START), Budget.of(6.0))


def _placed(rows: list[Any], steps: list[Any]) -> list[Any]:
    shape = shape_of(rows)
    read = reader_of(shape)
    pairs = [(read(one), read(two)) for one, two in steps]
    return [p.element for p in placed_once(shape, leaves_of(shape), list(map(read, rows)), pairs)]


def test_an_element_that_every_step_moves_is_guessed() -> None:
    """Tiles that stay where they are in some step are not: their places cost conditions."""
    boards = [(1, 0, 2), (0, 1, 2), (1, 2, 0)]

    assert _placed(boards, [(boards[0], boards[1]), (boards[0], boards[2])]) == [0]


def test_an_element_that_is_there_twice_is_not_guessed() -> None:
    """Boxes look alike, and each may move."""
    boards = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]

    assert _placed(boards, [(boards[0], boards[1]), (boards[1], boards[2])]) == [1]


def test_a_hole_that_is_looked_for_in_every_row_is_in_one_of_them() -> None:
    """Without that there are 159 operators, and 1,680 on a board of four by four."""
    reading = _read(_slide)

    assert reading.operators is not None
    assert len(reading.operators) == 2 * SIDE * (SIDE - 1) * 2
    assert not reading.diagnostics


def test_a_board_in_one_row_is_read_without_knowing_that_there_is_one_hole() -> None:
    """Then each step is quick to read: the places of a hole are a condition for every two."""

    def slide(board: tuple[int, ...], place: int) -> tuple[int, ...]:
        cells, hole = list(board), board.index(0)
        if abs(hole // 4 - place // 4) + abs(hole % 4 - place % 4) != 1:
            return board
        cells[hole], cells[place] = cells[place], 0
        return tuple(cells)

    task = ip.program(
        actions=list(range(16)), transition=slide, reward=lambda s, a, s2: int(s2[15] == 0)
    ).task((1, 2, 3, 4, 5, 0, *range(6, 16)))
    asked = terms_asked()
    reading = read_program_model(task, Budget.of(6.0))

    assert reading.operators is not None
    assert not reading.meetings
    assert terms_asked() - asked < 16 * MAX_TERMS_WITHOUT_PLACES


def test_a_hole_that_may_double_is_not_believed_to_be_one() -> None:
    """An operator breaks the guess, so what is read under it is not used."""
    reading = _read(_leaky)

    assert not reading.meetings
    assert reading.operators is None or len(reading.operators) > 2 * SIDE * (SIDE - 1) * 2
