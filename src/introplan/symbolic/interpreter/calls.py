"""Calls: the user's functions and classes are interpreted, Python's own are known by name.

What is not known to be pure is refused. A call of a user's function whose paths end in simple
values becomes one value (merging.py); otherwise its paths are paths of the program.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType, MethodType
from typing import Any

from introplan.symbolic.builtins.array_arithmetic import joining_function
from introplan.symbolic.builtins.array_places import place_function
from introplan.symbolic.builtins.arrays import is_number_type, make_number, numpy_function
from introplan.symbolic.builtins.functional import getter_of
from introplan.symbolic.builtins.functions import (
    FUNCTIONS,
    builtin_for,
    call_builtin,
    call_method,
    call_pure,
)
from introplan.symbolic.interpreter.classes import (
    check_plain_class,
    field_names,
    in_class,
    is_generated,
    is_named_tuple,
    own_method,
)
from introplan.symbolic.interpreter.concretisation import tabulate
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.listings import guarded_items, is_listing
from introplan.symbolic.interpreter.loops import Return
from introplan.symbolic.interpreter.merging import merge_paths
from introplan.symbolic.interpreter.protocols import method_of
from introplan.symbolic.interpreter.scopes import (
    Frame,
    bound_arguments,
    check_is_harmless,
    frame_for,
    parameters_of,
)
from introplan.symbolic.interpreter.statements import execute_all
from introplan.symbolic.interpreter.streams import Pairs, Stream
from introplan.symbolic.interpreter.values import (
    BuiltinMethod,
    Closure,
    Items,
    Method,
    Record,
    Value,
    is_term,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.source import function_node

MAX_CALL_DEPTH = 60
"""Nested calls of the user's functions: each takes about ten of Python's own frames here, of which
it allows 1000 by default."""


READS_AS = "__reads_as__"
"""A function may name another one in this attribute, which is read in its place."""


def call(
    run: Execution, function: Value, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """function(*arguments, **named)"""
    match function:
        case FunctionType() if hasattr(function, READS_AS):
            return call(run, getattr(function, READS_AS), arguments, named)
        case FunctionType() if known := FUNCTIONS.get(function) or joining_function(function):
            return call_builtin(run, known, arguments, named)
        case Closure() | FunctionType():
            return _call_user(run, function, arguments, named)
        case Method(receiver, inner):
            return call(run, inner, [receiver, *arguments], named)
        case BuiltinMethod(receiver, name):
            return call_method(run, receiver, name, arguments, named)
        case functools.partial():
            filled = {**function.keywords, **named}
            return call(run, function.func, [*function.args, *arguments], filled)
        case MethodType():
            return call(run, function.__func__, [function.__self__, *arguments], named)
        case Record() if (method := method_of(function, "__call__")) is not None:
            return call(run, method, [function, *arguments], named)
        case type():
            return _call_class(run, function, arguments, named)
        case _:
            return _call_other(run, function, arguments, named)


def _call_user(
    run: Execution,
    function: FunctionType | Closure,
    arguments: list[Value],
    named: dict[str, Value],
) -> Value:
    """A function of the user's; its paths are merged if they end in simple values or new lists."""

    def simple() -> Value:
        value = interpret(run, function, arguments, named)
        is_simple = is_term(value) or isinstance(value, bool | int | str | enum.Enum | None)
        if not is_simple and not is_listing(value):
            raise CannotMerge
        return value

    # The outermost call is the program itself: its paths are what is asked for.
    if run.depth > 0:
        try:
            return merge_paths(run, simple)
        except CannotMerge:
            pass
    return interpret(run, function, arguments, named)


def interpret(
    run: Execution,
    function: FunctionType | Closure,
    arguments: list[Value],
    named: dict[str, Value],
) -> Value:
    """Run the body of a function that is written in Python, on the present path."""
    closure = function if isinstance(function, Closure) else _closure_of(run, function)
    parameters = parameters_of(closure.node)
    if run.depth >= MAX_CALL_DEPTH:
        raise Refused("PY-LIMIT", f"calls nested more than {MAX_CALL_DEPTH} deep")
    names = bound_arguments(
        parameters, arguments, named, defaults=closure.defaults, now=run.stamp()
    )
    check = check_is_harmless(closure, names) if parameters.is_generator else None
    frame = frame_for(closure, names, parameters.local_names)
    run.depth += 1
    try:
        if isinstance(closure.node, ast.Lambda):
            return run.evaluate(frame, closure.node.body)
        if check is not None:
            return _yielded(run, frame, closure.node.body, check)
        outcome = execute_all(run, frame, closure.node.body)
        return outcome.value if isinstance(outcome, Return) else None
    finally:
        run.depth -= 1


def _yielded(
    run: Execution, frame: Frame, body: list[ast.stmt], check: Callable[[], None]
) -> Value:
    """All that a generator function yields, and the exception that it ends with, if any."""
    frame.yields = Items(tuple, [], run.stamp())
    end: Raised | None = None
    try:
        execute_all(run, frame, body)
    except Raised as raised:
        # Python makes a RuntimeError of it, and code around may mean another StopIteration.
        if issubclass(raised.kind, StopIteration):
            raise Refused("PY-STMT", "a generator function that raises StopIteration") from None
        end = raised
    found = guarded_items(frame.yields) or []

    def pairs(_: list[Pairs]) -> Pairs:
        for pair in found:
            check()
            yield pair
        check()
        if end is not None:
            raise end

    return Stream(run, pairs, [], run.stamp())


