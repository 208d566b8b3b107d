"""Alternatives of a condition are merged where a part does not matter."""

from __future__ import annotations

import random

from introplan.introspection.programs.alternatives import alternatives
from introplan.symbolic.terms.build import conjoin, disjoin, negate
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Sort, Var
from sum_terms import ORDER, ROWS, A, B, random_condition

C = Var("c", Sort.BOOL)


def test_a_part_that_does_not_matter_is_left_out() -> None:
    """`dead and won` or `not dead and won` is `won`."""
    both = disjoin([conjoin([A, B]), conjoin([negate(A), B])])
    assert list(alternatives(both)) == [B]
    assert list(alternatives(A)) == [A]
    rest = conjoin([A, C])
    assert set(alternatives(disjoin([rest, both]))) == {rest, B}


def test_merged_alternatives_mean_the_same() -> None:
    """In every state, for random conditions."""
    rng = random.Random(5)
    for _ in range(100):
        parts = [conjoin([random_condition(rng), random_condition(rng)]) for _ in range(4)]
        condition = disjoin(parts)
        holds = compiled_one(condition, ORDER)
        again = compiled_one(disjoin(alternatives(condition)), ORDER)
        assert [bool(holds(row)) for row in ROWS] == [bool(again(row)) for row in ROWS]
