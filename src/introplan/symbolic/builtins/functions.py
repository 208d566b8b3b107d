"""Python's own functions, on values that may be unknown."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import operator
from collections.abc import Callable
from typing import Any

from introplan.symbolic.builtins.compare import ordered
from introplan.symbolic.builtins.conversions import CONVERSIONS, row_of
from introplan.symbolic.builtins.finite import for_each_value, guarded, number_like
from introplan.symbolic.builtins.iterators import (
    check_has_order,
    decided,
    items_of,
    pairs_of,
    quantified,
)
from introplan.symbolic.builtins.operators import binary, truth_value
from introplan.symbolic.builtins.records import OBJECTS
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.special_methods import EXACT, has_special_methods
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
    is_condition,
    is_raw,
    is_term,
    known,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Call, Sort

PURE: frozenset[Any] = frozenset(
    {
        str, repr, hash, ord, chr, round, pow, divmod, float, complex, bin, hex, oct, format,
        slice, callable, hasattr,
        operator.add, operator.sub, operator.mul, operator.neg, operator.eq, operator.lt,
        operator.xor, operator.and_, operator.or_, operator.not_, operator.floordiv, operator.mod,
    }
)  # fmt: skip


def pure_on_known(
    machine: Machine, function: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """A Python function that is known to be pure, on arguments that are known or a few things."""
    name = getattr(function, "__name__", type(function).__name__)
    for argument in (*arguments, *named.values()):
        check_has_no_methods(argument)
    if not _is_pure(function):
        hint = "write it out in the model, or compute it before and keep it in a constant"
        raise Refused("PY-CALL", f"a call of {name}, which is not known to be pure", hint)
    try:
        plain = [known(a) for a in arguments]
        plain_named = {key: known(a) for key, a in named.items()}
    except KeyError:
        if named or not all(is_term(a) or is_raw(a) for a in arguments):
            raise Refused("PY-CALL", f"{name} of a value that depends on the state") from None
        return for_each_value(machine, function, *arguments)
    return adopted(machine, guarded(functools.partial(function, *plain, **plain_named)))


def check_has_no_methods(value: Value) -> None:
    """Refuse to hand an object to Python that has special methods of its own, whatever it does."""
    if isinstance(value, Record):
        kind, parts = value.kind, list(value.fields.values())
    elif is_raw(value) or isinstance(value, Items):
        kind, parts = type(value), sequence(value) or []
    else:
        return
    if (
        kind not in EXACT
        and kind is not Items
        and not isinstance(value, enum.Enum)
        and has_special_methods(kind)
    ):
        raise Refused("PY-CALL", f"an object of type {kind.__name__}, given to Python's own")
    for part in parts:
        check_has_no_methods(part)


def _is_pure(function: Any) -> bool:
    try:
        return function in PURE or getattr(function, "__module__", "") == "math"
    except TypeError:
        return False


def adopted(machine: Machine, value: Any) -> Value:
    """What Python has just made belongs to the run."""
    if type(value) is list:
        return Items(list, list(value), machine.stamp())
    if type(value) is dict:
        return Entries(dict(value), machine.stamp())
    if type(value) is set:
        return Members(set, dict.fromkeys(value, True), machine.stamp())
    return value


def _abs(machine: Machine, value: Value) -> Value:
    if number_like(value):
        return unwrapped(terms.absolute(as_term(value)))
    if isinstance(value, Call):
        return unwrapped(terms.call("abs", value, sort=Sort.ANY))
    return pure_like(machine, abs, value)


def pure_like(machine: Machine, function: Callable[..., Any], *arguments: Value) -> Value:
    """A function of Python's on known arguments, or on unknown ones that are a few things."""
    for argument in arguments:
        check_has_no_methods(argument)
    try:
        return adopted(machine, guarded(function, *map(known, arguments)))
    except KeyError:
        return for_each_value(machine, function, *arguments)


def _len(machine: Machine, value: Value) -> Value:
    match value:
        case Members(_, members):
            ones = [(terms.number(as_term(m)), 1) for m in members.values()]
            return unwrapped(terms.combine(*ones))
        case Entries(items):
            return len(items)
        case View():
            return len(value.rows())
        case Array(shape):
            return shape[0]
        case Stream():
            raise Raised(TypeError)
    check_plain(value, "__len__")
    parts = sequence(value)
    return len(parts) if parts is not None else pure_like(machine, len, value)


