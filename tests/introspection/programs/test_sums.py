"""Rewards that are sums: addends add up to the number."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from introplan.introspection.programs.sums import Addend, addends, without_constant
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


def test_known_keys_leave_a_smaller_table() -> None:
    """`R[s, 'a']` is a table of s alone; rows of other actions are not spoken of."""
    rows = {(1, "a"): 5, (1, "b"): 7, (2, "a"): 0, (3, "b"): -1}
    (one,) = addends(lookup(Table(rows, name="R"), (X, const("a"))))
    assert one.weight == 5
    holds = compiled_one(one.condition, ORDER)
    assert [bool(holds((x, 0, False, False))) for x in (1, 2)] == [True, False]
    default = Table(rows, default=4, name="R")
    assert addends(lookup(default, (X, const("c")))) == (Addend(4, const(True)),)


def test_a_constant_is_avoided_where_conditions_can_be_negated() -> None:
    """All conditions of one weight together; the sum stays the same."""
    changed = without_constant([Addend(-2, const(True)), Addend(2, A)])
    assert changed == [Addend(-2, negate(A))]
    decision = without_constant([Addend(-1, const(True)), Addend(11, A)])
    assert decision == [Addend(10, A), Addend(-1, negate(A))]
    rng = random.Random(8)
    for _ in range(100):
        parts = addends(random_number(rng, 3))
        again = without_constant(parts)
        for row in rng.sample(ROWS, 8):
            assert _total(again, row) == _total(parts, row)


def _total(parts: Sequence[Addend], row: tuple[Any, ...]) -> Any:
    return sum(
        a.weight * compiled_one(const(1) if a.amount is None else a.amount, ORDER)(row)
        for a in parts
        if compiled_one(a.condition, ORDER)(row)
    )
