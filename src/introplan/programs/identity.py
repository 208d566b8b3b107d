"""Identity of states: the key of a value, built from its parts upwards.

Two values have the same key if no program can tell them apart, as far as can be seen. Python
calls more equal than that: 1 and True, 0.0 and -0.0, two named tuples with the same fields, two
lists of a class of which one carries an attribute that the other lacks. A key that forgets
something is worse than one that is too fine: a search would take a new state for an old one and
say that there is no plan. Therefore a key has

    the exact type,
    the content by the kind of the value: elements, items, digits, bytes, and
    whatever else the instance carries, in its dictionary or in slots (`layout`).

Whole numbers, texts, None, and tuples and frozensets of such, which Python tells apart, are their
own keys; all other keys are tuples that begin with a type, so that the two never meet. Decisions:

- The order of an `OrderedDict` counts, since its own equality says so. That of other dictionaries
  does not, neither does that of attributes.
- Whether two places hold the same list or two equal ones counts (`aliasing`). Of what contains
  itself, as objects with links to their parents do, the parts are numbered.
- NaN equals itself, bit by bit; 0.0 is not -0.0; Decimal("1.0") is not Decimal("1.00").
- A class that defines `__eq__` and `__hash__` in Python is trusted with its own idea of equality.
  What classes that stem from it add in slots or in a dictionary that it does not have counts.
  Equality that was generated (dataclasses, attrs) is no such idea.
- Classes, functions and members of enums belong to the program: they are what they are.
- What a `cached_property` stored in a frozen dataclass follows from fields that cannot change.
- Types written in C that hide something (random.Random, functools.partial, date) go by what they
  give to pickle, or else by their own equality and hash; what has neither is refused.
"""

from __future__ import annotations

import struct
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Hashable, Iterable
from decimal import Decimal
from operator import is_
from types import BuiltinFunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.programs.aliasing import aliasing_of, has_aliases, has_cycle, numbered
from introplan.programs.copying import ADVICE, SHARED, is_immutable
from introplan.programs.layout import (
    Layout,
    caches_of,
    class_with_equality,
    layout_above,
    layout_of,
    once_per_type,
)
from introplan.programs.places import place_of_error
from introplan.programs.simple_keys import PLAIN, simple_key

if TYPE_CHECKING:
    import pickle
else:  # for one of its exceptions
    pickle = deferred("pickle")

Way: TypeAlias = Callable[[Any], Hashable]
"""How the values of a type get their keys, or a part of them."""

PROTOCOL = 4
"""Of pickle: the one that `copy` uses as well."""

UNSET = ...
"""Stands for a slot with nothing in it; no key is this."""


def key_of(value: Any) -> Hashable:
    """What two values have in common exactly if they are one state.

    >>> key_of([1, {"a": {2}}]) == key_of([1, {"a": {2}}])
    True
    >>> key_of(1) == key_of(True)
    False
    """
    if _is_flat(value):  # in C, and nothing to be shared
        return _key(value)
    if (key := simple_key(value)) is not None:
        return key
    try:
        if not has_aliases(value):  # by far the usual case
            return _key(value)
        if has_cycle(value):
            return (_Cyclic, numbered(value, _key))
        return (_Aliased, _key(value), aliasing_of(value, _key))
    except RecursionError as error:
        if place_of_error(error) is not None:
            raise
        raise UsageError("a state contains itself and cannot be told apart") from None


def _is_flat(value: Any) -> bool:
    """Is it a list, a set or a dictionary of plain things?"""
    kind = type(value)
    if kind not in _FLAT or not PLAIN.issuperset(map(type, value)):
        return False
    return kind is not dict or PLAIN.issuperset(map(type, value.values()))


def key_of_immutable(value: Any) -> Hashable:
    """The key of a value in which nothing can be changed, and so nothing be shared."""
    try:
        return _key(value)
    except RecursionError:
        return key_of(value)


