"""Where something stands in an array, against numpy's own answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import introplan as ip

SOLVED = np.array([[1, 2], [3, 0]])
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def _by_where(board: Any) -> tuple[Any, Any]:
    y, x = np.where(board == 0)
    return y[0], x[0]


def _by_nonzero(board: Any) -> tuple[Any, Any]:
    y, x = (board == 0).nonzero()
    return y[0], x[0]


def _by_argwhere(board: Any) -> tuple[Any, Any]:
    places = np.argwhere(board == 0)
    y, x = places[0]
    return y, x


def _by_argmin(board: Any) -> tuple[Any, Any]:
    place = np.argmin(board)
    return place // 2, place % 2


def _by_argmax(board: Any) -> tuple[Any, Any]:
    place = (board == 0).argmax() if isinstance(board, np.ndarray) else 7
    return place // 2, place % 2


def _by_flatnonzero(board: Any) -> tuple[Any, Any]:
    place = np.flatnonzero(board == 0)[0]
    return place // 2, place % 2


@pytest.mark.parametrize(
    "hole_of",
    [_by_where, _by_nonzero, _by_argwhere, _by_argmin, _by_argmax, _by_flatnonzero],
)
def test_the_hole_of_a_board_is_found(hole_of: Callable[[Any], tuple[Any, Any]]) -> None:
    """A sliding puzzle of two by two, in which the hole is looked for with numpy."""

    def transition(board: Any, action: str) -> Any:
        y, x = hole_of(board)
        dy, dx = MOVES[action]
        if not (0 <= y + dy < 2 and 0 <= x + dx < 2):
            return board
        after = board.copy()
        after[y, x], after[y + dy, x + dx] = board[y + dy, x + dx], board[y, x]
        return after

    world = ip.program(
        actions=list(MOVES),
        transition=transition,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: bool((s2 == SOLVED).all()),
    )
    info = ip.introspect(world.task(np.array([[0, 1], [3, 2]])))

    assert not info.diagnostics
    assert len(info.operators) >= 8


def test_a_choice_by_where_is_refused() -> None:
    """With three arguments it chooses, which is another function."""
    world = ip.program(
        actions=[1, 2],
        transition=lambda s, a: np.where(s > a, s - a, s + a),
        reward=lambda s, a, s2: -1,
    )
    info = ip.introspect(world.task(np.array([3, 4])))

    assert any("numpy.where" in d.construct for d in info.diagnostics)
