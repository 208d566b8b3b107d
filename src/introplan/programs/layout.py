"""What an instance carries besides its content: where Python keeps its attributes.

A value of any kind is its type, its content and what it carries. The content belongs to its root,
the built-in type that it is or stems from: the elements of a list, the digits of a number. Plain
objects and dataclasses have the root `object` and no content. Whatever a class written in Python
adds lies in two places, and in no other:

    the dictionary of the instance    `value.__dict__`, whatever its keys are
    slots                             one descriptor for each, under its mangled name, in the
                                      dictionary of the class that declares it

Types written in C can hide more. Python says how large an instance is, and what is larger than
its root, its slots and its dictionary has something in it that cannot be seen: `is_opaque`.
"""

from __future__ import annotations

import struct
import sys
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass
from decimal import Decimal
from functools import cached_property
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any, TypeVar

T = TypeVar("T")

ROOTS = (
    OrderedDict,
    defaultdict,
    dict,
    list,
    tuple,
    set,
    frozenset,
    deque,
    bytearray,
    str,
    bytes,
    int,
    float,
    Decimal,
)
"""Built-in types with content; what stems from two of them stems from the first."""

ANSWERS = "__introplan_answers__"

_built_in: dict[type, dict[object, Any]] = {}

POINTER = struct.calcsize("P")


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where the instances of a type keep what they carry besides the content of their root."""

    root: type
    slots: tuple[tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]], ...]
    """The name of each, what reads it (or raises AttributeError), what sets it."""

    attributes: Callable[[Any], dict[Any, Any]] | None
    """What gives the dictionary of an instance, if it has one."""

    is_opaque: bool

    @property
    def is_bare(self) -> bool:
        """Is there nothing but the content?"""
        return not self.slots and self.attributes is None and not self.is_opaque


def once_per_type(function: Callable[[type], T]) -> Callable[[type], T]:
    """The same function, worked out once for each type and forgotten with it.

    A table of types would keep them, and with them the worlds that they were defined in: so a
    type keeps its answers itself.
    """

    def answer(kind: type) -> T:
        known: dict[object, T] = kind.__dict__.get(ANSWERS) or _answers_of(kind)
        if function not in known:
            known[function] = function(kind)
        return known[function]

    return answer


def _answers_of(kind: type) -> dict[object, Any]:
    """Where the answers about a type are kept; types that cannot be changed are never freed."""
    if kind in _built_in:
        return _built_in[kind]
    found: dict[object, Any] = {}
    try:
        type.__setattr__(kind, ANSWERS, found)
    except TypeError:
        _built_in[kind] = found
    return found


@once_per_type
def layout_of(kind: type) -> Layout:
    """Where instances of a type keep what they carry."""
    return layout_above(kind, _root_of(kind))


def layout_above(kind: type, root: type) -> Layout:
    """The same, as seen from a type that takes care of all that its own instances carry."""
    above = [k for k in kind.__mro__ if k not in root.__mro__]
    slots = [s for k in above for s in _slots_of(k)]
    attributes = None
    if (kind.__dictoffset__ and not root.__dictoffset__) or root is OrderedDict:
        attributes = _reader_of_attributes(kind)
    is_unread = bool(kind.__dictoffset__) and not root.__dictoffset__ and attributes is None
    return Layout(root, tuple(slots), attributes, is_unread or _is_larger(kind, root))


def carried(value: Any) -> dict[Any, Any]:
    """The slots and attributes of an instance, by name; nothing of what is its content."""
    layout = layout_of(type(value))
    found = dict(_filled(value, layout))
    return found if layout.attributes is None else {**found, **layout.attributes(value)}


def elements_of(value: Any) -> list[Any]:
    """The parts of its content; of a dictionary, the values.

    The methods are those of the root: a class that stems from it may have others.
    """
    root = layout_of(type(value)).root
    if issubclass(root, dict):
        return [*root.values(value)]
    if root in (list, tuple, set, frozenset, deque):
        return [*root.__iter__(value)]
    is_boxed = root is numpy_type("ndarray") and value.dtype.hasobject
    return root.tolist(root.ravel(value)) if is_boxed else []  # type: ignore[attr-defined]


def caches_of(kind: type) -> frozenset[str]:
    """Where the instances of a frozen dataclass store what they have worked out once."""
    names = (name for k in kind.__mro__ for name in vars(k))
    if not is_frozen(kind):
        return frozenset()
    return frozenset(n for n in names if isinstance(getattr(kind, n, None), cached_property))


def class_with_equality(kind: type) -> type | None:
    """The class that says in Python which of its values are equal, and gives them a hash."""
    owner = next(k for k in kind.__mro__ if "__eq__" in vars(k))
    is_written = isinstance(vars(owner)["__eq__"], FunctionType)
    is_generated = is_record(kind) or hasattr(kind, "__attrs_attrs__")
    return owner if is_written and not is_generated and kind.__hash__ is not None else None


def is_record(kind: type) -> bool:
    """Is it a dataclass, and not only called one?"""
    return is_dataclass(kind) and isinstance(getattr(kind, "__dataclass_fields__", None), dict)


def is_frozen(kind: type) -> bool:
    """Is it a dataclass that cannot be changed and is compared by its fields?"""
    settings = vars(kind).get("__dataclass_params__") if is_record(kind) else None
    return bool(getattr(settings, "frozen", False) and getattr(settings, "eq", False))


def numpy_type(name: str) -> type:
    """A type of numpy's; one that nothing is an instance of, as long as numpy is not loaded."""
    numpy = sys.modules.get("numpy")
    return getattr(numpy, name, _Nothing)


class _Nothing:
    """No value is one."""


def _root_of(kind: type) -> type:
    arrays = (numpy_type("ndarray"), numpy_type("generic"))
    return next((root for root in (*arrays, *ROOTS) if issubclass(kind, root)), object)


def _slots_of(
    kind: type,
) -> Iterator[tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]]]:
    if "__slots__" in vars(kind):
        for name, slot in vars(kind).items():
            if isinstance(slot, MemberDescriptorType):
                yield name, slot.__get__, slot.__set__


def _reader_of_attributes(kind: type) -> Callable[[Any], dict[Any, Any]] | None:
    """Python's own reader: a class may define something else of the same name."""
    for k in kind.__mro__:
        reader = vars(k).get("__dict__")
        if isinstance(reader, GetSetDescriptorType | MemberDescriptorType):
            return reader.__get__
    return None


def _is_larger(kind: type, root: type) -> bool:
    """Do instances take more room than what is known to be in them?"""
    if kind is root or root is numpy_type("generic"):
        return False
    base = kind.__base__
    if base is None:
        return kind is not object
    room = kind.__basicsize__ - base.__basicsize__ - POINTER * len([*_slots_of(kind)])
    for offset, below in (
        (kind.__dictoffset__, base.__dictoffset__),
        (kind.__weakrefoffset__, base.__weakrefoffset__),
    ):
        is_inside = offset > 0 or offset == -POINTER  # others lie in front of the instance
        room -= POINTER * (is_inside and not below)
    is_longer = bool(kind.__itemsize__) and not base.__itemsize__
    return room > 0 or is_longer or _is_larger(base, root)


def _filled(value: Any, layout: Layout) -> Iterator[tuple[str, Any]]:
    for name, read, _ in layout.slots:
        try:
            yield name, read(value)
        except AttributeError:
            continue  # nothing was put there yet
