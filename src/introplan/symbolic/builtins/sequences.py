"""Parts of values: attributes, elements at known and unknown places, membership.

An unknown place in a known container becomes a table, so `MAZE[y][x] == "#"` is one condition.
Where the place may lie outside, the raising way is a path of its own; negative places count from
the end, as in Python.
"""

from __future__ import annotations

import sys
import types
from typing import Any

from introplan.symbolic.builtins.arrays import as_array, is_array
from introplan.symbolic.builtins.compare import equals
from introplan.symbolic.builtins.dicts import check_has_hash, is_in, key_parts, usable_keys
from introplan.symbolic.builtins.finite import for_each_value, guarded, number_like
from introplan.symbolic.builtins.iterators import row
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.special_methods import CONTAINING
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    Entries,
    Items,
    Value,
    as_term,
    check_plain,
    is_raw,
    is_simple,
    is_term,
    merged,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused, kind_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.order import in_order
from introplan.symbolic.terms.term import Lookup, Table, Term

DATA = (int, float, str, bytes, tuple, list, dict, set, frozenset, bool, type(None), range)


def element(machine: Machine, value: Value, key: Value) -> Value:
    """value[key]"""
    array = as_array(value) if is_array(value) and not is_raw(key) else value
    if isinstance(array, Array):
        return _array_element(machine, array, key)
    if isinstance(value, Entries | dict):
        _check_is_table(value, key)
        entries = value.items if isinstance(value, Entries) else value
        return _entry(machine, entries, key)
    items = sequence(value)
    if items is None and isinstance(value, str | bytes | range):
        items = list(value) if len(value) <= 10_000 else None
    if items is not None:
        return _item(machine, value, items, key)
    if is_term(value):
        return _of_unknown_container(machine, value, key)
    if is_raw(value) and is_raw(key):
        if hasattr(type(value), "__getitem__") and isinstance(
            type(value).__getitem__, types.FunctionType
        ):
            return machine.context.interpret(machine, type(value).__getitem__, [value, key], {})
        return guarded(lambda: value[key])
    hint = "use a list, a tuple or a dictionary"
    raise Refused("PY-EXPR", f"an element of {kind_of(value)}", hint)


def _check_is_table(value: Value, key: Value) -> None:
    """Refuse a dictionary that answers for keys that it does not have."""
    check_plain(value, *CONTAINING)
    check_has_hash(key)
    if hasattr(type(value), "__missing__") and not (is_raw(key) and key in value):
        raise Refused("PY-EXPR", f"a key of a {type(value).__name__}", "use get with a default")


def _item(machine: Machine, value: Value, items: list[Value], key: Value) -> Value:
    if isinstance(key, slice):
        part = guarded(lambda: items[key])
        if is_raw(value):
            return Items(list, part, machine.stamp()) if isinstance(value, list) else value[key]
        kind = value.kind if isinstance(value, Items) else tuple
        return Items(kind, part, machine.stamp())
    if is_raw(key):
        return guarded(lambda: items[key])
    if not number_like(key):
        raise Refused("PY-EXPR", "an index that is not a whole number")
    position = as_term(key)
    check_inside(machine, position, len(items))
    return chosen_item(machine, value, items, position)


def check_inside(machine: Machine, position: Term, length: int) -> None:
    """Go on only where a place lies inside; elsewhere the model raises."""
    inside = terms.conjoin(
        [
            terms.at_most(terms.const(-length), position),
            terms.less(position, terms.const(length)),
        ]
    )
    if not machine.decide(unwrapped(inside)):
        raise Raised(IndexError)


def chosen_item(machine: Machine, value: Value, items: list[Value], position: Term) -> Value:
    """The item at an unknown place that lies inside."""
    places = _places(machine, position, len(items))
    if all(is_raw(items[i]) for i in places):
        if all(is_simple(items[i]) and not isinstance(items[i], list) for i in places):
            return unwrapped(
                terms.lookup(Table({i: items[i] for i in places}), (terms.number(position),))
            )
        if all(isinstance(items[i], list) for i in places):
            return Rows(tuple(items[i] for i in places), tuple(places), position)
    result = items[places[-1]]
    for i in reversed(places[:-1]):
        here = terms.equal(position, terms.const(i))
        try:
            result = merged(here, items[i], result, floor=machine.stamp())
        except CannotMerge:
            return _forked_item(machine, items, places, position)
    return result


def _forked_item(machine: Machine, items: list[Value], places: list[int], position: Term) -> Value:
    for i in places[:-1]:
        if machine.decide(unwrapped(terms.equal(position, terms.const(i)))):
            return items[i]
    return items[places[-1]]


def _places(machine: Machine, position: Term, length: int) -> list[int]:
    low, high = bounds(position, machine.knowledge.box)
    first, last = int(max(low, -length)), int(min(high, length - 1))
    places = list(range(first, last + 1))
    if not places or len(places) > 5000:
        raise Refused("PY-LIMIT", "an index with too many possible places")
    return places


