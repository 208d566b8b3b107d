"""numpy's functions that make arrays, and those that join two of them."""

from __future__ import annotations

import numpy
import pytest

from introplan.symbolic.builtins.array_arithmetic import joining_function
from symbolic_runs import refusal_of, wrong_answers

LIMITS = numpy.array([2, 0, 1])
PRICES = numpy.array([7.0, 0.25, 2.5])
THIRDS = numpy.array([1 / 3, 0.1, 0.7])


def test_the_smaller_and_the_larger_go_cell_by_cell() -> None:
    """Two arrays, an array and a number, two numbers."""

    def function(x: int, y: int, flag: bool) -> tuple[int, ...]:
        stock = numpy.array([x, y, x + y])
        sold = numpy.minimum(stock, LIMITS)
        kept = numpy.maximum(stock - sold, 0)
        return (*[int(n) for n in sold], *[int(n) for n in kept], int(numpy.maximum(x, y)))

    assert wrong_answers(function) == []


def test_arrays_of_constants_are_made_and_may_be_changed() -> None:
    """Each call makes one of its own."""

    def function(x: int, y: int, flag: bool) -> tuple[int, ...]:
        first, second = numpy.zeros(3, dtype=int), numpy.zeros(3, dtype=int)
        first[1] = x
        ones = numpy.ones_like(first)
        return int(first.sum()), int(second.sum()), int(ones[0]), int(numpy.full(2, 7)[1])

    assert wrong_answers(function) == []


def test_products_of_rows_are_exact_or_refused() -> None:
    """numpy adds up in an order of its own, which matters where it has to round."""

    def exact(x: int, y: int, flag: bool) -> tuple[float, ...]:
        row = numpy.array([x, y, 3])
        return float(row @ PRICES), int(row @ LIMITS), float(numpy.dot(PRICES, row))

    def rounded(x: int, y: int, flag: bool) -> float:
        return float(numpy.array([x, y, 3]) @ THIRDS)

    assert wrong_answers(exact) == []
    assert "rounded" in str(refusal_of(rounded))


def test_small_cells_keep_what_fits() -> None:
    """A number that a cell cannot hold is not compared with one."""
    cells = numpy.array([1, 2], dtype=numpy.int8)

    def function(x: int, y: int, flag: bool) -> int:
        return int(numpy.minimum(cells[numpy.array([x % 2, 0])], 1000)[0])

    assert refusal_of(function) is not None


@pytest.mark.parametrize("function", [len, numpy.linalg.norm, numpy.random.random])
def test_other_functions_are_none_of_these(function: object) -> None:
    """Also of numpy's own."""
    assert joining_function(function) is None
