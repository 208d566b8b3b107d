"""Terms: equal ones are one object, and are forgotten when no longer used."""

from __future__ import annotations

import gc
import weakref

from introplan.symbolic.terms.build import add, equal, modulo
from introplan.symbolic.terms.term import (
    MISSING,
    Linear,
    Sort,
    Table,
    Var,
    action_key,
    const,
    node,
    order_that_stays,
    shared_table,
    sort_of,
    variables,
    walk,
)

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)


def test_equal_terms_are_one_object() -> None:
    """However they were built; but 1, 1.0 and True are three values."""
    assert add(X, Y) is add(Y, X)
    assert len({const(1), const(1.0), const(True)}) == 3
    assert shared_table(Table({1: 2})) is shared_table(Table({1: 2}))


def test_unused_terms_are_forgotten() -> None:
    """Sharing must not fill the memory of a process that reads many programs."""
    term = node(Linear, 12345, ((X, 77),))
    alive = weakref.ref(term)
    del term
    gc.collect()
    assert alive() is None


def test_terms_are_walked_children_first_and_once() -> None:
    """Also those that occur twice."""
    both = equal(add(X, Y), add(X, const(2**70)))
    seen = list(walk(both, both))
    assert len(seen) == len(set(seen))
    assert seen[-1] is both
    assert set(variables(both)) <= {X, Y}


def test_sorts_and_tables() -> None:
    """A table has the sort of its values; outside its keys some value."""
    assert sort_of(const(True)) is Sort.BOOL
    assert Table({0: 1, 1: "a"}).sort is Sort.ANY
    assert Table({0: 5}, default=MISSING).at(3) == 5
    assert Table({0: 5}, default=7).at(3) == 7


def test_actions_are_distinguished_by_type_and_value() -> None:
    """1 and True are two actions; what has no hash is known by its text."""
    assert action_key(1) != action_key(True)
    assert action_key([1]) == "[1]"


def test_rows_are_the_entries_with_tuples_as_keys() -> None:
    """One key stands for itself, also if it is a tuple; several stand for their tuple."""
    assert dict(Table({1: "a", 2: "b"}).rows(1)) == {(1,): "a", (2,): "b"}
    assert dict(Table({(1, 2): "a"}).rows(1)) == {((1, 2),): "a"}
    assert dict(Table({(1, 2): "a"}).rows(2)) == {(1, 2): "a"}
    for rows in ({(1,): 5, (2,): 7}, {(1, 2): 5, (2, 2): 7}):
        table = Table.of_rows(rows, default=0, name="steps")
        assert dict(table.rows(len(next(iter(rows))))) == rows
        assert (table.default, table.name) == (0, "steps")


def test_the_order_of_a_sum_stays_where_paths_are_explored() -> None:
    """Its parts are not forgotten there, although nothing else holds them."""

    def summed(*, is_reversed: bool) -> list[int]:
        rests = [modulo(X, divisor) for divisor in ((7, 5) if is_reversed else (5, 7))]
        form = add(rests[0], rests[1])
        assert isinstance(form, Linear)
        return [part.arguments[1].value for part, _ in form.parts]  # type: ignore[union-attr]

    with order_that_stays():
        first = summed(is_reversed=False)
        gc.collect()
        assert summed(is_reversed=True) == first == [5, 7]
    gc.collect()
    assert summed(is_reversed=True) == [7, 5]
