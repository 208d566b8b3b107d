"""Rewards that are sums: addends add up to the number."""

from __future__ import annotations

import random

from introplan.introspection.programs.sums import Addend, addends
from introplan.symbolic.terms.build import (
    choose,
    combine,
    conjoin,
    const,
    disjoin,
    equal,
    lookup,
    negate,
)
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Table
from sum_terms import ORDER, ROWS, A, B, X, Y, random_number


def test_addends_add_up_to_the_number() -> None:
    """In every state the weights of the conditions that hold, times amounts, sum up to it."""
    rng = random.Random(2)
    for _ in range(200):
        term = random_number(rng, 3)
        parts = addends(term)
        value = compiled_one(term, ORDER)
        holds = [compiled_one(a.condition, ORDER) for a in parts]
        amount = [compiled_one(const(1) if a.amount is None else a.amount, ORDER) for a in parts]
        for row in rng.sample(ROWS, 12):
            total = sum(
                a.weight * f(row) for a, h, f in zip(parts, holds, amount, strict=True) if h(row)
            )
            assert total == value(row)
        assert all(a.weight for a in parts)


def test_a_difference_of_scores_is_what_changes() -> None:
    """`[p or q] - [p]` is `[q and not p]`; `[p] - [p and q]` is `[p and not q]`."""
    assert addends(combine((disjoin([A, B]), 5), (A, -5))) == (Addend(5, conjoin([B, negate(A)])),)
    assert addends(combine((A, 2), (conjoin([A, B]), -2))) == (Addend(2, conjoin([A, negate(B)])),)


def test_tables_are_grouped_by_value() -> None:
    """One addend for each value other than 0; a table of many values is an amount."""
    table = Table({0: 3, 1: 0, 2: 3, 3: -1}, name="COST")
    cost = lookup(table, (X,))
    assert {a.weight for a in addends(combine((cost, -2)))} == {-6, 2}
    large = lookup(Table({i: i for i in range(40)}, name="LARGE"), (X,))
    assert addends(combine((large, 3))) == (Addend(3, const(True), large),)


def test_what_both_branches_add_needs_no_condition() -> None:
    """`x + 1 if a else x + y` counts x always."""
    both = choose(equal(X, const(1)), combine((X, 1), (A, 1)), combine((X, 1), (Y, 1)))
    assert Addend(1, const(True), X) in addends(both)
