"""What there is to draw of a relational world: objects with their kinds, true literals as names.

A `Situation` has names alone, so that a state, a step of a replay and a start are drawn by the
same code. `Situations` are those that one set of drawings is made for; they can be iterated over
more than once. Drawings of one set share their layout: what does not move stays where it is.

A `Store` says which item is in which box, as the literals of bins and of drawers have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from introplan.relational.arithmetic import number_text
from introplan.relational.formula import type_text
from introplan.relational.state import Objects, State
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


Situations: TypeAlias = Iterable[Situation]

Scene: TypeAlias = Callable[[Situation], Drawing]
"""Draws the situations of one set."""


def situation_of(state: State, before: State | None = None) -> Situation:
    """A state as names."""
    earlier = None if before is None else rows_of(before)
    return Situation(kinds_of(state.objects), rows_of(state), earlier)


def kinds_of(objects: Objects) -> dict[str, str]:
    """Each object with its type, in the order of declaration."""
    return {constant.name: type_text(types) for constant, types in objects.declared}


def rows_of(state: State) -> frozenset[Row]:
    """The facts of a state as names, and its numbers."""
    numbers = state.numbers.changing.items()
    rows = [(fact.predicate.name, *(term.name for term in fact.terms)) for fact in state.facts]
    return frozenset([*rows, *(number_row(term.plain, value) for term, value in numbers)])


def number_row(function: str, value: float) -> Row:
    """What stands for a number among the rows of a situation: `(fuel t1) = 5`."""
    return (f"{function} = {number_text(value)}",)


def numbers_in(rows: Iterable[Row]) -> dict[str, float]:
    """The numbers among the rows of a situation, by the texts of their functions."""
    shown = [row[0].split(" = ") for row in rows if is_number_row(row)]
    return {function: float(value) for function, value in shown}


def is_number_row(row: Row) -> bool:
    """Does a row stand for a number? No name of a predicate begins so."""
    return row[0].startswith("(")


def row_text(row: Row) -> str:
    """The literal in the model language.

    >>> row_text(("on", "a", "b"))
    '(on a b)'
    """
    return row[0] if is_number_row(row) else f"({' '.join(row)})"


@lru_cache(maxsize=1_024)
def plain_name(name: str) -> str:
    """A predicate's name in one spelling: `on-table`, `on_table` and `OnTable` are `ontable`."""
    return name.replace("-", "").replace("_", "").lower()


def speaks_only_of(situation: Situation, known: Mapping[str, int]) -> bool:
    """Are all literals of these predicates? A drawing that left out the others would mislead."""
    kinds = {(row[0], len(row) - 1) for row in situation.facts}
    return all(known.get(plain_name(name)) == arity for name, arity in kinds)


BINS = {"onshelf": 1, "inbin": 2, "open": 1}
DRAWERS = {
    "itemlabel": 2,
    "drawerlabel": 2,
    "indrawer": 2,
    "onshelf": 1,
    "holding": 1,
    "handempty": 0,
    "open": 1,
}
SHELF, HAND = "(shelf)", "(hand)"
PLACES = {"onshelf": SHELF, "holding": HAND, "inbin": "", "indrawer": ""}
LABELS = {"itemlabel": "", "drawerlabel": ""}


@dataclass(frozen=True, slots=True)
class Store:
    """Which item is where, which boxes are open, and what labels there are."""

    boxes: tuple[str, ...]
    items: tuple[str, ...]
    place_of: Mapping[str, str]
    contents: Mapping[str, Sequence[str]]
    is_open: frozenset[str]
    labels: Mapping[str, str]
    has_hand: bool

    @property
    def word(self) -> str:
        """What the boxes are called."""
        return "drawer" if self.has_hand else "bin"

    def held_in(self, place: str) -> Sequence[str]:
        """The items in a place, in the order of their declaration."""
        return self.contents.get(place, ())


def store_of(situation: Situation) -> Store | None:
    """What is where, if the literals are those of bins or of drawers."""
    kinds = set(situation.kinds.values())
    if kinds <= {"item", "bin"} and "bin" in kinds:
        return _store(situation, "bin") if speaks_only_of(situation, BINS) else None
    if kinds <= {"item", "drawer", "label"} and "drawer" in kinds:
        return _store(situation, "drawer") if speaks_only_of(situation, DRAWERS) else None
    return None


def _store(situation: Situation, kind: str) -> Store | None:
    places, labels = _pairs(situation, PLACES), _pairs(situation, LABELS)
    items, boxes = tuple(situation.of("item")), tuple(situation.of(kind))
    if places is None or labels is None or set(places) != set(items):
        return None
    contents: dict[str, list[str]] = {}
    for item in items:
        contents.setdefault(places[item], []).append(item)
    is_open = frozenset(row[1] for row in situation.facts if plain_name(row[0]) == "open")
    return Store(boxes, items, places, contents, is_open, labels, kind == "drawer")


def _pairs(situation: Situation, predicates: Mapping[str, str]) -> dict[str, str] | None:
    """What each thing is related to, by its second object or by name; None if to two at once."""
    found: dict[str, str] = {}
    for name, *terms in situation.facts:
        fixed = predicates.get(plain_name(name))
        if fixed is not None:
            if terms[0] in found:
                return None
            found[terms[0]] = fixed or terms[1]
    return found
