"""Comparison: equality, order, identity, and the user's comparison methods.

Containers are compared part by part; the result is one condition. Order of tuples forks at the
first part that may differ.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import operator
from collections.abc import Mapping

from introplan.symbolic.builtins.arrays import compare_arrays, is_array
from introplan.symbolic.builtins.listings import equal_listings
from introplan.symbolic.builtins.numbers import PYTHON_OPERATORS, is_float
from introplan.symbolic.builtins.operators import has_own_equality, part_equals, special_method
from introplan.symbolic.builtins.sequences import sequence_kind
from introplan.symbolic.builtins.sets import equal_sets, ordered_sets
from introplan.symbolic.builtins.text import equal_texts, is_text
from introplan.symbolic.builtins.unasked import is_same_as_unasked, is_unasked, refuse_unasked
from introplan.symbolic.interpreter.concretisation import call_python, possible_values, tabulate
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.kinds import lifted_all
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import (
    Array,
    Entries,
    Listing,
    Members,
    Record,
    UnitDraw,
    Value,
    Variant,
    as_term,
    check_plain,
    is_concrete,
    is_condition,
    is_number,
    is_simple,
    is_term,
    plain_number,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Refused, kind_of, sign_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Call, Sort, Term, sort_of


def compare(run: Execution, op: ast.cmpop, left: Value, right: Value) -> Value:
    """left op right, any comparison operator, with the methods of the user's classes."""
    if isinstance(left, Variant) or isinstance(right, Variant):
        return lifted_all(run, [left, right], lambda both: compare(run, op, *both))
    if isinstance(op, ast.Is | ast.IsNot):
        return _negated_if(isinstance(op, ast.IsNot), is_same(left, right))
    if isinstance(op, ast.In | ast.NotIn):
        return _negated_if(isinstance(op, ast.NotIn), run.is_in(left, right))
    if is_array(left) or is_array(right):
        return compare_arrays(run, op, left, right)
    if isinstance(op, ast.Eq | ast.NotEq):
        return _equality(run, left, right, is_negated=isinstance(op, ast.NotEq))
    done, result = special_method(run, type(op), left, right)
    return result if done else run.ordered(type(op), left, right)


def _equality(run: Execution, left: Value, right: Value, *, is_negated: bool) -> Value:
    if is_negated:
        check_plain(left, "__ne__")
        check_plain(right, "__ne__")
    done, result = special_method(run, ast.Eq, left, right)
    if done:
        return _negated_if(True, run.truth_value(result)) if is_negated else result
    for one, other in ((left, right), (right, left)):
        if is_term(one) and plain_number(other) is not other:  # which gives a truth of numpy's
            raise Refused("PY-EXPR", f"comparison with {kind_of(other)}")
    held = run.equals(left, right)
    if not isinstance(held, bool) and not is_term(held):
        return held
    return _negated_if(is_negated, held)


def _negated_if(is_negated: bool, held: Value) -> Value:
    if not is_negated:
        return held
    return unwrapped(terms.negate(held)) if is_term(held) else not held


def equals(run: Execution, left: Value, right: Value) -> Value:  # noqa: C901 - one case per kind
    """left == right, for values without `__eq__` of their own: True, False, or a condition."""
    if isinstance(left, Variant) or isinstance(right, Variant):
        return lifted_all(run, [left, right], lambda both: run.equals(*both))
    _check_not_drawn(left, right)
    refuse_unasked(left, right)
    if is_concrete(left) and is_concrete(right):
        return call_python(operator.eq, left, right)
    for value in (left, right):
        check_plain(value, "__eq__")
    if (is_term(left) or is_concrete(left)) and (is_term(right) or is_concrete(right)):
        return _simple_equals(run, left, right)
    if isinstance(left, Stream | View) or isinstance(right, Stream | View):
        raise Refused("PY-EXPR", "a comparison of iterators or views of dictionaries")
    if is_text(left) or is_text(right):
        return equal_texts(run, left, right)
    if isinstance(left, Array) or isinstance(right, Array):
        raise Refused("PY-EXPR", "a comparison of arrays inside another one")
    if is_term(left) or is_term(right):
        return _equals_one_of(run, left, right)
    if isinstance(left, Members) or isinstance(right, Members):
        return equal_sets(run, left, right)
    if isinstance(left, Listing) or isinstance(right, Listing):
        return equal_listings(run, left, right)
    if isinstance(left, Entries) or isinstance(right, Entries):
        return _equal_entries(run, left, right)
    first, second = _comparable_parts(left, right)
    if first is None or second is None or len(first) != len(second):
        return False
    return all_equal(run, first, second)


