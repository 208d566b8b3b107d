"""Python's operators as functions (`operator.add`, `itemgetter`), and `functools.reduce`."""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable
from typing import Any

from introplan.symbolic.builtins.compare import compare
from introplan.symbolic.builtins.operators import operate, unary
from introplan.symbolic.builtins.records import attribute
from introplan.symbolic.builtins.sequences import make_tuple
from introplan.symbolic.interpreter.concretisation import call_python
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import items_of
from introplan.symbolic.interpreter.values import Value, is_concrete
from introplan.symbolic.refusal import Raised, Refused

_NOTHING = object()


def _reduce(run: Execution, function: Value, values: Value, initial: Value = _NOTHING, /) -> Value:
    """functools.reduce: the first two items become one, that and the third one, and so on."""
    items = items_of(run, values)
    if initial is not _NOTHING:
        items.insert(0, initial)
    if not items:
        raise Raised(TypeError)
    total = items[0]
    for item in items[1:]:
        total = run.call(function, [total, item], {})
    return total


def _binary(op: type[ast.AST]) -> Builtin:
    def call(run: Execution, left: Value, right: Value, /) -> Value:
        return operate(run, op, left, right)

    return call


def _comparison(op: type[ast.cmpop]) -> Builtin:
    def call(run: Execution, left: Value, right: Value, /) -> Value:
        return compare(run, op(), left, right)

    return call


def _unary(op: type[ast.unaryop]) -> Builtin:
    def call(run: Execution, value: Value, /) -> Value:
        return unary(run, op(), value)

    return call


def _getitem(run: Execution, value: Value, key: Value, /) -> Value:
    return run.element(value, key)


def _contains(run: Execution, container: Value, value: Value, /) -> Value:
    return run.is_in(value, container)


def getter_of(function: Any) -> Callable[[Execution, Value], Value] | None:
    """What `operator.itemgetter(...)` or `attrgetter(...)` do; None for any other function."""
    if not isinstance(function, operator.itemgetter | operator.attrgetter):
        return None
    keys: tuple[Any, ...] = function.__reduce__()[1]  # type: ignore[assignment]
    one = _element if isinstance(function, operator.itemgetter) else _dotted

    def get(run: Execution, value: Value) -> Value:
        found = [one(run, value, key) for key in keys]
        return found[0] if len(keys) == 1 else make_tuple(run, found)

    return get


def _made(kind: Any) -> Builtin:
    def call(run: Execution, /, *keys: Value) -> Value:
        if not all(map(is_concrete, keys)):
            raise Refused("PY-CALL", f"{kind.__name__} of a value that depends on the state")
        return call_python(kind, *keys)

    return call


def _element(run: Execution, value: Value, key: Any) -> Value:
    return run.element(value, key)


def _dotted(run: Execution, value: Value, path: str) -> Value:
    for name in path.split("."):
        value = attribute(run, value, name)
    return value


FUNCTIONS: dict[Any, Builtin] = {
    functools.reduce: _reduce,
    operator.add: _binary(ast.Add),
    operator.sub: _binary(ast.Sub),
    operator.mul: _binary(ast.Mult),
    operator.floordiv: _binary(ast.FloorDiv),
    operator.mod: _binary(ast.Mod),
    operator.truediv: _binary(ast.Div),
    operator.and_: _binary(ast.BitAnd),
    operator.or_: _binary(ast.BitOr),
    operator.xor: _binary(ast.BitXor),
    operator.eq: _comparison(ast.Eq),
    operator.ne: _comparison(ast.NotEq),
    operator.lt: _comparison(ast.Lt),
    operator.le: _comparison(ast.LtE),
    operator.gt: _comparison(ast.Gt),
    operator.ge: _comparison(ast.GtE),
    operator.not_: _unary(ast.Not),
    operator.neg: _unary(ast.USub),
    operator.getitem: _getitem,
    operator.contains: _contains,
    operator.itemgetter: _made(operator.itemgetter),
    operator.attrgetter: _made(operator.attrgetter),
}
