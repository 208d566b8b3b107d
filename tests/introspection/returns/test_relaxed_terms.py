"""Relaxed terms: bounds that forget variables, against all values of these."""

from __future__ import annotations

import random
from itertools import product

from introplan.introspection.returns.relaxed_terms import (
    absorbed,
    lower,
    upper,
    with_absorbed_tests,
)
from introplan.symbolic.constraints.interval import Domain, OneOf, Range
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Sort, Table, Term, Var, const, variables

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
P, Q = Var("p", Sort.BOOL), Var("q", Sort.BOOL)
ORDER = (X, Y, P, Q)
BOX: dict[Var, Domain] = {
    X: Range(0, 2),
    Y: Range(-1, 3),
    P: OneOf((False, True)),
    Q: OneOf((False, True)),
}
PRICES = Table({(x, y): (x * 7 + y * 3) % 5 - 2 for x in range(3) for y in range(3)}, default=1)


def random_condition(rng: random.Random, depth: int = 3) -> Term:
    """A condition on some of the variables."""
    kind = rng.randrange(4) if depth else 3 * rng.randrange(2)
    if kind == 0:
        return rng.choice([P, Q, build.negate(P)])
    if kind == 1:
        return build.conjoin([random_condition(rng, depth - 1) for _ in range(3)])
    if kind == 2:
        return build.disjoin([random_condition(rng, depth - 1) for _ in range(3)])
    return build.at_most(rng.choice([X, Y]), const(rng.randint(-1, 2)))


def random_number(rng: random.Random, depth: int = 3) -> Term:
    """A whole number or a float over the variables."""
    kind = rng.randrange(7) if depth else 6
    if kind == 0:
        weights = [(random_number(rng, 0), rng.choice([-2, -1, 1, 3])) for _ in range(3)]
        return build.combine(*weights, (const(1), rng.randint(-2, 2)))
    if kind == 1:
        parts = (random_number(rng, depth - 1), random_number(rng, depth - 1))
        return build.choose(random_condition(rng), *parts)
    if kind == 2:
        parts = (random_number(rng, depth - 1), const(0.5))
        return build.call(rng.choice("+-"), *parts, sort=Sort.ANY)
    if kind == 3:
        parts = (random_number(rng, 0), random_number(rng, 0))
        return build.call(rng.choice(["min", "max"]), *parts, sort=Sort.INT)
    if kind == 4:
        return build.call("neg", random_number(rng, depth - 1), sort=Sort.ANY)
    if kind == 5:
        return build.lookup(PRICES, (X, Y))
    leaves: list[Term] = [X, Y, const(rng.randint(-3, 3))]
    return rng.choice(leaves)


def test_what_is_forgotten_never_makes_a_bound_wrong() -> None:
    """Random terms, random variables to keep, all values of the rest."""
    rows = list(product(*(list(BOX[var]) for var in ORDER)))
    for seed in range(400):
        rng = random.Random(seed)
        term = random_number(rng)
        inside = {var for var in ORDER if rng.random() < 0.5}
        most, least = upper(term, inside, BOX), lower(term, inside, BOX)
        assert inside.issuperset(variables(most, least))
        value, high, low = (compiled_one(t, ORDER) for t in (term, most, least))
        for row in rows:
            assert low(row) <= value(row) <= high(row), (seed, row, term)


def test_what_is_kept_stays_exact() -> None:
    """Of a sum over kept and forgotten variables only the forgotten part is bounded."""
    bonus = build.choose(P, const(5), const(0))
    total = build.combine((X, 2), (bonus, 1))
    assert upper(total, {X}, BOX) is build.combine((X, 2), (const(5), 1))
    assert upper(total, {X, P}, BOX) is total


def test_a_choice_that_kept_variables_exclude_is_not_taken() -> None:
    """A coin that may still be there pays only where it lies."""
    here = build.equal(X, const(1))
    coin = build.choose(build.conjoin([P, here]), const(9), const(0))
    pays = compiled_one(upper(coin, {X}, BOX), (X,))
    assert [pays((x,)) for x in range(3)] == [0, 9, 0]


def test_tables_are_cut_into_slices() -> None:
    """The most in each row of a table, the default included."""
    worth = compiled_one(upper(build.lookup(PRICES, (X, Y)), {X}, BOX), (X,))
    for x in range(3):
        assert worth((x,)) == max(1, *((x * 7 + y * 3) % 5 - 2 for y in range(3)))


def test_absorbed_conditions_mean_the_same() -> None:
    """Random conditions in all states; what is said twice is said once."""
    rows = list(product(*(list(BOX[var]) for var in ORDER)))
    for seed in range(300):
        condition = random_condition(random.Random(seed))
        holds, simpler = compiled_one(condition, ORDER), compiled_one(absorbed(condition), ORDER)
        assert all(bool(holds(row)) is bool(simpler(row)) for row in rows), seed
    here = build.equal(X, const(1))
    taken = build.conjoin([P, build.disjoin([build.negate(P), here])])
    assert absorbed(taken) is build.conjoin([P, here])
    paid = build.choose(taken, const(3), const(0))
    assert with_absorbed_tests(paid) is build.choose(absorbed(taken), const(3), const(0))
