"""Membership: value in container."""

from __future__ import annotations

import types
from functools import partial
from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.comparing import equals
from introplan.introspection.programs.iteration import pairs_of
from introplan.introspection.programs.keys import key_parts, usable_keys
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.own_methods import CONTAINING
from introplan.introspection.programs.quantifying import quantified
from introplan.introspection.programs.signals import Raised, Refused
from introplan.introspection.programs.streams import Stream, View
from introplan.introspection.programs.tabulating import for_each_value, guarded, number_like
from introplan.introspection.programs.terms import Table, Term, sort_of
from introplan.introspection.programs.truth import truth_value
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    as_term,
    check_plain,
    is_named_tuple,
    is_raw,
    is_simple,
    is_term,
    unwrapped,
)


def is_in(machine: Machine, value: Value, container: Value) -> Value:
    """value in container: True, False, or a condition."""
    match container:
        case Members(_, members):
            return _in_members(machine, value, members)
        case Entries(items):
            container = items
        case Array():
            container = Items(tuple, container.cells, -1)
        case View(owner, "keys"):
            return is_in(machine, value, owner)
        case Stream():
            return quantified(machine, container, partial(_is_equal, value), stop=True)
    if is_raw(value) and is_raw(container):
        return _in_known(machine, value, container)
    check_plain(container, *CONTAINING)
    if isinstance(container, set | frozenset | dict):
        check_has_hash(value)
    return _in_parts(machine, value, container)


def _in_parts(machine: Machine, value: Value, container: Value) -> Value:
    if isinstance(container, set | frozenset | dict | tuple | list | range):
        table = _membership(machine, container, value)
        if table is not None:
            return table
    if is_term(container) or isinstance(container, str):
        return for_each_value(machine, _contains, container, value)
    parts = [item for _, item in pairs_of(machine, container)]
    return unwrapped(terms.disjoin(as_term(equals(machine, value, item)) for item in parts))


def _is_equal(value: Value, machine: Machine, item: Value) -> Value:
    return equals(machine, item, value)


def _in_known(machine: Machine, value: Any, container: Any) -> Value:
    method = getattr(type(container), "__contains__", None)
    if isinstance(method, types.FunctionType):
        found = machine.context.interpret(machine, method, [container, value], {})
        return truth_value(machine, found)
    return guarded(lambda: value in container)


def check_has_hash(value: Value) -> None:
    """What is looked up in a set or dictionary must be hashable, down to its last part."""
    match value:
        case Items(kind, items) if kind is tuple:
            parts = items
        case Record(kind, fields):
            if kind.__hash__ is None:
                raise Raised(TypeError)
            parts = list(fields.values())
        case Items() | Entries() | Array() | list() | dict() | set():
            raise Raised(TypeError)
        case Members(kind) if kind is set:
            raise Refused("PY-EXPR", "a set looked up in another one")
        case _:
            return
    for part in parts:
        check_has_hash(part)


def _contains(container: Any, value: Any) -> bool:
    return value in container


def _in_members(machine: Machine, value: Value, members: dict[Any, Value]) -> Value:
    check_has_hash(value)
    if is_raw(value):
        return guarded(lambda: members.get(value, False))
    cases = [
        terms.conjoin([as_term(condition), as_term(equals(machine, value, element))])
        for element, condition in members.items()
        if condition is not False
    ]
    return unwrapped(terms.disjoin(cases))


def _membership(machine: Machine, container: Any, value: Value) -> Value | None:
    """Membership of an unknown in a known container, as a table; None if it cannot be one."""
    parts = key_parts(value)
    if parts is None or (isinstance(value, Record) and not is_named_tuple(value.kind)):
        return None
    if isinstance(container, range):
        return _in_range(parts[0], container) if len(parts) == 1 else False
    key = (id(container), tuple(map(sort_of, parts)))
    table = machine.context.tables.get(key)
    if table is None:
        if isinstance(container, list | tuple) and not all(is_simple(k) for k in container):
            return None
        table = Table(dict.fromkeys(usable_keys(container, parts), True), default=False)
        machine.context.tables[key] = table
        machine.context.tables["held", id(container)] = container
    if not table.entries:
        return False
    return unwrapped(terms.lookup(table, parts))


def _in_range(term: Term, numbers: range) -> Value:
    if not number_like(term):
        raise Refused("PY-EXPR", "membership of something in a range")
    if not numbers:
        return False
    low, high = min(numbers[0], numbers[-1]), max(numbers[0], numbers[-1])
    inside = [terms.at_most(terms.const(low), term), terms.at_most(term, terms.const(high))]
    step = abs(numbers.step)
    if step > 1:
        inside.append(terms.equal(terms.modulo(term, step), terms.const(low % step)))
    return unwrapped(terms.conjoin(inside))
