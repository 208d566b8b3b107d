"""States of worlds in Python, shown by their parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import introplan as ip
from introplan.view.draw import draw, draw_text
from introplan.view.drawing import Drawing, Words
from introplan.view.fields import fields_drawing, grid_of, parts_of, table_of
from view.geometry import drawing_of, sprite, texts


def test_states_without_draw_are_shown_by_their_parts() -> None:
    """Fields by name, what changed marked, tables as tiles, anything else as it prints."""
    world = ip.program(actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 0)

    fields = drawing_of({"wood": 2, "iron": 1}, world.task(0), before={"wood": 1, "iron": 1})
    assert sprite(fields, "part 0").shapes[0].look == "chip-new"
    assert sprite(fields, "part 1").shapes[0].look == "chip"
    assert any("2 (was 1)" in text for text in texts(fields))
    table = drawing_of([[1, 2], [3, 0]], world.task(0))
    assert set(texts(table)) == {"1", "2", "3"}
    assert texts(drawing_of(7, world.task(0))) == ["state", "7"]
    assert texts(drawing_of({"b", "a"}, world.task(0))) == ["state", "{'a', 'b'}"]
    many = drawing_of({f"k{i}": i for i in range(500)}, world.task(0))
    assert many.height < 1_500
    assert "and 452 more" in texts(many)


def test_parts_have_the_names_of_the_state() -> None:
    """Of dataclasses, named tuples, dictionaries, sequences and plain objects."""

    @dataclass
    class Place:
        x: int
        name: str

    class Plain:
        def __init__(self) -> None:
            self.light = {"b", "a"}

    assert parts_of(Place(1, "hall")) == [("x", "1"), ("name", "'hall'")]
    assert parts_of({"k": (1, [2])}) == [("k", "(1, [2])")]
    assert parts_of([True]) == [("0", "True")]
    assert parts_of(Plain()) == [("light", "{'a', 'b'}")]


def test_rows_of_one_length_are_a_table() -> None:
    """Of short values; zero and False are floor."""
    assert table_of([[1, 0], [True, "x"]]) == [["1", "."], ["1", "x"]]
    assert table_of([[1, 2], [3]]) is None
    assert table_of([["a long text", 1], [2, 3]]) is None
    assert table_of([1, 2]) is None


@dataclass
class Board:
    """A state with a matrix of numpy's."""

    cells: Any
    turn: int = 1


def task_at(state: Any) -> ip.ProgramTask:
    """A task that starts here."""
    model = ip.program(actions=[0], transition=lambda s, a: s, reward=lambda s, a, t: 0)
    return model.task(state)


def words(drawing: Drawing) -> list[str]:
    """All texts of a drawing."""
    shapes = (shape for sprite in drawing.sprites for shape in sprite.shapes)
    return [shape.text for shape in shapes if isinstance(shape, Words)]


@pytest.mark.parametrize("make", [lambda g: g, Board, lambda g: (g, 1), lambda g: {"cells": g}])
def test_a_matrix_is_shown_cell_by_cell(make: Any) -> None:
    """As the whole state, or as one part of it: every number has its tile, nothing is cut."""
    numbers = np.arange(100, 200).reshape(10, 10)
    task = task_at(make(numbers))
    drawing = draw(task)
    assert isinstance(drawing, Drawing)

    assert {str(n) for n in range(100, 200)} <= set(words(drawing))
    assert not any("…" in text for text in words(drawing))
    assert draw_text(task).count("\n") >= 9


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.array([[0.5, 1.0], [1 / 3, 0.0]]), [["0.5", "1"], ["0.33", "."]]),
        (np.array([[True, False], [False, True]]), [["1", "."], [".", "1"]]),
        ([[0] * 3] * 3, [["."] * 3] * 3),
        ([[1, 2], [3, 4]], None),
        (((1, 2, 3), (4, 5, 6), (7, 8, 9)), None),
        (np.zeros(3), None),
        (np.zeros((2, 2, 2)), None),
        (["abc", "def", "ghi"], None),
    ],
)
def test_what_is_a_grid(value: Any, expected: Any) -> None:
    """Matrices and lists of lists; pairs of coordinates and texts are none."""
    assert grid_of(value) == expected


def test_parts_and_grids_do_not_cover_each_other() -> None:
    """Grids stand below the rows, each under its name, and all within the sheet."""
    state = {"turn": 1, "one": np.ones((3, 3), int), "two": np.ones((4, 4), int)}
    drawing = fields_drawing(state)
    tops = {sprite.key: sprite.y for sprite in drawing.sprites}

    assert parts_of(state) == [("turn", "1")]
    assert tops["part 0"] < tops["grid one"] < tops["one 1 1"]
    assert tops["one 1 9"] < tops["grid two"] < tops["two 1 1"]
    assert max(tops.values()) < drawing.height
