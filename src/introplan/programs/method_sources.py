"""The functions that a step of an object may call, found by their names, with their syntax trees.

An over-approximation: every method called `get` may be meant by any `.get(...)`. Looked at are the
object's own classes, the classes of all objects below its attributes, and the functions, classes
and tables of functions that those speak of by name, also in modules of the user's. What a table
holds, or has another name than its own, may be called from anywhere. Libraries are left out: they
know nothing of an attribute of the object's. So are other packages that were installed, as far as
none of their classes is met below the object and none of their functions is given the object.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import os
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import FunctionType, MethodType, ModuleType
from typing import Any, TypeAlias

from introplan.programs.code_trees import code_names, code_tree

LIBRARIES = frozenset({"numpy", "gymnasium", "gym", "pygame", "introplan", "matplotlib", "torch"})
"""Packages whose functions change no attributes of an environment's, besides Python's own."""

MAX_OBJECTS = 20_000
"""Values below an object's attributes whose classes are looked at."""

TABLES = (dict, list, tuple, set, frozenset, deque)
"""Containers that may hold functions: tables of moves, of handlers by the name of a command."""

PRIVATE = re.compile(r"_[^_].*?__(?!.*__$)")
"""What the names of attributes that begin with two underscores are in code."""

ON_THEIR_OWN = ("__init__", "__new__", "__post_init__")
"""Methods that are called by the name of their class."""


@dataclass(frozen=True, slots=True)
class Methods:
    """Functions by name, with their trees, which may be changed."""

    trees: dict[FunctionType, ast.FunctionDef]
    steps: tuple[FunctionType, ...]
    """The functions called `step` of the object's own classes."""
    textless: dict[FunctionType, ast.FunctionDef] = field(default_factory=dict)
    """Trees of what has no text of its own: all that its code names (`code_trees`)."""
    unnamed: frozenset[FunctionType] = frozenset()
    """Functions that may be called by other names than theirs: members of tables, aliases."""

    @property
    def all_trees(self) -> dict[FunctionType, ast.FunctionDef]:
        """The trees of functions with a text and without."""
        return {**self.trees, **self.textless}

    def named(self, name: str) -> list[ast.FunctionDef]:
        """The trees of all functions of a name."""
        return [
            tree
            for function, tree in self.all_trees.items()
            if name in (tree.name, function.__name__)
        ]

    @property
    def held(self) -> list[ast.FunctionDef]:
        """The trees of functions that may be called by any name."""
        return [tree for function, tree in self.all_trees.items() if function in self.unnamed]


def methods_of(env: Any) -> Methods | None:
    """What a step of an object may call; None where the source text of its step is missing."""
    found: dict[FunctionType, None] = {}
    unnamed = set[FunctionType]()
    seen = set[int]()
    waiting = [*_below(env, seen)]
    packages = {_package(kind) for value in below(env) for kind in type(value).__mro__}
    while waiting:
        name, function = waiting.pop()
        if _is_library(function):
            continue
        if name != function.__name__ and function.__name__ != "__repr__":  # which dataclass wraps
            unnamed.add(function)
        if function not in found:
            found[function] = None
            waiting += _spoken_of(function, seen, packages)
    trees = {function: _tree(function) for function in found}
    own = [vars(kind).get("step") for kind in type(env).__mro__]
    if any(isinstance(step, FunctionType) and trees.get(step, step) is None for step in own):
        return None
    return Methods(
        {function: tree for function, tree in trees.items() if tree is not None},
        tuple(f for f in own if isinstance(f, FunctionType) and f in trees),
        {f: code_tree(f) for f, tree in trees.items() if tree is None and not _is_own(env, f)},
        frozenset(unnamed),
    )


def _is_own(env: Any, function: FunctionType) -> bool:
    """Is it what `dataclass` made to compare or to print the object itself, which no step asks?"""
    is_made = dataclasses.is_dataclass(env) and function.__code__.co_filename == "<string>"
    kinds = {kind.__qualname__ for kind in type(env).__mro__}
    return is_made and function.__qualname__.rpartition(".")[0] in kinds


Named: TypeAlias = tuple[str | None, FunctionType]
"""A function and the name that it is called by; None where a table or an object holds it."""


def _below(env: Any, seen: set[int]) -> Iterator[Named]:
    """The methods of the classes of all values below an object, and functions among the values.

    Values that were `seen` before are left out.
    """
    kinds: dict[type, None] = {}
    for value in below(env):
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, type):
            kinds.update(dict.fromkeys(value.__mro__))
        elif is_function := [*_plain(value)]:
            yield from ((None, function) for function in is_function)
        else:
            kinds.update(dict.fromkeys(type(value).__mro__))
    for kind in kinds:
        yield from _methods(kind, seen)


def _methods(kind: type, seen: set[int]) -> Iterator[Named]:
    if _is_library(kind):
        return
    for name, value in vars(kind).items():
        if name.startswith("__") and not callable(value):
            continue
        plain = [*_plain(value)]
        yield from ((name, function) for function in plain)
        if not plain and isinstance(value, TABLES) and id(value) not in seen:
            yield from _below(value, seen)


