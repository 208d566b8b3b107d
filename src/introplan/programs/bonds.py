"""Attributes of one object that hold one and the same thing that can change.

What is done to such a thing by one name is seen by the other, so a copy has to keep it one thing,
and an attribute that is only written may still be read by another name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

from introplan.programs.aliasing import memory_owner, mutable_parts
from introplan.programs.copying import is_immutable
from introplan.programs.memory_codes import is_array
from introplan.programs.method_sources import below, parts_of

Bonds = set[frozenset[str]]
"""Pairs of attributes that share something that can change."""


def bonds_of(env: Any, left: Collection[str] = ()) -> Bonds:
    """The bonds of an object's attributes as they are now, but for those that are left out."""
    holders: dict[int, list[str]] = {}
    for name, value in vars(env).items():
        if name not in left and not is_immutable(value):
            for part in set(_shareable(value)):
                holders.setdefault(part, []).append(name)
    pairs = {tuple(names) for names in holders.values() if len(names) > 1}
    return {frozenset(pair) for names in pairs for pair in pairwise(names)}


def with_bonds(names: set[str], bonds: Bonds) -> set[str]:
    """These attributes, and all that share something with them."""
    found = set(names)
    while more := {name for pair in bonds if pair & found for name in pair - found}:
        found |= more
    return found


def names_shared(env: Any) -> set[str]:
    """The attributes of an object whose values are also held by another name, or in a container.

    Looked at is all below the object. What is held by an attribute of the same name elsewhere is
    no other name: who looks for uses of a name finds those.
    """
    holders: dict[int, set[str]] = {}
    for part in below(env):
        held = getattr(part, "__dict__", None)
        named = held.items() if isinstance(held, dict) else (("", v) for v in parts_of(part))
        for name, value in named:
            holders.setdefault(_owner(value), set()).add(name)
    return {name for name, value in vars(env).items() if holders[_owner(value)] != {name}}


def _shareable(value: Any) -> Iterator[int]:
    """Addresses of what can change in a value; of arrays also that of what owns their memory."""
    try:
        parts = mutable_parts(value)
    except Exception:
        yield id(value)
        return
    for address, part in parts.items():
        yield address
        yield _owner(part)


def _owner(value: Any) -> int:
    """The address of a value; of an array that of what owns its memory."""
    return id(memory_owner(value) if is_array(value) else value)
