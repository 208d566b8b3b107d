"""numpy arrays, cell by cell."""

from __future__ import annotations

import ast

import numpy
import pytest

from introplan.symbolic.builtins.arrays import (
    array_element,
    array_method,
    as_array,
    compare_arrays,
    operate_on_arrays,
)
from introplan.symbolic.interpreter.values import FOREIGN, Array
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import add, const, equal
from symbolic_runs import X, Y, new_run, refusal_of, wrong_answers

GRID = numpy.array([[0, 1, 2], [3, 4, 5], [6, 7, 8]])


def _row(*cells: object) -> Array:
    return Array((len(cells),), numpy.dtype(int), list(cells), FOREIGN)


def test_a_constant_array_is_read_at_unknown_places() -> None:
    """One cell; negative places count from the end, others outside raise."""
    assert wrong_answers(lambda x, y, flag: int(GRID[x, 1]) + int(GRID[1][y])) == []


def test_arithmetic_and_comparison_go_cell_by_cell() -> None:
    """The results are arrays."""
    run = new_run()

    assert operate_on_arrays(run, ast.Add, _row(X, 1), 1).cells == [add(X, const(1)), 2]
    assert compare_arrays(run, ast.Eq(), _row(X, 1), _row(Y, 1)).cells == [equal(X, Y), True]


def test_methods_go_over_all_cells() -> None:
    """Sums, extremes; one with arguments is refused."""
    run = new_run()

    assert array_method(run, _row(1, 2, 3), "sum", [], {}) == 6
    assert array_method(run, _row(X, Y), "sum", [], {}) == add(X, Y)
    assert array_element(run, _row(X, Y), -1) is Y
    with pytest.raises(Refused, match="PY-CALL"):
        array_method(run, _row(1), "sum", [0], {})


def test_arrays_of_floats_of_another_size_are_refused() -> None:
    """Their arithmetic is not Python's."""
    with pytest.raises(Refused, match="PY-EXPR"):
        as_array(numpy.zeros(2, dtype="float32"))


def test_cells_that_numpy_moves_are_moved() -> None:
    """Rolled, flipped, turned and put into another shape, by known amounts."""

    def moved(x: int, y: int, flag: bool) -> object:
        grid = numpy.array([x, y, 1, 2, 3, 4])
        rows = numpy.reshape(grid, (2, 3))
        turned, flipped = numpy.rot90(rows), numpy.flip(rows, axis=1)
        rolled = numpy.roll(rows, 1, axis=0)
        rolled[0, 0] = 9
        return (
            tuple(int(numpy.roll(grid, 2)[i]) for i in range(6)),
            tuple(int(turned[i, j]) for i in range(3) for j in range(2)),
            tuple(int(flipped[i, j]) for i in range(2) for j in range(3)),
            tuple(int(rolled[i, j]) for i in range(2) for j in range(3)),
        )

    assert wrong_answers(moved) == []


def test_a_view_of_moved_cells_is_not_changed() -> None:
    """It shares its memory with the array that it is made of, which would change too."""

    def changed(x: int, y: int, flag: bool) -> object:
        grid = numpy.array([x, y, 1])
        numpy.flip(grid)[0] = 5
        return int(grid[2])

    assert "did not create" in refusal_of(changed)


def test_rows_and_columns_are_set_at_once() -> None:
    """To a number or to as many cells, which may be those of the array itself."""

    def changed(x: int, y: int, flag: bool) -> object:
        grid = numpy.array([x, y, 1, 2, 3, 4])
        rows = numpy.roll(numpy.reshape(grid, (2, 3)), 0)
        rows[0] = numpy.roll(rows[0], 1)
        rows[:, 2] = rows[:, 0]
        rows[1, :2] = x
        return tuple(int(rows[i, j]) for i in range(2) for j in range(3))

    assert wrong_answers(changed) == []


def test_cells_at_unknown_places_are_set_one_by_one() -> None:
    """Which row it is must be known, and so must be how many cells."""

    def unknown(x: int, y: int, flag: bool) -> object:
        grid = numpy.roll(numpy.reshape(numpy.array([x, y, 1, 2]), (2, 2)), 0)
        grid[int(flag)] = 5
        return int(grid[0, 0])

    assert "places that depend" in refusal_of(unknown)


def test_arithmetic_with_floats_gives_arrays_of_floats() -> None:
    """What numpy computes in floats is no array of whole numbers any more."""
    row, halves = numpy.array([1, 2, 3]), numpy.array([0.5, 0.25, 1.5])

    def function(x: int, y: int, flag: bool) -> tuple[float, ...]:
        moved = row + numpy.array([x, y, 1])
        scaled = moved * 0.5 - halves
        return float(scaled[0]), float((scaled + moved)[2]), bool((moved * 0.5)[1] > y)

    assert wrong_answers(function) == []
