"""The most that a sum can be: against all states, and without multiplying paths."""

from __future__ import annotations

import random
import time

from introplan.introspection.programs.peaks import peak
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms.build import (
    absolute,
    add,
    at_most,
    choose,
    combine,
    conjoin,
    const,
    disjoin,
    equal,
    largest,
)
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Sort, Term, Var
from sum_terms import BOX, ORDER, ROWS, A, B, X, random_condition, random_number


def test_a_peak_is_never_too_low_and_exact_where_it_says_so() -> None:
    """Against all states that meet a path condition."""
    rng = random.Random(3)
    exact = 0
    for _ in range(300):
        term, given = random_number(rng, 3), random_condition(rng)
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
            there = compiled_one(conjoin([given, disjoin(map(conjoin, found.ways))]), ORDER)
            met = [row for row in ROWS if there(row)]
            assert {value(row) for row in met} == {best}
            all_best = [row for row in ROWS if meets(row) and value(row) == best]
            assert met == all_best or not found.is_complete
    assert exact > 150


def test_conditions_that_exclude_each_other_are_not_added_up() -> None:
    """At one place at a time: the best place counts, not the sum of all places."""
    total = combine(*((equal(X, const(i)), i) for i in range(4)), (const(-1), 1))
    found = peak(total, PathCondition.of(BOX))
    assert (found.value, found.is_met) == (2, True)
    assert found.ways == ((equal(X, const(3)),),)


def test_all_ways_to_the_largest_value_are_listed() -> None:
    """A difference of scores pays for what changes, here at one of two places."""
    before, after = [A, B], [disjoin([A, equal(X, const(1))]), disjoin([B, equal(X, const(2))])]
    parts = [*((term, 5) for term in after), *((term, -5) for term in before)]
    found = peak(combine(*parts), PathCondition.of(BOX))
    assert (found.value, found.is_complete, len(found.ways)) == (5, True, 2)


def test_a_sum_over_three_hundred_objects_is_taken_apart_at_once() -> None:
    """Without conflicts the search for the peak is one descent."""
    names = [Var(f"v{i}", Sort.BOOL) for i in range(300)]
    total: Term = const(0)
    for i, name in enumerate(names):
        total = add(total, choose(name, const(1 if i % 3 else -2), const(0)))
    started = time.monotonic()
    found = peak(total, PathCondition.of({}))
    assert (found.value, len(found.ways[0]), found.is_met) == (200, 300, True)
    assert time.monotonic() - started < 1


def test_penalties_without_end_have_a_peak() -> None:
    """`5 - 2 * max(0, x - 1)` is 5 where x <= 1, `-abs(x - 2)` is 0 where x == 2."""
    late = largest([const(0), combine((X, 1), (const(1), -1))])
    found = peak(combine((const(5), 1), (late, -2)), PathCondition.of({}))
    assert (found.value, found.is_complete) == (5, True)
    assert [conjoin(way) for way in found.ways] == [at_most(X, const(1))]
    off = absolute(combine((X, 1), (const(2), -1)))
    found = peak(combine((off, -1)), PathCondition.of({}))
    assert (found.value, found.ways) == (0, ((equal(X, const(2)),),))
