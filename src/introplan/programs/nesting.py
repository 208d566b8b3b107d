"""Objects within an object that are taken apart as it is: simulations in wrappers and views.

    self.env = Warehouse()        self.maze_view = MazeView2D(...)

What such an object holds besides its rules, spaces and pictures and generators, can neither be
copied nor compared, and its constants are many. So its attributes count as the outer object's, by
names with dots (`env.position`), where the outer one alone holds it.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from introplan.programs.layout import layout_of
from introplan.programs.memory_codes import is_left_out
from introplan.programs.method_sources import below, parts_of

ACTIVE = (
    "__setattr__", "__getattribute__", "__deepcopy__", "__copy__", "__reduce__", "__reduce_ex__",
    "__getstate__", "__setstate__", "__eq__",
)  # fmt: skip
"""Methods by which a class says itself what its instances are."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An object within another."""

    within: int
    """The number of the one that holds it; 0 is the outermost."""
    name: str
    """The attribute that holds it."""
    prefix: str
    """What the names of its own attributes begin with."""
    kind: type


def opened_in(env: Any, replaced: Container[str] = ()) -> list[Opened]:
    """The objects within an object that are opened, outer ones first.

    `replaced` are names of attributes that are set anew: what they hold is not opened.
    """
    held = Counter(id(part) for each in below(env) for part in parts_of(each))
    found, holders, number = list[Opened](), [("", env)], 0
    while number < len(holders):
        prefix, holder = holders[number]
        for name, value in vars(holder).items():
            if name not in replaced and held[id(value)] == 1 and _is_opened(value, env):
                found.append(Opened(number, name, f"{prefix}{name}.", type(value)))
                holders.append((found[-1].prefix, value))
        number += 1
    return found if not held[id(env)] else []


def _is_opened(value: Any, env: Any) -> bool:
    """Is it an instance of a plain class, with something in it that is no part of a state?"""
    kind = type(value)
    if not hasattr(value, "__dict__") or isinstance(value, type) or is_left_out(value):
        return False
    layout = layout_of(kind)
    is_plain = layout.root is object and not layout.slots and not layout.is_opaque
    if not is_plain or any(getattr(kind, n, None) is not getattr(object, n, None) for n in ACTIVE):
        return False
    return value is not env and any(map(is_left_out, below(value)))


def objects_of(env: Any, opened: list[Opened]) -> list[Any]:
    """The object, and those within it."""
    found = [env]
    for each in opened:
        found.append(vars(found[each.within])[each.name])
    return found


def attributes_of(env: Any, opened: list[Opened]) -> dict[str, Any]:
    """The attributes of all of them, without those that hold one of them."""
    found: dict[str, Any] = vars(env)
    if not opened:
        return found
    found, prefixes = {}, ["", *(each.prefix for each in opened)]
    for prefix, part in zip(prefixes, objects_of(env, opened), strict=True):
        found |= {prefix + name: value for name, value in vars(part).items()}
    for each in opened:
        del found[each.prefix[:-1]]
    return found


def flat(env: Any, opened: list[Opened]) -> Any:
    """The same as one object."""
    return SimpleNamespace(**attributes_of(env, opened)) if opened else env


def built(env: Any, opened: list[Opened], attributes: dict[str, Any]) -> Any:
    """An object like this one, with other attributes."""
    twin = copy.copy(env)
    if not opened:
        twin.__dict__ = attributes
        return twin
    twin.__dict__ = {}
    made = {"": twin}
    for each in opened:
        made[each.prefix] = object.__new__(each.kind)
    for full, value in attributes.items():
        prefix, name = parted(full)
        vars(made[prefix])[name] = value
    for each in opened:
        outer = each.prefix[: -len(each.name) - 1]
        vars(made[outer])[each.name] = made[each.prefix]
    return twin


def parted(full: str) -> tuple[str, str]:
    """A name as that of an object and that of its attribute."""
    prefix, dot, name = full.rpartition(".")
    return prefix + dot, name


def own_name(full: str) -> str:
    """The name of an attribute without that of its object."""
    return full.rpartition(".")[2]
