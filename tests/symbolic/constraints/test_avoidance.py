"""Keys that are not in a table."""

from __future__ import annotations

import random
from itertools import product

from introplan.symbolic.constraints.avoidance import axes_of, trimmed
from introplan.symbolic.constraints.interval import Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms.build import add, const, lookup
from introplan.symbolic.terms.term import Sort, Table, Var

ROW, COLUMN = Var("row", Sort.INT), Var("column", Sort.INT)


def test_walls_all_around_keep_everything_inside() -> None:
    """A step to the left that is not into a wall does not start beside the wall."""
    walls = {(r, c): True for r, c in product(range(5), range(6)) if r in (0, 4) or c in (0, 5)}
    known = PathCondition.of({ROW: Range(1, 3), COLUMN: Range(1, 4)})
    ahead = lookup(Table(walls, default=False), (ROW, add(COLUMN, const(-1))))
    assert known.learn(ahead, False)
    assert known.box == {ROW: Range(1, 3), COLUMN: Range(2, 4)}


def test_no_room_is_a_contradiction() -> None:
    """Where every place is a wall nothing can be."""
    known = PathCondition.of({ROW: Range(0, 1)})
    assert not known.learn(lookup(Table({0: True, 1: True}, default=False), (ROW,)), False)


def test_other_keys_say_nothing() -> None:
    """The same variable twice, or a sum of two, is left alone; so is what has no ends."""
    assert axes_of((ROW, add(ROW, const(1)))) is None
    assert axes_of((add(ROW, COLUMN),)) is None
    axes = axes_of((ROW, COLUMN))
    assert axes is not None
    assert not trimmed(Table({(0, 0): True}, default=False), axes, False, {ROW: Range(0, 3)})


def test_trimmed_ranges_hold_all_that_is_possible() -> None:
    """Against trying every place: nothing possible is lost, and the ends are possible."""
    rng = random.Random(1)
    for _ in range(200):
        size = rng.randint(1, 5), rng.randint(1, 5)
        walls = {p: True for p in product(range(-1, 6), repeat=2) if rng.random() < 0.7}
        shift = rng.randint(-1, 1)
        known = PathCondition.of({ROW: Range(0, size[0]), COLUMN: Range(0, size[1])})
        keys = (add(ROW, const(shift)), COLUMN)
        free = [
            (r, c)
            for r in range(size[0] + 1)
            for c in range(size[1] + 1)
            if (r + shift, c) not in walls
        ]
        is_possible = known.learn(lookup(Table(walls, default=False), keys), False)
        assert is_possible is bool(free)
        if free:
            rows, columns = zip(*free, strict=True)
            assert known.box[ROW] == Range(min(rows), max(rows))
            assert known.box[COLUMN] == Range(min(columns), max(columns))
