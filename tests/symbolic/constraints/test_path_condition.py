"""Path conditions: what is learnt is true, and does not depend on the order of learning."""

from __future__ import annotations

import itertools
import random

import pytest

from constructs.vocabulary import Mode
from enumerated_conditions import flaw
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.entailment import irredundant
from introplan.symbolic.constraints.interval import Box, OneOf, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled
from introplan.symbolic.terms.render import text_of
from introplan.symbolic.terms.term import Sort, Term, Var, const
from python_constructs import CONSTRUCTS
from random_conditions import BOX, ORDER, random_atom, random_condition, solutions

ROW, COL = Var("row", Sort.INT), Var("col", Sort.INT)
THIRD, FOURTH = Var("z", Sort.INT), Var("w", Sort.INT)
GRID: Box = {ROW: Range(0, 4), COL: Range(0, 4)}


def is_at(var: Var, value: int) -> Term:
    """The variable has this value."""
    return build.equal(var, const(value))


def test_a_disjunction_is_contradicted_in_every_order() -> None:
    """`row != 0 or col != 4` excludes (0, 4), also if it is learnt first."""
    away = build.negate(build.conjoin([is_at(ROW, 0), is_at(COL, 4)]))
    for conditions in itertools.permutations([away, is_at(ROW, 0), is_at(COL, 4)]):
        known = PathCondition.of(GRID)
        assert not all(known.learn(condition, True) for condition in conditions)


def test_the_last_possible_part_of_a_disjunction_is_learnt() -> None:
    """Unit propagation: of `row == 3 or col == 4` and `row != 3` follows the column."""
    known = PathCondition.of(GRID)
    assert known.learn(build.disjoin([is_at(ROW, 3), is_at(COL, 4)]), True)
    assert known.learn(is_at(ROW, 3), False)
    assert known.box[COL] == Range(4, 4)


def test_two_orders_of_numbers_exclude_each_other() -> None:
    """x <= y and y < x contradict, whatever the ranges of x and y."""
    known = PathCondition.of({ROW: Range(0, 10**9), COL: Range(0, 10**9)})
    assert known.learn(build.at_most(ROW, COL), True)
    assert known.truth(build.less(COL, ROW)) is False
    assert not known.learn(build.less(COL, ROW), True)


def test_bounds_travel_along_sums() -> None:
    """A bound that is learnt later narrows what was compared before."""
    known = PathCondition.of(GRID)
    assert known.learn(build.less(ROW, COL), True)
    assert known.learn(build.at_most(COL, const(2)), True)
    assert known.box[ROW] == Range(0, 1)


@pytest.mark.parametrize("last", [3, 5000, float("inf")])
def test_a_circle_of_differences_is_contradicted_in_every_order(last: float) -> None:
    """x < y < z < x has no solution, however wide the ranges are."""
    circle = [build.less(ROW, COL), build.less(COL, THIRD), build.less(THIRD, ROW)]
    for order in itertools.permutations(circle):
        known = PathCondition.of({var: Range(0, last) for var in (ROW, COL, THIRD)})
        assert not all(known.learn(condition, True) for condition in order)
        assert not PathCondition.of(known.box).learn_all(order)


def test_a_circle_of_differences_that_can_be_met_is_kept() -> None:
    """x <= y <= z <= x: all three are equal, and no value of theirs is excluded."""
    circle = [build.at_most(ROW, COL), build.at_most(COL, THIRD), build.at_most(THIRD, ROW)]
    known = PathCondition.of({var: Range(0, float("inf")) for var in (ROW, COL, THIRD)})
    assert known.learn_all([*circle, build.at_most(const(7), COL)])
    assert known.box == {var: Range(7, float("inf")) for var in (ROW, COL, THIRD)}


def test_propagation_that_does_not_settle_excludes_no_solution() -> None:
    """row == col is met by 2000 alone, and bounds get there in 2000 steps: more than are made."""
    last = 2000
    known = PathCondition.of(
        {ROW: OneOf(tuple(range(0, last + 1, 2))), COL: OneOf((*range(1, last, 2), last))}
    )
    assert known.learn_all([build.at_most(ROW, COL), build.at_most(COL, ROW)])
    assert last in known.box[ROW]
    assert last in known.box[COL]
    assert known.truth(is_at(ROW, 0)) is False
    assert known.truth(is_at(ROW, last)) is None, "given up before: not all is known"


