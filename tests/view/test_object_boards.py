"""Boards whose cells are objects."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.view.draw import draw_text
from introplan.view.object_boards import legend_of_objects, rows_of_objects


class Wall:
    """Something that is in the way."""


class Door:
    """Something that opens."""

    def __init__(self) -> None:
        self.is_open = False


class Goal:
    """Where to go."""


class Grid:
    """Cells one row after the other."""

    def __init__(self) -> None:
        self.width, self.height = 4, 3
        self.cells: list[Any] = [None] * 12
        self.cells[0], self.cells[5], self.cells[11] = Wall(), Door(), Goal()


class House:
    """An environment that keeps such a board, and who walks on it.

    The board is part of a state if a rule asks whether the door is open.
    """

    asks = True

    def __init__(self) -> None:
        self.grid = Grid()
        self.agent_pos = (1, 0)

    def step(self, action: int) -> tuple[None, int, bool]:
        """To the right."""
        x, y = self.agent_pos
        if action and x == 1:
            self.grid.cells[5].is_open = True
        self.agent_pos = (min(x + action, 3), y)
        return None, int(x == 2 and (not self.asks or self.grid.cells[5].is_open)), False


ROWS = [["#", ".", ".", "."], [".", "d", ".", "."], [".", ".", ".", "o"]]


def test_the_class_of_a_cell_says_what_it_is() -> None:
    """In a list with a width beside it, in rows, and in rows of an object."""
    grid = Grid()
    assert rows_of_objects(grid) == ROWS
    rows = [grid.cells[at : at + 4] for at in (0, 4, 8)]
    assert rows_of_objects(rows) == ROWS
    assert rows_of_objects({"width": 4, "height": 3, "cells": grid.cells}) is None
    assert legend_of_objects(grid) == (("d", "door"),)


@pytest.mark.parametrize(
    "value", [None, 3, "text", [], [1, 2], [[1, 2, 3], [4, 5, 6]], [[Wall()] * 3] * 3, Wall()]
)
def test_what_is_no_board_of_objects_is_left_alone(value: Any) -> None:
    """Numbers have boards of their own, and cells of one class are not told apart."""
    assert rows_of_objects(value) is None


class Flat(House):
    """Its board is a constant."""

    asks = False


@pytest.mark.parametrize("env", [House(), Flat()])
def test_who_walks_on_such_a_board_stands_on_it(env: House) -> None:
    """The door is explained below, whether the board is part of a state or not."""
    shown = draw_text(ip.from_env(env, actions=[0, 1])).splitlines()[-4:]
    assert [line.strip() for line in shown] == ["# @ . .", ". d . .", ". . . o", "d door"]
