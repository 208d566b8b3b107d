"""Keys of tables that depend on the state: known parts side by side with unknown ones.

Membership: value in container.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from enum import Enum
from functools import partial
from typing import Any

from introplan.symbolic.builtins.compare import equals
from introplan.symbolic.builtins.finite import for_each_value, guarded, number_like
from introplan.symbolic.builtins.iterators import pairs_of, quantified
from introplan.symbolic.builtins.operators import truth_value
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.special_methods import CONTAINING, in_class
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    as_term,
    check_plain,
    is_named_tuple,
    is_raw,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.build import values_of
from introplan.symbolic.terms.term import Call, Sort, Table, Term, sort_of

UNMET = object()
"""Stands for a key that no unknown can be equal to."""


def key_parts(key: Value) -> tuple[Term, ...] | None:
    """An unknown key as the keys of a table."""
    if is_term(key):
        return (key,)
    items = sequence(key)
    if items is None or len(items) < 2:
        return None
    if not all(is_term(i) or (is_raw(i) and is_simple(i)) for i in items):
        return None
    return tuple(as_term(i) for i in items)


def usable_keys(keys: Iterable[Any], parts: tuple[Term, ...]) -> dict[Any, Any]:
    """The keys that an unknown key of these parts can meet, in a form that it can be equal to.

    A whole number meets 17.0 as it meets 17, and an `IntEnum` as its number. Anything else that is
    equal to what it is not the same as is refused.
    """
    if any(map(_may_be_float, parts)):
        raise Refused("PY-FLOAT", "a float looked up in a table", "use whole numbers")
    found: dict[Any, Any] = {}
    for key in keys:
        if len(parts) == 1:
            met = _met(key, parts[0])
        elif isinstance(key, tuple) and len(key) == len(parts):
            met = tuple(_met(k, part) for k, part in zip(key, parts, strict=True))
        else:
            continue
        if met is not UNMET and not (len(parts) > 1 and UNMET in met):
            found[met] = key
    return found


def _met(key: Any, part: Term) -> Any:
    """What an unknown must be to be equal to a key; `UNMET` if it cannot."""
    if sort_of(part) is Sort.ANY:
        if _has_float(key) or not (is_simple(key) or _is_itself(key)):
            raise Refused("PY-FLOAT", f"a table with the key {key!r}", "use whole numbers")
        return key if is_simple(key) else UNMET
    if isinstance(key, float):
        return int(key) if key.is_integer() else UNMET
    if isinstance(key, int):
        return key if type(key) in (int, bool) else int(key)
    if isinstance(key, str | tuple | frozenset | Enum | None) or _is_itself(key):
        return UNMET
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


def is_in(machine: Machine, value: Value, container: Value) -> Value:
    """value in container: True, False, or a condition."""
    match container:
        case Members(_, members):
            return _in_members(machine, value, members)
        case Entries(items):
            container = items
        case Array():
            container = Items(tuple, container.cells, -1)
        case View(owner, "keys"):
            return is_in(machine, value, owner)
        case Stream():
            return quantified(machine, container, partial(_is_equal, value), stop=True)
    if is_raw(value) and is_raw(container):
        return _in_known(machine, value, container)
    check_plain(container, *CONTAINING)
    if isinstance(container, set | frozenset | dict):
        check_has_hash(value)
    return _in_parts(machine, value, container)


def _in_parts(machine: Machine, value: Value, container: Value) -> Value:
    if isinstance(container, set | frozenset | dict | tuple | list | range):
        table = _membership(machine, container, value)
        if table is not None:
            return table
    if is_term(container) or isinstance(container, str):
        return for_each_value(machine, _contains, container, value)
    parts = [item for _, item in pairs_of(machine, container)]
    return unwrapped(terms.disjoin(as_term(equals(machine, value, item)) for item in parts))


def _is_equal(value: Value, machine: Machine, item: Value) -> Value:
    return equals(machine, item, value)


def _in_known(machine: Machine, value: Any, container: Any) -> Value:
    method = getattr(type(container), "__contains__", None)
    if isinstance(method, types.FunctionType):
        found = machine.context.interpret(machine, method, [container, value], {})
        return truth_value(machine, found)
    return guarded(lambda: value in container)


def check_has_hash(value: Value) -> None:
    """What is looked up in a set or dictionary must be hashable, down to its last part."""
    match value:
        case Items(kind, items) if kind is tuple:
            parts = items
        case Record(kind, fields):
            if kind.__hash__ is None:
                raise Raised(TypeError)
            parts = list(fields.values())
        case Items() | Entries() | Array() | list() | dict() | set():
            raise Raised(TypeError)
        case Members(kind) if kind is set:
            raise Refused("PY-EXPR", "a set looked up in another one")
        case _:
            return
    for part in parts:
        check_has_hash(part)


def _contains(container: Any, value: Any) -> bool:
    return value in container


def _in_members(machine: Machine, value: Value, members: dict[Any, Value]) -> Value:
    check_has_hash(value)
    if is_raw(value):
        return guarded(lambda: members.get(value, False))
    cases = [
        terms.conjoin([as_term(condition), as_term(equals(machine, value, element))])
        for element, condition in members.items()
        if condition is not False
    ]
    return unwrapped(terms.disjoin(cases))


def _membership(machine: Machine, container: Any, value: Value) -> Value | None:
    """Membership of an unknown in a known container, as a table; None if it cannot be one."""
    parts = key_parts(value)
    if parts is None or (isinstance(value, Record) and not is_named_tuple(value.kind)):
        return None
    if isinstance(container, range):
        return _in_range(parts[0], container) if len(parts) == 1 else False
    key = (id(container), tuple(map(sort_of, parts)))
    table = machine.context.tables.get(key)
    if table is None:
        if isinstance(container, list | tuple) and not all(is_simple(k) for k in container):
            return None
        table = Table(dict.fromkeys(usable_keys(container, parts), True), default=False)
        machine.context.tables[key] = table
        machine.context.tables["held", id(container)] = container
    if not table.entries:
        return False
    return unwrapped(terms.lookup(table, parts))


def _in_range(term: Term, numbers: range) -> Value:
    if not number_like(term):
        raise Refused("PY-EXPR", "membership of something in a range")
    if not numbers:
        return False
    low, high = min(numbers[0], numbers[-1]), max(numbers[0], numbers[-1])
    inside = [terms.at_most(terms.const(low), term), terms.at_most(term, terms.const(high))]
    step = abs(numbers.step)
    if step > 1:
        inside.append(terms.equal(terms.modulo(term, step), terms.const(low % step)))
    return unwrapped(terms.conjoin(inside))