def test_a_circle_of_other_sums_is_given_up_without_an_answer() -> None:
    """2x < z < w < 2x is no circle of differences: it survives, with a few values less."""
    twice = build.multiply(ROW, const(2))
    known = PathCondition.of({var: Range(0, float("inf")) for var in (ROW, THIRD, FOURTH)})
    circle = [build.less(twice, THIRD), build.less(THIRD, FOURTH), build.less(FOURTH, twice)]
    assert known.learn_all(circle)
    assert known.truth(build.at_most(THIRD, const(3))) is False
    assert known.truth(build.at_most(THIRD, const(10**6))) is None


@pytest.mark.parametrize("seed", range(150))
def test_what_is_learnt_is_true_and_does_not_depend_on_the_order(seed: int) -> None:
    """Against brute force: same verdict, box and answers for all orders, and no state is lost."""
    rng = random.Random(seed)
    conditions = [random_condition(rng) for _ in range(rng.randint(2, 4))]
    questions = [*conditions, *(random_atom(rng) for _ in range(12))]
    left = solutions(conditions)
    seen = set()
    for order in itertools.permutations(conditions):
        known = PathCondition.of(BOX)
        is_consistent = all(known.learn(condition, True) for condition in order)
        assert is_consistent or not left, "a solution was lost"
        if not is_consistent:
            seen.add("contradiction")
            continue
        for var, column in zip(ORDER, zip(*left, strict=True), strict=False):
            assert all(value in known.box[var] for value in column)
        answers = tuple(map(known.truth, questions))
        for question, answer in zip(questions, answers, strict=True):
            holds = compiled([question], ORDER)
            assert answer is None or all(bool(holds(state)[0]) is answer for state in left)
        seen.add(str((sorted((v.name, str(d)) for v, d in known.box.items()), answers)))
    assert len(seen) == 1


CONSTRUCT_BOX: Box = {
    Var("x", Sort.INT): Range(-4, 5),
    Var("y", Sort.INT): Range(-4, 5),
    Var("flag", Sort.BOOL): OneOf((False, True)),
    Var("mode", Sort.ANY): OneOf(tuple(Mode)),
}


ALWAYS_TRUE_SUMS = {"c_sorted_filtered_places"}
"""A sum of ten conditions of which two always hold: propagation takes them one by one."""


def test_no_path_through_a_construct_is_contradictory_or_has_a_redundant_condition() -> None:
    """By enumeration of all inputs, for every construct that the interpreter reads."""
    checked = 0
    for name, function in CONSTRUCTS.items():
        start = PathCondition.of(CONSTRUCT_BOX)
        try:
            paths = paths_of(
                Context(Budget.of(20.0)), start, function, lambda run: list(CONSTRUCT_BOX)
            )
        except Refused:
            continue
        for path in paths:
            literals = [c if choice else build.negate(c) for c, choice in path.conditions]
            guard = build.conjoin(irredundant(literals, CONSTRUCT_BOX))
            found = flaw(guard, CONSTRUCT_BOX)
            if name in ALWAYS_TRUE_SUMS and found is not None:
                assert found.startswith("redundant"), f"{name}: {text_of(guard)}"
            else:
                assert found is None, f"{name}: {text_of(guard)}"
            checked += 1
    assert checked > 300


def test_what_is_chosen_is_learnt_once_the_choice_is_known() -> None:
    """A mark on a board at a place: with the place its cell is known, and the reverse."""
    place, cell, other = Var("place", Sort.INT), Var("cell", Sort.ANY), Var("other", Sort.ANY)
    box: Box = {place: Range(0, 1), cell: OneOf(("#", "$")), other: OneOf(("#",))}
    chosen = build.choose(build.equal(place, const(0)), cell, other)
    known = PathCondition.of(box)
    assert known.learn(build.equal(chosen, const("$")), True)
    assert not known.copy().learn(build.equal(place, const(1)), True)
    assert known.learn(build.equal(place, const(0)), True)
    assert known.box[cell] == OneOf(("$",))


def test_a_text_of_which_nothing_else_is_known_is_what_it_is_equal_to() -> None:
    """Sums of what holds of it are known then: where three of four are, the fourth is not."""
    letters = [Var(f"letter {place}", Sort.ANY) for place in range(4)]
    same = [build.equal(letter, build.const("a")) for letter in letters]
    count = build.combine(*((build.number(test), 1) for test in same))
    known = PathCondition.of({})
    assert known.learn(build.equal(count, build.const(3)), True)
    assert all(known.learn(test, True) for test in same[:3])
    assert not known.learn(same[3], True)
