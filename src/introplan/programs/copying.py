"""Copies of states for user code that may change them: they share nothing that can change.

What cannot change is its own copy: numbers, texts, tuples and frozensets of such, frozen
dataclasses with such fields. The common kinds are copied here, quickly; all others by Python's
`copy` or in the way that their class has of its own, and then whatever that left behind of the
attributes of an instance is brought along: a copy has the same key as what it was made from.
"""

from __future__ import annotations

import copy
import enum
from collections import OrderedDict, deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType
from typing import Any

from introplan.errors import UsageError
from introplan.programs.layout import (
    Layout,
    caches_of,
    carried,
    elements_of,
    is_frozen,
    layout_above,
    layout_of,
    numpy_type,
    once_per_type,
)
from introplan.programs.places import place_of_error

ADVICE = "use numbers, strings, tuples, lists, dicts, sets, dataclasses or numpy arrays"

SHARED = (enum.Enum, type, FunctionType, BuiltinFunctionType)
"""What belongs to the program and not to a state: there is one of each, and it is not copied."""

ATOMS = (int, float, complex, str, bytes, type(None), range, Decimal)
"""Types whose values never change, unless a class that stems from them lets them carry more."""


def is_immutable(value: Any) -> bool:
    """Is there no way to change `value` in place?"""
    kind = type(value)
    if kind in LEAVES:
        return True
    parts = _BUILT_IN[kind] if kind in _BUILT_IN else _parts_of(kind)
    if parts is None:
        return False
    for part in parts(value):  # noqa: SIM110 - half the time of `all`
        if type(part) not in LEAVES and not is_immutable(part):
            return False
    return True


def safe(state: Any) -> Any:
    """Something that user code may change as it likes: the state itself, or a copy of it."""
    return state if is_immutable(state) else copied(state)


def copied(value: Any) -> Any:
    """A copy that shares nothing that can change with the original."""
    known: dict[int, Any] = {}
    try:
        twin = _copied(value, known)
        for table in known.pop(_BY_OBJECTS, ()):
            _name_by_copies(table, known)
        return twin
    except RecursionError as error:
        if place_of_error(error) is not None:
            raise
        raise UsageError("a state contains itself and cannot be copied") from None


# What reads programs sees a plain copy in both (symbolic/interpreter/calls.py).
safe.__reads_as__ = copied.__reads_as__ = copy.deepcopy  # type: ignore[attr-defined]


def _itself(value: Any) -> Any:
    return value


def _nothing(value: Any) -> Any:
    return ()


LEAVES = frozenset({int, float, str, bool, bytes, type(None)})
"""The most frequent types whose values are immutable as a whole."""

_BUILT_IN: dict[type, Callable[[Any], Any] | None] = {
    **dict.fromkeys((tuple, frozenset), _itself),
    **dict.fromkeys((list, dict, set)),
}
"""The most frequent types of the others: their parts, or None if their values can change."""


@once_per_type
def _parts_of(kind: type) -> Callable[[Any], Any] | None:
    """What gives the parts that make a value immutable if they are; None if it can change."""
    layout = layout_of(kind)
    if issubclass(kind, SHARED) or kind is Fraction:
        return _nothing
    if issubclass(kind, tuple | frozenset) and layout.is_bare:
        return tuple.__iter__ if issubclass(kind, tuple) else frozenset.__iter__
    if is_frozen(kind) and layout.root is object and not layout.is_opaque:
        return _parts_of_frozen(kind, layout)
    is_atom = kind in ATOMS or (layout.is_bare and issubclass(kind, ATOMS))
    return _nothing if is_atom or _is_number_of_numpy(kind) else None


def _parts_of_frozen(kind: type, layout: Layout) -> Callable[[Any], Any]:
    """All that it carries, apart from what it has worked out from the rest."""
    attributes, caches = layout.attributes, caches_of(kind)
    if attributes is None or layout.slots or caches:
        return lambda value: [part for name, part in carried(value).items() if name not in caches]
    return lambda value: attributes(value).values()


def _is_number_of_numpy(kind: type) -> bool:
    """Or another thing of one element that cannot be changed in place, as records can."""
    is_record = issubclass(kind, numpy_type("void"))
    return issubclass(kind, numpy_type("generic")) and not is_record and layout_of(kind).is_bare


@once_per_type
def _is_copied_by_itself(kind: type) -> bool:
    """Does the class say how its instances are copied?"""
    ways = ("__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__")
    root = layout_of(kind).root
    return any(getattr(kind, way, None) is not getattr(root, way, None) for way in ways)


@once_per_type
def _copier_of(kind: type) -> Callable[[Any, dict[int, Any]], Any]:
    """How the content of an instance is copied: quickly, if that is not left to its class."""
    layout = layout_of(kind)
    if not layout.is_opaque and not _is_copied_by_itself(kind):
        if kind in _FREQUENT:
            return _FREQUENT[kind]
        if layout.root is tuple:
            return lambda value, known: tuple.__new__(kind, _all_copied(elements_of(value), known))
        if layout.root in _EXACT:
            exact = _EXACT[layout.root]
            return lambda value, known: layout.root.__new__(kind, exact(value))
        is_made_plainly = getattr(kind, "__new__", None) is object.__new__
        if layout.root is object and is_made_plainly and not layout.is_bare:
            return lambda value, known: object.__new__(kind)
    return _deep_copy


