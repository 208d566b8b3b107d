"""Which item is in which box: read off the literals of bins and of drawers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from introplan.view.situation import Situation, plain_name, speaks_only_of

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
