"""Reachable spaces of worlds in Python, explored natively and by calling functions."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.limits import LimitReached, Limits, Meter
from introplan.machine.native import IS_AVAILABLE
from introplan.planners.lazy import Lazy
from introplan.search import state_space

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
GOAL = "12345_"


def _slide(board: str, action: str) -> str:
    place = board.index("_")
    row, column = divmod(place, 3)
    down, right = MOVES[action]
    if not (0 <= row + down < 2 and 0 <= column + right < 3):
        raise ValueError("the edge of the board")
    other = (row + down) * 3 + column + right
    cells = list(board)
    cells[place], cells[other] = cells[other], cells[place]
    return "".join(cells)


def _is_goal(s: str, a: str, s2: str) -> bool:
    return s2 == GOAL


def _task(terminal: Any = _is_goal, reward: Any = lambda s, a, s2: 5 if s2 == GOAL else -1) -> Any:
    model = ip.program(actions=tuple(MOVES), transition=_slide, reward=reward, terminal=terminal)
    return model.task("54321_"[::-1][1:] + "_")


@pytest.mark.parametrize("terminal", [_is_goal, None])
def test_both_ways_find_the_same_space(terminal: Any) -> None:
    """States, edges, ends, depths and dead ends are those that the functions give."""
    native, called = ip.reachable(_task(terminal)), state_space.reachable(_task(terminal))
    assert isinstance(native.states, Lazy) == IS_AVAILABLE
    for part in ("states", "edges", "over", "success", "rewarding", "dead_ends", "depths"):
        assert tuple(getattr(native, part)) == tuple(getattr(called, part)), part
    assert native.is_complete


def test_functions_that_do_something_else_far_out_are_called() -> None:
    """Where the reading is wrong somewhere, the functions decide."""

    class Odd(str):
        """A text that the analysis cannot follow."""

    def slide(board: str, action: str) -> str:
        return str(Odd(_slide(board, action)))

    model = ip.program(
        actions=tuple(MOVES), transition=slide, reward=lambda s, a, s2: 0, terminal=_is_goal
    )
    assert len(ip.reachable(model.task("1234_5")).states) == 360


def test_limits_are_kept() -> None:
    """A limit on nodes raises, or cuts the space."""
    with pytest.raises(LimitReached):
        ip.reachable(_task(), meter=Meter(Limits(nodes=200)))
    assert not ip.reachable(_task(), meter=Meter(Limits(nodes=200)), keep_partial=True).is_complete
