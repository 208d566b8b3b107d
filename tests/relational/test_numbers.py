"""Expressions, comparisons and effects on numbers, by their definition."""

from __future__ import annotations

import pickle

from introplan.relational.numbers import Arithmetic, Comparison, FunctionTerm, Numbers
from introplan.relational.state import Objects, State
from introplan.relational.terms import Constant, Moment

F, G = FunctionTerm("f", (Constant("a"),)), FunctionTerm("g", ())


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


def test_states_are_told_apart_by_their_numbers() -> None:
    """By value, also in sets and after pickling; fixed numbers are those of the task."""
    objects = Objects.build([(Constant("a"), ("object",))], {})
    one, two = (State(objects, frozenset(), Numbers({G: 1.0}, {F: v})) for v in (1.0, 2.0))

    assert one != two
    assert len({one, two, State(objects, frozenset(), Numbers({}, {F: 1}))}) == 2
    assert pickle.loads(pickle.dumps(two)) == two
    assert str(two) == "(:init (= (f a) 2))"
    assert one.numbers.value(G) == 1.0