def _equals_one_of(run: Execution, left: Value, right: Value) -> Value:
    """An opaque value that may be a tuple, and a tuple of unknowns: equal in which cases?"""
    term, other = (left, right) if is_term(left) else (right, left)
    if sort_of(term) is not Sort.ANY:
        return False
    values = possible_values(run, term)
    if values is None:
        raise Refused("PY-EXPR", "comparison of a value that may be anything")
    cases = [
        terms.conjoin([terms.equal(term, as_term(v)), as_term(run.equals(other, v))])
        for v in {terms.const(v): v for v in values}.values()
    ]
    return unwrapped(terms.disjoin(cases))


def _simple_equals(run: Execution, left: Value, right: Value) -> Value:
    left, right = plain_number(left), plain_number(right)
    for term, other in ((left, right), (right, left)):
        if is_term(term) and not is_term(other) and not is_simple(other):
            return _equals_opaque(term, other)
        if isinstance(term, Call) and term.function == "tuple" and isinstance(other, tuple):
            return all_equal(run, list(map(unwrapped, term.arguments)), list(other))
        if is_term(term) and type(other) in (int, float) and _may_be_complex(run, term):
            return unwrapped(terms.equal(term, as_term(complex(other))))
    return unwrapped(terms.equal(as_term(left), as_term(right)))


def _may_be_complex(run: Execution, term: Term) -> bool:
    """May an unknown be complex, and so equal to a plain number? Refused if it may be both."""
    if sort_of(term) is not Sort.ANY:
        return False
    kinds = {type(value) for value in possible_values(run, term) or ()}
    if complex in kinds and kinds & {int, float, bool}:
        raise Refused("PY-FLOAT", "a number that is now complex, now not, compared with another")
    return complex in kinds


def _equals_opaque(term: Term, other: Value) -> Value:
    if sort_of(term) is Sort.ANY and terms.values_of(term) is None:
        raise Refused("PY-EXPR", f"comparison with {kind_of(other)}")
    # Python asks the other operand second: an `__eq__` of its own could say yes to a number.
    if not is_concrete(other) or getattr(type(other), "__eq__", None) is not object.__eq__:
        raise Refused("PY-EXPR", f"comparison with {kind_of(other)}")
    return False


def all_equal(run: Execution, first: list[Value], second: list[Value]) -> Value:
    """Are two lists of values equal, one by one?"""
    if len(first) != len(second):
        return False
    if any(map(has_own_equality, (*first, *second))):
        # One by one, as Python asks: what a later `__eq__` raises may not be reached.
        pairs = zip(first, second, strict=True)
        return all(run.decide(part_equals(run, a, b)) for a, b in pairs)
    parts = [as_term(run.equals(a, b)) for a, b in zip(first, second, strict=True)]
    return unwrapped(terms.conjoin(parts))


def _comparable_parts(left: Value, right: Value) -> tuple[list[Value] | None, list[Value] | None]:
    """The parts of two containers of the same kind."""
    for one, two in ((left, right), (right, left)):
        if isinstance(one, Record) and not issubclass(one.kind, tuple):
            return _record_parts(one, two)
    first, second = sequence(left), sequence(right)
    if first is None or second is None:
        return None, None
    return (first, second) if sequence_kind(left) is sequence_kind(right) else (None, None)


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


def _equal_entries(run: Execution, left: Value, right: Value) -> Value:
    first = left.items if isinstance(left, Entries) else left
    second = right.items if isinstance(right, Entries) else right
    if (
        not isinstance(first, dict)
        or not isinstance(second, dict)
        or first.keys() != second.keys()
    ):
        return False
    return all_equal(run, [first[k] for k in first], [second[k] for k in first])


