"""Fingerprints: all that a program is made of, as one digest.

What was found out about a program may be kept only as long as nothing changes that it depends on.
That is the code of its functions and of all they call, with the text they were compiled from; the
globals, closure cells, defaults and attributes that this code can name, as far as they go; classes
with their bases; the actions and the start. Two programs with one fingerprint do the same, step by
step. What has no stable content (a lock, an open file, an iterator) has no fingerprint: `None`.

Parts of Python and of numpy are named by module and version instead of being looked through.
"""

from __future__ import annotations

import collections
import dataclasses
import enum
import hashlib
import linecache
import random
import re
import sys
import types
from collections.abc import Iterable
from typing import Any

from introplan.programs.fingerprint_parts import (
    builtins_of,
    codes_in,
    entries_of_enum,
    imported_by,
    is_of_numpy,
    may_differ,
    parts_of,
    slots_of,
)
from introplan.programs.known_code import (
    hides_content,
    is_known,
    is_known_class,
    is_library,
    version_of,
)

MAX_PARTS = 50_000
"""A world with more values than this is not looked through: that takes longer than a tenth of a
second, and reading it again seldom takes much longer."""

KNOWN = frozenset(sys.stdlib_module_names) | {"numpy", "introplan"}
"""Packages whose parts are told by their names and versions."""

_NAMES_ANYTHING = frozenset({
    "globals", "eval", "exec", "__import__", "import_module", "__subclasses__", "_getframe",
})  # fmt: skip
"""Code with these names may use whatever there is."""

_NAMES_ATTRIBUTES = frozenset({"getattr", "vars", "__dict__", "__getattribute__", "attrgetter"})
"""Code with these names may use attributes that it does not name: of objects all are looked at, of
modules those that are named."""

_NOT_CONTENT = frozenset({
    "__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__abstractmethods__",
    "_abc_impl", "__dataclass_params__", "__static_attributes__", "__firstlineno__",
})  # fmt: skip
"""Attributes of classes that say nothing of what they do, or what is in their code anyway."""

_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), type(NotImplemented))


