"""Operators and comparisons, with the methods of the classes that the user wrote."""

from __future__ import annotations

import ast

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.arrays import compare_arrays, is_array, operate_on_arrays
from introplan.introspection.programs.calls import special_method
from introplan.introspection.programs.comparing import equals, is_same, ordered
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.membership import is_in
from introplan.introspection.programs.operations import binary
from introplan.introspection.programs.truth import truth_value
from introplan.introspection.programs.values import (
    Value,
    check_plain,
    is_raw,
    is_term,
    unwrapped,
)


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
