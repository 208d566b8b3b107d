"""Comparing values: equality, order, identity."""

from __future__ import annotations

import ast
import dataclasses
import enum
import operator

from introplan.symbolic.builtins.finite import (
    for_each_value,
    guarded,
    members_of,
    number_like,
    possible_values,
)
from introplan.symbolic.builtins.operators import PYTHON, _float_like, _sequence_kind
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import (
    Array,
    Entries,
    Members,
    Record,
    Value,
    as_term,
    check_plain,
    is_raw,
    is_simple,
    is_term,
    plain_number,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, kind_of, sign_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Call, Sort, Term, sort_of


def equals(machine: Machine, left: Value, right: Value) -> Value:
    """left == right, for values without `__eq__` of their own: True, False, or a condition."""
    if is_raw(left) and is_raw(right):
        return guarded(operator.eq, left, right)
    for value in (left, right):
        check_plain(value, "__eq__")
    if (is_term(left) or is_raw(left)) and (is_term(right) or is_raw(right)):
        return _simple_equals(machine, left, right)
    if isinstance(left, Stream | View) or isinstance(right, Stream | View):
        raise Refused("PY-EXPR", "a comparison of iterators or views of dictionaries")
    if isinstance(left, Array) or isinstance(right, Array):
        raise Refused("PY-EXPR", "a comparison of arrays inside another one")
    if is_term(left) or is_term(right):
        return _equals_one_of(machine, left, right)
    if isinstance(left, Members) or isinstance(right, Members):
        return _equal_sets(machine, left, right)
    if isinstance(left, Entries) or isinstance(right, Entries):
        return _equal_entries(machine, left, right)
    first, second = _comparable_parts(left, right)
    if first is None or second is None or len(first) != len(second):
        return False
    return all_equal(machine, first, second)


def _equals_one_of(machine: Machine, left: Value, right: Value) -> Value:
    """An opaque value that may be a tuple, and a tuple of unknowns: equal in which cases?"""
    term, other = (left, right) if is_term(left) else (right, left)
    if sort_of(term) is not Sort.ANY:
        return False
    values = possible_values(machine, term)
    if values is None:
        raise Refused("PY-EXPR", "comparison of a value that may be anything")
    cases = [
        terms.conjoin([terms.equal(term, as_term(v)), as_term(equals(machine, other, v))])
        for v in {terms.const(v): v for v in values}.values()
    ]
    return unwrapped(terms.disjoin(cases))


def _simple_equals(machine: Machine, left: Value, right: Value) -> Value:
    for term, other in ((left, right), (right, left)):
        if is_term(term) and not is_term(other) and not is_simple(other):
            return _equals_opaque(term, other)
        if isinstance(term, Call) and term.function == "tuple" and isinstance(other, tuple):
            return all_equal(machine, list(map(unwrapped, term.arguments)), list(other))
    return unwrapped(terms.equal(as_term(left), as_term(right)))


def _equals_opaque(term: Term, other: Value) -> Value:
    if sort_of(term) is Sort.ANY and terms.values_of(term) is None:
        raise Refused("PY-EXPR", f"comparison with {kind_of(other)}")
    if not is_raw(other) or getattr(type(other), "__eq__", None) is not object.__eq__:
        raise Refused("PY-EXPR", f"comparison with {kind_of(other)}")
    return False


def all_equal(machine: Machine, first: list[Value], second: list[Value]) -> Value:
    """Are two lists of values equal, one by one?"""
    if len(first) != len(second):
        return False
    parts = [as_term(equals(machine, a, b)) for a, b in zip(first, second, strict=True)]
    return unwrapped(terms.conjoin(parts))


def _comparable_parts(left: Value, right: Value) -> tuple[list[Value] | None, list[Value] | None]:
    """The parts of two containers of the same kind."""
    for one, two in ((left, right), (right, left)):
        if isinstance(one, Record) and not issubclass(one.kind, tuple):
            return _record_parts(one, two)
    first, second = sequence(left), sequence(right)
    if first is None or second is None:
        return None, None
    return (first, second) if _sequence_kind(left) is _sequence_kind(right) else (None, None)


def _record_parts(one: Record, two: Value) -> tuple[list[Value] | None, list[Value] | None]:
    parameters = getattr(one.kind, "__dataclass_params__", None)
    if parameters is None or not parameters.eq:
        if one is two:
            return [], []
        raise Refused("PY-EXPR", f"comparison of objects of type {one.kind.__name__}")
    names = [field.name for field in dataclasses.fields(one.kind) if field.compare]
    if isinstance(two, Record):
        if two.kind is not one.kind:
            return None, None
        return [one.fields[name] for name in names], [two.fields[name] for name in names]
    if type(two) is one.kind:
        return [one.fields[name] for name in names], [getattr(two, name) for name in names]
    return None, None


def _equal_sets(machine: Machine, left: Value, right: Value) -> Value:
    first, second = members_of(machine, left), members_of(machine, right)
    if first is None or second is None:
        return False
    both = dict.fromkeys([*first.members, *second.members])
    pairs = ((first.members.get(e, False), second.members.get(e, False)) for e in both)
    return unwrapped(terms.conjoin(terms.equal(as_term(a), as_term(b)) for a, b in pairs))


def _equal_entries(machine: Machine, left: Value, right: Value) -> Value:
    first = left.items if isinstance(left, Entries) else left
    second = right.items if isinstance(right, Entries) else right
    if (
        not isinstance(first, dict)
        or not isinstance(second, dict)
        or first.keys() != second.keys()
    ):
        return False
    return all_equal(machine, [first[k] for k in first], [second[k] for k in first])


def ordered(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left < right and the like."""
    if is_raw(left) and is_raw(right):
        return guarded(PYTHON[op], left, right)
    for value in (left, right):
        check_plain(value, "__lt__", "__le__", "__gt__", "__ge__")
    left, right = plain_number(left), plain_number(right)
    if number_like(left) and number_like(right):
        return unwrapped(_ordered_numbers(op, as_term(left), as_term(right)))
    if isinstance(left, Members) or isinstance(right, Members):
        return _ordered_sets(machine, op, left, right)
    if _float_like(left) and _float_like(right):
        return unwrapped(_ordered_floats(op, as_term(left), as_term(right)))
    first, second = sequence(left), sequence(right)
    if first is not None and second is not None:
        return _ordered_sequences(machine, op, first, second)
    if all(is_term(v) or is_raw(v) for v in (left, right)):
        return for_each_value(machine, PYTHON[op], left, right)
    raise Refused("PY-EXPR", f"{sign_of(op)} between values that depend on the state")


def _ordered_numbers(op: type[ast.AST], left: Term, right: Term) -> Term:
    match op:
        case ast.Lt:
            return terms.less(left, right)
        case ast.LtE:
            return terms.at_most(left, right)
        case ast.Gt:
            return terms.less(right, left)
        case _:
            return terms.at_most(right, left)


def _ordered_floats(op: type[ast.AST], left: Term, right: Term) -> Term:
    if op in (ast.Gt, ast.GtE):
        left, right = right, left
    symbol = "<" if op in (ast.Lt, ast.Gt) else "<="
    return terms.call(symbol, left, right, sort=Sort.BOOL)


def _ordered_sets(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    if op in (ast.Gt, ast.GtE):
        left, right = right, left
    first, second = members_of(machine, left), members_of(machine, right)
    if first is None or second is None:
        raise Raised(TypeError)
    inside = [
        terms.disjoin([terms.negate(as_term(m)), as_term(second.members.get(e, False))])
        for e, m in first.members.items()
    ]
    is_subset = terms.conjoin(inside)
    if op in (ast.LtE, ast.GtE):
        return unwrapped(is_subset)
    differs = terms.negate(as_term(_equal_sets(machine, first, second)))
    return unwrapped(terms.conjoin([is_subset, differs]))


def _ordered_sequences(
    machine: Machine, op: type[ast.AST], first: list[Value], second: list[Value]
) -> Value:
    """Tuples of numbers are ordered by the first part that differs."""
    for a, b in zip(first, second, strict=False):
        if not machine.decide(equals(machine, a, b)):
            return ordered(machine, op, a, b)
    return guarded(PYTHON[op], len(first), len(second))


def is_same(left: Value, right: Value) -> Value:
    """left is right: True, False, or a condition; refused where CPython alone decides."""
    if not is_term(left) and not is_term(right):
        return left is right
    term, other = (left, right) if is_term(left) else (right, left)
    if is_term(other):
        raise Refused("PY-EXPR", "`is` between values that depend on the state", "use ==")
    if other is None or isinstance(other, enum.Enum):
        return unwrapped(terms.equal(term, as_term(other))) if sort_of(term) is Sort.ANY else False
    if isinstance(other, bool):
        return _is_truth_value(term, other)
    if isinstance(other, int | float | str | tuple):
        raise Refused("PY-EXPR", "`is` with a number or text", "use ==")
    return False


def _is_truth_value(term: Term, other: bool) -> Value:
    match sort_of(term):
        case Sort.BOOL:
            return term if other else unwrapped(terms.negate(term))
        case Sort.INT:
            return False
        case Sort.ANY:
            simple = terms.on_values(lambda v: v is other, term)
            if simple is None:
                raise Refused("PY-EXPR", "`is` with a value that depends on the state", "use ==")
            return unwrapped(simple)
