"""Attributes: value.name, as Python looks for it."""

from __future__ import annotations

import enum
import types
from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.access import DATA
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.own_methods import (
    check_plain_class,
    in_class,
    own_method,
)
from introplan.introspection.programs.signals import Raised, Refused
from introplan.introspection.programs.streams import Stream, View
from introplan.introspection.programs.tabulating import for_each_value, guarded, possible_values
from introplan.introspection.programs.terms import Sort, Term, sort_of
from introplan.introspection.programs.values import (
    Array,
    BuiltinMethod,
    Entries,
    Items,
    Members,
    Method,
    Record,
    Value,
    is_named_tuple,
    is_raw,
    is_term,
)

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
