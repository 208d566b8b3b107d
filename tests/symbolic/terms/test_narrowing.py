"""A table some of whose keys are known is a smaller table."""

from __future__ import annotations

import pytest

from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.narrowing import narrowed
from introplan.symbolic.terms.term import Sort, Table, Var

X = Var("x", Sort.INT)
ROWS = {(a, b): 10 * a + b for a in range(4) for b in range(4) if (a, b) != (2, 3)}


@pytest.mark.parametrize("known", [0, 2, True, 2.0])
@pytest.mark.parametrize("default", [-1, 5])
def test_the_smaller_table_says_the_same(known: int, default: int) -> None:
    """Also where a key is equal to another kind of number."""
    table = Table(ROWS, default=default)

    term = terms.lookup(*narrowed(table, (X, terms.const(known))))

    value = compiled_one(term, [X])
    assert [value((x,)) for x in range(-1, 5)] == [
        ROWS.get((x, known), default) for x in range(-1, 5)
    ]


def test_only_rows_that_fit_are_left() -> None:
    """The known key is looked up no more."""
    table, keys = narrowed(Table(ROWS, default=0), (X, terms.const(3)))

    assert keys == (X,)
    assert table.entries == {a: 10 * a + 3 for a in (0, 1, 3)}


def test_a_table_of_which_nothing_is_known_stays_as_it_is() -> None:
    """And so does one of which no row fits."""
    table = Table(ROWS, default=0)

    assert narrowed(table, (X, X)) == (table, (X, X))
    assert narrowed(table, (X, terms.const(9)))[0] is table
