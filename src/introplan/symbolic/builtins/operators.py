"""Operators on values of any type: truth, arithmetic, subscripts, and the user's operator methods.

Concrete operands are given to Python itself. Otherwise the file of the operands' type knows the
answer. What could raise for some input is decided first, so that raising is a path of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import FunctionType, ModuleType
from typing import Any

from introplan.symbolic.builtins.array_arithmetic import product_of_rows
from introplan.symbolic.builtins.arrays import array_element, as_array, is_array, operate_on_arrays
from introplan.symbolic.builtins.dicts import entry
from introplan.symbolic.builtins.listings import join_listings, listing_element
from introplan.symbolic.builtins.numbers import (
    PYTHON_OPERATORS,
    SYMBOLS,
    arithmetic,
    divided,
    is_float,
    signed,
)
from introplan.symbolic.builtins.sequences import item, item_of_unknown, join_sequences
from introplan.symbolic.builtins.sets import join_sets
from introplan.symbolic.builtins.text import are_texts, join_texts
from introplan.symbolic.builtins.unasked import (
    copied_unasked,
    is_unasked,
    joined_unasked,
    refuse_unasked,
)
from introplan.symbolic.interpreter.classes import own_method
from introplan.symbolic.interpreter.concretisation import as_owned, call_python, tabulate
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.kinds import has_lengths, lifted, lifted_all
from introplan.symbolic.interpreter.listings import is_there
from introplan.symbolic.interpreter.protocols import ABSENT, asked, own_truth
from introplan.symbolic.interpreter.streams import View
from introplan.symbolic.interpreter.values import (
    Array,
    Entries,
    Items,
    Listing,
    Members,
    Record,
    Value,
    Variant,
    as_term,
    check_plain,
    current,
    is_concrete,
    is_number,
    is_term,
    plain_number,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, kind_of, sign_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Choose, Sort, Term, sort_of

METHOD_NAMES: Mapping[type[ast.AST], str] = {
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


MAX_TEXT_LENGTH = 10_000
"""Characters of a text, or numbers of a range, of which an element is looked up in a table. All of
them are listed at every access (20 to 100 microseconds at this length), for one row each."""

REFLECTED = {"eq": "eq", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
"""What Python asks of the right operand: `a < b` is `b > a`."""


def truth_value(  # noqa: C901 - one case per kind
    run: Execution, value: Value
) -> Value:
    """The truth of a value: True, False, or a condition."""
    match value:
        case Variant():
            value = current(value)
            return lifted(run, value.tag if has_lengths(value) else value, run.truth_value)
        case Items(_, items):
            return bool(items)
        case Listing(_, pairs):
            return is_there(pairs)
        case Entries(items):
            return bool(items)
        case View():
            return bool(value.rows())
        case Members(_, members):
            return unwrapped(terms.disjoin(map(as_term, members.values())))
        case Record(kind):
            truth = own_truth(run, value)
            if truth is not ABSENT:
                return truth
            return bool(value.fields) if issubclass(kind, tuple) else True
        case Array():
            return _truth_of_array(value)
        case _ if is_term(value):
            return _truth_of_term(run, value)
        case _ if is_concrete(value):
            truth = own_truth(run, value)
            return call_python(bool, value) if truth is ABSENT else truth
        case _:
            refuse_unasked(value)
            return True


def _truth_of_array(array: Array) -> Value:
    if len(array.cells) != 1:
        raise Raised(ValueError)
    return unwrapped(terms.negate(terms.equal(as_term(array.cells[0]), terms.ZERO)))


def _truth_of_term(run: Execution, term: Term) -> Value:
    match sort_of(term):
        case Sort.BOOL:
            return term
        case Sort.INT:
            return unwrapped(terms.negate(terms.equal(term, terms.ZERO)))
        case Sort.ANY if isinstance(term, Choose):
            # `x and y` of a number and a truth value is now this, now that.
            sides = (run.truth_value(unwrapped(side)) for side in (term.then, term.other))
            return unwrapped(terms.choose(term.test, *map(as_term, sides)))
        case Sort.ANY:
            simple = terms.on_values(bool, term)
            return tabulate(run, bool, term) if simple is None else unwrapped(simple)


def binary(  # noqa: C901 - one case per kind
    run: Execution, op: type[ast.AST], left: Value, right: Value
) -> Value:
    """left op right, for values without operator methods of their own."""
    if is_unasked(left, right):
        return joined_unasked(op, left, right)
    if is_concrete(left) and is_concrete(right):
        result = call_python(PYTHON_OPERATORS[op], left, right)
        # Only a list: the order of a concrete set is known, that of `Members` is not.
        return as_owned(run, result) if type(result) is list else result
    for value in (left, right):
        check_plain(value, f"__{METHOD_NAMES[op]}__", f"__r{METHOD_NAMES[op]}__")
    left, right = plain_number(left), plain_number(right)
    if is_number(left) and is_number(right):
        return unwrapped(arithmetic(run, op, left, right))
    if isinstance(left, Members) or isinstance(right, Members):
        return join_sets(run, op, left, right)
    if op is ast.Add and are_texts(run, left, right):
        return join_texts(run, left, right)
    if isinstance(left, Listing) or isinstance(right, Listing):
        return join_listings(run, op, left, right)
    if sequence(left) is not None or sequence(right) is not None:
        return join_sequences(run, op, left, right)
    if is_float(left) and is_float(right) and op in (ast.Add, ast.Sub, ast.Mult):
        return unwrapped(terms.call(SYMBOLS[op], as_term(left), as_term(right), sort=Sort.ANY))
    if is_float(left) and is_float(right) and op is ast.Div:
        return divided(run, left, right)
    if all(is_term(v) or is_concrete(v) for v in (left, right)):
        return tabulate(run, PYTHON_OPERATORS[op], left, right)
    raise Refused("PY-EXPR", f"{sign_of(op)} on values that depend on the state")


def unary(run: Execution, op: ast.unaryop, value: Value) -> Value:
    """-x, +x, ~x, not x, with the operator methods of the user's classes."""
    if isinstance(value, Variant):
        return lifted(run, value, lambda case: unary(run, op, case))
    done, result = special_method(run, type(op), value)
    if done:
        return result
    if isinstance(op, ast.Not):
        held = run.truth_value(value)
        return unwrapped(terms.negate(held)) if is_term(held) else not held
    return signed(run, op, value)


