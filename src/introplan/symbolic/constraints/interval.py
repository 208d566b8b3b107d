"""Interval arithmetic: the values that a term can have in a box (Moore 1966).

A box gives each variable a range of whole numbers or a list of values. `bounds` gives the least
and the largest value of a number, `truth` says of a condition that it holds everywhere in the box,
nowhere, or that this is unknown. Unknown is always a right answer: it costs strength, never
soundness. What is learnt on a path beyond its box is in `path_condition.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from introplan.symbolic.constraints.call_bounds import bounds_of_call
from introplan.symbolic.terms.term import (
    MISSING,
    And,
    AtMost,
    Call,
    Choose,
    Const,
    Equal,
    Linear,
    Lookup,
    Not,
    Or,
    Sort,
    Table,
    Term,
    Var,
    sort_of,
)

INFINITY = math.inf
Bounds: TypeAlias = tuple[float, float]
MAX_SEARCHED_ENTRIES = 512
"""Tables up to this size are searched for the entries that a box allows; of larger ones all
entries count."""

MAX_COMPARED_VALUES = 64
"""Values that a part may have to be compared with another by them: a board has a dozen marks."""


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `low` to `high`, both included, both possibly infinite."""

    low: float
    high: float

    @property
    def size(self) -> float:
        """How many numbers."""
        return self.high - self.low + 1

    def __iter__(self) -> Iterator[int]:
        return iter(range(int(self.low), int(self.high) + 1))

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values."""

    values: tuple[Any, ...]

    @property
    def size(self) -> float:
        """How many values."""
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __contains__(self, value: object) -> bool:
        return any(type(v) is type(value) and v == value for v in self.values)


Domain: TypeAlias = Range | OneOf
Box: TypeAlias = Mapping[Var, Domain]
EVERYTHING = Range(-INFINITY, INFINITY)
TRUTH_VALUES = OneOf((False, True))


def domain_of(var: Var, box: Box) -> Domain | None:
    """What a variable can be; None if nothing is known about it."""
    known = box.get(var)
    if known is not None:
        return known
    if var.sort is Sort.ANY:
        return None
    return EVERYTHING if var.sort is Sort.INT else TRUTH_VALUES


def bounds(term: Term, box: Box, known: dict[Term, Bounds] | None = None) -> Bounds:
    """The least and the largest number that a term can be in the box.

    `known` keeps what was worked out for parts below: terms share parts, and a sorted row of n
    numbers has some n * n of them, but n! ways through them.
    """
    if isinstance(term, Var):  # the three that are asked most often come before `match`
        return _bounds_of_domain(domain_of(term, box))
    if isinstance(term, Const):
        value = term.value
        return (value, value) if isinstance(value, int | float) else (-INFINITY, INFINITY)
    if isinstance(term, Linear):
        return _bounds_of_sum(term.constant, term.parts, box, known)
    match term:
        case Call(function, arguments):
            known = {} if known is None else known
            if (found := known.get(term)) is None:
                parts_below = [bounds(a, box, known) for a in arguments]
                found = known[term] = bounds_of_call(function, parts_below)
            return found
        case Lookup(table, keys):
            return _bounds_of_values(_possible(table, keys, box))
        case Choose(test, then, other):
            return _bounds_of_choice(test, then, other, box)
        case _:
            return (0, 1)


def _bounds_of_domain(domain: Domain | None) -> Bounds:
    if isinstance(domain, Range):
        return (domain.low, domain.high)
    return (-INFINITY, INFINITY) if domain is None else _bounds_of_values(domain.values)


def _bounds_of_values(values: Any) -> Bounds:
    if values and all(isinstance(value, int | float) for value in values):
        return (min(values), max(values))
    return (-INFINITY, INFINITY)


def _bounds_of_sum(
    constant: int,
    parts: tuple[tuple[Term, int], ...],
    box: Box,
    known: dict[Term, Bounds] | None,
) -> Bounds:
    low: float = constant
    high: float = constant
    for part, weight in parts:
        domain = box.get(part) if isinstance(part, Var) else None
        if isinstance(domain, Range):  # nearly always: no need to look further
            least, most = domain.low, domain.high
        else:
            least, most = bounds(part, box, known)
        if weight < 0:
            least, most = most, least
        low, high = low + weight * least, high + weight * most
    return (low, high)


def _bounds_of_choice(test: Term, then: Term, other: Term, box: Box) -> Bounds:
    verdict = truth(test, box)
    if verdict is not None:
        return bounds(then if verdict else other, box)
    (a, b), (c, d) = bounds(then, box), bounds(other, box)
    return (min(a, c), max(b, d))


def _possible(table: Table, keys: tuple[Term, ...], box: Box) -> list[Any]:
    """The values of a table at the keys that the box allows."""
    if len(table.entries) > MAX_SEARCHED_ENTRIES:
        return table.values
    allowed = key_filters(keys, box)
    found = [] if table.default is MISSING else [table.default]
    for row, value in table.rows(len(keys)):
        if all(allows(part) for allows, part in zip(allowed, row, strict=True)):
            found.append(value)
    return found


def key_filters(keys: tuple[Term, ...], box: Box) -> list[Callable[[Any], bool]]:
    """For each key of a table, whether the box allows it to have a value."""
    return [_allows(key, box) for key in keys]


def _allows(key: Term, box: Box) -> Callable[[Any], bool]:
    if sort_of(key) is Sort.INT:
        low, high = bounds(key, box)
        return lambda value: isinstance(value, int) and low <= value <= high
    domain = domain_of(key, box) if isinstance(key, Var) else None
    if domain is None:
        return lambda value: True
    return lambda value: any(value == other for other in domain)  # as keys, 1 and True are one


def truth(term: Term, box: Box) -> bool | None:
    """True if a condition holds in all of the box, False if nowhere, None if that is unknown."""
    rule = _TRUTHS.get(type(term))
    return None if rule is None else rule(term, box)


def _truth_of_bound(term: AtMost, box: Box) -> bool | None:
    low, high = bounds(term.linear, box)
    return True if high <= term.bound else False if low > term.bound else None


def _truth_of_opposite(term: Not, box: Box) -> bool | None:
    known = truth(term.child, box)
    return None if known is None else not known


def _truth_of_all(term: And, box: Box) -> bool | None:
    found: bool | None = True
    for part in term.children:
        known = truth(part, box)
        if known is False:
            return False
        if known is None:
            found = None
    return found


def _truth_of_any(term: Or, box: Box) -> bool | None:
    found: bool | None = False
    for part in term.children:
        known = truth(part, box)
        if known is True:
            return True
        if known is None:
            found = None
    return found


def _truth_of_variable(term: Var, box: Box) -> bool | None:
    domain = domain_of(term, box)
    return _agreed(domain.values) if isinstance(domain, OneOf) else None


def _truth_of_choice(term: Choose, box: Box) -> bool | None:
    verdict = truth(term.test, box)
    if verdict is not None:
        return truth(term.then if verdict else term.other, box)
    first = truth(term.then, box)
    return first if first is not None and first == truth(term.other, box) else None


def _truth_of_lookup(term: Lookup, box: Box) -> bool | None:
    """The truth value that a table has wherever the box allows; ends at the first other one."""
    table, keys = term.table, term.keys
    if table.sort is not Sort.BOOL:
        return None
    if len(table.entries) > MAX_SEARCHED_ENTRIES:
        return _agreed(table.values)
    known = _at_fixed(table, keys, box)
    if known is not MISSING:
        return bool(known)
    filters = key_filters(keys, box)
    common = None if table.default is MISSING else table.default
    for row, value in table.rows(len(keys)):
        if value is not common and all(
            allows(part) for allows, part in zip(filters, row, strict=True)
        ):
            if common is not None:
                return None
            common = value
    return common


def _fixed(key: Term, box: Box) -> Any:
    """The one value that a key can have; MISSING if there are several."""
    if isinstance(key, Const):
        return key.value
    if sort_of(key) is Sort.INT:
        low, high = bounds(key, box)
        return low if low == high else MISSING
    if isinstance(key, Lookup):
        return _at_fixed(key.table, key.keys, box)
    domain = domain_of(key, box) if isinstance(key, Var) else None
    return domain.values[0] if isinstance(domain, OneOf) and domain.size == 1 else MISSING


def _at_fixed(table: Table, keys: tuple[Term, ...], box: Box) -> Any:
    """The value of a table whose keys have one value each; MISSING if they have several."""
    parts = []
    for key in keys:
        part = _fixed(key, box)
        if part is MISSING:
            return MISSING
        parts.append(part)
    return table.at(tuple(parts) if len(parts) > 1 else parts[0])


def _agreed(values: Sequence[Any]) -> bool | None:
    if not values:
        return None
    first = values[0]
    if first is not True and first is not False:
        return None
    return first if all(value is first for value in values) else None


def _truth_of_equality(term: Equal, box: Box) -> bool | None:
    left, right = term.left, term.right
    if isinstance(left, Var) and isinstance(right, Const):
        domain = domain_of(left, box)
        if left.sort is Sort.ANY:
            if domain is None:
                return None
            return _agreed([bool(value == right.value) for value in domain])
        value = right.value
        if type(value) is int and isinstance(domain, Range):  # nearly always: no need to go on
            if not domain.low <= value <= domain.high:
                return False
            return True if domain.low == domain.high else None
    if sort_of(left) is Sort.ANY or sort_of(right) is Sort.ANY:
        return _truth_of_likeness(left, right, box)
    (a, b), (c, d) = bounds(left, box), bounds(right, box)
    if b < c or d < a:
        return False
    return True if a == b == c == d else None


def _truth_of_likeness(left: Term, right: Term, box: Box) -> bool | None:
    """Are two parts equal that may be anything, by the few values that each can have?"""
    one = possible_values(left, box)
    two = None if one is None else possible_values(right, box)
    if one is None or two is None:
        return None
    answers = {bool(a == b) for a in one for b in two}
    return answers.pop() if len(answers) == 1 else None


def possible_values(term: Term, box: Box) -> list[Any] | None:
    """The few values that a term can have in the box; None if they are many, or not known."""
    found: list[Any] = []
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Choose):
            verdict = truth(part.test, box)
            if verdict is not False:
                waiting.append(part.then)
            if verdict is not True:
                waiting.append(part.other)
            continue
        values = _values_of(part, box)
        if values is None or len(values) > MAX_SEARCHED_ENTRIES:
            return None
        found += (v for v in values if not any(v is w or _is_same(v, w) for w in found))
        if len(found) > MAX_COMPARED_VALUES:
            return None
    return found


def _values_of(term: Term, box: Box) -> Sequence[Any] | None:
    if isinstance(term, Const):
        return (term.value,)
    if isinstance(term, Lookup):
        return _possible(term.table, term.keys, box)
    domain = domain_of(term, box) if isinstance(term, Var) else None
    return domain.values if isinstance(domain, OneOf) else None


def _is_same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


_TRUTHS: Mapping[type, Callable[[Any, Box], bool | None]] = {
    Const: lambda term, box: bool(term.value),
    AtMost: _truth_of_bound,
    Equal: _truth_of_equality,
    Not: _truth_of_opposite,
    And: _truth_of_all,
    Or: _truth_of_any,
    Var: _truth_of_variable,
    Lookup: _truth_of_lookup,
    Choose: _truth_of_choice,
}  # by type and not by `match`: hundreds of thousands of them are asked in one reading