def Rows(rows: tuple[Any, ...], places: tuple[int, ...], position: Term) -> Value:  # noqa: N802
    """An unknown row of a table of lists: lists stand as tuples, nobody can change them."""
    frozen = {i: _frozen(r) for i, r in zip(places, rows, strict=True)}
    if not all(is_simple(r) for r in frozen.values()):
        raise Refused("PY-EXPR", "an unknown element of a list of objects")
    return unwrapped(terms.lookup(Table(frozen), (terms.number(position),)))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _of_unknown_container(machine: Machine, term: Term, key: Value) -> Value:
    """An element of an opaque value: text or tuples from a table, looked up by two keys."""
    if not isinstance(term, Lookup) or (not number_like(key) and not is_raw(key)):
        if is_raw(key) or is_term(key):
            return for_each_value(machine, _take, term, key)
        raise Refused("PY-EXPR", "an element of a value that depends on the state")
    if is_raw(key):
        return for_each_value(machine, _take, term, key)
    rows = term.table.values
    lengths = {len(r) for r in rows if isinstance(r, str | tuple)}
    if len(lengths) != 1 or not all(isinstance(r, str | tuple) for r in rows):
        return for_each_value(machine, _take, term, key)
    length = lengths.pop()
    position = terms.number(as_term(key))
    check_inside(machine, position, length)
    places = _places(machine, position, length)
    return _joined_table(term, position, places)


def _joined_table(term: Lookup, position: Term, places: list[int]) -> Value:
    joined: dict[Any, Any] = {}
    for outer, text in term.table.entries.items():
        head = outer if len(term.keys) > 1 else (outer,)
        joined.update({(*head, i): text[i] for i in places})
    return unwrapped(terms.lookup(Table(joined), (*term.keys, position)))


def _take(container: Any, key: Any) -> Any:
    return container[key]


def _entry(machine: Machine, items: dict[Any, Value], key: Value) -> Value:
    if is_raw(key):
        return guarded(lambda: items[key])
    inside = key_condition(machine, items, key)
    if not machine.decide(inside):
        raise Raised(KeyError)
    return entry_at(machine, items, key)


def key_condition(machine: Machine, items: Any, key: Value) -> Value:
    """Is an unknown key among known ones?"""
    return is_in(machine, key, items)


def entry_at(machine: Machine, items: dict[Any, Value], key: Value) -> Value:
    """The value at an unknown key that is there."""
    parts = key_parts(key)
    if parts is not None and all(is_raw(v) and is_simple(v) for v in items.values()):
        usable = {met: items[key] for met, key in usable_keys(items, parts).items()}
        return unwrapped(terms.lookup(Table(usable), parts))
    first, *others = known_keys = in_order(items)
    result = items[first]
    for known_key in others:
        here = as_term(equals(machine, key, known_key))
        try:
            result = merged(here, items[known_key], result, floor=machine.stamp())
        except CannotMerge:
            return _forked_entry(machine, items, known_keys, key)
    return result


def _forked_entry(
    machine: Machine, items: dict[Any, Value], known_keys: list[Any], key: Value
) -> Value:
    for known_key in known_keys:
        if machine.decide(equals(machine, key, known_key)):
            return items[known_key]
    raise Raised(KeyError)


def _array_element(machine: Machine, array: Array, key: Value) -> Value:
    keys = sequence(key) if not is_raw(key) or isinstance(key, tuple) else None
    if (
        keys is not None
        and len(keys) == len(array.shape)
        and not any(isinstance(k, slice | Array) for k in keys)
    ):
        return chosen_item(machine, array, array.cells, flat_place(machine, array, keys))
    if keys is not None and len(keys) == 1:
        key = keys[0]
    if isinstance(key, int):
        inside = key + array.shape[0] if key < 0 else key
        if not 0 <= inside < array.shape[0]:
            raise Raised(IndexError)
        return row(array, inside)
    if is_term(key) and len(array.shape) == 1:
        return chosen_item(machine, array, array.cells, flat_place(machine, array, [key]))
    if is_term(key):
        return _unknown_row(machine, array, key)
    if isinstance(key, slice) or (
        keys is not None and all(isinstance(k, int | slice) for k in keys)
    ):
        return _array_slice(array, key)
    raise Refused("PY-EXPR", "this kind of array index")


def _unknown_row(machine: Machine, array: Array, key: Value) -> Array:
    """array[key]: cell by cell what stands there in one of the rows."""
    if not number_like(key):
        raise Refused("PY-EXPR", "an array index that is not a whole number")
    check_inside(machine, as_term(key), array.shape[0])
    rows = [row(array, place) for place in range(array.shape[0])]
    columns = zip(*(r.cells for r in rows), strict=True)
    cells = [chosen_item(machine, array, list(column), as_term(key)) for column in columns]
    return Array(array.shape[1:], array.dtype, cells, FOREIGN)


def flat_place(machine: Machine, array: Array, keys: list[Value]) -> Term:
    """The place of a cell in row order; the model raises outside."""
    place: Term = terms.ZERO
    for key, length in zip(keys, array.shape, strict=True):
        if not number_like(key):
            raise Refused("PY-EXPR", "an array index that is not a whole number")
        position = terms.number(as_term(key))
        check_inside(machine, position, length)
        is_negative = unwrapped(terms.less(position, terms.ZERO))
        if machine.decide(is_negative):
            position = terms.add(position, terms.const(length))
        place = terms.add(terms.multiply(place, terms.const(length)), position)
    return place


def _array_slice(array: Array, key: Value) -> Value:
    numpy: Any = sys.modules["numpy"]
    places = numpy.arange(len(array.cells)).reshape(array.shape)
    taken = guarded(lambda: places[key])
    cells = [array.cells[int(i)] for i in taken.reshape(-1)]
    return Array(tuple(taken.shape), array.dtype, cells, -1)