class Unstable(Exception):  # noqa: N818 - an answer: there is no fingerprint
    """Something has no content that could be told from another one's."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fingerprint:
    """A digest, and the classes met on the way, in an order that depends on the content alone."""

    digest: str
    classes: tuple[type, ...]


def fingerprint(*parts: Any) -> Fingerprint | None:
    """The fingerprint of some values; None if there is none."""
    walker = _Walker()
    try:
        for part in parts:
            walker.enter(part)
        walker.enter_modules()
    except (Unstable, RecursionError):
        return None
    return Fingerprint(walker.digest.hexdigest(), tuple(walker.classes))


class _Walker:
    """Goes through values, in an order of their own, and writes down what it sees."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.seen: dict[int, int] = {}
        self.kept: list[Any] = []
        """What was seen: an identity may be given again to another object."""

        self.classes: list[type] = []
        self.modules: list[types.ModuleType] = []
        self.known_modules: list[types.ModuleType] = []
        self.names: set[str] = set()
        self.files: set[str] = set()

    def note(self, *words: object) -> None:
        """Write words down, each with its end."""
        for word in words:
            text = str(word).encode("utf-8", "surrogatepass")
            self.digest.update(b"%d:" % len(text) + text)

    def enter(self, value: Any) -> None:
        """Write a value down with all that it is made of."""
        if isinstance(value, _PLAIN) and type(value) in _PLAIN:
            # Hexadecimal, because Python refuses to write the decimals of very long numbers.
            text = hex(value) if type(value) is int else repr(value)
            self.note(type(value).__name__, text)
            return
        number = self.seen.get(id(value))
        if number is not None:
            self.note("again", number)
            return
        self.seen[id(value)] = len(self.seen)
        self.kept.append(value)
        if len(self.kept) > MAX_PARTS:
            raise Unstable
        self._enter_new(value)

    def _enter_new(self, value: Any) -> None:
        match value:
            case types.FunctionType():
                self._enter_function(value)
            case type():
                self._enter_class(value)
            case types.ModuleType():
                self._enter_module(value)
            case types.CodeType():
                self._enter_code(value)
            case types.BuiltinFunctionType() | types.MethodWrapperType():
                self._enter_builtin(value)
            case types.CellType():
                self._enter_cell(value)
            case enum.Enum():
                self._enter_all("member", value._name_, type(value))
            case _ if (parts := parts_of(value)) is not None:
                self._enter_all(type(value).__name__, *parts)
            case _:
                self._enter_object(value)

    def _enter_all(self, word: str, *parts: Any) -> None:
        self.note(word, len(parts))
        for part in parts:
            self.enter(part)

    def _enter_builtin(self, value: Any) -> None:
        owner = getattr(value, "__self__", None)
        self.note("builtin", getattr(value, "__module__", ""), value.__qualname__)
        if owner is not None and not isinstance(owner, types.ModuleType):
            self.enter(owner)

    def _enter_cell(self, cell: types.CellType) -> None:
        try:
            content = cell.cell_contents
        except ValueError:
            self.note("empty cell")
        else:
            self._enter_all("cell", content)

    def _enter_function(self, function: types.FunctionType) -> None:
        self.note("function", function.__module__, function.__qualname__)
        if not is_library(function.__code__.co_filename):
            self._enter_code(function.__code__)
            self._enter_globals(function)
        # A function of Python's may hold one of the user's, as wrappers do.
        self._enter_all("cells", *(function.__closure__ or ()))
        self.enter(function.__defaults__)
        self.enter(function.__kwdefaults__)
        self.enter(vars(function))

    def _enter_code(self, code: types.CodeType) -> None:
        self.note("code", code.co_name, code.co_filename, code.co_firstlineno, code.co_flags)
        self.note(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
        self.note(code.co_code.hex(), code.co_linetable.hex(), code.co_exceptiontable.hex())
        for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
            self.note(len(names), *names)
        self.names.update(code.co_names)
        if not _NAMES_ANYTHING.isdisjoint(code.co_names):
            raise Unstable
        self._enter_all("constants", *code.co_consts)
        if code.co_filename not in self.files:
            # What is read of a program is its text.
            self.files.add(code.co_filename)
            self.note("text", *linecache.getlines(code.co_filename))

    def _enter_globals(self, function: types.FunctionType) -> None:
        """What names outside of a function mean, and what it imports."""
        for name in sorted({n for code in codes_in(function.__code__) for n in code.co_names}):
            if name in function.__globals__:
                self.note("global", name)
                self.enter(function.__globals__[name])
            elif name in builtins_of(function):
                self.note("builtin", name)
                self.enter(builtins_of(function)[name])
            else:
                self.note("attribute", name)
        for code in codes_in(function.__code__):
            for name in imported_by(code, function.__globals__):
                if name not in sys.modules:  # what it will be is unknown
                    raise Unstable
                self.enter(sys.modules[name])

    def _enter_module(self, module: types.ModuleType) -> None:
        self.note("module", module.__name__)
        if is_known(module.__name__):
            self.note(version_of(module.__name__))
            self.known_modules.append(module)
        else:
            self.modules.append(module)

    def enter_modules(self) -> None:
        """What the code that was seen can name of the modules that it uses."""
        done: set[tuple[int, str]] = set()
        while True:
            if self.modules and not _NAMES_ATTRIBUTES.isdisjoint(self.names):
                raise Unstable
            names = sorted(self.names)
            asked = [(m, n) for m in self.modules for n in names if n in vars(m)]
            asked += [
                (m, n)
                for m in self.known_modules
                for n in names
                if n in vars(m) and may_differ(vars(m)[n])
            ]
            new = [(m, n) for m, n in asked if (id(m), n) not in done]
            if not new:
                return
            for module, name in new:
                done.add((id(module), name))
                self.note("in", module.__name__, name)
                self.enter(vars(module)[name])

    def _enter_class(self, kind: type) -> None:
        self.classes.append(kind)
        self.note("class", kind.__module__, kind.__qualname__)
        if is_known_class(kind):
            self.note(version_of(kind.__module__))
            return
        self._enter_all("bases", type(kind), *kind.__bases__)
        if issubclass(kind, enum.Enum):
            self._enter_enum(kind)
            return
        for name, value in vars(kind).items():
            if name not in _NOT_CONTENT:
                self.note("attribute", name)
                self._enter_field(value) if isinstance(value, dict) else self.enter(value)

    def _enter_enum(self, kind: type[enum.Enum]) -> None:
        for name, value in entries_of_enum(kind):
            self.note(name)
            self.enter(value)

    def _enter_field(self, values: dict[Any, Any]) -> None:
        """A dictionary of a class; that of a dataclass has fields in it."""
        for key, value in values.items():
            self.enter(key)
            if isinstance(value, dataclasses.Field):
                self._enter_all("field", value.default, value.default_factory, value.init)
            else:
                self.enter(value)

    def _enter_object(self, value: Any) -> None:
        """An instance: its class, its items and its attributes."""
        kind = type(value)
        self._enter_class(kind) if id(kind) not in self.seen else None
        self.seen.setdefault(id(kind), len(self.seen))
        self.kept.append(kind)
        self.note("object", kind.__module__, kind.__qualname__)
        has_items = self._enter_items(value)
        attributes = getattr(value, "__dict__", None)
        if isinstance(attributes, dict):
            self._enter_pairs(attributes.items())
        slots = [name for base in kind.__mro__ for name in slots_of(base)]
        for name in slots:
            self.note("slot", name)
            if hasattr(value, name):
                self.enter(getattr(value, name))
        if not has_items and any(map(hides_content, kind.__mro__)):
            raise Unstable

    def _enter_items(self, value: Any) -> bool:  # noqa: C901 - one case per kind
        match value:
            case dict() | types.MappingProxyType():
                if isinstance(value, collections.defaultdict):
                    self.enter(value.default_factory)
                self._enter_pairs(value.items())
            case list() | tuple():
                self._enter_all("items", *tuple.__iter__(tuple(value)))
            case collections.deque():
                self._enter_all("items", value.maxlen, *value)
            case set() | frozenset():
                self._enter_set(value)
            case range() | slice() | complex() | int() | float() | str() | bytes() | bytearray():
                self.note(repr(value))
            case random.Random():
                self.enter(value.getstate())
            case re.Pattern():
                self.enter((value.pattern, value.flags))
            case BaseException():
                self.enter(value.args)
            case _ if type(value).__module__ == "numpy" and hides_content(type(value)):
                self._enter_array(value)
            case _ if type(value).__module__.startswith("numpy.random"):
                self._enter_generator(value)
            case _ if type(value).__module__ in ("fractions", "decimal", "datetime"):
                self.note(repr(value))
            case _ if type(value).__qualname__ == "_lru_cache_wrapper":
                self.enter(value.__wrapped__)
            case _:
                return False
        return True

    def _enter_pairs(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        for key, value in list(pairs):
            self.enter(key)
            self.enter(value)
        self.note("end")

    def _enter_set(self, items: Iterable[Any]) -> None:
        """Items in the order of their own fingerprints: that of a set is no content."""
        found: list[tuple[str, int, Any]] = []
        for item in items:
            alone = fingerprint(item)
            if alone is None:
                raise Unstable
            found.append((alone.digest, len(found), item))
        found.sort(key=lambda row: row[0])
        self._enter_all("set", *(item for _, _, item in found))

    def _enter_array(self, value: Any) -> None:
        if not is_of_numpy(value) or getattr(getattr(value, "dtype", None), "hasobject", False):
            raise Unstable
        if hasattr(value, "tobytes"):
            kind = value.dtype.str if value.dtype.names is None else repr(value.dtype)
            self.note(kind, value.shape, value.tobytes().hex())
        else:
            self.note(repr(value))

    def _enter_generator(self, value: Any) -> None:
        """A generator of random numbers: where it stands."""
        if hasattr(value, "get_state"):  # one in the style of numpy before generators
            self.enter(value.get_state(legacy=False))
            return
        bits = getattr(value, "bit_generator", value)
        self.note(type(bits).__qualname__)
        self.enter(getattr(bits, "state", None))
