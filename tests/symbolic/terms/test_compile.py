"""Terms as Python functions."""

from __future__ import annotations

from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.compile import compiled, compiled_one
from introplan.symbolic.terms.term import Sort, Term, Var


def test_a_term_of_any_depth_is_compiled() -> None:
    """Far deeper than the nesting that Python's parser allows."""
    x, y = Var("x", Sort.INT), Var("y", Sort.INT)
    deep: Term = x
    for number in range(1, 2_000):
        deep = terms.largest(
            [terms.smallest([terms.add(deep, terms.ONE), y]), terms.const(number)]
        )

    expected = 3
    for number in range(1, 2_000):
        expected = max(min(expected + 1, 1_500), number)
    assert compiled_one(deep, [x, y])((3, 1_500)) == expected
    assert compiled([deep, x], [x, y])((3, 1_500)) == (expected, 3)
