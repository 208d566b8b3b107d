"""Built-in functions on objects: their type, their attributes, copies of them."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.own_methods import COPYING, check_plain_class
from introplan.introspection.programs.signals import Raised, Refused
from introplan.introspection.programs.tabulating import for_each_value, guarded
from introplan.introspection.programs.terms import Sort, sort_of
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    check_plain,
    field_names,
    is_raw,
    is_simple,
    is_term,
    known,
)
from introplan.introspection.programs.vocabulary import kind_of
from introplan.programs.layout import is_record


def _isinstance(machine: Machine, value: Value, kinds: Value) -> Value:
    plain = known(kinds)
    for kind in plain if isinstance(plain, tuple) else (plain,):
        check_plain_class(type(kind), "__instancecheck__", "__subclasscheck__")
    if is_term(value):
        if sort_of(value) is Sort.ANY:
            return for_each_value(machine, isinstance, value, plain)
        return issubclass(bool if sort_of(value) is Sort.BOOL else int, plain)
    return guarded(issubclass, type_of(machine, value), plain)


def type_of(machine: Machine, value: Value) -> Any:
    """type(value)"""
    match value:
        case Items(kind) | Record(kind) | Members(kind):
            return kind
        case Entries():
            return dict
        case _ if is_term(value):
            if sort_of(value) is Sort.ANY:
                raise Refused("PY-CALL", "the type of a value that depends on the state")
            return bool if sort_of(value) is Sort.BOOL else int
        case _ if is_raw(value):
            return type(value)
        case _:
            raise Refused("PY-CALL", f"the type of {kind_of(value)}")


def _type(machine: Machine, value: Value) -> Any:
    return type_of(machine, value)


def _replace(machine: Machine, record: Value, **changes: Value) -> Value:
    kind = record.kind if isinstance(record, Record) else type(record)
    if not is_record(kind):
        raise Raised(TypeError)
    if hasattr(kind, "__post_init__"):
        raise Refused("PY-CALL", "replace on a dataclass with __post_init__")
    read = machine.context.tables["attribute"]
    fields = {name: read(machine, record, name) for name in field_names(kind) or ()}
    return machine.context.tables["call"](machine, kind, [], {**fields, **changes})


def _copy(machine: Machine, value: Value) -> Value:
    return copied(machine, value, deep=False)


def _deepcopy(machine: Machine, value: Value) -> Value:
    return copied(machine, value, deep=True)


def copied(machine: Machine, value: Value, *, deep: bool) -> Value:
    """A copy that belongs to the run; parts that are one object stay one object."""
    done: dict[int, tuple[Value, Value]] = {}

    def inner(part: Value) -> Value:
        if deep and id(part) not in done:
            done[id(part)] = (part, _copied_once(machine, part, inner))
        return done[id(part)][1] if deep else part

    return _copied_once(machine, value, inner)


def _copied_once(machine: Machine, value: Value, inner: Callable[[Value], Value]) -> Value:
    check_plain(value, *COPYING)
    match value:
        case Items(kind, items):
            return Items(kind, [inner(i) for i in items], machine.stamp())
        case Record(kind, fields):
            return Record(kind, {n: inner(f) for n, f in fields.items()}, machine.stamp())
        case Members(kind, members):
            return Members(kind, dict(members), machine.stamp())
        case Entries(items):
            return Entries({k: inner(v) for k, v in items.items()}, machine.stamp())
        case Array(shape, dtype, cells):
            return Array(shape, dtype, list(cells), machine.stamp())
        case list() if type(value) is list:
            return Items(list, [inner(i) for i in value], machine.stamp())
        case dict() if type(value) is dict:
            return Entries({k: inner(v) for k, v in value.items()}, machine.stamp())
        case set() if type(value) is set:
            return Members(set, dict.fromkeys(value, True), machine.stamp())
        case _ if is_term(value) or (is_raw(value) and is_simple(value)):
            return value
        case _:
            raise Refused("PY-CALL", "a copy of an object")


def _getattr(machine: Machine, value: Value, name: Value, *default: Value) -> Value:
    if not isinstance(name, str):
        raise Refused("PY-CALL", "getattr with a name that depends on the state")
    try:
        return machine.context.tables["attribute"](machine, value, name)
    except Raised as raised:
        if default and issubclass(raised.kind, AttributeError):
            return default[0]
        raise


def _setattr(machine: Machine, value: Value, name: Value, new: Value) -> None:
    if not isinstance(name, str):
        raise Refused("PY-CALL", "setattr with a name that depends on the state")
    machine.context.tables["set_attribute"](machine, value, name, new)


OBJECTS: dict[Any, Callable[..., Value]] = {
    isinstance: _isinstance,
    type: _type,
    dataclasses.replace: _replace,
    copy.copy: _copy,
    copy.deepcopy: _deepcopy,
    getattr: _getattr,
    setattr: _setattr,
}
