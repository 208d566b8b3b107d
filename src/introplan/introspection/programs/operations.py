"""Operators on values: arithmetic, comparison, truth, identity.

Known operands are given to Python itself. Unknown ones become terms; what could raise for some
state is decided first, so that the raising way is a path of its own.
"""

from __future__ import annotations

import ast
import enum
import itertools
import operator
from collections.abc import Callable, Mapping
from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.bounds import bounds, domain_of
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import Raised, Refused
from introplan.introspection.programs.terms import (
    Call,
    Choose,
    Lookup,
    Sort,
    Table,
    Term,
    Var,
    sort_of,
)
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    as_term,
    is_raw,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)

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
MOST_VALUES = 300
"""A function of so many possible values is computed for each of them."""


def guarded(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call Python with known arguments; what it raises, the model raises."""
    try:
        return function(*arguments)
    except (RecursionError, MemoryError):
        raise
    except Exception as error:
        raise Raised(type(error), error) from None


def number_like(value: Value) -> bool:
    """Is this a whole number or truth value, known or not?"""
    if is_term(value):
        return sort_of(value) is not Sort.ANY
    return isinstance(value, int)


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


def possible_values(machine: Machine, term: Term, *, limit: int = MOST_VALUES) -> list[Any] | None:
    """All values an unknown may have here, or None if they are too many to tell."""
    if isinstance(term, Var):
        domain = domain_of(term, machine.knowledge.box)
        return list(domain) if domain is not None and domain.size <= limit else None
    values = terms.values_of(term, limit=limit)
    if values is not None:
        return values
    if sort_of(term) is Sort.BOOL:
        return [False, True]
    if sort_of(term) is Sort.INT:
        low, high = bounds(term, machine.knowledge.box)
        return list(range(int(low), int(high) + 1)) if high - low < limit else None
    return None


def for_each_value(machine: Machine, function: Callable[..., Any], *arguments: Value) -> Value:
    """A pure Python function of unknowns that can only be a few things: a table of results.

    Values for which it raises are ruled out first, on a path of their own.
    """
    unknown = [a for a in arguments if is_term(a)]
    if not unknown:
        return guarded(function, *arguments)
    spaces = [possible_values(machine, term) for term in unknown]
    size = 1
    for space in spaces:
        if space is None:
            raise Refused("PY-EXPR", f"{function.__name__} of a value that depends on the state")
        size *= len(space)
    if size > 4 * MOST_VALUES:
        raise Refused("PY-EXPR", f"{function.__name__} of values that depend on the state")
    results, errors = _tabulated(function, arguments, [s or [] for s in spaces])
    for kind, keys in errors.items():
        table = Table(dict.fromkeys(keys, True), default=False)
        if machine.decide(terms.lookup(table, tuple(unknown))):
            raise Raised(kind)
    if not results:
        raise Raised(next(iter(errors)))
    if not all(is_simple(value) for value in results.values()):
        raise Refused("PY-EXPR", f"{function.__name__} gives values that are not simple")
    return unwrapped(terms.lookup(Table(results), tuple(unknown)))


def _tabulated(
    function: Callable[..., Any], arguments: tuple[Value, ...], spaces: list[list[Any]]
) -> tuple[dict[Any, Any], dict[type[BaseException], list[Any]]]:
    results: dict[Any, Any] = {}
    errors: dict[type[BaseException], list[Any]] = {}
    for choice in itertools.product(*spaces):
        key = choice[0] if len(choice) == 1 else choice
        filled = iter(choice)
        try:
            results[key] = function(*(next(filled) if is_term(a) else a for a in arguments))
        except Exception as error:
            errors.setdefault(type(error), []).append(key)
    return results, errors


def binary(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left op right, for values without operator methods of their own."""
    if is_raw(left) and is_raw(right):
        return _fresh(machine, guarded(PYTHON[op], left, right))
    if number_like(left) and number_like(right):
        return unwrapped(_on_numbers(machine, op, left, right))
    if isinstance(left, Members) or isinstance(right, Members):
        return _on_sets(machine, op, left, right)
    if sequence(left) is not None or sequence(right) is not None:
        return _on_sequences(machine, op, left, right)
    if _float_like(left) and _float_like(right) and op in (ast.Add, ast.Sub, ast.Mult):
        return unwrapped(terms.call(SYMBOLS[op], as_term(left), as_term(right), sort=Sort.ANY))
    if all(is_term(v) or is_raw(v) for v in (left, right)):
        return for_each_value(machine, PYTHON[op], left, right)
    raise Refused("PY-EXPR", f"operator {op.__name__} on values that depend on the state")


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
    raise Refused("PY-EXPR", f"operator {op.__name__} on sequences")


def _sequence_kind(value: Value) -> type:
    if isinstance(value, Items):
        return value.kind
    return list if isinstance(value, list) else tuple


def members_of(machine: Machine, value: Value) -> Members | None:
    """A set, known or not, as elements with conditions."""
    if isinstance(value, Members):
        return value
    if isinstance(value, set | frozenset):
        return Members(type(value), dict.fromkeys(value, True), machine.stamp())
    return None


def _on_sets(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    first, second = members_of(machine, left), members_of(machine, right)
    if first is None or second is None or op not in (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor):
        raise Refused("PY-EXPR", f"operator {op.__name__} on sets")
    both = dict.fromkeys([*first.members, *second.members])
    joined = {}
    for element in both:
        a, b = (
            as_term(first.members.get(element, False)),
            as_term(second.members.get(element, False)),
        )
        joined[element] = unwrapped(_joined_membership(op, a, b))
    return Members(first.kind, joined, machine.stamp())


def _joined_membership(op: type[ast.AST], first: Term, second: Term) -> Term:
    if op is ast.BitOr:
        return terms.disjoin([first, second])
    if op is ast.BitAnd:
        return terms.conjoin([first, second])
    if op is ast.Sub:
        return terms.conjoin([first, terms.negate(second)])
    return terms.choose(first, terms.negate(second), second)


def truth_value(machine: Machine, value: Value) -> Value:
    """The truth of a value: True, False, or a condition."""
    match value:
        case Items(_, items):
            return bool(items)
        case Entries(items):
            return bool(items)
        case Members(_, members):
            return unwrapped(terms.disjoin(map(as_term, members.values())))
        case Record(kind):
            if hasattr(kind, "__bool__") or (
                hasattr(kind, "__len__") and not issubclass(kind, tuple)
            ):
                raise Refused("PY-EXPR", f"truth of an object of type {kind.__name__}")
            return True
        case Array():
            return _truth_of_array(value)
        case _ if is_term(value):
            return _truth_of_term(machine, value)
        case _ if is_raw(value):
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


def equals(machine: Machine, left: Value, right: Value) -> Value:
    """left == right, for values without `__eq__` of their own: True, False, or a condition."""
    if is_raw(left) and is_raw(right):
        return guarded(operator.eq, left, right)
    if (is_term(left) or is_raw(left)) and (is_term(right) or is_raw(right)):
        return _simple_equals(machine, left, right)
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
        raise Refused("PY-EXPR", f"comparison with an object of type {type(other).__name__}")
    if not is_raw(other) or getattr(type(other), "__eq__", None) is not object.__eq__:
        raise Refused("PY-EXPR", f"comparison with an object of type {type(other).__name__}")
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
    if isinstance(two, Record):
        if two.kind is not one.kind:
            return None, None
        return list(one.fields.values()), list(two.fields.values())
    if type(two) is one.kind:
        return list(one.fields.values()), [getattr(two, name) for name in one.fields]
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
    raise Refused("PY-EXPR", f"comparison {op.__name__} of values that depend on the state")


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
