"""Symbolic states: unknown parts, new values, and what has another shape."""

from __future__ import annotations

import pytest

from introplan.introspection.programs.shape import leaves_of
from introplan.introspection.programs.shaping import shape_of
from introplan.introspection.programs.states import (
    Outgrown,
    build,
    filled_shape,
    parts_of,
    symbolic,
)
from introplan.symbolic.constraints.interval import Range
from introplan.symbolic.interpreter.values import Items
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import add, lookup
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Sort, Table, Var, const

SHAPE = shape_of([(1, (2, 3)), (4, (5, 6))])
X, Y, Z = leaves_of(SHAPE)


def test_unknown_parts_are_variables_and_known_ones_values() -> None:
    """A range of one value is that value."""
    state = symbolic(SHAPE, {X: Range(7, 7), Y: Range(0, 9), Z: Range(0, 9)}, 1)
    assert parts_of(SHAPE, state) == [const(7), Y, Z]


def test_new_values_take_the_place_of_variables() -> None:
    """The state after a step, over the variables before it."""
    after = filled_shape(SHAPE, {Y: add(Y, const(1))}, {}, 1)
    assert parts_of(SHAPE, after) == [X, add(Y, const(1)), Z]


def test_another_shape_is_refused() -> None:
    """The message names the part and what happened to it."""
    with pytest.raises(Refused, match="length 3"):
        parts_of(SHAPE, Items(tuple, [X, Y, Z], 1))


def test_states_are_built_from_values() -> None:
    """In the order of the variables."""
    assert build(SHAPE, [1, 2, 3]) == (1, (2, 3))


def test_a_text_that_is_one_of_a_few_has_a_length_and_letters() -> None:
    """Where a part is built letter by letter, also what a table gives is taken apart."""
    shape = shape_of(["", "a", "ab"], "keys")
    flag = Var("flag", Sort.ANY)
    text = lookup(Table({"x": "ab", "y": ""}), (flag,))
    terms = [compiled_one(term, [flag]) for term in parts_of(shape, text)]
    assert [[term((value,)) for term in terms] for value in "xy"] == [[2, "a", "b"], [0, "a", "b"]]
    with pytest.raises(Outgrown):
        parts_of(shape, lookup(Table({"x": "abc", "y": ""}), (flag,)))
