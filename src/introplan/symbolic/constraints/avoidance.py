"""What a table says that has the value of its default: a wall is not where the keys are.

Of keys that are not in a set of walls little is known. But a row of the map that is all wall has
no room for them, so the ends of their ranges are cut off as long as they are such rows: in a room
with walls all around nothing leaves the room.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any, TypeAlias

from introplan.symbolic.constraints.interval import INFINITY, Box, Range, domain_of
from introplan.symbolic.terms.term import Linear, Sort, Table, Term, Var

MAX_AVOIDED_ROWS = 4096
"""So many places together are looked at, at most; a map of 64 by 64."""

Axis: TypeAlias = tuple[Var, int, int]
"""A variable, its weight and what is added to it."""


def axes_of(keys: tuple[Term, ...]) -> list[Axis] | None:
    """The keys of a table as one whole number each; None if one of them is something else."""
    found = [_axis(key) for key in keys]
    axes = [axis for axis in found if axis is not None]
    are_independent = len({var for var, *_ in axes}) == len(keys)
    return axes if len(axes) == len(keys) and are_independent else None


def _axis(key: Term) -> Axis | None:
    match key:
        case Var(_, Sort.INT):
            return key, 1, 0
        case Linear(constant, ((Var() as var, weight),)):
            return var, weight, constant
        case _:
            return None


def trimmed(table: Table, axes: list[Axis], value: bool, box: Box) -> list[tuple[Var, Range]]:
    """Smaller ranges for the variables of keys at which the table has this truth value.

    Only those that are smaller; empty ranges where there is no such key.
    """
    domains = [domain_of(var, box) for var, *_ in axes]
    ranges = [domain for domain in domains if isinstance(domain, Range)]
    sizes = [domain.size for domain in ranges]
    if len(ranges) < len(axes) or INFINITY in sizes or math.prod(sizes) > MAX_AVOIDED_ROWS:
        return []
    sides = [list(domain) for domain in ranges]
    is_settled = False
    while not is_settled and all(sides):
        smaller = [
            _trimmed_side(sides, place, lambda row: _has(table, axes, row, value))
            for place in range(len(sides))
        ]
        is_settled = smaller == sides
        sides = smaller
    pairs = zip(axes, ranges, sides, strict=True)
    return [(var, _hull(side)) for (var, *_), old, side in pairs if len(side) < old.size]


def _hull(side: list[int]) -> Range:
    return Range(side[0], side[-1]) if side else Range(1, 0)


def _has(table: Table, axes: list[Axis], row: tuple[int, ...], value: bool) -> bool:
    keys = tuple(w * v + c for v, (_, w, c) in zip(row, axes, strict=True))
    return bool(table.at(keys if len(keys) > 1 else keys[0])) is value


def _trimmed_side(
    sides: list[list[int]], place: int, holds: Callable[[tuple[Any, ...]], bool]
) -> list[int]:
    """One side of a box without ends at which the condition holds nowhere."""

    def is_possible(end: int) -> bool:
        return any(map(holds, product(*sides[:place], (end,), *sides[place + 1 :])))

    side = sides[place]
    first = next((i for i, end in enumerate(side) if is_possible(end)), len(side))
    last = next((i for i in range(len(side), first, -1) if is_possible(side[i - 1])), first)
    return side[first:last]
