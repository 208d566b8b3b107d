"""Random whole numbers that are sums under conditions, over four variables."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from introplan.symbolic.constraints.interval import Box, Range
from introplan.symbolic.terms.build import (
    at_most,
    choose,
    combine,
    conjoin,
    const,
    equal,
    lookup,
    negate,
)
from introplan.symbolic.terms.term import Sort, Table, Term, Var

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
A, B = Var("a", Sort.BOOL), Var("b", Sort.BOOL)
ORDER = [X, Y, A, B]
BOX: Box = {X: Range(0, 3), Y: Range(0, 3)}
ROWS: list[tuple[Any, ...]] = list(product(range(4), range(4), (False, True), (False, True)))


def random_condition(rng: random.Random) -> Term:
    """A condition on one or two of the variables."""
    simple: list[Term] = [
        A,
        B,
        equal(X, const(rng.randrange(4))),
        at_most(X, Y),
        at_most(Y, const(1)),
    ]
    one, two = rng.choice(simple), rng.choice(simple)
    return rng.choice([one, negate(one), conjoin([one, two])])


def random_number(rng: random.Random, depth: int) -> Term:
    """A number: sums, choices and tables, so many levels deep."""
    if depth == 0:
        table = Table({i: rng.randrange(-4, 5) for i in range(4)}, name="COST")
        return rng.choice([const(rng.randrange(-3, 4)), X, lookup(table, (Y,))])
    if rng.random() < 0.5:
        weights = [rng.randrange(-3, 4) for _ in range(3)]
        return combine(*((random_number(rng, depth - 1), w) for w in weights))
    return choose(
        random_condition(rng), random_number(rng, depth - 1), random_number(rng, depth - 1)
    )
