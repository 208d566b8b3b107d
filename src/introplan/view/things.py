"""Where things are: the parts of a state that are places, or that stand at one.

A place is a pair of whole numbers. An object, a dictionary or a named tuple stands at one if it
has `x` and `y`, `row` and `col`, or a `pos`; so does a tuple of a name and two numbers. What else
it says of itself is told beside the map.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, TypeAlias

from introplan.programs.layout import is_record
from introplan.view.parts import Note, has_no_text, named_parts, plain, value_text

MAX_SIDE = 60
"""Of a map that is drawn; places further apart are listed as numbers."""

AXES = (("row", "col"), ("r", "c"), ("x", "y"), ("col", "row"), ("agent_x", "agent_y"))
"""Pairs of names under which states and things keep a place in two parts."""

PAIRS = ("pos", "position", "location", "loc", "place", "cell", "xy")
"""Names under which things keep a place in one part."""

Place: TypeAlias = tuple[int, int]
Things: TypeAlias = dict[str, list[Place]]
"""Places by the name of the part of the state that holds them."""


def place_of(value: Any) -> Place | None:
    """The place that a value is, if it is two whole numbers.

    >>> place_of([2, 3]), place_of((2, 3, 4)), place_of((True, 1))
    ((2, 3), None, None)
    """
    value = plain(value)
    if not isinstance(value, tuple | list) or len(value) != 2:
        return None
    first, second = map(plain, value)
    is_place = type(first) is int and type(second) is int
    return (first, second) if is_place and max(abs(first), abs(second)) <= MAX_SIDE else None


def places_of(value: Any) -> list[Place] | None:
    """The places in a set, a list, or the keys of a dictionary; None if other things are in it."""
    value = plain(value)
    if hasattr(value, "_asdict") or not isinstance(
        value, set | frozenset | list | tuple | dict | deque
    ):
        return None
    found = [standing(each) for each in value]
    return sorted(each for each in found if each) if all(found) else None


def standing(value: Any) -> Place | None:
    """Where a thing is: the place that it is, or the one that it has.

    >>> standing((2, 3)), standing({"x": 1, "y": 0, "hp": 3}), standing(("key", 4, 2))
    ((2, 3), (1, 0), (4, 2))
    """
    place = place_of(value)
    if place is not None and not hasattr(value, "_asdict"):
        return place
    if type(value) is tuple and len(value) == 3 and isinstance(value[0], str):
        return place_of(value[1:])
    if not _has_parts(value):
        return place
    parts = dict(named_parts(value))
    for first, second in AXES:
        if first in parts and second in parts:
            return place_of((parts[first], parts[second]))
    return next((found for n in PAIRS if n in parts and (found := place_of(parts[n]))), place)


def _has_parts(value: Any) -> bool:
    """Is it an object, a dictionary or a named tuple, with parts that have names?"""
    if isinstance(value, type):
        return False
    is_named = isinstance(value, Mapping) or hasattr(value, "_asdict") or is_record(type(value))
    return is_named or has_no_text(value)


def besides_place(value: Any) -> Note | None:
    """What a thing, or each of several, says of itself besides where it is; None if nothing."""
    if place_of(value) is not None and not hasattr(value, "_asdict"):
        return None
    if isinstance(value, list | tuple | set | frozenset | deque) and not hasattr(value, "_asdict"):
        if type(value) is tuple and len(value) == 3 and isinstance(value[0], str):
            return Note(value[0])
        notes = [note.text for each in value if (note := besides_place(each))]
        return Note("; ".join(notes)) if notes else None
    if not _has_parts(value):
        return None
    hidden = {"name", *PAIRS, *(name for pair in AXES for name in pair)}
    rest = [f"{n}={value_text(v)}" for n, v in named_parts(value) if n not in hidden]
    return Note(", ".join(rest)) if rest else None


def things_in(state: Any) -> Things:
    """The parts of a state that are places, by name; the state itself may be one."""
    place = place_of(state)
    if place is not None and not hasattr(state, "_asdict"):
        return {"agent": [place]}
    parts = dict(named_parts(state))
    found: Things = {}
    for first, second in AXES:
        if type(parts.get(first)) is int and type(parts.get(second)) is int:
            found[f"{first} {second}"] = [(parts[first], parts[second])]
            break
    for name, value in parts.items():
        place = standing(value)
        places = [place] if place else places_of(value)
        if places is None and isinstance(value, dict):
            places = places_of([*value.values()])
        if places is not None and not isinstance(value, str):
            found[name] = places
    return found
