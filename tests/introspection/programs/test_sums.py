"""Rewards that are sums: addends add up to the number, and peaks are the largest values."""

from __future__ import annotations

import random
import time
from itertools import product
from typing import Any

from introplan.introspection.programs.sums import addends, peak
from introplan.symbolic.constraints.interval import Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms.build import (
    add,
    at_most,
    choose,
    combine,
    conjoin,
    const,
    equal,
    lookup,
    negate,
)
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Sort, Table, Term, Var

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
A, B = Var("a", Sort.BOOL), Var("b", Sort.BOOL)
ORDER = [X, Y, A, B]
BOX = {X: Range(0, 3), Y: Range(0, 3)}
ROWS: list[tuple[Any, ...]] = list(product(range(4), range(4), (False, True), (False, True)))


def _condition(rng: random.Random) -> Term:
    simple: list[Term] = [
        A,
        B,
        equal(X, const(rng.randrange(4))),
        at_most(X, Y),
        at_most(Y, const(1)),
    ]
    one, two = rng.choice(simple), rng.choice(simple)
    return rng.choice([one, negate(one), conjoin([one, two])])


def _number(rng: random.Random, depth: int) -> Term:
    if depth == 0:
        table = Table({i: rng.randrange(-4, 5) for i in range(4)}, name="COST")
        return rng.choice([const(rng.randrange(-3, 4)), X, lookup(table, (Y,))])
    if rng.random() < 0.5:
        weights = [rng.randrange(-3, 4) for _ in range(3)]
        return combine(*((_number(rng, depth - 1), w) for w in weights))
    return choose(_condition(rng), _number(rng, depth - 1), _number(rng, depth - 1))


def test_addends_add_up_to_the_number() -> None:
    """In every state the weights of the conditions that hold, times amounts, sum up to it."""
    rng = random.Random(2)
    for _ in range(200):
        term = _number(rng, 3)
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


def test_a_peak_is_never_too_low_and_exact_where_it_says_so() -> None:
    """Against all states that meet a path condition."""
    rng = random.Random(3)
    exact = 0
    for _ in range(300):
        term, given = _number(rng, 3), _condition(rng)
        known = PathCondition.of(BOX)
        if not known.learn(given, True):
            continue
        meets, value = compiled_one(given, ORDER), compiled_one(term, ORDER)
        best = max((value(row) for row in ROWS if meets(row)), default=None)
        if best is None:
            continue
        found = peak(term, known)
        assert found.value >= best
        if found.is_met:
            exact += 1
            assert found.value == best
            there = compiled_one(conjoin([given, *found.conditions]), ORDER)
            assert {value(row) for row in ROWS if there(row)} == {best}
    assert exact > 150


def test_conditions_that_exclude_each_other_are_not_added_up() -> None:
    """At one place at a time: the best place counts, not the sum of all places."""
    total = combine(*((equal(X, const(i)), i) for i in range(4)), (const(-1), 1))
    found = peak(total, PathCondition.of(BOX))
    assert (found.value, found.is_met) == (2, True)
    assert found.conditions == (equal(X, const(3)),)


def test_a_sum_over_three_hundred_objects_is_taken_apart_at_once() -> None:
    """Without conflicts the search for the peak is one descent."""
    names = [Var(f"v{i}", Sort.BOOL) for i in range(300)]
    total: Term = const(0)
    for i, name in enumerate(names):
        total = add(total, choose(name, const(1 if i % 3 else -2), const(0)))
    started = time.monotonic()
    found = peak(total, PathCondition.of({}))
    assert (found.value, len(found.conditions), found.is_met) == (200, 300, True)
    assert time.monotonic() - started < 1
