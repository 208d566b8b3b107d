"""Attributes: value.name, as Python looks for it.

Built-in functions on objects: their type, their attributes, copies of them.
"""

from __future__ import annotations

import copy
import dataclasses
import enum
import types
from collections.abc import Callable
from typing import Any

from introplan.programs.layout import is_record
from introplan.symbolic.builtins.finite import for_each_value, guarded, possible_values
from introplan.symbolic.builtins.sequences import DATA
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.special_methods import (
    COPYING,
    check_plain_class,
    in_class,
    own_method,
)
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import (
    Array,
    BuiltinMethod,
    Entries,
    Items,
    Members,
    Method,
    Record,
    Value,
    check_plain,
    field_names,
    is_named_tuple,
    is_raw,
    is_simple,
    is_term,
    known,
)
from introplan.symbolic.refusal import Raised, Refused, kind_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Sort, Term, sort_of

BY_NAME = ("_replace", "_asdict", "index", "count")
"""Methods of tuples that the interpreter knows."""


def attribute(machine: Machine, value: Value, name: str) -> Value:
    """value.name"""
    match value:
        case Record(kind, fields):
            return _of_record(machine, value, kind, fields, name)
        case Array():
            return _of_array(value, name)
        case Items() | Members() | Entries() | Stream() | View():
            return BuiltinMethod(value, name)
        case _ if is_term(value):
            return _of_unknown(machine, value, name)
        case _ if is_raw(value):
            return _of_known(machine, value, name)
        case _:
            raise Refused("PY-EXPR", f"the attribute {name} of a function")


def _of_record(  # noqa: C901 - Python's own order of looking
    machine: Machine, record: Record, kind: type, fields: dict[str, Value], name: str
) -> Value:
    check_plain_class(kind, "__getattribute__")
    found = in_class(kind, name)
    _check_is_no_descriptor(found, name)
    if name in fields and not isinstance(found, property):
        return fields[name]
    if name == "__class__":
        return kind
    if is_named_tuple(kind) and name in BY_NAME and own_method(kind, name) is None:
        return BuiltinMethod(record, name)
    if isinstance(found, property):
        if not isinstance(found.fget, types.FunctionType):
            raise Refused("PY-EXPR", f"the property {name}")
        return machine.context.interpret(machine, found.fget, [record], {})
    if isinstance(found, staticmethod):
        return found.__func__
    if isinstance(found, classmethod):
        return Method(kind, found.__func__)
    if isinstance(found, types.FunctionType):
        return Method(record, found)
    if found is None or hasattr(type(found), "__get__"):
        if found is None:
            check_plain_class(kind, "__getattr__")
            raise Raised(AttributeError)
        raise Refused("PY-EXPR", f"the attribute {name} of {kind.__name__}")
    return found


def _check_is_no_descriptor(found: Any, name: str) -> None:
    """Refuse what a class of the user's decides about when it is read."""
    kind = type(found)
    is_known = kind.__module__ in ("enum", "functools", "types")
    if not is_known and isinstance(in_class(kind, "__get__"), types.FunctionType):
        raise Refused("PY-EXPR", f"the attribute {name}, which is computed when it is read")


def _of_unknown(machine: Machine, term: Term, name: str) -> Value:
    if sort_of(term) is not Sort.ANY:
        return BuiltinMethod(term, name)
    values = terms.values_of(term)
    if values is None:
        values = possible_values(machine, term)
    if values and all(isinstance(v, enum.Enum) for v in values):
        found = in_class(type(values[0]), name)
        if isinstance(found, types.FunctionType):
            return Method(term, found)
        if isinstance(found, property) and isinstance(found.fget, types.FunctionType):
            return machine.context.interpret(machine, found.fget, [term], {})
        return for_each_value(machine, _Getter(name), term)
    return BuiltinMethod(term, name)


class _Getter:
    """value.name as a function."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.__name__ = f"the attribute {name}"

    def __call__(self, value: object) -> object:
        return getattr(value, self.name)


def _of_known(machine: Machine, value: Any, name: str) -> Value:
    if isinstance(value, types.ModuleType | type):
        found = guarded(getattr, value, name)
        if isinstance(value, type) and isinstance(in_class(value, name), classmethod):
            return Method(value, in_class(value, name).__func__)
        return found
    kind = type(value)
    if not isinstance(value, enum.Enum):
        check_plain_class(kind, "__getattribute__", "__getattr__")
    found = in_class(kind, name)
    _check_is_no_descriptor(found, name)
    if own_method(kind, name) is None:
        if isinstance(value, DATA) and not is_named_tuple(kind):
            return BuiltinMethod(value, name) if hasattr(value, name) else _missing()
        if is_named_tuple(kind) and name in BY_NAME:
            return BuiltinMethod(value, name)
    if isinstance(found, property) and isinstance(found.fget, types.FunctionType):
        return machine.context.interpret(machine, found.fget, [value], {})
    if isinstance(found, types.FunctionType):
        return Method(value, found)
    if isinstance(found, staticmethod | classmethod):
        return (
            found.__func__
            if isinstance(found, staticmethod)
            else Method(type(value), found.__func__)
        )
    return guarded(getattr, value, name)


def _missing() -> Value:
    raise Raised(AttributeError)


def _of_array(array: Array, name: str) -> Value:
    match name:
        case "shape":
            return array.shape
        case "size":
            return len(array.cells)
        case "ndim":
            return len(array.shape)
        case "dtype":
            return array.dtype
        case "flat":
            return Items(tuple, list(array.cells), machine_time(array))
        case "T" if len(array.shape) == 2:
            rows, columns = array.shape
            cells = [array.cells[r * columns + c] for c in range(columns) for r in range(rows)]
            return Array((columns, rows), array.dtype, cells, -1)
        case _:
            return BuiltinMethod(array, name)


def machine_time(array: Array) -> int:
    """When an array was made."""
    return array.made


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
