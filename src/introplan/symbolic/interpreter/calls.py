"""Calls: the user's functions and classes are interpreted, Python's own are known by name.

Whatever is not known to be pure is refused. A call of a user's function whose ways end in simple
values becomes one value; otherwise each way is a path.

Operators and comparisons, with the methods of the classes that the user wrote.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.builtins.arrays import (
    compare_arrays,
    is_array,
    numpy_function,
    operate_on_arrays,
)
from introplan.symbolic.builtins.compare import equals, is_same, ordered
from introplan.symbolic.builtins.dicts import is_in
from introplan.symbolic.builtins.finite import for_each_value
from introplan.symbolic.builtins.functions import FUNCTIONS, pure_on_known
from introplan.symbolic.builtins.methods import call_method
from introplan.symbolic.builtins.operators import OPERATORS, binary, truth_value
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.special_methods import (
    check_plain_class,
    in_class,
    is_generated,
    own_method,
)
from introplan.symbolic.interpreter.values import (
    BuiltinMethod,
    Closure,
    Method,
    Record,
    Value,
    check_plain,
    field_names,
    is_named_tuple,
    is_raw,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms

REFLECTED = {"eq": "eq", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


def call_value(
    machine: Machine, function: Value, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """function(*arguments, **named)"""
    match function:
        case types.FunctionType() if function in FUNCTIONS:
            return _handled(FUNCTIONS[function], machine, arguments, named)
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
        return _handled(handler, machine, arguments, named)
    wrapped = getattr(function, "__wrapped__", None)
    if type(function).__name__ == "_lru_cache_wrapper" and wrapped is not None:
        return call_value(machine, wrapped, arguments, named)
    method = getattr(type(function), "__call__", None)  # noqa: B004 - the method itself is wanted
    if isinstance(method, types.FunctionType):
        return call_value(machine, method, [function, *arguments], named)
    return pure_on_known(machine, function, arguments, named)


def _handled(
    handler: Callable[..., Value],
    machine: Machine,
    arguments: list[Value],
    named: dict[str, Value],
) -> Value:
    """What a handler says; arguments that it does not expect are refused."""
    try:
        return handler(machine, *arguments, **named)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            raise Refused("PY-CALL", "a call with these arguments") from None
        raise


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
        return _handled(handler, machine, arguments, named)
    if own_method(type(kind), "__call__") is not None or inspect.isabstract(kind):
        raise Refused("PY-CALL", f"making an object of the class {kind.__name__}")
    if issubclass(kind, BaseException):
        check_plain_class(kind, "__init__", "__new__")
        return Record(kind, {}, machine.stamp())
    if issubclass(kind, enum.Enum):
        return for_each_value(machine, kind, *arguments)
    if is_named_tuple(kind):
        return _named_tuple(machine, kind, arguments, named)
    check_plain_class(kind, "__new__")
    if dataclasses.is_dataclass(kind) and is_generated(kind.__init__):
        return _dataclass(machine, kind, arguments, named)
    if isinstance(kind.__init__, types.FunctionType) and kind.__new__ is object.__new__:
        record = Record(kind, {}, machine.stamp())
        machine.context.interpret(machine, kind.__init__, [record, *arguments], named)
        return record
    return pure_on_known(machine, kind, arguments, named)


def _named_tuple(
    machine: Machine, kind: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    check_plain_class(kind, "__new__", "__init__")
    fields = dict(zip(kind._fields, arguments, strict=False))
    _fill(kind, fields, arguments, named, defaults=kind._field_defaults)
    return Record(kind, {name: fields[name] for name in kind._fields}, machine.stamp())


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
    _check_dataclass(kind)
    positional = [f.name for f in specs if not f.kw_only]
    if len(arguments) > len(positional):
        raise Raised(TypeError)
    fields = dict(zip(positional, arguments, strict=False))
    defaults = {f.name: f.default for f in specs if f.default is not dataclasses.MISSING}
    _fill(kind, fields, arguments, named, defaults=defaults)
    record = Record(kind, {f.name: fields[f.name] for f in specs}, machine.stamp())
    if hasattr(kind, "__post_init__"):
        if kind.__dataclass_params__.frozen:
            raise Refused("PY-CALL", f"the frozen dataclass {kind.__name__} with __post_init__")
        machine.context.interpret(machine, kind.__post_init__, [record], {})
    return record


def _check_dataclass(kind: Any) -> None:
    """Refuse a dataclass whose `__init__` does more than to set its fields."""
    check_plain_class(kind, "__setattr__")
    writer = next(base for base in kind.__mro__ if "__init__" in vars(base))
    extra = set(inspect.signature(kind.__init__).parameters) - {"self"}
    names = {f.name for f in dataclasses.fields(kind)}
    is_computed = any(isinstance(in_class(kind, name), property) for name in names)
    if extra != names or is_computed or "__dataclass_fields__" not in vars(writer):
        raise Refused("PY-CALL", f"the dataclass {kind.__name__}, which has special fields")


def special_method(
    machine: Machine, op: type[ast.AST], left: Value, right: Value = None
) -> tuple[bool, Value]:
    """The user's own operator method, if there is one: whether it was called, and its result."""
    name = OPERATORS.get(op)
    if name is None:
        return False, None
    if op in (ast.USub, ast.UAdd, ast.Invert):
        method = _user_method(left, f"__{name}__")
        return (False, None) if method is None else (True, call_user(machine, method, [left], {}))
    for method, arguments in _ways_to_ask(name, left, right):
        result = call_user(machine, method, arguments, {})
        if result is not NotImplemented:
            return True, result
    return False, None


