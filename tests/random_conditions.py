"""Random conditions over a few small variables, and their truth by brute force."""

from __future__ import annotations

import itertools
import random
from typing import Any

from introplan.symbolic.constraints.interval import Box, OneOf, Range
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled
from introplan.symbolic.terms.term import Sort, Table, Term, Var, const

X, Y, Z = (Var(name, Sort.INT) for name in "xyz")
FLAG, MODE, LAST = Var("flag", Sort.BOOL), Var("mode", Sort.ANY), Var("last", Sort.ANY)
ORDER = (X, Y, Z, FLAG, MODE, LAST)
BOX: Box = {
    X: Range(0, 4),
    Y: Range(-2, 2),
    Z: Range(0, 3),
    FLAG: OneOf((False, True)),
    MODE: OneOf(("a", "b", "c")),
    LAST: OneOf(("b", "c", None)),
}
STATES: list[tuple[Any, ...]] = list(
    itertools.product(range(5), range(-2, 3), range(4), (False, True), "abc", ("b", "c", None))
)


def random_number(rng: random.Random) -> Term:
    """A small sum of variables."""
    chosen = rng.sample((X, Y, Z), rng.randint(1, 2))
    parts = [(var, rng.choice((-2, -1, 1, 1, 2))) for var in chosen]
    return build.combine(*parts, (const(rng.randint(-2, 3)), 1))


def random_atom(rng: random.Random) -> Term:
    """A comparison, a flag, or membership of a table."""
    match rng.randrange(7):
        case 0:
            return build.at_most(random_number(rng), const(rng.randint(-2, 5)))
        case 1:
            return build.equal(random_number(rng), const(rng.randint(-2, 5)))
        case 2:
            return build.equal(rng.choice((MODE, LAST)), const(rng.choice("abc")))
        case 3:
            return build.equal(MODE, LAST)
        case 4:
            return FLAG
        case 5:
            places = {(x, y): rng.random() < 0.5 for x in range(5) for y in range(-2, 3)}
            return build.lookup(Table(places), (X, Y))
        case _:
            held = {z: True for z in range(4) if rng.random() < 0.5}
            return build.lookup(Table({**held, 9: True}, default=False), (Z,))


def random_condition(rng: random.Random, depth: int = 2) -> Term:
    """A condition of a few atoms."""
    kind = rng.randrange(5) if depth else 4
    match kind:
        case 0:
            return build.conjoin(random_condition(rng, depth - 1) for _ in range(2))
        case 1 | 2:
            return build.disjoin(random_condition(rng, depth - 1) for _ in range(2))
        case 3:
            parts = [random_condition(rng, depth - 1) for _ in range(3)]
            return build.choose(*parts)
        case _:
            atom = random_atom(rng)
            return atom if rng.random() < 0.6 else build.negate(atom)


def solutions(conditions: list[Term]) -> list[tuple[Any, ...]]:
    """All states that meet all conditions, by trying them."""
    holds = compiled(conditions, ORDER)
    return [state for state in STATES if all(holds(state))]