def _closure_of(run: Execution, function: FunctionType) -> Closure:
    """A function of the user's, with the syntax tree it was compiled from."""
    node = function_node(function, run.context.sources)
    parameters = parameters_of(node)
    given = function.__defaults__ or ()
    defaults = dict(
        zip(parameters.positional[len(parameters.positional) - len(given) :], given, strict=True)
    )
    defaults.update(function.__kwdefaults__ or {})
    return Closure(node, function, defaults, function.__code__.co_filename)


def _call_other(
    run: Execution, function: Value, arguments: list[Value], named: dict[str, Value]
) -> Value:
    handler = builtin_for(function) or numpy_function(function)
    handler = handler or place_function(function) or joining_function(function)
    if handler is not None:
        return call_builtin(run, handler, arguments, named)
    getter = getter_of(function)
    if getter is not None and len(arguments) == 1 and not named:
        return getter(run, arguments[0])
    # A cache around a pure function changes nothing but the time it takes.
    wrapped = getattr(function, "__wrapped__", None)
    if type(function).__name__ == "_lru_cache_wrapper" and wrapped is not None:
        return call(run, wrapped, arguments, named)
    method = getattr(type(function), "__call__", None)  # noqa: B004 - the method itself is wanted
    if isinstance(method, FunctionType):
        return call(run, method, [function, *arguments], named)
    return call_pure(run, function, arguments, named)


def _call_class(
    run: Execution, kind: type, arguments: list[Value], named: dict[str, Value]
) -> Value:
    handler = FUNCTIONS.get(kind) or numpy_function(kind)
    if handler is not None:
        return call_builtin(run, handler, arguments, named)
    if is_number_type(kind):
        return make_number(run, kind, *arguments, **named)
    if own_method(type(kind), "__call__") is not None or inspect.isabstract(kind):
        raise Refused("PY-CALL", f"making an object of the class {kind.__name__}")
    # Of an exception only its class matters: programs that read its text are refused elsewhere.
    if issubclass(kind, BaseException):
        check_plain_class(kind, "__init__", "__new__")
        return Record(kind, {}, run.stamp())
    if issubclass(kind, enum.Enum):
        return tabulate(run, kind, *arguments)
    if is_named_tuple(kind):
        return _named_tuple(run, kind, arguments, named)
    check_plain_class(kind, "__new__")
    if dataclasses.is_dataclass(kind) and is_generated(kind.__init__):
        return _dataclass(run, kind, arguments, named)
    if isinstance(kind.__init__, FunctionType) and kind.__new__ is object.__new__:
        record = Record(kind, {}, run.stamp())
        run.interpret(kind.__init__, [record, *arguments], named)
        return record
    return call_pure(run, kind, arguments, named)


def _named_tuple(
    run: Execution, kind: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    check_plain_class(kind, "__new__", "__init__")
    fields = dict(zip(kind._fields, arguments, strict=False))
    _fill(kind, fields, arguments, named, defaults=kind._field_defaults)
    return Record(kind, {name: fields[name] for name in kind._fields}, run.stamp())


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
    run: Execution, kind: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    specs = dataclasses.fields(kind)
    _check_dataclass(kind)
    positional = [f.name for f in specs if f.init and not f.kw_only]
    if len(arguments) > len(positional):
        raise Raised(TypeError)
    fields = dict(zip(positional, arguments, strict=False))
    if any(n in fields or n not in {f.name for f in specs if f.init} for n in named):
        raise Raised(TypeError)
    fields.update(named)
    # In the order of the class: a factory may raise, and only those that are needed are called.
    record = Record(kind, {}, run.stamp())
    missing = [f for f in specs if f.init and f.name not in fields and not _has_default(f)]
    if missing:
        raise Raised(TypeError)
    for spec in specs:
        if spec.name in fields or _has_default(spec):
            is_given = spec.name in fields
            record.fields[spec.name] = fields[spec.name] if is_given else _default(run, spec)
    if hasattr(kind, "__post_init__"):
        run.interpret(kind.__post_init__, [record], {})
    return record


def _has_default(spec: Any) -> bool:
    return any(d is not dataclasses.MISSING for d in (spec.default, spec.default_factory))


def _default(run: Execution, spec: Any) -> Value:
    is_plain = spec.default_factory is dataclasses.MISSING
    return spec.default if is_plain else call(run, spec.default_factory, [], {})


def _check_dataclass(kind: Any) -> None:
    """Refuse a dataclass whose `__init__` does more than to set its fields."""
    check_plain_class(kind, "__setattr__")
    writer = next(base for base in kind.__mro__ if "__init__" in vars(base))
    extra = set(inspect.signature(kind.__init__).parameters) - {"self"}
    specs = dataclasses.fields(kind)
    is_computed = any(isinstance(in_class(kind, spec.name), property) for spec in specs)
    if (
        extra != {spec.name for spec in specs if spec.init}
        or is_computed
        or "__dataclass_fields__" not in vars(writer)
    ):
        raise Refused("PY-CALL", f"the dataclass {kind.__name__}, which has special fields")
