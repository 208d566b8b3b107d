"""Building tuples and sets out of values that depend on the state.

Methods of sets.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from introplan.symbolic.builtins.compare import equals, ordered
from introplan.symbolic.builtins.dicts import is_in
from introplan.symbolic.builtins.finite import for_each_value, members_of
from introplan.symbolic.builtins.iterators import pairs_of
from introplan.symbolic.builtins.operators import binary
from introplan.symbolic.builtins.records import copied
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.values import (
    Items,
    Members,
    Value,
    as_term,
    is_raw,
    is_term,
    known,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms import build as terms


def make_tuple(machine: Machine, items: list[Value]) -> Value:
    """A tuple; a plain one if all of it is known."""
    return tuple(items) if all(map(is_raw, items)) else Items(tuple, items, machine.stamp())


def make_set(machine: Machine, kind: type, pairs: list[tuple[Value, Value]]) -> Value:
    """A set of values, each there under a condition; elements must be known."""
    members: dict[Any, Value] = {}
    for condition, value in pairs:
        for test, item in possible_elements(machine, value):
            held = terms.conjoin([as_term(condition), as_term(test)])
            before = as_term(members.get(item, False))
            members[item] = unwrapped(terms.disjoin([before, held]))
    made = Members(kind, members, machine.stamp())
    if kind is frozenset and not any(map(is_term, members.values())):
        return frozenset(known(made))
    return made


def possible_elements(machine: Machine, value: Value) -> list[tuple[Value, Any]]:
    """What an element of a set may be: conditions and known values."""
    try:
        plain = known(value)
    except KeyError:
        plain = None
    else:
        try:
            hash(plain)
        except TypeError:
            raise Refused("PY-EXPR", "a set of values that cannot be hashed") from None
        return [(True, plain)]
    if is_term(value):
        choices = for_each_value(machine, _itself, value)
        values = terms.values_of(as_term(choices)) or []
        return [(equals(machine, value, v), v) for v in dict.fromkeys(values)]
    parts = sequence(value)
    if parts is None:
        raise Refused("PY-EXPR", "a set of values that depend on the state")
    return _possible_tuples(machine, value, parts)


def _itself(value: Any) -> Any:
    return value


def _possible_tuples(
    machine: Machine, value: Value, parts: list[Value]
) -> list[tuple[Value, Any]]:
    found: list[tuple[Value, tuple[Any, ...]]] = [(True, ())]
    for part in parts:
        options = possible_elements(machine, part)
        found = [
            (unwrapped(terms.conjoin([as_term(c), as_term(d)])), (*head, item))
            for c, head in found
            for d, item in options
        ]
        found = [pair for pair in found if machine.knowledge.truth(as_term(pair[0])) is not False]
        if len(found) > 400:
            raise Refused("PY-EXPR", "a set of values that depend on the state")
    kind = getattr(value, "kind", tuple)
    make = tuple if kind is tuple else lambda items: tuple.__new__(kind, items)
    return [(condition, make(items)) for condition, items in found]


def known_key(value: Value) -> Any:
    """A key of a dictionary; refused if it depends on the state."""
    try:
        key = known(value)
        hash(key)
    except (KeyError, TypeError):
        hint = "keep all keys from the start, and only change their values"
        raise Refused("PY-EXPR", "a dictionary key that depends on the state", hint) from None
    return key


def _joined(op: type[ast.AST]) -> Callable[..., Value]:
    def join(machine: Machine, receiver: Value, *others: Value) -> Value:
        result = members_of(machine, receiver)
        assert result is not None
        for other in others:
            result = binary(machine, op, result, _as_set(machine, other))
        return copied(machine, result, deep=False) if result is receiver else result

    return join


def _as_set(machine: Machine, value: Value) -> Value:
    if isinstance(value, Members | set | frozenset):
        return value
    return machine.context.tables["make_set"](machine, set, list(pairs_of(machine, value)))


def _compared(op: type[ast.AST]) -> Callable[..., Value]:
    def compare(machine: Machine, receiver: Value, other: Value) -> Value:
        left, right = _as_members(machine, receiver), _as_members(machine, other)
        return ordered(machine, op, left, right)

    return compare


def _as_members(machine: Machine, value: Value) -> Value:
    return members_of(machine, _as_set(machine, value))


def _is_disjoint(machine: Machine, receiver: Value, other: Value) -> Value:
    both = _joined(ast.BitAnd)(machine, receiver, other)
    some = terms.disjoin(map(as_term, both.members.values()))
    return unwrapped(terms.negate(some))


def _add(machine: Machine, receiver: Members, value: Value) -> None:
    _change(machine, receiver, value, present=True)


def _discard(machine: Machine, receiver: Members, value: Value) -> None:
    _change(machine, receiver, value, present=False)


def _remove_member(machine: Machine, receiver: Members, value: Value) -> None:
    if not machine.decide(is_in(machine, value, receiver)):
        raise Raised(KeyError)
    _change(machine, receiver, value, present=False)


def _change(machine: Machine, receiver: Members, value: Value, *, present: bool) -> None:
    one = machine.context.tables["make_set"](machine, set, [(True, value)])
    op = ast.BitOr if present else ast.Sub
    receiver.members = binary(machine, op, receiver, one).members


SET_METHODS: dict[str, Callable[..., Value]] = {
    "union": _joined(ast.BitOr),
    "intersection": _joined(ast.BitAnd),
    "difference": _joined(ast.Sub),
    "symmetric_difference": _joined(ast.BitXor),
    "issubset": _compared(ast.LtE),
    "issuperset": _compared(ast.GtE),
    "isdisjoint": _is_disjoint,
    "add": _add,
    "discard": _discard,
    "remove": _remove_member,
}
