"""States of any kind: told apart by value, and safe from code that changes them in place.

A search keeps states for long and asks "was I here before?". For whole numbers, strings, tuples
and frozensets of such, Python answers that itself. All others are kept as a `Snapshot`: the value,
and a key made of its parts and their types, because Python calls some things equal that a program
can tell apart: 1 and True, or two named tuples with the same fields. What can be changed in place
(lists, dicts, sets, numpy arrays, mutable dataclasses, plain objects) is copied for whoever runs
user code on it.
"""

from __future__ import annotations

import copy
import enum
import sys
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from operator import is_
from types import FunctionType
from typing import Any, TypeAlias, TypeVar
from weakref import finalize

from introplan.errors import UsageError
from introplan.programs.places import place_of_error

T = TypeVar("T")

State: TypeAlias = Any
"""Whatever the user's functions take for a state."""

ATOMS = (
    int,
    float,
    complex,
    str,
    bytes,
    type(None),
    range,
    Fraction,
    Decimal,
    enum.Enum,
    type,
    FunctionType,
)
"""Types whose values never change and compare by value."""


ADVICE = "use numbers, strings, tuples, lists, dicts, sets, dataclasses or numpy arrays"


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A state that Python alone would not tell apart, with the key that does."""

    value: State
    key: Hashable

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def kept(state: State) -> Hashable:
    """The state itself if Python tells it apart, or else a snapshot of it."""
    if is_plain(state):
        return state  # type: ignore[no-any-return]
    return Snapshot(state, key_of(state))


def value_of(state: Hashable) -> State:
    """The user's state: the inverse of `kept`."""
    return state.value if isinstance(state, Snapshot) else state


def is_immutable(value: State) -> bool:
    """Is there no way to change `value` in place, and does Python compare it by its parts?"""
    kind = type(value)
    if kind in _LEAVES:
        return True
    parts = _BUILT_IN[kind] if kind in _BUILT_IN else _parts_of(kind)
    if parts is None:
        return False
    for part in parts(value):  # noqa: SIM110 - half the time of `all`
        if type(part) not in _LEAVES and not is_immutable(part):
            return False
    return True


def key_of(value: State) -> Hashable:
    """What two values have in common exactly if they are equal; built from the parts of a value.

    >>> key_of([1, {"a": {2}}]) == key_of([1, {"a": {2}}])
    True
    >>> key_of(1) == key_of(True)
    False
    """
    try:
        return _key(value)
    except RecursionError:
        raise UsageError("a state contains itself and cannot be told apart") from None


def is_plain(value: State) -> bool:
    """Is it made of things of which Python calls no two equal that differ?"""
    kind = type(value)
    if kind in _PLAIN:
        return True
    if kind is not tuple and kind is not frozenset:
        return False
    for part in value:  # noqa: SIM110 - half the time of `all`
        if type(part) not in _PLAIN and not is_plain(part):
            return False
    return True


def safe(state: State) -> State:
    """Something that user code may change as it likes: the state itself, or a copy of it."""
    return state if is_immutable(state) else copied(state)


def copied(value: State) -> State:
    """A copy that shares nothing that can change with the original."""
    return _copied(value, {})


def _itself(value: Any) -> Any:
    return value


def _nothing(value: Any) -> Any:
    return ()


def _once_per_type(function: Callable[[type], T]) -> Callable[[type], T]:
    """The same function, worked out once for each type and forgotten with it.

    A table of types would keep them, and with them the worlds that they were defined in.
    """
    known: dict[int, T] = {}

    def answer(kind: type) -> T:
        number = id(kind)
        if number not in known:
            known[number] = function(kind)
            finalize(kind, known.pop, number, None).atexit = False
        return known[number]

    return answer


_LEAVES = frozenset({int, float, str, bool, bytes, type(None)})
"""The most frequent types whose values are immutable as a whole."""

_PLAIN = frozenset({int, str, bytes, type(None)})
"""Types of which a value equals no value of another of these types."""

_BUILT_IN: dict[type, Callable[[Any], Any] | None] = {
    **dict.fromkeys((tuple, frozenset), _itself),
    **dict.fromkeys((list, dict, set)),
}
"""The most frequent types of the others: their parts, or None if their values can change."""


