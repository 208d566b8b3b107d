"""What to say of a new state that does not have the shape of the sampled ones."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any

from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Value,
    is_raw,
    sequence,
)
from introplan.introspection.programs.vocabulary import kind_of

SAME_KEYS = "have all keys from the start, with a value such as 0 or None for those not there yet"
SAME_LENGTH = "keep the length, with a value such as 0 or None for places not filled yet"


def misfit(kind: type, value: Value, names: list[str]) -> Refused:
    """The refusal of a value where all samples were of one shape of parts with these names."""
    place = _place(names)
    if isinstance(value, Entries):
        return Refused("PY-SHAPE", f"{place} gets or loses a key of a dictionary", SAME_KEYS)
    if isinstance(value, Array):
        return Refused("PY-SHAPE", f"{place} becomes an array of another size", "keep its size")
    items = sequence(value)
    if items is not None and kind in (tuple, list):
        what = f"{place} becomes a {_kind_text(value)} of length {len(items)}"
        return Refused("PY-SHAPE", f"{what}, unlike in the sampled states", SAME_LENGTH)
    article = "an" if kind.__name__[:1].lower() in "aeiou" else "a"
    what = f"{place} becomes {_text(value)}, but is {article} {kind.__name__} in sampled states"
    return Refused("PY-SHAPE", what)


def _kind_text(value: Any) -> str:
    kind: type = getattr(value, "kind", type(value))
    return kind.__name__


def _text(value: Any) -> str:
    if value is None:
        return "None"
    kind = getattr(value, "kind", None)
    if not is_raw(value) and isinstance(kind, type):
        return f"an object of type {kind.__name__}"
    return kind_of(value)


def _place(names: list[str]) -> str:
    """The part of the state that has parts of these names."""
    holders = {name.rpartition(" in ")[2] for name in names if " in " in name}
    if len(holders) == 1 and all(" in " in name for name in names):
        return holders.pop()
    found = re.match(r"(.+)[\[.]", _common_start(names))
    return found[1] if found else "the state"


def _common_start(names: list[str]) -> str:
    columns = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in columns)
