"""Keys of tables that depend on the state: known parts side by side with unknown ones."""

from __future__ import annotations

from typing import Any

from introplan.introspection.programs.terms import Term
from introplan.introspection.programs.values import (
    Value,
    as_term,
    is_raw,
    is_simple,
    is_term,
    sequence,
)


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


def fits(key: Any, parts: int) -> bool:
    """Can a key be met by so many parts?"""
    return parts == 1 or (isinstance(key, tuple) and len(key) == parts)