@_once_per_type
def _parts_of(kind: type) -> Callable[[Any], Any] | None:
    """What gives the parts that make a value immutable if they are; None if it can change."""
    if issubclass(kind, tuple | frozenset) and not _has_own_attributes(kind):
        return _itself
    if is_dataclass(kind) and _is_frozen(kind):
        names = [f.name for f in fields(kind)]
        return lambda value: [getattr(value, name) for name in names]
    return _nothing if issubclass(kind, ATOMS) or _is_numpy_number(kind) else None


def _has_own_attributes(kind: type) -> bool:
    """Can values of a subclass of tuple carry more than their elements?"""
    return not hasattr(kind, "_fields") and kind.__dictoffset__ != 0


def _is_frozen(kind: type) -> bool:
    """Is it a dataclass that cannot be changed and is compared by its fields?"""
    settings = kind.__dataclass_params__  # type: ignore[attr-defined]
    return bool(settings.frozen and settings.eq)


def _is_numpy_number(kind: type) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(kind, numpy.generic)


def _is_array(value: object) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def _key(value: Any) -> Hashable:
    """From the parts upwards: what is plain is its own key, all else comes with its type."""
    kind = type(value)
    if kind in _PLAIN:
        return value  # type: ignore[no-any-return]
    if kind is tuple or kind is frozenset:
        parts = [*map(_key, value)]
        is_all_plain = all(map(is_, parts, value))
        return value if is_all_plain else (kind, kind(parts))
    if _is_array(value):
        content = _key(value.tolist()) if value.dtype.hasobject else value.tobytes()
        return (kind, value.dtype.str, value.shape, content)
    if isinstance(value, dict):
        return (kind, frozenset((_key(k), _key(v)) for k, v in value.items()))
    if isinstance(value, set | frozenset):
        return (kind, frozenset(map(_key, value)))
    if isinstance(value, list | tuple | deque):
        return (kind, tuple(map(_key, value)))
    if isinstance(value, bytearray):
        return (kind, bytes(value))
    if isinstance(value, ATOMS) or _is_numpy_number(kind):
        return (kind, value)
    return _key_of_object(value)


def _key_of_object(value: Any) -> Hashable:
    """By its own idea of equality, if it has one with a hash; or else by its attributes."""
    kind = type(value)
    if is_dataclass(kind):
        return (kind, tuple(_key(getattr(value, f.name)) for f in fields(kind)))
    has_own_equality = getattr(kind, "__eq__", None) is not object.__eq__
    if has_own_equality and isinstance(value, Hashable):
        return (kind, value)
    attributes = attributes_of(value)
    if attributes is None:
        raise UsageError(f"states with a {kind.__name__} in them cannot be told apart; {ADVICE}")
    return (kind, tuple((name, _key(part)) for name, part in sorted(attributes.items())))


def attributes_of(value: Any) -> dict[str, Any] | None:
    """The attributes of a plain object, in slots or not; None for what Python is not told of."""
    slots = [s for kind in type(value).__mro__ for s in _slots(kind)]
    if not slots and not hasattr(value, "__dict__"):
        return None
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**found, **getattr(value, "__dict__", {})}


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


@_once_per_type
def _is_simple(kind: type) -> bool:
    """Are values of this type nothing but their attributes, for Python's `copy` as well?"""
    has_ways_of_its_own = any(
        getattr(kind, name, None) is not getattr(object, name, None)
        for name in ("__new__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__")
    )
    is_plain = kind.__dictoffset__ != 0 and not any(_slots(k) for k in kind.__mro__)
    return is_plain and not has_ways_of_its_own and not hasattr(kind, "__deepcopy__")


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
        twin.extend(_copied(part, known) for part in value)
    elif kind is dict:
        twin = known[id(value)] = {}
        twin.update((k, _copied(part, known)) for k, part in value.items())
    elif _is_array(value) and not value.dtype.hasobject:
        twin = known[id(value)] = value.copy()
    elif _is_simple(kind):
        twin = known[id(value)] = object.__new__(kind)
        twin.__dict__.update((name, _copied(part, known)) for name, part in vars(value).items())
    else:
        twin = _deep_copy(value, known)
    return twin


def _deep_copy(value: Any, known: dict[int, Any]) -> Any:
    """A copy in Python's way, or in the way that a type has of its own."""
    try:
        return copy.deepcopy(value, known)
    except (TypeError, copy.Error) as error:
        if place_of_error(error) is not None:
            raise  # a mistake in the user's `__deepcopy__` is told by its line
        name = type(value).__name__
        raise UsageError(f"states with a {name} in them cannot be copied; {ADVICE}") from None
