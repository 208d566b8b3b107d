"""Truth: what counts as true of a value that depends on the state.

Operators on values: arithmetic, comparison, truth, identity.

Known operands are given to Python itself. Unknown ones become terms; what could raise for some
state is decided first, so that the raising way is a path of its own.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.builtins.finite import for_each_value, guarded, join_sets, number_like
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.special_methods import check_plain_class
from introplan.symbolic.interpreter.streams import View
from introplan.symbolic.interpreter.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    as_term,
    check_plain,
    is_raw,
    is_term,
    plain_number,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, sign_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Call, Choose, Lookup, Sort, Term, Var, sort_of


def truth_value(machine: Machine, value: Value) -> Value:
    """The truth of a value: True, False, or a condition."""
    match value:
        case Items(_, items):
            return bool(items)
        case Entries(items):
            return bool(items)
        case View():
            return bool(value.rows())
        case Members(_, members):
            return unwrapped(terms.disjoin(map(as_term, members.values())))
        case Record(kind):
            check_plain_class(kind, "__bool__", "__len__")
            return bool(value.fields) if issubclass(kind, tuple) else True
        case Array():
            return _truth_of_array(value)
        case _ if is_term(value):
            return _truth_of_term(machine, value)
        case _ if is_raw(value):
            check_plain(value, "__bool__", "__len__")
            return guarded(bool, value)
        case _:
            return True


def _truth_of_array(array: Array) -> Value:
    if len(array.cells) != 1:
        raise Raised(ValueError)
    return unwrapped(terms.negate(terms.equal(as_term(array.cells[0]), terms.ZERO)))


def _truth_of_term(machine: Machine, term: Term) -> Value:
    match sort_of(term):
        case Sort.BOOL:
            return term
        case Sort.INT:
            return unwrapped(terms.negate(terms.equal(term, terms.ZERO)))
        case Sort.ANY:
            simple = terms.on_values(bool, term)
            return for_each_value(machine, bool, term) if simple is None else unwrapped(simple)


PYTHON: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
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
SYMBOLS: Mapping[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
SIGNS: Mapping[type[ast.AST], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}


def _float_like(value: Value) -> bool:
    if isinstance(value, Call | Choose | Var | Lookup) and sort_of(value) is Sort.ANY:
        return _is_float_term(value)
    return number_like(value) or isinstance(value, float)


def _is_float_term(term: Term) -> bool:
    if isinstance(term, Call):
        return term.function in ("+", "-", "*", "neg", "abs", "float")
    values = terms.values_of(term)
    if isinstance(term, Choose):
        return _float_like(unwrapped(term.then)) and _float_like(unwrapped(term.other))
    return values is not None and all(isinstance(v, int | float) for v in values)


def binary(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left op right, for values without operator methods of their own."""
    if is_raw(left) and is_raw(right):
        return _fresh(machine, guarded(PYTHON[op], left, right))
    for value in (left, right):
        check_plain(value, f"__{OPERATORS[op]}__", f"__r{OPERATORS[op]}__")
    left, right = plain_number(left), plain_number(right)
    if number_like(left) and number_like(right):
        return unwrapped(_on_numbers(machine, op, left, right))
    if isinstance(left, Members) or isinstance(right, Members):
        return join_sets(machine, op, left, right)
    if sequence(left) is not None or sequence(right) is not None:
        return _on_sequences(machine, op, left, right)
    if _float_like(left) and _float_like(right) and op in (ast.Add, ast.Sub, ast.Mult):
        return unwrapped(terms.call(SYMBOLS[op], as_term(left), as_term(right), sort=Sort.ANY))
    if all(is_term(v) or is_raw(v) for v in (left, right)):
        return for_each_value(machine, PYTHON[op], left, right)
    raise Refused("PY-EXPR", f"{sign_of(op)} on values that depend on the state")


def _fresh(machine: Machine, value: Any) -> Value:
    """A list that Python has just made belongs to the run."""
    return Items(list, list(value), machine.stamp()) if type(value) is list else value


def _on_numbers(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    first, second = as_term(left), as_term(right)
    cells = machine.context.cells
    if cells is None:
        return _number_of(machine, op, left, right)
    cells.check(op, first, second)
    result = as_term(_number_of(machine, op, left, right))
    cells.check_result(result, machine.knowledge.box)
    return result


def _number_of(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    first, second = as_term(left), as_term(right)
    match op:
        case ast.Add:
            return terms.add(first, second)
        case ast.Sub:
            return terms.subtract(first, second)
        case ast.Mult:
            return terms.multiply(first, second)
        case ast.FloorDiv | ast.Mod:
            return _divided(machine, op, left, right)
        case ast.BitAnd | ast.BitOr | ast.BitXor:
            return _bitwise(machine, op, left, right)
        case _:
            return as_term(for_each_value(machine, PYTHON[op], left, right))


def _divided(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    if is_term(right):
        if machine.decide(terms.equal(right, terms.ZERO)):
            if machine.context.cells is not None:
                raise Refused("PY-EXPR", "division by what may be 0 in a world with arrays")
            raise Raised(ZeroDivisionError)
        symbol = "//" if op is ast.FloorDiv else "%"
        arguments = (terms.number(as_term(left)), terms.number(right))
        return terms.call(symbol, *arguments, sort=Sort.INT)
    if right == 0:
        raise Raised(ZeroDivisionError)
    return (terms.divide if op is ast.FloorDiv else terms.modulo)(as_term(left), int(right))


def _bitwise(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    first, second = as_term(left), as_term(right)
    if sort_of(first) is Sort.BOOL and sort_of(second) is Sort.BOOL:
        if op is ast.BitAnd:
            return terms.conjoin([first, second])
        if op is ast.BitOr:
            return terms.disjoin([first, second])
        return terms.choose(first, terms.negate(second), second)
    arguments = (terms.number(first), terms.number(second))
    return terms.call(SYMBOLS[op], *arguments, sort=Sort.INT)


def _on_sequences(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    first, second = sequence(left), sequence(right)
    if op is ast.Add and first is not None and second is not None:
        kind = _sequence_kind(left)
        if kind is not _sequence_kind(right):
            raise Raised(TypeError)
        return Items(kind, first + second, machine.stamp())
    if op is ast.Mult:
        items, count = (first, right) if first is not None else (second, left)
        if isinstance(count, int) and items is not None:
            kind = _sequence_kind(left if first is not None else right)
            return Items(kind, items * count, machine.stamp())
    raise Refused("PY-EXPR", f"{sign_of(op)} on lists or tuples")


def _sequence_kind(value: Value) -> type:
    if isinstance(value, Items):
        return value.kind
    return list if isinstance(value, list) else tuple


def unary(machine: Machine, op: ast.unaryop, value: Value) -> Value:
    """-x, +x, ~x, not x."""
    if isinstance(op, ast.Not):
        held = truth_value(machine, value)
        return unwrapped(terms.negate(held)) if is_term(held) else not held
    if is_raw(value):
        return guarded(SIGNS[type(op)], value)
    if number_like(value):
        if machine.context.cells is not None and sort_of(as_term(value)) is Sort.BOOL:
            raise Refused("PY-EXPR", "a sign before a truth value in a world with arrays")
        sign = {ast.USub: (-1, 0), ast.UAdd: (1, 0), ast.Invert: (-1, -1)}[type(op)]
        return unwrapped(terms.combine((value, sign[0]), (terms.ONE, sign[1])))
    if _float_like(value) and isinstance(op, ast.USub):
        return unwrapped(terms.call("neg", as_term(value), sort=Sort.ANY))
    raise Refused("PY-EXPR", "a sign before a value that depends on the state")
