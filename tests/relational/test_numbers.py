"""Expressions, comparisons and effects on numbers, by their definition."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction

import pytest

from introplan.relational.numbers import (
    Arithmetic,
    Comparison,
    FunctionTerm,
    Numbers,
    calculated,
    divided,
    new_value,
    times,
)
from introplan.relational.state import Objects, State
from introplan.relational.terms import Constant, Moment

F, G = FunctionTerm("f", (Constant("a"),)), FunctionTerm("g", ())
BIG = 2**53 + 1


@pytest.mark.parametrize(
    ("word", "values", "result"),
    [
        ("+", [1.0, 2.0, 3.5], 6.5),
        ("+", [2.0**53, 1.0], BIG),
        ("-", [3.0], -3.0),
        ("-", [BIG, 1.0], 2.0**53),
        ("*", [2.0**30, 2.0**30], 2**60),
        ("*", [3.0, 0.5], 1.5),
        ("*", [BIG, BIG], BIG * BIG),
        ("/", [1.0, 4.0], 0.25),
        ("/", [3 * BIG, 3.0], BIG),
        ("/", [1.0, 0.0], None),
        ("*", [1e200, 1e200], None),
        ("+", [1e300, 1e300], None),
    ],
)
def test_arithmetic_is_exact_for_whole_numbers(
    word: str, values: list[float], result: float | None
) -> None:
    """Division by zero, and what leaves the range of floats, is undefined."""
    assert calculated(word, values) == result


def test_whole_numbers_of_any_size_agree_with_fractions() -> None:
    """Products and quotients, at random."""
    rng = random.Random(0)
    for _ in range(500):
        a, b = (float(rng.randrange(-(10**9), 10**9)) for _ in range(2))
        product = times(a, b)
        assert product is not None
        assert Fraction(product) == Fraction(a) * Fraction(b)
        assert b == 0 or divided(product, b) == a


def test_a_comparison_with_an_undefined_side_is_false() -> None:
    """And so is its opposite: a negation is not a comparison turned round."""
    nothing: dict[FunctionTerm, float] = {}
    less, more = Comparison("<", F, 1.0), Comparison(">=", F, 1.0)

    assert not less.holds(nothing.get)
    assert not more.holds(nothing.get)
    assert more.holds({F: 1.0}.get)
    assert not Comparison("=", Arithmetic("/", (1.0, F)), 1.0).holds({F: 0.0}.get)


def test_a_comparison_knows_its_moment_and_its_text() -> None:
    """`before` stands outside where everything is read before."""
    early = Comparison(">", F.at(Moment.BEFORE), 1.5)
    mixed = Comparison(">", F, G.at(Moment.BEFORE))

    assert (early.moment, mixed.moment) == (Moment.BEFORE, Moment.AFTER)
    assert str(early) == "(before (> (f a) 1.5))"
    assert str(mixed) == "(> (f a) (before (g)))"
    assert early.at(Moment.AFTER) == Comparison(">", F, 1.5)


@pytest.mark.parametrize(
    ("old", "changes", "new"),
    [
        (1.0, [("increase", 2.0), ("increase", 2.0)], 5.0),
        (1.0, [("scale-up", 6.0), ("scale-down", 2.0)], 3.0),
        (None, [("assign", 4.0), ("assign", 4.0)], 4.0),
        (1.0, [("assign", 4.0), ("assign", 5.0)], None),
        (1.0, [("assign", 4.0), ("increase", 1.0)], None),
        (1.0, [("scale-down", 0.0)], None),
        (None, [("decrease", 1.0)], None),
    ],
)
def test_effects_happen_at_once(
    old: float | None, changes: list[tuple[str, float]], new: float | None
) -> None:
    """Increases add up; what contradicts itself is undefined."""
    assert new_value(old, changes) == new


def test_sums_of_fractions_do_not_depend_on_the_order_of_objects() -> None:
    """Amounts are sorted before they are added up."""
    changes = [("increase", 0.1), ("increase", 0.2), ("decrease", 0.3)]

    assert len({new_value(1.0, changes[n:] + changes[:n]) for n in range(3)}) == 1


def test_states_are_told_apart_by_their_numbers() -> None:
    """By value, also in sets and after pickling; fixed numbers are those of the task."""
    objects = Objects.build([(Constant("a"), ("object",))], {})
    one, two = (State(objects, frozenset(), Numbers({G: 1.0}, {F: v})) for v in (1.0, 2.0))

    assert one != two
    assert len({one, two, State(objects, frozenset(), Numbers({}, {F: 1}))}) == 2
    assert pickle.loads(pickle.dumps(two)) == two
    assert str(two) == "(:init (= (f a) 2))"
    assert one.numbers.value(G) == 1.0