def _ways_to_ask(name: str, left: Value, right: Value) -> list[tuple[Any, list[Value]]]:
    """The methods that Python asks for an operator, in its order: that of a subclass is first."""
    first, second = _class_of(left), _class_of(right)
    forward = _user_method(left, f"__{name}__")
    backward = _user_method(right, f"__{REFLECTED.get(name, 'r' + name)}__")
    if first is second and name not in REFLECTED:
        backward = None
    ways = [(forward, [left, right]), (backward, [right, left])]
    if first is not second and first and second and issubclass(second, first):
        if backward is not _user_method(left, f"__{REFLECTED.get(name, 'r' + name)}__"):
            ways.reverse()
        elif backward is not None:
            raise Refused("PY-EXPR", f"an operator between {first.__name__} and its subclass")
    return [way for way in ways if way[0] is not None]


def _class_of(value: Value) -> type | None:
    if isinstance(value, Record):
        return value.kind
    if is_raw(value) and not isinstance(value, type | types.ModuleType):
        return type(value)
    return None


def _user_method(value: Value, name: str) -> Any:
    kind = _class_of(value)
    method = None if kind is None else own_method(kind, name)
    if method is not None and not isinstance(method, types.FunctionType):
        raise Refused("PY-EXPR", f"an unusual method {name}")
    return method


def operate(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left op right, with the operator methods of the user's classes."""
    done, result = special_method(machine, op, left, right)
    if done:
        return result
    is_known = is_raw(left) and is_raw(right)
    if not is_known and (is_array(left) or is_array(right)):
        return operate_on_arrays(machine, op, left, right)
    return binary(machine, op, left, right)


def compare(machine: Machine, op: ast.cmpop, left: Value, right: Value) -> Value:
    """One comparison."""
    if isinstance(op, ast.Is | ast.IsNot):
        return _maybe_not(is_same(left, right), isinstance(op, ast.IsNot))
    if isinstance(op, ast.In | ast.NotIn):
        return _maybe_not(is_in(machine, left, right), isinstance(op, ast.NotIn))
    if is_array(left) or is_array(right):
        return compare_arrays(machine, op, left, right)
    if isinstance(op, ast.Eq | ast.NotEq):
        return _equality(machine, left, right, is_negated=isinstance(op, ast.NotEq))
    done, result = special_method(machine, type(op), left, right)
    return result if done else ordered(machine, type(op), left, right)


def _equality(machine: Machine, left: Value, right: Value, *, is_negated: bool) -> Value:
    if is_negated:
        check_plain(left, "__ne__")
        check_plain(right, "__ne__")
    done, result = special_method(machine, ast.Eq, left, right)
    if done:
        return _maybe_not(truth_value(machine, result), True) if is_negated else result
    held = equals(machine, left, right)
    if not isinstance(held, bool) and not is_term(held):
        return held
    return _maybe_not(held, is_negated)


def _maybe_not(held: Value, is_negated: bool) -> Value:
    if not is_negated:
        return held
    return unwrapped(terms.negate(held)) if is_term(held) else not held
