"""Propagators: one condition at a time, against trying all values."""

from __future__ import annotations

import itertools
import random

import pytest

from introplan.symbolic.constraints.interval import OneOf, Range
from introplan.symbolic.constraints.propagation import Domains
from introplan.symbolic.terms.build import combine, linear
from introplan.symbolic.terms.term import Sort, Table, Var, const

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
ONE, TWO = Var("one", Sort.ANY), Var("two", Sort.ANY)
INFINITY = float("inf")


@pytest.mark.parametrize("seed", range(100))
def test_sums_are_bounds_consistent(seed: int) -> None:
    """The ends that are left are those of the solutions, or wider; contradictions are real."""
    rng = random.Random(seed)
    a, b, low = rng.choice((-2, -1, 1, 2)), rng.choice((-2, -1, 1, 3)), rng.randint(-6, 6)
    high = low + rng.randint(0, 4)
    domains = Domains({X: Range(0, 5), Y: Range(-3, 3)})
    form = linear(combine((X, a), (Y, b), (const(2), 1)))
    found = [
        (x, y)
        for x, y in itertools.product(range(6), range(-3, 4))
        if low <= a * x + b * y + 2 <= high
    ]

    is_possible = domains.restrict_sum(form, low, high)

    assert is_possible or not found
    for x, y in found:
        assert x in domains.box[X]
        assert y in domains.box[Y]
    if is_possible and abs(a) == abs(b) == 1 and found:
        assert domains.box[X] == Range(min(x for x, _ in found), max(x for x, _ in found))


def test_one_endless_part_does_not_hide_the_others() -> None:
    """x - y >= 5 with y >= 0 says x >= 5, although x has no largest value."""
    domains = Domains({X: Range(0, INFINITY), Y: Range(0, 3)})
    assert domains.restrict_sum(linear(combine((X, 1), (Y, -1))), 5, INFINITY)
    assert domains.box[X] == Range(5, INFINITY)


def test_a_range_loses_its_ends_only() -> None:
    """`!=` removes an end; a hole in the middle is not remembered."""
    domains = Domains({X: Range(0, 4)})
    assert domains.compare(X, 2, False)
    assert domains.box[X] == Range(0, 4)
    assert domains.compare(X, 4, False)
    assert domains.box[X] == Range(0, 3)


def test_tables_say_where_their_keys_are() -> None:
    """The keys of entries that do not fit the other keys are dropped."""
    table = Table({(x, y): x == y for x in range(4) for y in range(4)})
    domains = Domains({X: Range(0, 3), Y: Range(2, 3)})
    assert domains.restrict_lookup(table, (X, Y), True)
    assert domains.box[X] == Range(2, 3)


def test_opaque_variables_are_equated_and_distinguished() -> None:
    """Equal: the values in common. Different: a known value is not the other's."""
    domains = Domains({ONE: OneOf(("a", "b")), TWO: OneOf(("b", "c"))})
    assert domains.equate(ONE, TWO)
    assert domains.box[ONE] == domains.box[TWO] == OneOf(("b",))
    assert not domains.distinguish(ONE, TWO)


@pytest.mark.parametrize("seed", range(60))
def test_a_negative_cycle_is_a_contradiction_of_differences(seed: int) -> None:
    """Against trying all values: differences that some values meet have no such cycle."""
    rng = random.Random(seed)
    names = [Var(name, Sort.INT) for name in "abcd"]
    domains = Domains({name: Range(-INFINITY, INFINITY) for name in names})
    rows = [(*rng.sample(range(4), 2), rng.randint(-3, 2)) for _ in range(rng.randint(1, 6))]
    # Bounds of four variables with differences up to 3 lie within 9 of each other.
    is_possible = any(
        all(values[i] - values[j] <= bound for i, j, bound in rows)
        for values in itertools.product(range(10), repeat=4)
    )
    for i, j, bound in rows:
        form = linear(combine((names[i], 1), (names[j], -1)))
        if not domains.restrict_sum(form, -INFINITY, bound):
            assert not is_possible
            return
    assert domains.has_negative_cycle() is not is_possible
