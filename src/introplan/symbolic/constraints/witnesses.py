"""Witnesses: states that are made up to meet conditions, whether or not they can be reached.

Test data from path conditions (King 1976): propagation gives ranges, the values nearest to a known
state are tried first, then random ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from introplan.symbolic.constraints.interval import Box, Domain, OneOf, Range, domain_of
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms.build import conjoin
from introplan.symbolic.terms.evaluate import value_of
from introplan.symbolic.terms.term import Term, Var, variables

Row = tuple[Any, ...]

MAX_DRAWS = 20
"""How often values are drawn for conditions that the nearest ones do not meet; after propagation
most draws meet simple conditions, and what 20 draws miss is rarely met by 200."""

MAX_DRAWN_DISTANCE = 100
"""Where a variable has no bounds, values at most so far from a known one are drawn: far enough to
pass the limits that programs name, near enough to hit what lies between."""


def witnesses(
    order: Sequence[Var], box: Box, conditions: Sequence[Term], near: Iterable[Row]
) -> Iterator[Row]:
    """Rows in the box that meet all conditions, one for each of the rows that it shall be near."""
    known = PathCondition.of(box)
    if known.learn_all(conditions):
        yield from witnesses_in(order, known.box, conditions, near)


def witnesses_in(
    order: Sequence[Var], box: Box, conditions: Sequence[Term], near: Iterable[Row]
) -> Iterator[Row]:
    """The same in a box that the conditions have narrowed already."""
    wanted = conjoin(conditions)
    names = set(variables(wanted))
    asked = [place for place, var in enumerate(order) if var in names]
    rng = random.Random(0)
    for row in near:
        nearest = [_near(box.get(v), now) for v, now in zip(order, row, strict=True)]
        for _ in range(MAX_DRAWS):
            # One or two evaluations are the rule: a function of the condition would cost more.
            if value_of(wanted, dict(zip(order, nearest, strict=True))):
                yield tuple(nearest)
                break
            for place in asked:
                nearest[place] = drawn_value(rng, domain_of(order[place], box), nearest[place])


def _near(domain: Domain | None, value: Any) -> Any:
    """The value of a domain that is nearest to a given one."""
    if domain is None or value in domain:
        return value
    if isinstance(domain, OneOf):
        return domain.values[0]
    assert isinstance(domain, Range)
    return int(domain.low if value < domain.low else domain.high)


def drawn_value(rng: random.Random, domain: Domain | None, near: Any) -> Any:
    """Some value of a domain."""
    if isinstance(domain, OneOf):
        return rng.choice(domain.values)
    if isinstance(domain, Range):
        low, high = (
            max(domain.low, near - MAX_DRAWN_DISTANCE),
            min(domain.high, near + MAX_DRAWN_DISTANCE),
        )
        return rng.randint(int(low), int(high))
    return near
