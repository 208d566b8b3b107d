"""Values that are equal by their class's own account, and what is really in them.

The key of such a value is the value itself (`identity`), so a change of it changes its key as
well. `contents_of` looks past `__eq__`: it tells whether a copy of such a value was changed. An
`Imprint` tells it of the value itself, and does not take the keys of all that is in it: an object
that knows its parent, and that its own, holds the whole way to it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from introplan.programs.aliasing import is_trusted, numbered
from introplan.programs.copying import LEAVES, SHARED
from introplan.programs.identity import key_of
from introplan.programs.layout import carried, layout_of, once_per_type


def has_own_equality(value: Any) -> bool:
    """Is the value, or one that it holds, compared by an `__eq__` of the user's?"""
    seen: dict[int, Any] = {}  # what contains itself comes back to where it was
    stack = [value]
    while stack:
        part = stack.pop()
        kind = type(part)
        if kind in LEAVES:
            continue
        if kind in _CONTAINERS:
            parts = part.values() if kind is dict else part
            if LEAVES.issuperset(map(type, parts)):
                continue
        elif not _is_opened(kind):
            continue
        elif is_trusted(kind):
            return True
        else:
            parts = carried(part).values()
        if id(part) not in seen:
            seen[id(part)] = part
            stack += parts
    return False


_CONTAINERS = frozenset({list, tuple, dict, set, frozenset})


@once_per_type
def _is_opened(kind: type) -> bool:
    """Is everything in its instances to be seen in their attributes?"""
    layout = layout_of(kind)
    return layout.root is object and not layout.is_opaque and not issubclass(kind, SHARED)


def contents_of(value: Any) -> Hashable:
    """What a value holds, down to where only built-in types are left.

    Elements of sets and keys of dictionaries are left as they are: they must not change anyway.
    """
    try:
        return _contents_of(value)
    except RecursionError:
        return numbered(value, key_of, is_opened=lambda part: _is_opened(type(part)))


def _contents_of(value: Any) -> Hashable:
    kind = type(value)
    if kind in LEAVES or not has_own_equality(value):
        return key_of(value)
    if kind is dict:
        return (kind, tuple([(k, _contents_of(part)) for k, part in value.items()]))
    if kind is list or kind is tuple:
        return (kind, tuple(map(_contents_of, value)))
    if _is_opened(kind):
        parts = carried(value)
        return (kind, tuple([(name, _contents_of(part)) for name, part in parts.items()]))
    return key_of(value)


class Imprint:
    """What the parts of a value held at one time, each by the objects themselves."""

    __slots__ = ("_parts",)

    def __init__(self, value: Any) -> None:
        self._parts = [*_held(value)]

    def is_intact(self) -> bool:
        """Do they hold the same still, or what has the same keys?"""
        return all(_is_same(held, _holding(part)) for part, held in self._parts)


def _held(value: Any) -> Iterator[tuple[Any, Any]]:
    """The parts that can be changed, each with what it holds."""
    seen: dict[int, Any] = {}
    stack = [value]
    while stack:
        part = stack.pop()
        if type(part) in LEAVES or id(part) in seen:
            continue
        seen[id(part)] = part
        held = _holding(part)
        if type(part) is not tuple:
            yield part, held
        if type(held) is tuple:
            stack += held


def _holding(part: Any) -> Any:
    """What a part holds, as a tuple of objects; of sets, arrays and the like a list of its key."""
    kind = type(part)
    if kind is list or kind is tuple:
        return tuple(part)
    if kind is dict:
        return (*part, *part.values())
    if kind not in _CONTAINERS and _is_opened(kind):
        parts = carried(part)
        return (*parts, *parts.values())
    return [key_of(part)]


def _is_same(held: Any, now: Any) -> bool:
    if type(held) is not tuple or type(now) is not tuple:
        return bool(held == now)
    return len(held) == len(now) and all(
        one is other or _is_alike(one, other) for one, other in zip(held, now, strict=True)
    )


def _is_alike(one: Any, other: Any) -> bool:
    """Was the same only put there anew? Of objects with an `__eq__` that is not looked into."""
    if has_own_equality(one) or has_own_equality(other):
        return False
    return key_of(one) == key_of(other)
