"""The parts of any state of a world in Python, and values on one line.

Parts are the fields of dataclasses and named tuples, the items of dictionaries, the entries of
lists and tuples, and the attributes of other objects. Where an object lies in memory is never
shown: the same state gives the same text.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from introplan.programs.layout import is_record
from introplan.view.drawing import printable

ADDRESS = " object at 0x"
"""In the text of an object that has none of its own."""

MAX_DEPTH = 4
"""Of objects within objects that are told; those further in are only named."""


@dataclass(frozen=True, slots=True)
class Note:
    """A part that is told in these words."""

    text: str


def plain(value: Any) -> Any:
    """An array of numpy's as lists; everything else as it is."""
    is_array = hasattr(type(value), "tolist") and not isinstance(value, type)
    return value.tolist() if is_array else value


def named_parts(state: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a state with their names; a state without parts is one itself."""
    if is_record(type(state)):
        yield from ((field.name, getattr(state, field.name)) for field in fields(state))
    elif hasattr(state, "_asdict"):
        yield from state._asdict().items()
    elif isinstance(state, Mapping):
        yield from ((str(key), value) for key, value in state.items())
    elif isinstance(state, tuple | list):
        yield from ((str(i), value) for i, value in enumerate(state))
    elif has_no_text(state):
        yield from _attributes(state)
    else:
        yield "state", state


def _attributes(state: Any) -> Iterator[tuple[str, Any]]:
    """The attributes of an object, those in slots included."""
    for kind in type(state).__mro__:
        slots = vars(kind).get("__slots__", ())
        names = (slots,) if isinstance(slots, str) else slots
        names = tuple(n for n in names if not n.startswith("__") and hasattr(state, n))
        yield from ((name, getattr(state, name)) for name in names)
    yield from ((str(name), value) for name, value in getattr(state, "__dict__", {}).items())


def has_no_text(value: Any) -> bool:
    """Would it print as no more than where it lies in memory?"""
    kind: Any = type(value)
    is_default = kind.__repr__ is object.__repr__ and kind.__str__ is object.__str__
    return is_default and (hasattr(value, "__dict__") or bool(getattr(kind, "__slots__", ())))


def value_text(value: Any, above: tuple[int, ...] = ()) -> str:
    """The value on one line; sets in an order of their own, objects by their attributes.

    `above` are the objects that it is a part of: links back to one of them are not followed.
    """
    if isinstance(value, Note):
        return value.text
    value = value if getattr(value, "ndim", None) else plain(value)  # a number of numpy's
    if isinstance(value, enum.Enum):
        return value.name
    inner = partial(value_text, above=(*above, id(value)))
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(inner, value)))}}}"
    if isinstance(value, tuple | list) and not hasattr(value, "_asdict"):
        parts = ", ".join(map(inner, value))
        return f"[{parts}]" if isinstance(value, list) else f"({parts})"
    if type(value) is dict:
        return f"{{{', '.join(f'{inner(k)}: {inner(v)}' for k, v in value.items())}}}"
    if has_no_text(value) or (is_record(type(value)) and ADDRESS in repr(value)):
        if len(above) >= MAX_DEPTH or id(value) in above:
            return type(value).__name__
        parts = ", ".join(f"{name}={inner(part)}" for name, part in named_parts(value))
        return f"{type(value).__name__}({parts})"
    return printable(" ".join(repr(value).split()))
