"""Operators on values of any type, with the user's own operator methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from introplan.symbolic.interpreter.values import Items, Members
from symbolic_runs import FLAG, X, new_run, wrong_answers


@dataclass(frozen=True)
class Vector:
    """Added and scaled by methods; whole numbers on the left are asked second."""

    a: int
    b: int

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.a + other.a, self.b + other.b)

    def __rmul__(self, factor: int) -> Vector:
        return Vector(factor * self.a, factor * self.b)

    def __neg__(self) -> Vector:
        return -1 * self


class Sized:
    """Neither true nor false without a method of the user's."""

    def __len__(self) -> int:
        return 0


SIZED = Sized()


def _own_methods(x: int, y: int, flag: bool) -> object:
    moved = Vector(x, y) + 2 * Vector(1, x)
    return moved.a, moved.b, (-moved).b


def _containers(x: int, y: int, flag: bool) -> object:
    return (x, 1) + (y,), tuple([x] * 2), len({x} | {1} - {y}), "ab"[x], (1, x)[flag]  # noqa: RUF005


def _truth(x: int, y: int, flag: bool) -> object:
    return not x, not [], bool([x]), bool({x} - {1}), not (x, y)


@pytest.mark.parametrize("function", [_own_methods, _containers, _truth])
def test_an_operator_does_what_it_does_in_python(function: Callable[..., object]) -> None:
    """Asked in Python's order, left operand first."""
    assert wrong_answers(function) == []


def test_the_truth_of_values() -> None:
    """Of a list its length, of a set the conditions of its members."""
    run = new_run()

    assert run.truth_value(Items(list, [X], 0)) is True
    assert run.truth_value(Members(set, {1: FLAG}, 0)) is FLAG
    assert run.truth_value(FLAG) is FLAG


def test_a_truth_that_the_user_defines_is_asked_for() -> None:
    """By `__len__` or `__bool__`."""
    assert wrong_answers(lambda x, y, flag: 1 if SIZED else x) == []


def test_complex_numbers_are_what_they_are_in_python() -> None:
    """Places on a board: moved, compared with each other and with plain numbers, looked up."""

    def placed(x: int, y: int, flag: bool) -> object:
        place = {True: 2 + 1j, False: 3 + 0j}[flag]
        after = place + (1j if x > 0 else -1)
        walls = {3 + 1j, 2 + 2j}
        return (
            after in walls,
            after == 2,
            place - 1 != 2,
            {2 + 0j: "a"}.get(after, "b"),
            after.real < 3,
            after.imag == y,
            len({place, after}),
        )

    assert wrong_answers(placed) == []
