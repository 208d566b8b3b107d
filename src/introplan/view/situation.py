"""What there is to draw of a relational world: objects with their kinds, true literals as names.

Those who draw look at names alone, so that a state, a step of a replay and a start are all the
same to them. A *journey* is the situations that one set of drawings is made for; it can be gone
through more than once. Drawings of one journey share their layout: what does not move stays where
it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from introplan.logic.formula import type_text
from introplan.logic.objects import Objects
from introplan.model.state import State
from introplan.view.drawing import Drawing

Row: TypeAlias = tuple[str, ...]
"""A true literal: its predicate and its objects, by name."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Objects with their types, what is true, and what was true just before (None: no idea)."""

    kinds: Mapping[str, str]
    facts: Set[Row]
    before: Set[Row] | None = None

    def of(self, kind: str) -> list[str]:
        """The objects of a kind, in the order of their declaration."""
        return [name for name, own in self.kinds.items() if own == kind]


Journey: TypeAlias = Iterable[Situation]

Scene: TypeAlias = Callable[[Situation], Drawing]
"""Draws the situations of one journey."""


def situation_of(state: State, before: State | None = None) -> Situation:
    """A state as names."""
    earlier = None if before is None else rows_of(before)
    return Situation(kinds_of(state.objects), rows_of(state), earlier)


def kinds_of(objects: Objects) -> dict[str, str]:
    """Each object with its type, in the order of declaration."""
    return {constant.name: type_text(types) for constant, types in objects.declared}


def rows_of(state: State) -> frozenset[Row]:
    """The true literals as names."""
    return frozenset(
        (fact.predicate.name, *(term.name for term in fact.terms)) for fact in state.facts
    )


def row_text(row: Row) -> str:
    """The literal in the model language.

    >>> row_text(("on", "a", "b"))
    '(on a b)'
    """
    return f"({' '.join(row)})"


@lru_cache(maxsize=1_024)
def plain_name(name: str) -> str:
    """A predicate's name as everybody writes it in their own way: `on-table`, `ontable`."""
    return name.replace("-", "").replace("_", "").lower()


def speaks_only_of(situation: Situation, known: Mapping[str, int]) -> bool:
    """Are all literals of these predicates? A drawing that left out the others would mislead."""
    kinds = {(row[0], len(row) - 1) for row in situation.facts}
    return all(known.get(plain_name(name)) == arity for name, arity in kinds)
