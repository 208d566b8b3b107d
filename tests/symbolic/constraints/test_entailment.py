"""Satisfiability and redundancy, against brute force."""

from __future__ import annotations

import random

import pytest

from enumerated_conditions import flaw
from introplan.symbolic.constraints.entailment import (
    contradicts,
    irredundant,
    is_satisfiable,
    minimal,
)
from introplan.symbolic.constraints.interval import Box, OneOf, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms import build
from introplan.symbolic.terms.render import text_of
from introplan.symbolic.terms.term import Sort, Table, Term, Var, const
from random_conditions import BOX, random_condition, solutions

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)


@pytest.mark.parametrize("seed", range(150))
def test_conditions_are_decided_and_reduced(seed: int) -> None:
    """Satisfiable if and only if there is a solution; what is dropped changes no solution."""
    rng = random.Random(seed)
    conditions = [random_condition(rng) for _ in range(rng.randint(1, 4))]
    found = solutions(conditions)
    assert contradicts(BOX, conditions) is not bool(found)
    if found:
        kept = irredundant(conditions, BOX)
        assert solutions(list(kept)) == found
        assert flaw(build.conjoin(kept), BOX) is None


def test_parity_is_found_by_search() -> None:
    """x + y == 3 and x == y has no whole solution, which bounds alone do not show."""
    known = PathCondition.of({X: Range(0, 500), Y: Range(0, 500)})
    odd = build.equal(build.add(X, Y), const(3))
    assert known.learn_all([odd, build.equal(X, Y)])
    assert is_satisfiable(known) is False


def test_what_has_no_bounds_is_left_open() -> None:
    """Unknown, not wrong: there is no end to search in."""
    known = PathCondition.of({})
    square = build.equal(build.multiply(X, Y), const(77))
    assert known.learn(square, True)
    assert is_satisfiable(known) is None


def test_a_guard_of_a_table_stays() -> None:
    """`x < 3` keeps a table inside its keys: not redundant, whatever the table says elsewhere."""
    table = build.lookup(Table({0: False, 1: True, 2: True}), (X,))
    guard = build.less(X, const(3))
    assert irredundant([guard, table], {X: Range(0, 9)}) == (guard, table)


def test_excluded_parts_of_a_disjunction_go() -> None:
    """What is left of `x != 0 or y != 4` where x is 0 is `y != 4`."""
    away = build.disjoin([build.negate(build.equal(v, const(n))) for v, n in ((X, 0), (Y, 4))])
    both = build.conjoin([away, build.equal(X, const(0))])
    assert text_of(minimal(both, {X: Range(0, 4), Y: Range(0, 5)})) == "y != 4 and x == 0"


def test_equalities_can_be_kept() -> None:
    """For distances: one that follows from the others stays."""
    conditions = [build.equal(X, Y), build.equal(X, const(2)), build.equal(Y, const(2))]
    box = {X: Range(0, 4), Y: Range(0, 4)}
    assert len(irredundant(conditions, box)) == 2
    assert len(irredundant(conditions, box, keeps_equalities=True)) == 3


def test_where_things_stand_is_split_before_what_stands_there() -> None:
    """A board of many cells and one place: six splits of the place decide, not one per cell."""
    place = Var("place", Sort.INT)
    cells = [Var(f"cell {number}", Sort.ANY) for number in range(40)]
    box: Box = {place: Range(0, 39)} | {cell: OneOf(("#", " ")) for cell in cells}
    chosen: Term = cells[-1]
    for number, cell in enumerate(cells[:-1]):
        chosen = build.choose(build.equal(place, const(number)), cell, chosen)
    known = PathCondition.of(box)
    assert known.learn(build.equal(chosen, const("#")), True)
    assert known.learn(build.negate(build.equal(place, const(0))), True)
    assert is_satisfiable(known, max_splits=12) is True
