"""Values: what is concrete, what is a term, and what both are to Python."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    Entries,
    Items,
    Members,
    Record,
    as_term,
    concrete_value,
    is_concrete,
    is_number,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import const
from symbolic_runs import FLAG, X


class Pair(NamedTuple):
    """Two numbers."""

    a: int
    b: int


def test_a_value_is_concrete_a_term_or_a_container() -> None:
    """And nothing is two of these."""
    for value, concrete, term in [
        ([1], True, False),
        (X, False, True),
        (Items(list, [], 0), False, False),
    ]:
        assert (is_concrete(value), is_term(value)) == (concrete, term)
    assert is_number(FLAG)
    assert not is_number("a")


def test_containers_of_known_parts_have_a_concrete_value() -> None:
    """Of Python's type; a KeyError if a part is unknown."""
    assert concrete_value(Items(list, [1, Items(tuple, [2], 0)], 0)) == [1, (2,)]
    assert concrete_value(Members(frozenset, {1: True, 2: False}, 0)) == frozenset({1})
    assert concrete_value(Entries({1: 2}, 0)) == {1: 2}
    pair = concrete_value(Record(Pair, {"a": 1, "b": 2}, 0))
    assert (pair, type(pair)) == (Pair(1, 2), Pair)
    with pytest.raises(KeyError):
        concrete_value(Items(list, [X], 0))


def test_the_parts_of_a_sequence() -> None:
    """Of lists, tuples and named tuples, symbolic or not; text and sets are none."""
    assert sequence(Items(list, [X], 0)) == [X]
    assert sequence(Record(Pair, {"a": 1, "b": X}, 0)) == [1, X]
    assert sequence((1, 2)) == sequence(Pair(1, 2)) == [1, 2]
    assert sequence("ab") is sequence({1}) is None


def test_simple_values_are_terms_and_back() -> None:
    """Numbers, texts and tuples of them; a list is not simple, and not a number is refused."""
    assert unwrapped(as_term(3)) == 3
    assert as_term((1, "a")) == const((1, "a"))
    assert not is_simple([1])
    with pytest.raises(Refused, match="PY-EXPR"):
        as_term(float("nan"))


def test_a_row_of_an_array() -> None:
    """An array of the rest of its shape, or a cell."""
    array = Array((2, 2), None, [1, 2, 3, X], 0)

    row = array.row(1)

    assert (row.shape, row.cells, row.made) == ((2,), [3, X], FOREIGN)
    assert row.row(1) is X


def test_complex_numbers_are_simple_where_no_other_one_is_equal() -> None:
    """There are four zeros, which are equal and yet four states."""
    assert all(map(is_simple, (0j, 1 + 2j, complex(-1.5, 3))))
    assert not any(map(is_simple, (complex(0, -0.0), complex(-0.0, 1), complex("nan"))))