def _extreme(name: str, machine: Machine, arguments: tuple[Value, ...], named: Any) -> Value:
    python = getattr(builtins, name)
    values = _compared_items(machine, arguments)
    if named:
        key, default = named.get("key"), named.get("default")
        if set(named) - {"key", "default"} or key is not None:
            raise Refused("PY-CALL", f"{name} with a key")
        if not values:
            return default
    if not values:
        raise Raised(ValueError)
    if all(map(is_raw, values)):
        return guarded(python, values)
    if all(number_like(v) and not is_condition(v) for v in values):
        return unwrapped(
            (terms.smallest if name == "min" else terms.largest)([as_term(v) for v in values])
        )
    return _extreme_by_order(name, machine, values)


def _compared_items(machine: Machine, arguments: tuple[Value, ...]) -> list[Value]:
    """What is compared; of numbers in a set the order does not matter."""
    if len(arguments) != 1:
        return list(arguments)
    if not isinstance(arguments[0], Stream) or arguments[0].has_order:
        return items_of(machine, arguments[0])
    items = list(decided(machine, pairs_of(machine, arguments[0])))
    if not all(number_like(item) and not is_condition(item) for item in items):
        check_has_order(arguments[0])
    return items


def _extreme_by_order(name: str, machine: Machine, values: list[Value]) -> Value:
    best = values[0]
    for value in values[1:]:
        op = ast.Lt if name == "min" else ast.Gt
        if machine.decide(ordered(machine, op, value, best)):
            best = value
    return best


def _min(machine: Machine, *arguments: Value, **named: Value) -> Value:
    return _extreme("min", machine, arguments, named)


def _max(machine: Machine, *arguments: Value, **named: Value) -> Value:
    return _extreme("max", machine, arguments, named)


def _sum(machine: Machine, values: Value, start: Value = 0) -> Value:
    total = start
    for condition, value in pairs_of(machine, values):
        if not number_like(value):
            check_has_order(values)
        if is_term(condition):
            if number_like(value) and number_like(total):
                value = terms.choose(condition, terms.number(as_term(value)), terms.ZERO)
            elif not machine.decide(condition):
                continue
        total = binary(machine, ast.Add, total, unwrapped(value))
    return total


def _any(machine: Machine, values: Value) -> Value:
    return quantified(machine, values, truth_value, stop=True)


def _all(machine: Machine, values: Value) -> Value:
    return quantified(machine, values, truth_value, stop=False)


def _int(machine: Machine, *arguments: Value) -> Value:
    if len(arguments) == 1 and number_like(arguments[0]):
        return unwrapped(terms.number(as_term(arguments[0])))
    return pure_like(machine, int, *arguments)


def _bool(machine: Machine, value: Value = False) -> Value:
    return truth_value(machine, value)


def _divmod(machine: Machine, left: Value, right: Value) -> Value:
    quotient = binary(machine, ast.FloorDiv, left, right)
    return row_of(machine, [quotient, binary(machine, ast.Mod, left, right)])


def _next(machine: Machine, stream: Value, *default: Value) -> Value:
    if not isinstance(stream, Stream):
        raise Refused("PY-CALL", "next of something other than an iterator")
    if machine.is_merging:
        raise CannotMerge
    check_has_order(stream)
    for condition, value in stream.pairs():
        if machine.decide(condition):
            check_has_order(stream)
            return value
    if default:
        return default[0]
    raise Raised(StopIteration)


def _print(machine: Machine, *values: Value, **named: Value) -> Value:
    raise Refused("PY-PURE", "printing", "leave the output to the caller")


def _float(machine: Machine, value: Value = 0.0) -> Value:
    if is_term(value) and number_like(value):
        return terms.call("float", terms.number(as_term(value)), sort=Sort.ANY)
    return pure_like(machine, float, value)


FUNCTIONS: dict[Any, Callable[..., Value]] = {
    **CONVERSIONS,
    **OBJECTS,
    abs: _abs,
    len: _len,
    min: _min,
    max: _max,
    sum: _sum,
    any: _any,
    all: _all,
    int: _int,
    bool: _bool,
    float: _float,
    divmod: _divmod,
    next: _next,
    print: _print,
}
