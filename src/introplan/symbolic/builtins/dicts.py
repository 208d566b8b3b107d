"""Dictionaries: entries at known and unknown keys, methods, and the keys a lookup table can have.

An unknown key of a constant dictionary becomes a table over its parts: `PRICE[kind, size]` is one
lookup with two keys. A dictionary that the program makes has known keys and values that may be
unknown; its keys cannot depend on the state.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from enum import Enum
from itertools import product
from math import prod
from typing import Any

from introplan.symbolic.interpreter.choices import merge_values, shared_keys
from introplan.symbolic.interpreter.classes import CONTAINING, in_class
from introplan.symbolic.interpreter.concretisation import (
    MAX_COMBINATIONS,
    call_python,
    possible_values,
)
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import items_of
from introplan.symbolic.interpreter.streams import View
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    Entries,
    Items,
    Listing,
    Members,
    Record,
    Value,
    as_term,
    check_plain,
    concrete_value,
    is_concrete,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.build import values_of
from introplan.symbolic.terms.narrowing import narrowed
from introplan.symbolic.terms.order import in_order
from introplan.symbolic.terms.term import Call, Sort, Table, Term, sort_of

NO_EQUAL = object()
"""Stands for the value of an unknown that no value makes equal to a key."""


def key_parts(key: Value) -> tuple[Term, ...] | None:
    """An unknown key as the keys of a table."""
    if is_term(key):
        return (key,)
    items = sequence(key)
    if items is None or len(items) < 2 or (isinstance(key, Items) and key.kind is not tuple):
        return None
    if not all(is_term(i) or (is_concrete(i) and is_simple(i)) for i in items):
        return None
    return tuple(as_term(i) for i in items)


def matching_keys(keys: Iterable[Any], parts: tuple[Term, ...]) -> dict[Any, Any]:
    """The keys that an unknown key of these parts may be equal to, each under its equal value.

    An unknown whole number is equal to the keys 17.0 and 17 if it is 17, and to a member of an
    `IntEnum` if it is its number: such a key is listed under the number. Of keys of other types
    with an `__eq__` of their own it is not known which values they are equal to: refused.
    """
    if any(map(_may_be_float, parts)):
        raise Refused("PY-FLOAT", "a float looked up in a table")
    found: dict[Any, Any] = {}
    for key in keys:
        if len(parts) == 1:
            equal = _equal_value(key, parts[0])
        elif isinstance(key, tuple) and len(key) == len(parts):
            equal = tuple(_equal_value(k, part) for k, part in zip(key, parts, strict=True))
        else:
            continue
        if equal is not NO_EQUAL and not (len(parts) > 1 and NO_EQUAL in equal):
            found[equal] = key
    return found


def _equal_value(key: Any, part: Term) -> Any:
    """What an unknown must be to be equal to a key; `NO_EQUAL` if it cannot be."""
    if sort_of(part) is Sort.ANY:
        if _has_float(key) or not (is_simple(key) or _is_itself(key)):
            raise Refused("PY-FLOAT", f"a table with the key {key!r}")
        return key if is_simple(key) else NO_EQUAL
    if isinstance(key, float):
        return int(key) if key.is_integer() else NO_EQUAL
    if isinstance(key, int):
        return key if type(key) in (int, bool) else int(key)
    if isinstance(key, str | tuple | frozenset | Enum | None) or _is_itself(key):
        return NO_EQUAL
    raise Refused("PY-EXPR", f"a table with a key of type {type(key).__name__}")


def _may_be_float(part: Term) -> bool:
    if isinstance(part, Call):
        return sort_of(part) is Sort.ANY and part.function != "tuple"
    return sort_of(part) is Sort.ANY and any(map(_has_float, values_of(part) or ()))


def _has_float(key: Any) -> bool:
    if isinstance(key, tuple | frozenset):
        return any(map(_has_float, key))
    return isinstance(key, float)


def _is_itself(key: Any) -> bool:
    """Is it equal to nothing but itself?"""
    return in_class(type(key), "__eq__") is vars(object)["__eq__"]


def check_has_hash(value: Value) -> None:
    """What is looked up in a set or dictionary must be hashable, down to its last part."""
    match value:
        case Items(kind, items) if kind in (tuple, str):
            parts = items
        case Record(kind, fields):
            if kind.__hash__ is None:
                raise Raised(TypeError)
            parts = list(fields.values())
        case Listing(kind, pairs) if kind in (tuple, range):
            parts = [item for _, item in pairs]
        case Items() | Listing() | Entries() | Array() | list() | dict() | set():
            raise Raised(TypeError)
        case Members(kind) if kind is set:
            raise Refused("PY-EXPR", "a set looked up in another one")
        case _:
            return
    for part in parts:
        check_has_hash(part)


def known_key(value: Value) -> Any:
    """A key of a dictionary; refused if it depends on the state."""
    try:
        key = concrete_value(value)
        hash(key)
    except (KeyError, TypeError):
        hint = "keep all keys from the start, and only change their values"
        raise Refused("PY-EXPR", "a dictionary key that depends on the state", hint) from None
    return key


def set_entry(run: Execution, items: dict[Any, Value], key: Value, value: Value) -> None:
    """items[key] = value; an unknown key must be one of those that are there.

    Each entry that may be meant has the new value where it is, and its own elsewhere.
    """
    if key_parts(key) is None or not items:
        items[known_key(key)] = value
        return
    check_has_hash(key)
    is_there = _is_one_of(run, items, key_parts(key) or ())
    if not is_there and not run.decide(run.is_in(key, Entries(items, run.stamp()))):
        known_key(key)  # refuses: which key it would be is not known
    known_keys = in_order(items)
    try:
        merged = {
            own: merge_values(as_term(run.equals(key, own)), value, items[own], floor=run.stamp())
            for own in known_keys
        }
    except CannotMerge:
        for own in known_keys[:-1]:
            if run.decide(run.equals(key, own)):
                items[own] = value
                return
        items[known_keys[-1]] = value
        return
    items.update(merged)


def _is_one_of(run: Execution, items: dict[Any, Value], parts: tuple[Term, ...]) -> bool:
    """Is whatever an unknown key can be one of the keys?"""
    spaces = [possible_values(run, part) for part in parts]
    found = [space for space in spaces if space is not None]
    if len(found) < len(spaces) or prod(map(len, found)) > MAX_COMBINATIONS:
        return False
    return all((row if len(row) > 1 else row[0]) in items for row in product(*found))


def rows_of(dictionary: Entries | dict[Any, Value]) -> dict[Any, Value]:
    """The keys and values of a dictionary, whether the program made it or not."""
    return dictionary.items if isinstance(dictionary, Entries) else dictionary


def entry(run: Execution, dictionary: Entries | dict[Any, Value], key: Value) -> Value:
    """dictionary[key]; raising `KeyError` is a path of its own where the key may be missing."""
    items = rows_of(dictionary)
    check_plain(dictionary, *CONTAINING)
    check_has_hash(key)
    if hasattr(type(dictionary), "__missing__") and not (is_concrete(key) and key in items):
        return _entry_or_default(run, dictionary, key)
    if is_concrete(key):
        return call_python(lambda: items[key])
    if not run.decide(run.is_in(key, dictionary)):
        raise Raised(KeyError)
    return _entry_at(run, items, key)


def _entry_or_default(run: Execution, dictionary: Any, key: Value) -> Value:
    """The value at a key of a dictionary that has values for all others as well."""
    kind = type(dictionary)
    if kind in (Counter, defaultdict):
        if run.decide(run.is_in(key, dictionary)):
            return _entry_at(run, dictionary, key)
        if kind is Counter:
            return 0
    what = f"a key that a {kind.__name__} may not have"
    raise Refused("PY-EXPR", what, "use get with a default")


def _entry_at(run: Execution, items: dict[Any, Value], key: Value) -> Value:
    """The value at an unknown key that is there; forks where values cannot be merged."""
    try:
        return _merged_entry(run, items, key)
    except CannotMerge:
        return _forked_entry(run, items, in_order(items), key)


def _merged_entry(run: Execution, items: dict[Any, Value], key: Value) -> Value:
    """The same as one value; raises `CannotMerge`."""
    parts = key_parts(key)
    if parts is not None and all(is_concrete(v) and is_simple(v) for v in items.values()):
        entries = {equal: items[key] for equal, key in matching_keys(items, parts).items()}
        return unwrapped(terms.lookup(*narrowed(Table(entries), parts)))
    columns = shared_keys(list(items.values())) if len(items) > 1 else None
    if columns is not None:
        rows = {c: {own: row[c] for own, row in items.items()} for c in columns}
        return Entries({c: _merged_entry(run, row, key) for c, row in rows.items()}, FOREIGN)
    # In an order of their own: the term must not depend on the order of insertion.
    first, *others = in_order(items)
    result = items[first]
    for other in others:
        here = as_term(run.equals(key, other))
        result = merge_values(here, items[other], result, floor=run.stamp())
    return result


def _forked_entry(
    run: Execution, items: dict[Any, Value], known_keys: list[Any], key: Value
) -> Value:
    # It is the last one where it is none of the others, since it is there.
    for other in known_keys[:-1]:
        if run.decide(run.equals(key, other)):
            return items[other]
    return items[known_keys[-1]]


def _dict(run: Execution, values: Value = (), /, **named: Value) -> Entries:
    items: dict[Any, Value] = {}
    if isinstance(values, Entries | dict):
        items.update(rows_of(values))
    else:
        for pair in items_of(run, values):
            parts = items_of(run, pair)
            if len(parts) != 2:
                raise Raised(ValueError)
            items[known_key(parts[0])] = parts[1]
    items.update(named)
    return Entries(items, run.stamp())


def _from_keys(run: Execution, keys: Value, value: Value = None, /) -> Entries:
    return Entries({known_key(key): value for key in items_of(run, keys)}, run.stamp())


def _get(run: Execution, receiver: Value, key: Value, default: Value = None, /) -> Value:
    items = rows_of(receiver)
    if is_concrete(key):
        return call_python(lambda: items.get(key, default))
    inside = run.is_in(key, receiver)
    if not is_term(inside):
        return _entry_at(run, items, key) if inside else default
    table = _table_with_default(items, key, default)
    if table is not None:
        return table
    implied = run.implied(inside)
    if implied is None:
        try:
            # A fork over the keys would come too early: that one of them is there is not known.
            return merge_values(inside, _merged_entry(run, items, key), default, floor=run.stamp())
        except CannotMerge:
            implied = run.decide(inside)
    return _entry_at(run, items, key) if implied else default


def _table_with_default(items: dict[Any, Value], key: Value, default: Value) -> Value | None:
    """`items.get(key, default)` as one table; None unless all values are simple."""
    parts = key_parts(key)
    values = (*items.values(), default)
    if parts is None or not all(is_concrete(v) and is_simple(v) for v in values):
        return None
    entries = {equal: items[own] for equal, own in matching_keys(items, parts).items()}
    if not entries or any(value != value for value in values):
        return None
    if len(parts) == 1:
        # A table of a table is a table: the text of a map, and what its signs pay.
        composed = terms.on_values(lambda value: entries.get(value, default), parts[0])
        if composed is not None:
            return unwrapped(composed)
    return unwrapped(terms.lookup(Table(entries, default=default), parts))


def _items(run: Execution, receiver: Value, /) -> Value:
    return View(receiver, "items")


def _keys(run: Execution, receiver: Value, /) -> Value:
    return View(receiver, "keys")


def _values(run: Execution, receiver: Value, /) -> Value:
    return View(receiver, "values")


def _update(run: Execution, receiver: Entries, other: Value = (), /, **named: Value) -> None:
    receiver.items.update(_dict(run, other, **named).items)


def decided_key(run: Execution, dictionary: Entries, key: Value) -> Any:
    """Which key an unknown one is, each on a path of its own; raises `KeyError` if none."""
    check_has_hash(key)
    for own in in_order(dictionary.items):
        if run.decide(run.equals(key, own)):
            return own
    raise Raised(KeyError)


def _pop(run: Execution, receiver: Entries, key: Value, /, *default: Value) -> Value:
    if not is_concrete(key):
        try:
            key = decided_key(run, receiver, key)
        except Raised:
            if default:
                return default[0]
            raise
    return call_python(receiver.items.pop, key, *default)


def _setdefault(
    run: Execution, receiver: Entries | dict[Any, Value], key: Value, default: Value = None, /
) -> Value:
    # Where the key is there nothing is changed, so it need not be a dictionary of the call's own.
    check_has_hash(key)
    if run.decide(run.is_in(key, receiver)):
        return entry(run, receiver, key)
    run.check_may_change(receiver, "setdefault")
    rows_of(receiver)[known_key(key)] = default
    return default


def _clear(run: Execution, receiver: Entries, /) -> None:
    receiver.items.clear()


FUNCTIONS: dict[Any, Builtin] = {dict: _dict, dict.fromkeys: _from_keys}
METHODS: dict[Any, Builtin] = {
    dict.get: _get,
    dict.items: _items,
    dict.keys: _keys,
    dict.values: _values,
    dict.update: _update,
    dict.pop: _pop,
    dict.setdefault: _setdefault,
    dict.clear: _clear,
}
