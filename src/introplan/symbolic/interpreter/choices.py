"""One value for two: what a name is after an `if` that gave it one in each branch.

Numbers and truth values can always be one term with a condition inside, containers if they have
the same shape; otherwise `CannotMerge`, and the caller forks.
"""

from __future__ import annotations

import enum
from typing import Any

from introplan.symbolic.interpreter.classes import is_frozen, is_named_tuple
from introplan.symbolic.interpreter.values import (
    CHANGEABLE,
    Items,
    Record,
    Value,
    Variant,
    as_term,
    current,
    is_concrete,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge
from introplan.symbolic.terms.build import choose
from introplan.symbolic.terms.floats import choose_number, is_float_term
from introplan.symbolic.terms.term import Term, exact


class _Atom(enum.Enum):
    """The shape of a value without parts; two of the same shape become one term."""

    NUMBER = enum.auto()
    OPAQUE = enum.auto()


def merge_values(test: Term, then: Value, other: Value, *, floor: int) -> Value:
    """One value that is `then` where `test` holds and `other` elsewhere.

    Raises `CannotMerge` if no one value stands for both. New containers are stamped `floor`.
    """
    then, other = current(then), current(other)
    if type(then) is type(other) is Variant:
        return _merge_variants(test, then, other, floor=floor)
    if then is other or (is_concrete(then) and is_concrete(other) and _are_same(then, other)):
        return then
    kind = _shape(then)
    if kind is None or kind != _shape(other):
        raise CannotMerge
    if isinstance(kind[0], _Atom):
        return unwrapped(choose_number(test, as_term(then), as_term(other)))
    return _merge_parts(test, then, other, floor=floor)


def _merge_variants(test: Term, then: Variant, other: Variant, *, floor: int) -> Value:
    """Two variants with the same tags, case by case."""
    if then is other:
        return then
    if then.cases.keys() != other.cases.keys():
        raise CannotMerge
    tag = unwrapped(choose(test, as_term(then.tag), as_term(other.tag)))
    cases = {
        key: merge_values(test, case, other.cases[key], floor=floor)
        for key, case in then.cases.items()
    }
    return Variant(tag, cases, floor)


def _are_same(left: Any, right: Any) -> bool:
    return is_simple(left) and is_simple(right) and exact(left) == exact(right)


def _merge_parts(test: Term, then: Value, other: Value, *, floor: int) -> Value:
    def join(first: Value, second: Value) -> Value:
        return merge_values(test, first, second, floor=floor)

    # A list is known by its identity: others may hold the one that is older, and would not see
    # what happens to the merged copy. Two new lists are seen by no one else.
    for value in (then, other):
        if isinstance(value, Items) and value.kind in CHANGEABLE and value.made < floor:
            raise CannotMerge
    match then, other:
        case Record(kind, first), Record(_, second):
            return Record(kind, {name: join(first[name], second[name]) for name in first}, floor)
        case _:
            pairs = zip(sequence(then) or (), sequence(other) or (), strict=True)
            kind = then.kind if isinstance(then, Items) else tuple
            return Items(kind, [join(a, b) for a, b in pairs], floor)


def _shape(value: Value) -> tuple[object, ...] | None:
    """What two values must have in common to be merged; None if it can be merged with none.

    An `_Atom`, or the class of the container with its length or the names of its fields.
    """
    match value:
        case Record(kind, fields):
            if not is_named_tuple(kind) and not is_frozen(kind):
                return None
            return (kind, *fields)
        case Items(kind, items):
            return (kind, len(items))
        case _ if is_term(value):
            return (_Atom.NUMBER if is_float_term(value) else _Atom.OPAQUE,)
        case bool() | int() | float() if type(value) in (bool, int, float) and value == value:
            return (_Atom.NUMBER,)
        case str() | enum.Enum() | complex() | None:
            return (_Atom.OPAQUE,)
        case tuple() if type(value) is tuple:
            return (tuple, len(value))
        case _:
            return None


def shared_keys(rows: list[Value]) -> list[Any] | None:
    """The keys of constant dictionaries that all have the same, and nothing but simple values.

    Which of them it is may depend on the state: it is one dictionary of tables then, which a
    program can read as little as the constants themselves can be changed.
    """
    if not all(type(row) is dict and is_concrete(row) for row in rows):
        return None
    keys = list(rows[0])
    is_same = all(list(row) == keys for row in rows)
    values = (value for row in rows for value in row.values())
    is_plain = all(is_concrete(v) and is_simple(v) and v == v for v in values)
    return keys if is_same and is_plain else None
