"""Built-in functions that make containers of values."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from introplan.symbolic.builtins.finite import guarded, number_like
from introplan.symbolic.builtins.iterators import (
    check_has_order,
    decided,
    items_of,
    new_stream,
    pairs_of,
)
from introplan.symbolic.builtins.operators import truth_value
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.streams import Pairs, Source, Stream
from introplan.symbolic.interpreter.values import (
    Entries,
    Items,
    Members,
    Value,
    as_term,
    is_condition,
    is_raw,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, kind_of
from introplan.symbolic.terms import build as terms

_END = object()


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


def _enumerate(machine: Machine, iterable: Value, start: Value = 0) -> Value:
    if not isinstance(start, int):
        raise Refused("PY-CALL", "counting from a number that depends on the state")

    def counted(sources: list[Pairs]) -> Pairs:
        for number, item in enumerate(decided(machine, sources[0]), start):
            yield True, row_of(machine, [number, item])

    return _ordered_stream(machine, [iterable], counted)


def _ordered_stream(
    machine: Machine, columns: list[Value], start: Callable[[list[Pairs]], Pairs]
) -> Stream:
    for column in columns:
        check_has_order(column)
    return new_stream(machine, columns, start)


def _zip(machine: Machine, *columns: Value, strict: Value = False) -> Value:
    is_strict = machine.decide(truth_value(machine, strict))

    def rows(sources: list[Pairs]) -> Pairs:
        for items in _side_by_side(machine, sources, is_strict=is_strict):
            yield True, row_of(machine, items)

    return _ordered_stream(machine, list(columns), rows)


def _side_by_side(
    machine: Machine, sources: list[Pairs], *, is_strict: bool = False
) -> Iterator[list[Value]]:
    """One item of each, in turn; the first that has none ends it."""
    columns = [decided(machine, source) for source in sources]
    while columns:
        items: list[Value] = []
        for column in columns:
            item = next(column, _END)
            if item is _END:
                if is_strict:
                    _check_ended(columns, len(items))
                return
            items.append(item)
        yield items


def _check_ended(columns: list[Iterator[Value]], ended: int) -> None:
    if ended or any(next(column, _END) is not _END for column in columns[1:]):
        raise Raised(ValueError)


def row_of(machine: Machine, items: list[Value]) -> Value:
    """Values side by side."""
    return tuple(items) if all(map(is_raw, items)) else Items(tuple, items, machine.stamp())


def _reversed(machine: Machine, values: Value) -> Value:
    if isinstance(values, Items) and values.kind is list:
        source: Source = partial(_backwards, values, len(values.items))
        return Stream(machine, _first, [source], machine.stamp())
    if isinstance(values, Stream | Members | set | frozenset):
        raise Raised(TypeError)
    if sequence(values) is None and not isinstance(values, str | bytes | range):
        raise Refused("PY-CALL", f"reversed of {kind_of(values)}")
    return new_stream(machine, [tuple(items_of(machine, values)[::-1])], _first)


def _first(sources: list[Pairs]) -> Pairs:
    return sources[0]


def _backwards(values: Items, length: int) -> Pairs:
    """A list from its end; what is changed meanwhile is seen, and one cut short ends it."""
    for place in range(length - 1, -1, -1):
        if place >= len(values.items):
            return
        yield True, values.items[place]


def _iter(machine: Machine, *values: Value) -> Value:
    if len(values) != 1:
        raise Refused("PY-CALL", "iter with two arguments")
    if isinstance(values[0], Stream):
        return values[0]
    return _ordered_stream(machine, list(values), _first)


def _map(machine: Machine, function: Value, *columns: Value) -> Value:
    if not columns:
        raise Raised(TypeError)

    def results(sources: list[Pairs]) -> Pairs:
        for row in _side_by_side(machine, sources):
            yield True, _called(machine, function, row)

    return _ordered_stream(machine, list(columns), results)


def _filter(machine: Machine, function: Value, values: Value) -> Value:
    def kept(sources: list[Pairs]) -> Pairs:
        for item in decided(machine, sources[0]):
            held = item if function is None else _called(machine, function, [item])
            yield truth_value(machine, held), item

    return _ordered_stream(machine, [values], kept)


def _called(machine: Machine, function: Value, arguments: list[Value]) -> Value:
    """A call inside `map` or `filter`, which Python lets end by a `StopIteration`: we do not."""
    try:
        return machine.context.tables["call"](machine, function, arguments, {})
    except Raised as raised:
        if issubclass(raised.kind, StopIteration):
            raise Refused("PY-CALL", "a function in map or filter that may stop it") from None
        raise


def _sorted(
    machine: Machine, values: Value, *, key: Value = None, reverse: Value = False
) -> Value:
    items = list(decided(machine, pairs_of(machine, values)))
    if not is_raw(reverse):
        raise Refused("PY-CALL", "sorting in an order that depends on the state")
    if key is not None or not _is_total(items):
        check_has_order(values)
    call = machine.context.tables["call"]
    keys = items if key is None else [call(machine, key, [item], {}) for item in items]
    if all(map(is_raw, keys)):
        order = guarded(partial(sorted, key=keys.__getitem__, reverse=reverse), range(len(items)))
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


def _is_total(items: list[Value]) -> bool:
    """Are all of these in one order, whichever way they come?"""
    return all(type(item) in (int, str) for item in items) or all(
        type(item) is tuple and _is_total(list(item)) for item in items
    )


def _sorting_network(numbers: list[Any]) -> list[Any]:
    numbers = list(numbers)
    for end in range(len(numbers), 1, -1):
        for i in range(end - 1):
            pair = [numbers[i], numbers[i + 1]]
            numbers[i], numbers[i + 1] = terms.smallest(pair), terms.largest(pair)
    return numbers


def _product(machine: Machine, *columns: Value, repeat: int = 1) -> Value:
    lists = [items_of(machine, column) for column in columns] * repeat
    return _rows_once(machine, itertools.product(*lists))


def _combinations(machine: Machine, values: Value, count: Value) -> Value:
    return _rows_once(machine, itertools.combinations(items_of(machine, values), count))


def _rows_once(machine: Machine, rows: Iterable[tuple[Value, ...]]) -> Value:
    """Rows that can be gone through once."""
    made = Items(tuple, [row_of(machine, list(row)) for row in rows], machine.stamp())
    return new_stream(machine, [made], _first)


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
    iter: _iter,
    sorted: _sorted,
    itertools.product: _product,
    itertools.combinations: _combinations,
}
