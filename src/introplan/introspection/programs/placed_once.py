"""Elements that are at one place at a time: the hole of a sliding puzzle, a walker on a board.

Code that looks for such an element in every row of a board has a path for each set of rows it
could be in, unless it is known that one row has it. That is guessed from the samples, for elements
that every step moves, assumed while the transition is read, and kept only if every operator that
was read under the assumption preserves it (`conserved.are_kept`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from introplan.introspection.programs.shape import (
    Cells,
    Fields,
    Keys,
    Leaf,
    Parts,
    Shape,
    leaves_of,
    parts_below,
)
from introplan.symbolic.terms.build import combine, conjoin, const, disjoin, equal, negate, number
from introplan.symbolic.terms.term import Term, Var

MAX_PLACES = 40
"""Places of an element: there is a condition for every two of them."""

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Placed:
    """An element that is in one of several places."""

    places: tuple[Var, ...]
    element: Any

    @property
    def count(self) -> Term:
        """That it is there once, as a sum: what operators must preserve."""
        own = const(self.element)
        total = combine(*((number(equal(place, own)), 1) for place in self.places))
        return equal(total, const(1))

    @property
    def conditions(self) -> list[Term]:
        """The same as conditions on two places each: what follows from them is seen at once."""
        own = const(self.element)
        there = [equal(place, own) for place in self.places]
        return [disjoin(there), *(negate(conjoin(pair)) for pair in combinations(there, 2))]


def placed_once(
    shape: Shape, order: Sequence[Var], rows: Sequence[Row], steps: Sequence[tuple[Row, Row]]
) -> list[Placed]:
    """Elements that every step moves, once in every row: for each the largest container it is in.

    `rows` are sampled states, `steps` sampled states before and after a step.
    """
    column = {var: number for number, var in enumerate(order)}
    changes = [(one, two) for one, two in steps if one != two]
    found: dict[Any, Placed] = {}
    for places in _boards(shape):
        columns = [column[place] for place in places]
        for element in _moved(columns, changes) if changes else ():
            is_lone = all([row[c] for c in columns].count(element) == 1 for row in rows)
            if is_lone and const(element) not in found:
                found[const(element)] = Placed(tuple(places), element)
    return list(found.values())


def _boards(shape: Shape) -> Iterator[list[Var]]:
    """The variables of containers of like values, outer ones first."""
    if not isinstance(shape, Leaf) and _is_fixed(shape):
        places = leaves_of(shape)
        if 1 < len(places) <= MAX_PLACES and len({var.sort for var in places}) == 1:
            yield places
    for part in parts_below(shape):
        yield from _boards(part)


def _is_fixed(shape: Shape) -> bool:
    """Do all containers always have the same places?"""
    if isinstance(shape, Parts | Fields | Keys | Cells):
        return all(map(_is_fixed, parts_below(shape)))
    return isinstance(shape, Leaf)


def _moved(columns: Sequence[int], changes: Sequence[tuple[Row, Row]]) -> list[Any]:
    """The elements whose place is another one after each of these steps, in a fixed order."""
    before, _ = changes[0]
    elements = [before[c] for c in columns]
    for one, two in changes:
        elements = [e for e in elements if any((one[c] == e) != (two[c] == e) for c in columns)]
        if not elements:
            break
    return list({const(element): element for element in elements}.values())
