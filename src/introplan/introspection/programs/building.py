"""Building tuples and sets out of values that depend on the state."""

from __future__ import annotations

from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.comparing import equals
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.tabulating import for_each_value
from introplan.introspection.programs.values import (
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
