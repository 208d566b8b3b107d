"""Decision lists, and the formula for each of their values."""

from __future__ import annotations

from itertools import product

from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import FALSE, Constant, Literal, Not, Predicate
from introplan.relational.rewards import (
    DecisionList,
    Rule,
    condition_for,
    maximal_reward,
    maximal_reward_condition,
)
from introplan.relational.state import Objects

A = Constant("a")
P, Q, R = (Predicate(name, 1)(A) for name in "pqr")
OBJECTS = Objects.build([(A, ("object",))], {})
ROWS = DecisionList((Rule(P, 2.0), Rule(Q, 5.0), Rule(P, 9.0), Rule(R, 2.0)), 0.0)


def worlds() -> list[Moments]:
    """Every truth of the three literals."""
    choices = product([True, False], repeat=3)
    facts: list[list[Literal]] = [
        [x for x, is_true in zip((P, Q, R), choice, strict=True) if is_true] for choice in choices
    ]
    return [Moments(OBJECTS, frozenset(each)) for each in facts]


def test_the_first_row_that_holds_gives_the_value() -> None:
    """The order of rows counts."""
    assert ROWS.value(Moments(OBJECTS, frozenset({P, Q}))) == 2.0
    assert ROWS.value(Moments(OBJECTS, frozenset({Q, R}))) == 5.0
    assert ROWS.value(Moments(OBJECTS, frozenset())) == 0.0


def test_the_condition_for_a_value_holds_exactly_where_the_list_gives_it() -> None:
    """For every value in every world; a row that repeats a condition is never reached."""
    for value in (*ROWS.values, 7.0):
        condition = condition_for(ROWS, value)
        for world in worlds():
            assert holds(condition, world) == (ROWS.value(world) == value), (value, world.after)
    assert condition_for(ROWS, 9.0) == FALSE


def test_the_maximal_reward_is_that_of_the_rows_and_the_default() -> None:
    """The default may be the largest."""
    rows = DecisionList((Rule(P, -1.0),), 0.0)

    assert maximal_reward(ROWS) == 9.0
    assert maximal_reward(rows) == 0.0
    assert maximal_reward_condition(rows) == Not(P)
