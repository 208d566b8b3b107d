"""Interval arithmetic: bounds hold for every value, and shrink with the box."""

from __future__ import annotations

import itertools
import random

import pytest

from introplan.symbolic.constraints.interval import Box, OneOf, Range, bounds, truth
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Sort, Table, Term, Var, const
from random_conditions import BOX, ORDER, STATES, random_condition

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
SMALL: Box = {X: Range(-3, 4), Y: Range(0, 2)}


def numbers() -> list[Term]:
    """Terms of every kind that has bounds."""
    table = Table({x: x * x for x in range(-3, 5)})
    return [
        build.combine((X, 2), (Y, -3), (const(1), 1)),
        build.multiply(X, Y),
        build.divide(X, 3),
        build.modulo(X, 3),
        build.absolute(X),
        build.smallest([X, Y]),
        build.largest([X, Y]),
        build.lookup(table, (X,)),
        build.choose(build.less(X, Y), X, build.add(Y, Y)),
    ]


@pytest.mark.parametrize("number", range(len(numbers())))
def test_bounds_hold(number: int) -> None:
    """No value of a term is outside its bounds."""
    term = numbers()[number]
    low, high = bounds(term, SMALL)
    value = compiled_one(term, (X, Y))
    for row in itertools.product(range(-3, 5), range(3)):
        assert low <= value(row) <= high


@pytest.mark.parametrize("seed", range(60))
def test_truth_is_certain(seed: int) -> None:
    """Yes and no are right in all states of the box."""
    condition = random_condition(random.Random(seed))
    verdict = truth(condition, BOX)
    if verdict is not None:
        holds = compiled_one(condition, ORDER)
        assert {bool(holds(state)) for state in STATES} == {verdict}


def test_large_whole_numbers_stay_exact() -> None:
    """Bounds of whole numbers are whole numbers."""
    assert bounds(build.add(X, const(2**53 + 1)), {X: Range(0, 0)}) == (2**53 + 1, 2**53 + 1)


def test_values_are_members_by_type_and_value() -> None:
    """1 and True are two values."""
    assert 1 not in OneOf((True,))
    assert 3 in Range(0, 3)


def test_bounds_of_shared_parts_are_worked_out_once() -> None:
    """Each of forty layers uses the one below twice: 2**40 ways through forty terms."""
    x = Var("x", Sort.INT)
    term: Term = x
    for number in range(40):
        low = build.call("min", term, const(100 + number), sort=Sort.INT)
        term = build.call("max", low, build.add(low, const(1)), sort=Sort.INT)
    assert bounds(term, {x: Range(0, 5)}) == (40, 45)


MARK, OTHER = Var("mark", Sort.ANY), Var("other", Sort.ANY)


@pytest.mark.parametrize(
    ("place", "wanted", "verdict"),
    [(Range(0, 0), "#", True), (Range(0, 0), "$", False), (Range(0, 1), "$", None)],
)
def test_what_is_chosen_is_compared_by_the_values_it_can_have(
    place: Range, wanted: str, verdict: bool | None
) -> None:
    """A cell of a board, chosen by a place: only the cells that the place allows matter."""
    box: Box = {X: place, MARK: OneOf(("#",)), OTHER: OneOf((" ", "$"))}
    cell = build.choose(build.equal(X, const(0)), MARK, OTHER)
    assert truth(build.equal(cell, const(wanted)), box) is verdict
    assert truth(build.equal(cell, const("?")), box) is False
