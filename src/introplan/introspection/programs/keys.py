"""Keys of tables that depend on the state: known parts side by side with unknown ones."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from introplan.introspection.programs.arithmetic import values_of
from introplan.introspection.programs.own_methods import in_class
from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.terms import Call, Sort, Term, sort_of
from introplan.introspection.programs.values import (
    Value,
    as_term,
    is_raw,
    is_simple,
    is_term,
    sequence,
)

UNMET = object()
"""Stands for a key that no unknown can be equal to."""


def key_parts(key: Value) -> tuple[Term, ...] | None:
    """An unknown key as the keys of a table."""
    if is_term(key):
        return (key,)
    items = sequence(key)
    if items is None or len(items) < 2:
        return None
    if not all(is_term(i) or (is_raw(i) and is_simple(i)) for i in items):
        return None
    return tuple(as_term(i) for i in items)


def usable_keys(keys: Iterable[Any], parts: tuple[Term, ...]) -> dict[Any, Any]:
    """The keys that an unknown key of these parts can meet, in a form that it can be equal to.

    A whole number meets 17.0 as it meets 17, and an `IntEnum` as its number. Anything else that is
    equal to what it is not the same as is refused.
    """
    if any(map(_may_be_float, parts)):
        raise Refused("PY-FLOAT", "a float looked up in a table", "use whole numbers")
    found: dict[Any, Any] = {}
    for key in keys:
        if len(parts) == 1:
            met = _met(key, parts[0])
        elif isinstance(key, tuple) and len(key) == len(parts):
            met = tuple(_met(k, part) for k, part in zip(key, parts, strict=True))
        else:
            continue
        if met is not UNMET and not (len(parts) > 1 and UNMET in met):
            found[met] = key
    return found


def _met(key: Any, part: Term) -> Any:
    """What an unknown must be to be equal to a key; `UNMET` if it cannot."""
    if sort_of(part) is Sort.ANY:
        if _has_float(key) or not (is_simple(key) or _is_itself(key)):
            raise Refused("PY-FLOAT", f"a table with the key {key!r}", "use whole numbers")
        return key if is_simple(key) else UNMET
    if isinstance(key, float):
        return int(key) if key.is_integer() else UNMET
    if isinstance(key, int):
        return key if type(key) in (int, bool) else int(key)
    if isinstance(key, str | tuple | frozenset | Enum | None) or _is_itself(key):
        return UNMET
    raise Refused("PY-EXPR", f"a table with a key of type {type(key).__name__}")


def _may_be_float(part: Term) -> bool:
    if isinstance(part, Call):
        return sort_of(part) is Sort.ANY and part.function != "tuple"
    return sort_of(part) is Sort.ANY and any(map(_has_float, values_of(part) or ()))


def _has_float(key: Any) -> bool:
    if isinstance(key, tuple | frozenset):
        return any(map(_has_float, key))
    return isinstance(key, float)


def _is_itself(key: Any) -> bool:
    """Is it equal to nothing but itself?"""
    return in_class(type(key), "__eq__") is vars(object)["__eq__"]
