"""Terms that are made shorter have the same value within the box."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from introplan.symbolic.constraints.clearing import cleared
from introplan.symbolic.constraints.interval import Range
from introplan.symbolic.terms.build import add, choose, const, equal, largest, less, smallest
from introplan.symbolic.terms.evaluate import value_of
from introplan.symbolic.terms.render import text_of
from introplan.symbolic.terms.term import Sort, Term, Var

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
BOX = {X: Range(0, 5), Y: Range(-2, 2)}


def numbers() -> st.SearchStrategy[Term]:
    """Sums, minima, maxima and choices."""
    leaves = st.one_of(st.sampled_from([X, Y]), st.integers(-3, 7).map(const))
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda p: add(*p)),
            st.lists(inner, min_size=2, max_size=2).map(smallest),
            st.lists(inner, min_size=2, max_size=2).map(largest),
            st.tuples(inner, inner, inner).map(lambda p: choose(less(p[0], p[1]), p[2], p[0])),
        ),
        max_leaves=8,
    )


@given(numbers(), st.integers(-3, 7), st.booleans())
def test_a_short_term_has_the_same_value_within_the_box(
    term: Term, value: int, is_compared: bool
) -> None:
    """For every state of the box, as a number and compared with one."""
    whole = equal(term, const(value)) if is_compared else term
    short = cleared(whole, BOX)
    for x, y in product(range(6), range(-2, 3)):
        state = {X: x, Y: y}
        assert value_of(short, state) == value_of(whole, state)


def test_limits_of_a_board_are_left_out_where_they_are_never_reached() -> None:
    """What code with `clip` says, in words that can be read."""
    after = smallest([largest([add(X, const(1)), const(0)]), const(5)])

    assert text_of(cleared(after, BOX)) == "min(x + 1, 5)"
    assert text_of(cleared(equal(after, const(5)), BOX)) == "x >= 4"
    assert text_of(cleared(smallest([largest([X, const(0)]), const(5)]), BOX)) == "x"
    assert text_of(cleared(after, {})) == text_of(after)