def is_plain(value: Any) -> bool:
    """Is it made of things of which Python calls no two equal that differ?"""
    kind = type(value)
    if kind in PLAIN:
        return True
    if kind is not tuple and kind is not frozenset:
        return False
    for part in value:  # noqa: SIM110 - half the time of `all`
        if type(part) not in PLAIN and not is_plain(part):
            return False
    return True


class _Cyclic:
    """The first part of keys of values that contain themselves: no value has this type."""


_FLAT = frozenset({list, dict, set})
"""Types of which a value that holds nothing but plain ones is looked at quickly."""


class _Aliased:
    """The first part of keys of values with aliasing: no value has this type."""


class _Same:
    """What is equal to itself alone, whatever its class thinks of that."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def _key(value: Any) -> Hashable:
    """From the parts upwards: what is plain is its own key, all else comes with its type."""
    kind = type(value)
    if kind in PLAIN:
        return value  # type: ignore[no-any-return]
    if kind is tuple:
        if PLAIN.issuperset(map(type, value)):
            return value  # type: ignore[no-any-return]
        parts = [*map(_key, value)]
        return value if all(map(is_, parts, value)) else (tuple, tuple(parts))
    return (_FREQUENT.get(kind) or _way_of(kind))(value)


def _key_of_frozenset(value: frozenset[Any]) -> Hashable:
    return value if is_plain(value) else (frozenset, _unordered(value))


def _unordered(parts: Collection[Any]) -> Hashable:
    """Parts in any order; different objects may be equal, then it counts how many there are."""
    if type(parts) is set and PLAIN.issuperset(map(type, parts)):
        return frozenset(parts)
    found = frozenset(map(_key, parts))
    if len(found) == len(parts):
        return found
    return (len(parts), frozenset(Counter(map(_key, parts)).items()))


def _items(entries: dict[Any, Any]) -> Hashable:
    """The items of a dictionary in any order."""
    if PLAIN.issuperset(map(type, dict.keys(entries))):
        if PLAIN.issuperset(map(type, dict.values(entries))):
            return frozenset(dict.items(entries))
        return frozenset([(k, _key(v)) for k, v in dict.items(entries)])
    found = frozenset([(_key(k), _key(v)) for k, v in dict.items(entries)])
    return found if len(found) == len(entries) else _unordered([*dict.items(entries)])


def _key_of_list(value: list[Any]) -> Hashable:
    if PLAIN.issuperset(map(type, value)):
        return (list, tuple(value))
    return (list, tuple(map(_key, value)))


def _ordered(parts: Iterable[Any]) -> Hashable:
    return tuple(map(_key, parts))


_bits = struct.Struct("d").pack

_FREQUENT: dict[type, Way] = {
    bool: lambda value: (bool, value),
    float: lambda value: (float, _bits(value)),
    list: _key_of_list,
    dict: lambda value: (dict, _items(value)),
    set: lambda value: (set, _unordered(value)),
    frozenset: _key_of_frozenset,
}

_CONTENTS: dict[type, Way] = {
    OrderedDict: lambda value: _ordered(OrderedDict.items(value)),
    defaultdict: lambda value: (_key(value.default_factory), _items(value)),
    dict: _items,
    list: lambda value: _ordered(list.__iter__(value)),
    tuple: lambda value: _ordered(tuple.__iter__(value)),
    set: lambda value: _unordered([*set.__iter__(value)]),
    frozenset: lambda value: _unordered([*frozenset.__iter__(value)]),
    deque: lambda value: (value.maxlen, _ordered(deque.__iter__(value))),
    bytearray: lambda value: bytes(memoryview(value)),
    str: str.__str__,
    bytes: lambda value: bytes(memoryview(value)),
    int: int.__int__,
    float: _bits,
    Decimal: lambda value: tuple(Decimal.as_tuple(value)),
    object: lambda value: None,
}
"""The content of values by their roots."""


@once_per_type
def _way_of(kind: type) -> Way:
    """How values of a type get their keys, worked out once."""
    layout = layout_of(kind)
    if issubclass(kind, SHARED):
        return _key_of_shared
    if issubclass(kind, MethodType):
        return lambda value: (kind, _key(value.__self__), _key(value.__func__))
    owner = class_with_equality(kind)
    if layout.root is object and owner is not None:
        return _with_carried(kind, lambda value: value, layout_above(kind, owner))
    if layout.root is object and layout.is_opaque:
        return _with_carried(kind, _given_to_pickle, layout)
    if layout.root is object and not layout.slots and layout.attributes is None:
        return _refused
    content = _CONTENTS.get(layout.root, _content_in_numpy)
    if layout.is_opaque:
        return _with_carried(kind, lambda v: (content(v), _given_to_pickle(v)), layout)
    return _with_carried(kind, content, layout)


def _with_carried(kind: type, content: Way, layout: Layout) -> Way:
    """The type, whatever the instance carries, and the content.

    In this order: to ask for a dictionary may make one, which some types then give to pickle.
    """
    readers = [read for _, read, _ in layout.slots]
    attributes = layout.attributes
    if not readers and attributes is None:
        return lambda value: (kind, content(value))
    if attributes is None:
        return lambda value: (kind, _slots(readers, value), content(value))
    if caches_of(kind):
        attributes = _without_caches(kind, attributes)
    if not readers:
        return lambda value: (kind, _items(attributes(value)), content(value))
    return lambda value: (kind, _items(attributes(value)), _slots(readers, value), content(value))


def _slots(readers: list[Callable[[Any], Any]], value: Any) -> Hashable:
    try:
        return tuple([_key(read(value)) for read in readers])
    except AttributeError:
        return tuple([_slot(read, value) for read in readers])


def _slot(read: Callable[[Any], Any], value: Any) -> Hashable:
    try:
        part = read(value)
    except AttributeError:
        return UNSET
    return _key(part)


def _without_caches(
    kind: type, attributes: Callable[[Any], dict[Any, Any]]
) -> Callable[[Any], dict[Any, Any]]:
    caches = caches_of(kind)

    def found(value: Any) -> dict[Any, Any]:
        entries = attributes(value)
        rest = {k: v for k, v in entries.items() if k not in caches}
        return rest if all(map(is_immutable, rest.values())) else entries

    return found


def _content_in_numpy(value: Any) -> Hashable:
    """Of an array or one of its elements: bit by bit, unless there are objects in it."""
    root = layout_of(type(value)).root  # masked arrays, for one, have other ways of their own
    kind = value.dtype
    content = _key(root.tolist(value)) if kind.hasobject else root.tobytes(value)  # type: ignore[attr-defined]
    return (kind, value.shape, content)


def _key_of_shared(value: Any) -> Hashable:
    """By identity; the method of a value belongs to the program only if the value does."""
    kind = type(value)
    owner = value.__self__ if kind is BuiltinFunctionType else None
    if owner is None or isinstance(owner, ModuleType | type):
        return (kind, _Same(value))
    return (kind, value.__name__, _key(owner)) if is_immutable(owner) else _refused(value)


def _given_to_pickle(value: Any) -> Hashable:
    """What is inside of a value, by what it would be made from again."""
    try:
        found = value.__reduce_ex__(PROTOCOL)
    except (TypeError, ValueError, pickle.PicklingError) as error:
        if place_of_error(error) is not None:
            raise
        return _trusted(value)
    if not isinstance(found, tuple):
        return _Same(value)  # one of a kind, to be found by its name
    made, arguments, *rest = found
    state, *parts = rest or [None]
    iterated = [None if part is None else tuple(part) for part in parts]
    return (_key(made), _key(arguments), _key(state), *map(_key, iterated))


def _trusted(value: Any) -> Hashable:
    """A value that hides what it has, but has equality and a hash for it."""
    kind = type(value)
    has_equality = getattr(kind, "__eq__", None) is not object.__eq__
    return value if has_equality and kind.__hash__ is not None else _refused(value)


def _refused(value: Any) -> Hashable:
    name = type(value).__name__
    raise UsageError(f"states with a {name} in them cannot be told apart; {ADVICE}")
