"""Ground conditions: true on a transition, and possibly true within bounds."""

from __future__ import annotations

import random
from itertools import product

from introplan.certificates.ground_conditions import (
    ALWAYS,
    NEVER,
    Condition,
    Every,
    May,
    every,
    negation,
)

BITS = 3
STATES = range(1 << BITS)


def random_condition(rng: random.Random, depth: int) -> Condition:
    """A condition over a few facts, before and after."""
    if depth == 0:
        bits = [1 << rng.randrange(BITS) if rng.random() < 0.3 else 0 for _ in range(4)]
        return Every(bits[0], bits[1], bits[2], bits[3])
    children = [random_condition(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    joined = every(children)
    return negation(joined) if rng.random() < 0.5 else joined


def test_every_and_negation_mean_what_they_say() -> None:
    """On every transition, for random conditions."""
    rng = random.Random(1)
    for _ in range(300):
        parts = [random_condition(rng, 2) for _ in range(2)]
        for after, before in product(STATES, STATES):
            truths = [part.holds(after, before) for part in parts]
            assert every(parts).holds(after, before) is all(truths)
            assert [negation(p).holds(after, before) for p in parts] == [not t for t in truths]
    assert ALWAYS.holds(0, 0)
    assert not NEVER.holds(0, 0)


def test_what_is_not_possible_never_holds() -> None:
    """Within any bounds on what may be true and what may be false."""
    rng, ruled_out = random.Random(2), 0
    for _ in range(300):
        condition = random_condition(rng, 2)
        may = May(rng.randrange(1 << BITS), rng.randrange(1 << BITS))
        inside = [s for s in STATES if not s & ~may.true and not ~s & ~may.false & (1 << BITS) - 1]
        if not condition.possible(may):
            ruled_out += 1
            assert not any(condition.holds(a, b) for a, b in product(inside, inside))
    assert ruled_out > 20
