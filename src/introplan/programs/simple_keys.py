"""Keys of states that are made of lists and tuples alone, worked out in one pass.

Boards of rows are the usual state that can be changed. Their keys are those of `identity`, which
looks through a value once for shared parts, once for classes with an equality of their own, and
once more for the key.
"""

from __future__ import annotations

from collections.abc import Hashable
from operator import is_
from typing import Any

PLAIN = frozenset({int, str, bytes, type(None)})
"""Types of which a value equals no value of another of these types."""

MAX_DEPTH = 4
"""Of containers in containers: a list may contain itself."""

_OTHER = object()


class _Shared:
    """The first part of keys of values with lists that are met twice: no value has this type."""


def simple_key(value: Any) -> Hashable:
    """The key of a value in which there are lists and tuples, but no others; else None.

    Lists that are met twice, as those of a path in a state are, count by when they were met first.
    """
    owned: list[int] = []
    key = _key(value, owned, MAX_DEPTH)
    if key is _OTHER:
        return None
    if len(set(owned)) == len(owned):
        return key
    first: dict[int, int] = {}
    return (_Shared, key, tuple([first.setdefault(each, n) for n, each in enumerate(owned)]))


def _key(value: Any, owned: list[int], depth: int) -> Hashable:
    kind = type(value)
    if kind in PLAIN:
        return value  # type: ignore[no-any-return]
    if kind is list:
        owned.append(id(value))
    elif kind is not tuple:
        return _OTHER
    if PLAIN.issuperset(map(type, value)):
        return (list, tuple(value)) if kind is list else value
    if not depth:
        return _OTHER
    parts = [_key(part, owned, depth - 1) for part in value]
    if _OTHER in parts:
        return _OTHER
    if kind is tuple and all(map(is_, parts, value)):
        return value  # type: ignore[no-any-return]
    return (kind, tuple(parts))
