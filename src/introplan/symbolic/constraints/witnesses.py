"""States that are made up to meet conditions; nobody knows whether they can be reached."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from introplan.symbolic.constraints.interval import Box, Domain, OneOf, Range, domain_of
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms.build import conjoin
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Term, Var, variables

Row = tuple[Any, ...]

TRIES = 20
"""How often values are drawn for conditions that the nearest ones do not meet."""

FARTHEST = 100
"""Where a variable has no bounds, values so far from the nearest one are drawn."""


def witnesses(
    order: Sequence[Var], box: Box, conditions: Sequence[Term], near: Iterable[Row]
) -> Iterator[Row]:
    """Rows in the box that meet all conditions, one for each of the rows that it shall be near."""
    known = PathCondition.of(box)
    if not known.learn_all(conditions):
        return
    wanted = conjoin(conditions)
    holds, asked = compiled_one(wanted, order), set(variables(wanted))
    rng = random.Random(0)
    for row in near:
        nearest = [_near(known.box.get(v), now) for v, now in zip(order, row, strict=True)]
        for _ in range(TRIES):
            if holds(tuple(nearest)):
                yield tuple(nearest)
                break
            for place, var in enumerate(order):
                if var in asked:
                    nearest[place] = drawn(rng, domain_of(var, known.box), nearest[place])


def _near(domain: Domain | None, value: Any) -> Any:
    """The value of a domain that is nearest to a given one."""
    if domain is None or value in domain:
        return value
    if isinstance(domain, OneOf):
        return domain.values[0]
    assert isinstance(domain, Range)
    return int(domain.low if value < domain.low else domain.high)


def drawn(rng: random.Random, domain: Domain | None, near: Any) -> Any:
    """Some value of a domain."""
    if isinstance(domain, OneOf):
        return rng.choice(domain.values)
    if isinstance(domain, Range):
        low, high = max(domain.low, near - FARTHEST), min(domain.high, near + FARTHEST)
        return rng.randint(int(low), int(high))
    return near
