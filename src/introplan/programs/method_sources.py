"""The functions that a step of an object may call, found by their names, with their syntax trees.

An over-approximation: whoever is called `get` may be meant by any `.get(...)`. Looked at are the
object's own classes, the classes of all objects below its attributes, and the functions and
classes that those speak of by name. Libraries are left out: they know nothing of an attribute of
the object's.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any

LIBRARIES = frozenset({"numpy", "gymnasium", "gym", "pygame", "introplan", "matplotlib", "torch"})
"""Packages whose functions change no attributes of an environment's, besides Python's own."""

MAX_OBJECTS = 20_000
"""Values below an object's attributes whose classes are looked at."""

ON_THEIR_OWN = ("__init__", "__new__", "__post_init__")
"""Methods that are called by the name of their class."""


@dataclass(frozen=True, slots=True)
class Methods:
    """Functions by name, with their trees, which may be changed."""

    trees: dict[FunctionType, ast.FunctionDef]
    steps: tuple[FunctionType, ...]
    """The functions called `step` of the object's own classes."""

    def named(self, name: str) -> list[ast.FunctionDef]:
        """The trees of all functions of a name."""
        return [tree for tree in self.trees.values() if tree.name == name]


def methods_of(env: Any) -> Methods | None:
    """What a step of an object may call; None where a source text is missing."""
    found: dict[FunctionType, None] = {}
    waiting = [*_functions_below(env)]
    while waiting:
        function = waiting.pop()
        if function in found or _is_library(function):
            continue
        found[function] = None
        waiting += _spoken_of(function)
    try:
        trees = {
            function: _tree(function) for function in found if function.__name__ != "<lambda>"
        }
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    if len(trees) < len(found):
        return None
    own = (vars(kind).get("step") for kind in type(env).__mro__)
    return Methods(trees, tuple(f for f in own if isinstance(f, FunctionType) and f in trees))


def _functions_below(env: Any) -> Iterator[FunctionType]:
    """The methods of the classes of all values below an object, and functions among the values."""
    kinds: dict[type, None] = {}
    for value in below(env):
        if isinstance(value, FunctionType | MethodType):
            yield from _plain(value)
        else:
            kinds.update(dict.fromkeys(type(value).__mro__))
    for kind in kinds:
        yield from _methods(kind)


def _methods(kind: type) -> Iterator[FunctionType]:
    if not _is_library(kind):
        for value in vars(kind).values():
            yield from _plain(value)


def _plain(found: object) -> Iterator[FunctionType]:
    """The functions behind a method, a property or the like."""
    match found:
        case FunctionType():
            yield found
        case MethodType() | staticmethod() | classmethod():
            yield from _plain(found.__func__)
        case property():
            for part in (found.fget, found.fset):
                yield from _plain(part)


def _spoken_of(function: FunctionType) -> Iterator[FunctionType]:
    """The functions, and those of the classes, that a function's code has the names of."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    try:
        closed = {name: cell.cell_contents for name, cell in cells}
    except ValueError:
        closed = {}
    for name in function.__code__.co_names:
        value = closed.get(name, function.__globals__.get(name))
        if isinstance(value, type):
            yield from (f for kind in value.__mro__ for f in _methods(kind))
        else:
            yield from _plain(value)


def _is_library(thing: Any) -> bool:
    package = (getattr(thing, "__module__", None) or "builtins").partition(".")[0]
    return package in LIBRARIES or (package in sys.stdlib_module_names and package != "__main__")


def below(env: Any) -> Iterator[Any]:
    """An object and all that its attributes and their parts hold, each object once."""
    seen, waiting = set[int](), [env]
    while waiting and len(seen) < MAX_OBJECTS:
        value = waiting.pop()
        if id(value) in seen or value is None or isinstance(value, int | float | str | bytes):
            continue
        seen.add(id(value))
        yield value
        waiting += parts_of(value)


def parts_of(value: Any) -> Iterable[Any]:
    """What a container or an object of the user's holds."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if isinstance(value, type | FunctionType) or _is_library(type(value)):
        return list(value) if type(value).__name__ == "deque" else []
    return list(getattr(value, "__dict__", {}).values())


def _tree(function: FunctionType) -> ast.FunctionDef:
    lines, first = inspect.getsourcelines(function)
    found = ast.parse(textwrap.dedent("".join(lines))).body[0]
    if not isinstance(found, ast.FunctionDef):
        raise SyntaxError
    ast.increment_lineno(found, first - 1)
    return found