def _plain(found: object) -> Iterator[FunctionType]:
    """The functions behind a method, a property, a wrapper or the like."""
    match found:
        case FunctionType():
            yield found
        case MethodType() | staticmethod() | classmethod():
            yield from _plain(found.__func__)
        case property():
            for part in (found.fget, found.fset):
                yield from _plain(part)
        case functools.partial() | functools.cached_property():
            yield from _plain(found.func)
        case _ if callable(found):  # what functools made of a function
            wrapped = inspect.getattr_static(found, "__wrapped__", None)
            yield from () if wrapped is None else _plain(wrapped)


def _spoken_of(function: FunctionType, seen: set[int], packages: set[str]) -> Iterator[Named]:
    """The functions, and those of the classes, that a function's code has the names of.

    `packages` are those of the object; it may be given to functions of more of them.
    """
    values = _named_values(function, packages)
    for name, value in values.items():
        if _package(value) not in packages and _is_installed(value):
            continue
        if isinstance(value, type):
            yield from (f for kind in value.__mro__ for f in _methods(kind, seen))
        elif plain := [*_plain(value)]:
            yield from ((name, found) for found in plain)
        elif isinstance(value, TABLES) or type(value).__module__ == function.__module__:
            yield from _below(value, seen)


def _named_values(function: FunctionType, packages: set[str]) -> dict[str, Any]:
    """What the names in a function's code stand for, also those of modules of the user's."""
    names = [*code_names(function)]
    known = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            known[name] = cell.cell_contents
        except ValueError:  # not set yet
            known.pop(name, None)
    found = {name: known[name] for name in names if name in known}
    packages |= {_package(found[name]) for name in _given_the_object(function) & {*found}}
    for module in [v for v in found.values() if isinstance(v, ModuleType)]:
        is_other = _package(module) not in packages and _is_installed(module)
        if not is_other and not _is_module_of_library(module):
            found |= {name: vars(module)[name] for name in names if name in vars(module)}
    return {name: v for name, v in found.items() if not isinstance(v, ModuleType)}


def _given_the_object(function: FunctionType) -> set[str]:
    """The names that a function calls with its own object, or calls something within."""
    first = function.__code__.co_varnames[:1]
    tree = _tree(function) if first else None
    found = set[str]()
    for node in () if tree is None else ast.walk(tree):
        if isinstance(node, ast.Call):
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            if any(isinstance(each, ast.Name) and each.id in first for each in given):
                found |= {each.id for each in ast.walk(node.func) if isinstance(each, ast.Name)}
    return found


def _is_module_of_library(module: ModuleType) -> bool:
    package = module.__name__.partition(".")[0]
    return package in LIBRARIES or package in sys.stdlib_module_names


def _is_library(thing: Any) -> bool:
    package = _package(thing)
    return package in LIBRARIES or (package in sys.stdlib_module_names and package != "__main__")


def _package(thing: Any) -> str:
    """The name of the outermost package of a module, or of what is from one."""
    name = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", None)
    return name.partition(".")[0] if isinstance(name, str) else "builtins"


def _is_installed(thing: Any) -> bool:
    """Is it of a package that was installed, and not of one that lies where it was written?"""
    if not isinstance(thing, ModuleType | type | FunctionType) and not callable(thing):
        return False
    return _has_an_installer(_package(thing))


@functools.cache
def _has_an_installer(package: str) -> bool:
    """Does the folder of a package say of any package how it was installed?"""
    file = getattr(sys.modules.get(package), "__file__", None)
    folder = os.path.dirname(file or "")
    if os.path.basename(file or "").startswith("__init__."):
        folder = os.path.dirname(folder)
    try:
        return any(name.endswith((".dist-info", ".egg-info")) for name in os.listdir(folder))
    except OSError:
        return False


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


def _tree(function: FunctionType) -> ast.FunctionDef | None:
    """The tree of a function's text, if there is one for it alone."""
    try:
        lines, first = inspect.getsourcelines(function.__code__)  # not of what it wraps
        found = parsed_block("".join(lines))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    if not isinstance(found, ast.FunctionDef):
        return None
    ast.increment_lineno(found, first - 1)
    return _with_private_names(found, code_names(function))


def _with_private_names(tree: ast.FunctionDef, names: Iterable[str]) -> ast.FunctionDef:
    """The tree with the names that private attributes have, which begin with that of a class."""
    private = {f"__{name.partition('__')[2]}": name for name in names if PRIVATE.match(name)}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) if name in private:
                node.attr = private[name]
            case ast.Name(id=name) if name in private:
                node.id = private[name]
    return tree


def parsed_block(text: str) -> ast.stmt:
    """The first statement of a text that may be indented, also where its comments are not."""
    if not text[:1].isspace():
        return ast.parse(text).body[0]
    block: Any = ast.parse(f"if True:\n{text}").body[0]
    found: ast.stmt = block.body[0]
    return ast.increment_lineno(found, -1)
