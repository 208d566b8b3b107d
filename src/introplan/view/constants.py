"""The constants of a world in Python, by name: what its functions use and do not change.

A drawing wants to know what stands around the state: a map, the walls, the goals. They are
globals, variables of an enclosing function, or attributes of the object whose methods are called.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

from introplan.programs.chance import ChanceProgram
from introplan.programs.program import Program

MAX_LOOKED_AT = 500
"""Functions and objects; a world that holds on to more is not searched for its map."""

ROW_NAMES = {"r", "c", "row", "col", "dr", "dc", "nr", "nc", "rows", "cols"}
ACROSS_NAMES = {"x", "y", "dx", "dy", "nx", "ny"}

PLAIN = (str, bytes, int, float, bool, tuple, list, set, frozenset, dict, type(None))


def constants_of(world: Program | ChanceProgram, state: Any = None) -> Mapping[str, Any]:
    """Names and values that the functions of a world use; the first value of a name counts.

    Methods of the objects in a state are functions of the world as well.
    """
    found: dict[str, Any] = {}
    for value in _looked_at(world, state):
        for name, inner in _inside(value):
            found.setdefault(name, inner)
    return found


def counts_rows_first(world: Program | ChanceProgram, state: Any = None) -> bool:
    """Do the functions of a world speak of rows and columns, rather than of x and y?"""
    used = _looked_at(world, state)
    codes = [value.__code__ for value in used if isinstance(value, FunctionType)]
    names = [name for code in codes for part in _codes(code) for name in part.co_varnames]
    rows = sum(name in ROW_NAMES for name in names)
    return rows > sum(name in ACROSS_NAMES for name in names)


def _looked_at(world: Program | ChanceProgram, state: Any) -> list[Any]:
    """The functions of a world, and the functions, objects and classes that they use."""
    waiting: list[Any] = [world.transition, world.reward, world.actions, world.terminal]
    if isinstance(world, ChanceProgram):
        waiting = [f for f in (world.outcomes, world.step, *waiting) if f is not None]
    waiting += _kinds_in(state)
    seen: dict[int, Any] = {}
    while waiting and len(seen) < MAX_LOOKED_AT:
        value = waiting.pop(0)
        if id(value) not in seen:
            seen[id(value)] = value
            waiting += [inner for _, inner in _inside(value) if not isinstance(inner, PLAIN)]
    return list(seen.values())


def _kinds_in(state: Any) -> list[type]:
    """The classes of a state and of the things in it, those of the user's own."""
    found: set[type] = set()
    waiting = [state]
    for value in waiting:
        if len(waiting) < MAX_LOOKED_AT:
            waiting += value if isinstance(value, list | tuple | set | frozenset) else []
            waiting += value.values() if isinstance(value, dict) else []
        if not isinstance(value, PLAIN) and _is_own(type(value)) and type(value) not in found:
            found.add(type(value))
            waiting += getattr(value, "__dict__", {}).values()
    return sorted(found, key=lambda kind: kind.__qualname__)


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    """What a function uses, or what an object of the user's own class holds."""
    if isinstance(value, MethodType):
        yield "self", value.__self__
        yield "function", value.__func__
    elif isinstance(value, functools.partial):
        yield "function", value.func
    elif isinstance(value, FunctionType):
        yield from _used(value)
        if hasattr(value, "__wrapped__"):
            yield "function", value.__wrapped__
    elif isinstance(value, type):
        if _is_own(value):
            yield from _attributes(value)
    elif not isinstance(value, ModuleType) and _is_own(type(value)):
        yield from getattr(value, "__dict__", {}).items()
        for kind in type(value).__mro__:
            slots = vars(kind).get("__slots__", ())
            yield from ((name, getattr(value, name)) for name in slots if hasattr(value, name))
            yield from _attributes(kind)


def _used(function: FunctionType) -> Iterator[tuple[str, Any]]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    for name, cell in cells:
        try:
            yield name, cell.cell_contents
        except ValueError:
            continue  # a name that is not bound yet
    if function.__module__.partition(".")[0] == "introplan":
        return  # the functions that call the world's; what is around them is not the world
    for name in _names_in(function.__code__):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _names_in(code: CodeType) -> Iterator[str]:
    for part in _codes(code):
        yield from part.co_names


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function and of those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _attributes(kind: type) -> Iterator[tuple[str, Any]]:
    """The attributes of a class and the functions of its methods."""
    if _is_own(kind):
        for name, value in list(vars(kind).items()):
            plain = value.__func__ if isinstance(value, staticmethod | classmethod) else value
            if not name.startswith("__") and not isinstance(value, MemberDescriptorType):
                yield name, plain


def _is_own(kind: type) -> bool:
    """Is this class of the world, rather than of Python or of a library?"""
    top = kind.__module__.partition(".")[0]
    if top in sys.stdlib_module_names and top != "__main__":
        return False
    file = getattr(sys.modules.get(top), "__file__", None) or ""
    return top == "introplan" or "site-packages" not in file
