"""Numbers: arithmetic, and Python's functions on numbers (`abs`, `min`, `max`, `sum`, `int`, ...).

Whole numbers and truth values become terms of sort INT and BOOL. Floats that depend on unknowns
are terms too, but opaque ones: they are computed in the same order as Python does and never
simplified, since float addition is not associative.
"""

from __future__ import annotations

import ast
import builtins
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.builtins.listings import extreme_number, has_more
from introplan.symbolic.builtins.sequences import make_tuple
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.interpreter.choices import merge_values
from introplan.symbolic.interpreter.concretisation import (
    call_or_tabulate,
    call_python,
    possible_values,
    tabulate,
)
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import (
    check_has_order,
    decided_items,
    items_of,
    pairs_of,
)
from introplan.symbolic.interpreter.protocols import ABSENT, asked
from introplan.symbolic.interpreter.streams import Stream
from introplan.symbolic.interpreter.values import (
    Listing,
    Value,
    as_term,
    is_concrete,
    is_condition,
    is_number,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.floats import (
    NOTHING,
    is_float_term,
    is_never_whole,
    whole_number,
)
from introplan.symbolic.terms.term import Call, Choose, Lookup, Sort, Var, sort_of

PYTHON_OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.MatMult: operator.matmul,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


SYMBOLS: Mapping[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}


MAX_SHIFT = 62
"""Bits of a shift that becomes a factor: a term is computed in 64 bits where it is compiled."""


MAX_QUOTIENTS = 300
"""Results of a division that are tabulated: of a table it is known which of them are whole."""

_NO_DEFAULT = object()
"""The default of `min` and `max` where a call names none: no value of a program is this object."""


SIGNS: Mapping[type[ast.AST], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}


def is_float(value: Value) -> bool:
    """Is this a number, known or not, perhaps a float?"""
    if isinstance(value, Call | Choose | Var | Lookup) and sort_of(value) is Sort.ANY:
        return is_float_term(value)
    return is_number(value) or isinstance(value, float)


def arithmetic(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left op right for whole numbers and truth values, as a term; checked against array cells."""
    first, second = as_term(left), as_term(right)
    cells = run.context.cells
    if cells is None:
        return _number_of(run, op, left, right)
    cells.check(op, first, second)
    result = as_term(_number_of(run, op, left, right))
    cells.check_result(result, run.path_condition.box)
    return result


def _number_of(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    first, second = as_term(left), as_term(right)
    match op:
        case ast.Add:
            return terms.add(first, second)
        case ast.Sub:
            return terms.subtract(first, second)
        case ast.Mult:
            return terms.multiply(first, second)
        case ast.FloorDiv | ast.Mod:
            return _divided(run, op, left, right)
        case ast.BitAnd | ast.BitOr | ast.BitXor:
            return _bitwise(run, op, left, right)
        case ast.Div:
            return divided(run, left, right)
        case ast.LShift | ast.RShift if is_concrete(right) and 0 <= int(right) <= MAX_SHIFT:
            # Also of negative numbers: >> rounds down, as // does.
            by = 2 ** int(right)
            if op is ast.RShift:
                return terms.divide(terms.number(first), by)
            return terms.multiply(first, terms.const(by))
        case _:
            return as_term(tabulate(run, PYTHON_OPERATORS[op], left, right))


def _divided(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left // right or left % right; a divisor that may be 0 is decided first."""
    if is_term(right):
        if run.decide(terms.equal(right, terms.ZERO)):
            # numpy warns and goes on with 0 where Python raises.
            if run.context.cells is not None:
                raise Refused("PY-EXPR", "division by what may be 0 in a world with arrays")
            raise Raised(ZeroDivisionError)
        symbol = "//" if op is ast.FloorDiv else "%"
        arguments = (terms.number(as_term(left)), terms.number(right))
        return terms.call(symbol, *arguments, sort=Sort.INT)
    if right == 0:
        raise Raised(ZeroDivisionError)
    return (terms.divide if op is ast.FloorDiv else terms.modulo)(as_term(left), int(right))


def divided(run: Execution, left: Value, right: Value) -> Value:
    """left / right: a table where few numbers are divided, else a formula.

    A divisor that may be 0 is decided first.
    """
    spaces = [possible_values(run, value) for value in (left, right) if is_term(value)]
    if math.prod(0 if space is None else len(space) for space in spaces) in range(
        1, MAX_QUOTIENTS
    ):
        return tabulate(run, operator.truediv, left, right)
    divisor = as_term(right)
    if run.decide(unwrapped(terms.equal(divisor, terms.ZERO))):
        # numpy warns and goes on with what is no number where Python raises.
        if run.context.cells is not None:
            raise Refused("PY-EXPR", "division by what may be 0 in a world with arrays")
        raise Raised(ZeroDivisionError)
    return unwrapped(terms.call("/", as_term(left), divisor, sort=Sort.ANY))


def _bitwise(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    first, second = as_term(left), as_term(right)
    if sort_of(first) is Sort.BOOL and sort_of(second) is Sort.BOOL:
        if op is ast.BitAnd:
            return terms.conjoin([first, second])
        if op is ast.BitOr:
            return terms.disjoin([first, second])
        return terms.choose(first, terms.negate(second), second)
    arguments = (terms.number(first), terms.number(second))
    return terms.call(SYMBOLS[op], *arguments, sort=Sort.INT)


def signed(run: Execution, op: ast.unaryop, value: Value) -> Value:
    """-x, +x, ~x."""
    if is_concrete(value):
        return call_python(SIGNS[type(op)], value)
    if is_number(value):
        if run.context.cells is not None and sort_of(as_term(value)) is Sort.BOOL:
            raise Refused("PY-EXPR", "a sign before a truth value in a world with arrays")
        sign = {ast.USub: (-1, 0), ast.UAdd: (1, 0), ast.Invert: (-1, -1)}[type(op)]
        return unwrapped(terms.combine((value, sign[0]), (terms.ONE, sign[1])))
    if is_float(value) and isinstance(op, ast.USub):
        return unwrapped(terms.call("neg", as_term(value), sort=Sort.ANY))
    raise Refused("PY-EXPR", "a sign before a value that depends on the state")


def _abs(run: Execution, value: Value, /) -> Value:
    if is_number(value):
        return unwrapped(terms.absolute(as_term(value)))
    own = asked(run, value, "__abs__")
    if own is not ABSENT:
        return own
    if isinstance(value, Call):
        return unwrapped(terms.call("abs", value, sort=Sort.ANY))
    return call_or_tabulate(run, abs, value)


def _int(run: Execution, /, *arguments: Value) -> Value:
    if len(arguments) == 1 and is_number(arguments[0]):
        return unwrapped(terms.number(as_term(arguments[0])))
    if len(arguments) == 1 and is_term(arguments[0]) and is_float_term(arguments[0]):
        whole = whole_number(arguments[0], lambda term: bounds(term, run.path_condition.box))
        if whole is not None:
            return unwrapped(whole)
    return call_or_tabulate(run, int, *arguments)


def _bool(run: Execution, value: Value = False, /) -> Value:
    return run.truth_value(value)


def _float(run: Execution, value: Value = 0.0, /) -> Value:
    if is_term(value) and is_number(value):
        return terms.call("float", terms.number(as_term(value)), sort=Sort.ANY)
    if is_term(value) and is_float_term(value):
        return value if is_never_whole(value) else terms.call("float", value, sort=Sort.ANY)
    return call_or_tabulate(run, float, value)


def _divmod(run: Execution, left: Value, right: Value, /) -> Value:
    quotient = run.binary(ast.FloorDiv, left, right)
    return make_tuple(run, [quotient, run.binary(ast.Mod, left, right)])


def _min(
    run: Execution, /, *arguments: Value, key: Value = None, default: Value = _NO_DEFAULT
) -> Value:
    return _extreme(run, "min", arguments, key=key, default=default)


def _max(
    run: Execution, /, *arguments: Value, key: Value = None, default: Value = _NO_DEFAULT
) -> Value:
    return _extreme(run, "max", arguments, key=key, default=default)


def _extreme(
    run: Execution, name: str, arguments: tuple[Value, ...], *, key: Value, default: Value
) -> Value:
    python = getattr(builtins, name)
    if not arguments or (default is not _NO_DEFAULT and len(arguments) > 1):
        raise Raised(TypeError)
    if len(arguments) == 1 and key is None and isinstance(arguments[0], Listing):
        found = _extreme_of_listing(run, name, arguments[0])
        if found is not None:
            return found
    values = _compared_items(run, arguments)
    if not values and default is not _NO_DEFAULT:
        return default
    if not values:
        raise Raised(ValueError)
    if key is not None:
        return _extreme_by_key(run, name, values, key)
    if all(map(is_concrete, values)):
        return call_python(python, values)
    # A truth value among numbers would come back as a number: Python gives back the truth value.
    if all(is_number(v) and not is_condition(v) for v in values):
        return unwrapped(
            (terms.smallest if name == "min" else terms.largest)([as_term(v) for v in values])
        )
    return _extreme_by_order(run, name, values)


def _extreme_of_listing(run: Execution, name: str, values: Listing) -> Value | None:
    """min or max of whole numbers of which some may be missing; None if that does not apply."""
    if not all(is_number(item) and not is_condition(item) for _, item in values.items):
        return None
    if not has_more(run, values.items, 0):
        return None
    choose = terms.smallest if name == "min" else terms.largest
    return extreme_number(run, values.items, choose)


def _compared_items(run: Execution, arguments: tuple[Value, ...]) -> list[Value]:
    """What is compared; of numbers in a set the order does not matter."""
    if len(arguments) != 1:
        return list(arguments)
    if not isinstance(arguments[0], Stream) or arguments[0].has_order:
        return items_of(run, arguments[0])
    items = list(decided_items(run, pairs_of(run, arguments[0])))
    if not all(is_number(item) and not is_condition(item) for item in items):
        check_has_order(arguments[0])
    return items


def _extreme_by_key(run: Execution, name: str, values: list[Value], key: Value) -> Value:
    """The first value whose key is smallest or largest."""
    op = ast.Lt if name == "min" else ast.Gt
    best, best_key = values[0], run.call(key, [values[0]], {})
    for value in values[1:]:
        own = run.call(key, [value], {})
        is_better = run.ordered(op, own, best_key)
        if run.implied(is_better) is None:
            try:
                floor = run.stamp()
                better = merge_values(is_better, value, best, floor=floor)
                best_key = merge_values(is_better, own, best_key, floor=floor)
                best = better
                continue
            except CannotMerge:
                pass
        if run.decide(is_better):
            best, best_key = value, own
    return best


def _extreme_by_order(run: Execution, name: str, values: list[Value]) -> Value:
    best = values[0]
    for value in values[1:]:
        op = ast.Lt if name == "min" else ast.Gt
        if run.decide(run.ordered(op, value, best)):
            best = value
    return best


def _sum(run: Execution, values: Value, /, start: Value = 0) -> Value:
    total = start
    for condition, value in pairs_of(run, values):
        if condition is False:
            continue
        if not is_number(value):
            check_has_order(values)
        if is_term(condition):
            if is_number(value) and is_number(total):
                value = terms.choose(condition, terms.number(as_term(value)), terms.ZERO)
            elif is_float(value) and is_float(total):
                value = terms.choose(condition, as_term(value), NOTHING)
            elif not run.decide(condition):
                continue
        total = run.binary(ast.Add, total, unwrapped(value))
    return total


FUNCTIONS: dict[Any, Builtin] = {
    abs: _abs,
    int: _int,
    bool: _bool,
    float: _float,
    divmod: _divmod,
    min: _min,
    max: _max,
    sum: _sum,
}