def _all_copied(parts: Any, known: dict[int, Any]) -> list[Any]:
    return [_copied(part, known) for part in parts]


_BY_OBJECTS = -1
"""The place in what is known, no address, of tables whose keys are objects that can change."""


def _fill(twin: Any, parts: Any, known: dict[int, Any]) -> None:
    """Fill the copy of a table. Keys stay as they are for now: who looks something up by an object
    has that very object, or the copy of it that is elsewhere in the state."""
    twin.update([(key, _copied(part, known)) for key, part in parts.items()])
    if not LEAVES.issuperset(map(type, parts)) and not all(map(is_immutable, parts)):
        known.setdefault(_BY_OBJECTS, []).append(twin)


def _name_by_copies(table: Any, known: dict[int, Any]) -> None:
    """Let keys of which there are copies be these."""
    pairs = [(known.get(id(key), key), part) for key, part in table.items()]
    if any(key is not old for (key, _), old in zip(pairs, table, strict=True)):
        table.clear()
        table.update(pairs)


def _ordered_copy(value: Any, known: dict[int, Any]) -> Any:
    twin: OrderedDict[Any, Any] = OrderedDict()
    _fill(twin, value, known)
    return twin


_FREQUENT: dict[type, Callable[[Any, dict[int, Any]], Any]] = {
    set: lambda value, known: set(_all_copied(value, known)),
    frozenset: lambda value, known: frozenset(_all_copied(value, known)),
    deque: lambda value, known: deque(_all_copied(value, known), value.maxlen),
    OrderedDict: _ordered_copy,
}
"""Other built-in types whose copies are made here, of parts copied before."""


def _copied(value: Any, known: dict[int, Any]) -> Any:
    """Parts that occur twice stay one part: `known` has the copies made so far."""
    if is_immutable(value):
        return value
    if id(value) in known:
        return known[id(value)]
    kind = type(value)
    if kind is list:
        twin: Any = []
        known[id(value)] = twin
        twin.extend([_copied(part, known) for part in value])
    elif kind is dict:
        twin = known[id(value)] = {}
        _fill(twin, value, known)
    elif kind is numpy_type("ndarray") and not value.dtype.hasobject:
        twin = known[id(value)] = value.copy()
    else:
        twin = known[id(value)] = _copier_of(kind)(value, known)
        if type(twin) is kind and twin is not value:
            _bring_along(value, twin, known)
    return twin


_EXACT: dict[type, Callable[[Any], Any]] = {
    int: int.__int__,
    float: float.__float__,
    str: str.__str__,
    bytes: lambda value: bytes(memoryview(value)),
    Decimal: Decimal,
}
"""What an instance of a class that stems from these would be without the class."""


@once_per_type
def _layout_left(kind: type) -> Layout:
    """What a copy may lack: a `__deepcopy__` in Python knows what its own class carries."""
    for owner in kind.__mro__:
        if isinstance(vars(owner).get("__deepcopy__"), FunctionType):
            return layout_above(kind, owner)
    return layout_of(kind)


def _bring_along(value: Any, twin: Any, known: dict[int, Any]) -> None:
    """Let the copy carry what the original carries."""
    layout = _layout_left(type(value))
    for _, read, put in layout.slots:
        try:
            part = read(value)
        except AttributeError:
            continue  # nothing was put there yet
        put(twin, _copied(part, known))
    if layout.attributes is not None and (parts := layout.attributes(value)):
        copies = {name: _copied(part, known) for name, part in parts.items()}
        layout.attributes(twin).update(copies)


def _deep_copy(value: Any, known: dict[int, Any]) -> Any:
    """A copy in Python's way, or in that of the type, with parts that are copied in ours."""
    for part in (*elements_of(value), *carried(value).values()):
        _copied(part, known)
    try:
        if layout_of(type(value)).is_opaque and not hasattr(value, "__deepcopy__"):
            _copy_hidden(value, known)
        return copy.deepcopy(value, known)
    except (TypeError, copy.Error) as error:
        if place_of_error(error) is not None:
            raise  # a mistake in the user's `__deepcopy__` is reported with its line
        name = type(value).__name__
        raise UsageError(f"states with a {name} in them cannot be copied; {ADVICE}") from None


def _copy_hidden(value: Any, known: dict[int, Any]) -> None:
    """Copy in our way what a type written in C gives to pickle, and thereby to Python's `copy`."""
    given = value.__reduce_ex__(4)
    if isinstance(given, tuple):
        known.setdefault(id(known), []).append(given)  # nothing else may get these addresses
        for part in given[1:3]:
            _copied(part, known)
