"""Building terms: each function gives the simplest term it knows for what it is asked.

Whole numbers are sums of parts with coefficients, so differences cancel. A choice between numbers
that differ by a constant is the one plus that constant times "1 if test else 0": counting with
`if` in a loop of a hundred rounds gives a sum of a hundred parts, not 2 ** 100 cases.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from introplan.symbolic.terms import composition
from introplan.symbolic.terms.term import (
    FUNCTIONS,
    MISSING,
    And,
    AtMost,
    Call,
    Choose,
    Equal,
    Linear,
    Lookup,
    Not,
    Or,
    Sort,
    Table,
    Term,
    Var,
    in_order_made,
    is_younger,
    node,
    shared_table,
    sort_of,
)
from introplan.symbolic.terms.term import Const as Const
from introplan.symbolic.terms.term import const as const

TRUE, FALSE = const(True), const(False)
ZERO, ONE = const(0), const(1)
MAX_MAPPED_ENTRIES = 4096
"""Tables up to this size are rewritten when a function is applied to their values."""

MAX_CHOSEN = 16
"""Values of a table below a choice between keys: longer lists are seldom all mapped to one."""


def number(term: Term) -> Term:
    """The term as a whole number: True counts as 1."""
    if isinstance(term, Const):
        return const(int(term.value))
    return choose(term, ONE, ZERO) if sort_of(term) is Sort.BOOL else term


def linear(term: Term) -> Linear:
    """A number in linear form."""
    term = number(term)
    if isinstance(term, Linear):
        return term
    if isinstance(term, Const):
        return node(Linear, term.value, ())
    return node(Linear, 0, ((term, 1),))


def plain(form: Linear) -> Term:
    """The simplest term of a linear form."""
    if not form.parts:
        return const(form.constant)
    if form.constant == 0 and len(form.parts) == 1 and form.parts[0][1] == 1:
        return form.parts[0][0]
    return form


def combine(*weighted: tuple[Term, int]) -> Term:
    """The sum of terms times whole numbers."""
    constant = 0
    total: dict[Term, int] = {}
    for term, weight in weighted:
        form = linear(term)
        constant += weight * form.constant
        for part, coefficient in form.parts:
            total[part] = total.get(part, 0) + weight * coefficient
    parts = in_order_made((p, c) for p, c in total.items() if c)
    return plain(node(Linear, constant, tuple(parts)))


def add(left: Term, right: Term) -> Term:
    """left + right."""
    return combine((left, 1), (right, 1))


def subtract(left: Term, right: Term) -> Term:
    """left - right."""
    return combine((left, 1), (right, -1))


def multiply(left: Term, right: Term) -> Term:
    """left * right; linear if one of them is known."""
    left, right = number(left), number(right)
    if isinstance(left, Const):
        left, right = right, left
    if isinstance(right, Const):
        return combine((left, right.value))
    if is_younger(left, right):
        left, right = right, left
    return node(Call, "*", (left, right), Sort.INT)


def divide(left: Term, divisor: int) -> Term:
    """left // divisor, for a known divisor other than 0; multiples of it come out."""
    form = linear(left)
    outside = [(p, c // divisor) for p, c in form.parts if c % divisor == 0]
    inside = combine(
        *((p, c) for p, c in form.parts if c % divisor), (ONE, form.constant % divisor)
    )
    outside.append((ONE, form.constant // divisor))
    return combine(*outside, (_divided(inside, divisor), 1))


def _divided(inside: Term, divisor: int) -> Term:
    if isinstance(inside, Const):
        return const(inside.value // divisor)
    is_small = isinstance(inside, Call) and inside.function == "%" and divisor > 0
    if is_small and isinstance(inside, Call) and _known(inside.arguments[1]) == divisor:
        return ZERO
    return on_values(lambda v: v // divisor, inside) or node(
        Call, "//", (inside, const(divisor)), Sort.INT
    )


def modulo(left: Term, divisor: int) -> Term:
    """left % divisor, for a known divisor other than 0."""
    form = linear(left)
    inside = combine(
        *((p, c % divisor) for p, c in form.parts if c % divisor), (ONE, form.constant % divisor)
    )
    if isinstance(inside, Const):
        return const(inside.value % divisor)
    is_small = isinstance(inside, Call) and inside.function == "%" and divisor > 0
    if is_small and isinstance(inside, Call) and _known(inside.arguments[1]) == divisor:
        return inside
    return on_values(lambda v: v % divisor, inside) or node(
        Call, "%", (inside, const(divisor)), Sort.INT
    )


def _known(term: Term) -> Any:
    return term.value if isinstance(term, Const) else None


def call(function: str, *arguments: Term, sort: Sort) -> Term:
    """A function of `FUNCTIONS`, computed at once where its arguments are known."""
    if all(isinstance(argument, Const) for argument in arguments):
        return const(FUNCTIONS[function](*map(_known, arguments)))
    return node(Call, function, arguments, sort)


def at_most(left: Term, right: Term) -> Term:
    """left <= right, for whole numbers."""
    form = linear(subtract(left, right))
    if not form.parts:
        return const(form.constant <= 0)
    shrink = math.gcd(*(c for _, c in form.parts))
    parts = tuple((p, c // shrink) for p, c in form.parts)
    bound = -form.constant // shrink
    if len(parts) == 1:
        part, coefficient = parts[0]
        simple = on_values(lambda v: coefficient * v <= bound, part)
        if simple is not None:
            return simple
    return node(AtMost, node(Linear, 0, parts), bound)


def less(left: Term, right: Term) -> Term:
    """left < right, for whole numbers."""
    return at_most(add(left, ONE), right)


def equal(left: Term, right: Term) -> Term:
    """left == right, for any two terms."""
    if left is right:
        return TRUE
    if isinstance(left, Const) and isinstance(right, Const):
        return const(bool(left.value == right.value))
    if isinstance(left, Var) and isinstance(right, Const) and _are_whole(left, right):
        return node(Equal, left, right)  # what the linear form below comes to, most of the time
    if _is_number(left) and _is_number(right):
        return _equal_numbers(left, right)
    if isinstance(left, Const):
        left, right = right, left
    if isinstance(right, Const):
        value = right.value
        if value is None and _is_number(left):
            return FALSE
        simple = on_values(lambda v: bool(v == value), left)
        if simple is not None:
            return simple
    elif is_younger(left, right):
        left, right = right, left
    return node(Equal, left, right)


def _are_whole(var: Var, value: Const) -> bool:
    return var.sort is Sort.INT and type(value.value) is int


def _is_number(term: Term) -> bool:
    return sort_of(term) is not Sort.ANY


def _equal_numbers(left: Term, right: Term) -> Term:
    if sort_of(left) is Sort.BOOL and sort_of(right) is Sort.BOOL:
        if isinstance(left, Const):
            left, right = right, left
        if isinstance(right, Const):
            return left if right.value else negate(left)
    form = linear(subtract(left, right))
    if not form.parts:
        return const(form.constant == 0)
    shrink = math.gcd(*(c for _, c in form.parts))
    if form.constant % shrink:
        return FALSE
    if form.parts[0][1] < 0:
        shrink = -shrink
    rest = plain(node(Linear, 0, tuple((p, c // shrink) for p, c in form.parts)))
    value = -form.constant // shrink
    simple = on_values(lambda v: v == value, rest)
    return node(Equal, rest, const(value)) if simple is None else simple


def on_values(function: Callable[[Any], Any], term: Term) -> Term | None:
    """The function of a term that is a table or a choice between values; None for others."""
    match term:
        case Const(value):
            return const(function(value))
        case Lookup(table, keys) if len(table.entries) <= MAX_MAPPED_ENTRIES:
            default = MISSING if table.default is MISSING else function(table.default)
            mapped = Table({k: function(v) for k, v in table.entries.items()}, default=default)
            return lookup(mapped, keys)
        case Choose(test, then, other):
            first, second = on_values(function, then), on_values(function, other)
            return None if first is None or second is None else choose(test, first, second)
        case _:
            return None


def values_of(term: Term, *, limit: int = MAX_MAPPED_ENTRIES) -> list[Any] | None:
    """The values a table or a choice can have, whatever the state; None if that is not known."""
    match term:
        case Const(value):
            return [value]
        case Lookup(table):
            return table.values if len(table.values) <= limit else None
        case Choose(_, then, other):
            first, second = values_of(then, limit=limit), values_of(other, limit=limit)
            return None if first is None or second is None else first + second
        case _:
            return None


def lookup(table: Table, keys: tuple[Term, ...]) -> Term:
    """The value of a table; a value that is the same everywhere needs no table."""
    if all(isinstance(key, Const) for key in keys):
        values = tuple(map(_known, keys))
        return const(table.at(values if len(values) > 1 else values[0]))
    first = const(table.values[0])
    if all(const(value) is first for value in table.values):
        return first
    if len(keys) == 1 and isinstance(keys[0], Choose):
        chosen = [const(table.at(key)) for key in values_of(keys[0], limit=MAX_CHOSEN) or ()]
        if chosen and all(value is chosen[0] for value in chosen):
            return chosen[0]
    if len(keys) == 1 and isinstance(keys[0], Lookup):
        as_one = composition.composed(table, keys[0])
        if as_one is not None:
            return lookup(as_one, keys[0].keys)
    return node(Lookup, shared_table(table), keys)


def negate(term: Term) -> Term:
    """The opposite of a condition."""
    match term:
        case Const(value):
            return const(not value)
        case Not(child):
            return child
        case AtMost(form, bound):
            parts = tuple((p, -c) for p, c in form.parts)
            return node(AtMost, node(Linear, 0, parts), -bound - 1)
        case And(parts):
            return disjoin(map(negate, parts))
        case Or(parts):
            return conjoin(map(negate, parts))
        case Lookup(table, keys) if len(table.entries) <= MAX_MAPPED_ENTRIES:
            return lookup(_opposite(table), keys)
        case _:
            return node(Not, term)


def _opposite(table: Table) -> Table:
    """The table with the opposite truth values, made once: path conditions negate all the time."""
    if table.opposite is None:
        default = MISSING if table.default is MISSING else not table.default
        mapped = Table({k: not v for k, v in table.entries.items()}, default=default)
        table.opposite = shared_table(mapped)
    return table.opposite


def conjoin(terms: Iterable[Term]) -> Term:
    """All of the conditions."""
    return _joined(And, terms, unit=TRUE, zero=FALSE)


def disjoin(terms: Iterable[Term]) -> Term:
    """Some of the conditions."""
    return _joined(Or, terms, unit=FALSE, zero=TRUE)


def _joined(kind: type[And] | type[Or], terms: Iterable[Term], *, unit: Term, zero: Term) -> Term:
    found: dict[Term, None] = {}
    for term in terms:
        parts = term.children if isinstance(term, kind) else (term,)
        for part in parts:
            if part is zero or negate_cheaply(part) in found:
                return zero
            if part is not unit:
                found[part] = None
    if not found:
        return unit
    if len(found) == 1:
        return next(iter(found))
    return node(And, tuple(found)) if kind is And else node(Or, tuple(found))


def negate_cheaply(term: Term) -> Term:
    """The opposite, if it is as small as the term; otherwise just some term."""
    if isinstance(term, Not | AtMost):
        return negate(term)
    return node(Not, term)


def choose(test: Term, then: Term, other: Term) -> Term:
    """`then if test else other`."""
    if isinstance(test, Const):
        return then if test.value else other
    if then is other:
        return then
    if isinstance(test, Not):
        return choose(test.child, other, then)
    first, second = sort_of(then), sort_of(other)
    if first is Sort.BOOL and second is Sort.BOOL:
        return _choose_condition(test, then, other)
    if first is Sort.INT and second is Sort.INT:
        gap = subtract(then, other)
        if isinstance(gap, Const) and (then, other) != (ONE, ZERO):
            return combine((other, 1), (choose(test, ONE, ZERO), gap.value))
    sort = first if first is second else Sort.ANY
    as_one = composition.chosen(test, then, other) if sort is Sort.ANY else None
    if as_one is not None:
        return lookup(as_one[0], (as_one[1],))
    return node(Choose, test, then, other, sort)


def _choose_condition(test: Term, then: Term, other: Term) -> Term:
    if isinstance(then, Const):
        return disjoin([test, other]) if then.value else conjoin([negate(test), other])
    if isinstance(other, Const):
        return disjoin([negate(test), then]) if other.value else conjoin([test, then])
    return node(Choose, test, then, other, Sort.BOOL)


def smallest(terms: list[Term]) -> Term:
    """min(...) of whole numbers."""
    return _extreme("min", terms)


def largest(terms: list[Term]) -> Term:
    """max(...) of whole numbers."""
    return _extreme("max", terms)


def _extreme(name: str, terms: list[Term]) -> Term:
    numbers = list(dict.fromkeys(map(number, terms)))
    return numbers[0] if len(numbers) == 1 else call(name, *numbers, sort=Sort.INT)


def absolute(term: Term) -> Term:
    """abs(...) of a whole number."""
    return call("abs", number(term), sort=Sort.INT)