def operate(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left op right, with the operator methods of the user's classes."""
    if isinstance(left, Variant) or isinstance(right, Variant):
        return lifted_all(run, [left, right], lambda both: operate(run, op, *both))
    done, result = special_method(run, op, left, right)
    if done:
        return result
    is_known = is_concrete(left) and is_concrete(right)
    if not is_known and (is_array(left) or is_array(right)):
        if op is ast.MatMult:
            return product_of_rows(run, left, right)
        return operate_on_arrays(run, op, left, right)
    return run.binary(op, left, right)


def special_method(
    run: Execution, op: type[ast.AST], left: Value, right: Value = None
) -> tuple[bool, Value]:
    """The user's own operator method, if there is one: whether it was called, and its result."""
    name = METHOD_NAMES.get(op)
    if name is None:
        return False, None
    if op in (ast.USub, ast.UAdd, ast.Invert):
        method = _user_method(left, f"__{name}__")
        return (False, None) if method is None else (True, run.call(method, [left], {}))
    for method, arguments in _methods_to_ask(name, left, right):
        result = run.call(method, arguments, {})
        if result is not NotImplemented:
            return True, result
    return False, None


def has_own_equality(value: Value) -> bool:
    """Is this an object of a class of the user's with an `__eq__` of its own?"""
    kind = _class_of(value)
    return kind is not None and own_method(kind, "__eq__") is not None


def part_equals(run: Execution, part: Value, value: Value) -> Value:
    """Are a part of a list and a value one object, or equal by what their classes say?"""
    if part is value:
        return True
    done, result = special_method(run, ast.Eq, part, value)
    if done:
        return run.truth_value(result)
    return False if has_own_equality(part) or has_own_equality(value) else run.equals(part, value)


def _methods_to_ask(name: str, left: Value, right: Value) -> list[tuple[Any, list[Value]]]:
    """The methods that Python asks for an operator, in its order: that of a subclass is first."""
    first, second = _class_of(left), _class_of(right)
    forward = _user_method(left, f"__{name}__")
    backward = _user_method(right, f"__{REFLECTED.get(name, 'r' + name)}__")
    if first is second and name not in REFLECTED:
        backward = None
    methods = [(forward, [left, right]), (backward, [right, left])]
    if first is not second and first and second and issubclass(second, first):
        if backward is not _user_method(left, f"__{REFLECTED.get(name, 'r' + name)}__"):
            methods.reverse()
        elif backward is not None:
            raise Refused("PY-EXPR", f"an operator between {first.__name__} and its subclass")
    return [asked for asked in methods if asked[0] is not None]


def _class_of(value: Value) -> type | None:
    if isinstance(value, Record):
        return value.kind
    if is_concrete(value) and not isinstance(value, type | ModuleType):
        return type(value)
    return None


def _user_method(value: Value, name: str) -> Any:
    kind = _class_of(value)
    method = None if kind is None else own_method(kind, name)
    if method is not None and not isinstance(method, FunctionType):
        raise Refused("PY-EXPR", f"an unusual method {name}")
    return method


def element(  # noqa: C901 - one case per kind
    run: Execution, value: Value, key: Value
) -> Value:
    """value[key]"""
    if isinstance(value, Variant) or isinstance(key, Variant):
        return lifted_all(run, [value, key], lambda both: element(run, *both))
    found = asked(run, value, "__getitem__", key)
    if found is not ABSENT:
        return found
    array = as_array(value) if is_array(value) and not is_concrete(key) else value
    if isinstance(array, Array):
        return array_element(run, array, key)
    if isinstance(value, Entries | dict):
        return entry(run, value, key)
    if isinstance(value, Listing):
        return listing_element(run, value, key)
    if is_unasked(value) and isinstance(key, slice) and key == slice(None):
        return copied_unasked(value)
    items = sequence(value)
    if items is None and isinstance(value, str | bytes | range):
        items = list(value) if len(value) <= MAX_TEXT_LENGTH else None
    if items is not None:
        return item(run, value, items, key)
    if is_term(value):
        return item_of_unknown(run, value, key)
    if is_concrete(value) and is_concrete(key):
        return call_python(lambda: value[key])
    hint = "use a list, a tuple or a dictionary"
    raise Refused("PY-EXPR", f"an element of {kind_of(value)}", hint)
