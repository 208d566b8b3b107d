"""Calls: the user's functions and classes are interpreted, Python's own are known by name.

Whatever is not known to be pure is refused. A call of a user's function whose ways end in simple
values becomes one value; otherwise each way is a path.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import types
from collections.abc import Mapping
from typing import Any

from introplan.introspection.programs.arrays import numpy_function
from introplan.introspection.programs.functions import FUNCTIONS, pure_on_known
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.methods import call_method
from introplan.introspection.programs.signals import CannotMerge, Raised, Refused
from introplan.introspection.programs.tabulating import for_each_value
from introplan.introspection.programs.values import (
    BuiltinMethod,
    Closure,
    Method,
    Record,
    Value,
    field_names,
    is_named_tuple,
    is_raw,
    is_term,
)

OPERATORS: Mapping[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Div: "truediv",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.MatMult: "matmul",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.Eq: "eq",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.USub: "neg",
    ast.UAdd: "pos",
    ast.Invert: "invert",
}
REFLECTED = {"eq": "eq", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


def call_value(
    machine: Machine, function: Value, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """function(*arguments, **named)"""
    match function:
        case types.FunctionType() if function in FUNCTIONS:
            return FUNCTIONS[function](machine, *arguments, **named)
        case Closure() | types.FunctionType():
            return call_user(machine, function, arguments, named)
        case Method(receiver, inner):
            return call_value(machine, inner, [receiver, *arguments], named)
        case BuiltinMethod(receiver, name):
            return call_method(machine, receiver, name, arguments, named)
        case functools.partial():
            return call_value(
                machine,
                function.func,
                [*function.args, *arguments],
                {**function.keywords, **named},
            )
        case types.MethodType():
            return call_value(machine, function.__func__, [function.__self__, *arguments], named)
        case type():
            return _call_class(machine, function, arguments, named)
        case _:
            return _call_other(machine, function, arguments, named)


def call_user(
    machine: Machine, function: Value, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """A function of the user's, as one formula if it can be one."""

    def run() -> Value:
        return machine.context.interpret(machine, function, arguments, named)

    def simple() -> Value:
        value = run()
        if not is_term(value) and not isinstance(value, bool | int | str | enum.Enum | None):
            raise CannotMerge
        return value

    if machine.depth == 0:
        return run()
    try:
        return machine.merge(simple)
    except CannotMerge:
        return run()


def _call_other(
    machine: Machine, function: Value, arguments: list[Value], named: dict[str, Value]
) -> Value:
    handler = FUNCTIONS.get(_key(function)) or numpy_function(function)
    if handler is not None:
        return handler(machine, *arguments, **named)
    wrapped = getattr(function, "__wrapped__", None)
    if type(function).__name__ == "_lru_cache_wrapper" and wrapped is not None:
        return call_value(machine, wrapped, arguments, named)
    method = getattr(type(function), "__call__", None)  # noqa: B004 - the method itself is wanted
    if isinstance(method, types.FunctionType):
        return call_value(machine, method, [function, *arguments], named)
    return pure_on_known(machine, function, arguments, named)


def _key(function: Value) -> Any:
    try:
        hash(function)
    except TypeError:
        return None
    return function


def _call_class(
    machine: Machine, kind: type, arguments: list[Value], named: dict[str, Value]
) -> Value:
    handler = FUNCTIONS.get(kind)
    if handler is not None:
        return handler(machine, *arguments, **named)
    if issubclass(kind, BaseException):
        return Record(kind, {}, machine.stamp())
    if issubclass(kind, enum.Enum):
        return for_each_value(machine, kind, *arguments)
    if is_named_tuple(kind):
        return _named_tuple(machine, kind, arguments, named)
    if dataclasses.is_dataclass(kind) and _is_generated(kind.__init__):
        return _dataclass(machine, kind, arguments, named)
    if isinstance(kind.__init__, types.FunctionType) and kind.__new__ is object.__new__:
        record = Record(kind, {}, machine.stamp())
        machine.context.interpret(machine, kind.__init__, [record, *arguments], named)
        return record
    return pure_on_known(machine, kind, arguments, named)


def _is_generated(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename == "<string>"


def _named_tuple(
    machine: Machine, kind: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    if kind.__new__.__module__ not in (f"namedtuple_{kind.__name__}", "collections"):
        own = kind.__dict__.get("__new__")
        if isinstance(own, types.FunctionType) and not _is_named_tuple_new(own):
            raise Refused("PY-CALL", f"the class {kind.__name__}, which has its own __new__")
    fields = dict(zip(kind._fields, arguments, strict=False))
    _fill(kind, fields, arguments, named, defaults=kind._field_defaults)
    return Record(kind, {name: fields[name] for name in kind._fields}, machine.stamp())


def _is_named_tuple_new(function: types.FunctionType) -> bool:
    return function.__code__.co_filename.startswith("<")


def _fill(
    kind: type,
    fields: dict[str, Value],
    arguments: list[Value],
    named: dict[str, Value],
    *,
    defaults: Mapping[str, Value],
) -> None:
    names = field_names(kind) or []
    if len(arguments) > len(names) or any(n in fields or n not in names for n in named):
        raise Raised(TypeError)
    fields.update(named)
    for name in names:
        if name not in fields:
            if name not in defaults:
                raise Raised(TypeError)
            fields[name] = defaults[name]


def _dataclass(
    machine: Machine, kind: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    specs = dataclasses.fields(kind)
    if not all(f.init and f.default_factory is dataclasses.MISSING for f in specs):
        raise Refused("PY-CALL", f"the dataclass {kind.__name__}, which has special fields")
    fields = dict(zip((f.name for f in specs if not f.kw_only), arguments, strict=False))
    defaults = {f.name: f.default for f in specs if f.default is not dataclasses.MISSING}
    _fill(kind, fields, arguments, named, defaults=defaults)
    record = Record(kind, {f.name: fields[f.name] for f in specs}, machine.stamp())
    if hasattr(kind, "__post_init__"):
        if kind.__dataclass_params__.frozen:
            raise Refused("PY-CALL", f"the frozen dataclass {kind.__name__} with __post_init__")
        machine.context.interpret(machine, kind.__post_init__, [record], {})
    return record


def special_method(
    machine: Machine, op: type[ast.AST], left: Value, right: Value = None
) -> tuple[bool, Value]:
    """The user's own operator method, if there is one: whether it was called, and its result."""
    name = OPERATORS.get(op)
    if name is None:
        return False, None
    is_unary = op in (ast.USub, ast.UAdd, ast.Invert)
    for method, receiver, arguments in (
        (_user_method(left, f"__{name}__"), left, [] if is_unary else [right]),
        (_user_method(right, f"__{REFLECTED.get(name, 'r' + name)}__"), right, [left]),
    ):
        if method is not None and (receiver is left or not is_unary):
            result = call_user(machine, method, [receiver, *arguments], {})
            if result is NotImplemented:
                continue
            return True, result
    return False, None


def _user_method(value: Value, name: str) -> Any:
    if isinstance(value, Record):
        kind = value.kind
    elif is_raw(value) and not isinstance(value, type | types.ModuleType):
        kind = type(value)
    else:
        return None
    method = getattr(kind, name, None)
    if isinstance(method, types.FunctionType) and not _is_generated(method):
        if method.__module__ in ("enum", "numpy", "collections"):
            return None
        return method
    return None