def ordered(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left < right and the like."""
    refuse_unasked(left, right)
    if is_concrete(left) and is_concrete(right):
        return call_python(PYTHON_OPERATORS[op], left, right)
    if isinstance(left, UnitDraw) or isinstance(right, UnitDraw):
        return _ordered_draw(op, left, right)
    for value in (left, right):
        check_plain(value, "__lt__", "__le__", "__gt__", "__ge__")
    left, right = plain_number(left), plain_number(right)
    if is_number(left) and is_number(right):
        return unwrapped(_ordered_numbers(op, as_term(left), as_term(right)))
    if isinstance(left, Members) or isinstance(right, Members):
        return ordered_sets(run, op, left, right)
    if is_float(left) and is_float(right):
        return unwrapped(_ordered_floats(op, as_term(left), as_term(right)))
    if is_text(left) or is_text(right):
        raise Refused("PY-STR", f"{sign_of(op)} on text that depends on the state")
    first, second = sequence(left), sequence(right)
    if first is not None and second is not None:
        return _ordered_sequences(run, op, first, second)
    if all(is_term(v) or is_concrete(v) for v in (left, right)):
        return tabulate(run, PYTHON_OPERATORS[op], left, right)
    raise Refused("PY-EXPR", f"{sign_of(op)} between values that depend on the state")


def _check_not_drawn(*values: Value) -> None:
    if any(isinstance(value, UnitDraw) for value in values):
        raise Refused("PY-NONDET", "a comparison with a random number")


_MIRRORED: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}


def _ordered_draw(op: type[ast.AST], left: Value, right: Value) -> bool:
    """A random number from 0 to below 1, compared with a number that is not between."""
    if not isinstance(left, UnitDraw):
        op, left, right = _MIRRORED[op], right, left
    if isinstance(right, int | float):
        if right >= 1:
            return op in (ast.Lt, ast.LtE)
        if right < 0 or (right == 0 and op in (ast.Lt, ast.GtE)):
            return op in (ast.Gt, ast.GtE)
    raise Refused("PY-NONDET", "a comparison with a random number")


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


def _can_be_compared(left: Value, right: Value) -> bool:
    """Does the order of these two values raise nothing, whatever they are?"""
    if is_concrete(left) and is_concrete(right):
        return type(left) is type(right) and isinstance(left, int | str)
    return all(is_number(v) and not is_condition(v) for v in (left, right))


def _ordered_sequences(
    run: Execution, op: type[ast.AST], first: list[Value], second: list[Value]
) -> Value:
    """Tuples are ordered by the first part that differs."""
    if op is ast.Lt and all(map(_can_be_compared, first, second)):
        result: Value = len(first) < len(second)
        for a, b in reversed(list(zip(first, second, strict=False))):
            same = terms.conjoin([as_term(run.equals(a, b)), as_term(result)])
            result = unwrapped(terms.disjoin([as_term(run.ordered(op, a, b)), same]))
        return result
    for a, b in zip(first, second, strict=False):
        if not run.decide(run.equals(a, b)):
            return run.ordered(op, a, b)
    return call_python(PYTHON_OPERATORS[op], len(first), len(second))


def is_same(left: Value, right: Value) -> Value:
    """left is right: True, False, or a condition; refused where CPython alone decides."""
    if is_unasked(left, right):
        return is_same_as_unasked(left, right)
    if not is_term(left) and not is_term(right):
        return left is right
    term, other = (left, right) if is_term(left) else (right, left)
    if is_term(other):
        raise Refused("PY-EXPR", "`is` between values that depend on the state", "use ==")
    if other is None or isinstance(other, enum.Enum):
        return unwrapped(terms.equal(term, as_term(other))) if sort_of(term) is Sort.ANY else False
    if isinstance(other, bool):
        return _is_truth_value(term, other)
    # Whether two equal numbers or texts are one object depends on what CPython keeps.
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
