"""Built-in functions that make containers of values."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.iteration import items_of, pairs_of
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import Raised, Refused
from introplan.introspection.programs.tabulating import guarded, number_like
from introplan.introspection.programs.truth import truth_value
from introplan.introspection.programs.values import (
    Entries,
    Items,
    Members,
    Stream,
    Value,
    as_term,
    is_condition,
    is_raw,
    sequence,
    unwrapped,
)


def _tuple(machine: Machine, values: Value = ()) -> Value:
    items = items_of(machine, values)
    return tuple(items) if all(map(is_raw, items)) else Items(tuple, items, machine.stamp())


def _list(machine: Machine, values: Value = ()) -> Value:
    return Items(list, items_of(machine, values), machine.stamp())


def _set(machine: Machine, values: Value = ()) -> Value:
    return _make_set(machine, set, values)


def _frozenset(machine: Machine, values: Value = ()) -> Value:
    return _make_set(machine, frozenset, values)


def _make_set(machine: Machine, kind: type, values: Value) -> Value:
    if isinstance(values, Members):
        return Members(kind, dict(values.members), machine.stamp())
    make = machine.context.tables["make_set"]
    return make(machine, kind, list(pairs_of(machine, values)))


def _dict(machine: Machine, values: Value = (), **named: Value) -> Value:
    items: dict[Any, Value] = {}
    if isinstance(values, Entries | dict):
        items.update(values.items if isinstance(values, Entries) else values)
    else:
        for pair in items_of(machine, values):
            key, value = sequence(pair) or (None, None)
            if not is_raw(key):
                raise Refused("PY-EXPR", "a dictionary key that depends on the state")
            items[key] = value
    items.update(named)
    return Entries(items, machine.stamp())


def _range(machine: Machine, *ends: Value) -> Value:
    if all(map(is_raw, ends)):
        return guarded(range, *ends)
    raise Refused("PY-CALL", "a range whose length depends on the state", "use a fixed range")


def _enumerate(machine: Machine, values: Value, start: Value = 0) -> Value:
    items = items_of(machine, values)
    return _zip(machine, range(start, start + len(items)), Items(tuple, items, -1))


def _zip(machine: Machine, *columns: Value, strict: bool = False) -> Value:
    lists = [items_of(machine, column) for column in columns]
    if strict and len({len(items) for items in lists}) > 1:
        raise Raised(ValueError)
    rows = [row_of(machine, list(row)) for row in zip(*lists, strict=False)]
    return Items(tuple, rows, machine.stamp())


def row_of(machine: Machine, items: list[Value]) -> Value:
    """Values side by side."""
    return tuple(items) if all(map(is_raw, items)) else Items(tuple, items, machine.stamp())


def _reversed(machine: Machine, values: Value) -> Value:
    return Items(tuple, items_of(machine, values)[::-1], machine.stamp())


def _map(machine: Machine, function: Value, *columns: Value) -> Value:
    lists = [items_of(machine, column) for column in columns]
    call = machine.context.tables["call"]
    rows = list(zip(*lists, strict=False))
    return Stream(lambda: ((True, call(machine, function, list(row), {})) for row in rows))


def _filter(machine: Machine, function: Value, values: Value) -> Value:
    call = machine.context.tables["call"]

    items = items_of(machine, values)

    def kept() -> Any:
        for item in items:
            held = item if function is None else call(machine, function, [item], {})
            yield truth_value(machine, held), item

    return Stream(kept)


def _sorted(
    machine: Machine, values: Value, *, key: Value = None, reverse: Value = False
) -> Value:
    items = items_of(machine, values)
    call = machine.context.tables["call"]
    keys = items if key is None else [call(machine, key, [item], {}) for item in items]
    if all(map(is_raw, keys)):
        order = sorted(range(len(items)), key=lambda i: keys[i], reverse=reverse)
        return Items(list, [items[i] for i in order], machine.stamp())
    if (
        key is not None
        or len(items) > 8
        or not all(number_like(k) and not is_condition(k) for k in keys)
    ):
        raise Refused("PY-CALL", "sorting by values that depend on the state")
    numbers = [as_term(item) for item in items]
    ordered_numbers = _sorting_network(numbers)
    if reverse:
        ordered_numbers.reverse()
    return Items(list, [unwrapped(n) for n in ordered_numbers], machine.stamp())


def _sorting_network(numbers: list[Any]) -> list[Any]:
    numbers = list(numbers)
    for end in range(len(numbers), 1, -1):
        for i in range(end - 1):
            pair = [numbers[i], numbers[i + 1]]
            numbers[i], numbers[i + 1] = terms.smallest(pair), terms.largest(pair)
    return numbers


def _product(machine: Machine, *columns: Value, repeat: int = 1) -> Value:
    lists = [items_of(machine, column) for column in columns] * repeat
    return Items(
        tuple, [row_of(machine, list(r)) for r in itertools.product(*lists)], machine.stamp()
    )


def _combinations(machine: Machine, values: Value, count: Value) -> Value:
    rows = itertools.combinations(items_of(machine, values), count)
    return Items(tuple, [row_of(machine, list(r)) for r in rows], machine.stamp())


CONVERSIONS: dict[Any, Callable[..., Value]] = {
    tuple: _tuple,
    list: _list,
    set: _set,
    frozenset: _frozenset,
    dict: _dict,
    range: _range,
    enumerate: _enumerate,
    zip: _zip,
    reversed: _reversed,
    map: _map,
    filter: _filter,
    sorted: _sorted,
    itertools.product: _product,
    itertools.combinations: _combinations,
}
