"""Python's own functions, on values that may be unknown."""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.iteration import items_of, pairs_of
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.operations import (
    binary,
    for_each_value,
    guarded,
    number_like,
    ordered,
    truth_value,
)
from introplan.introspection.programs.signals import CannotMerge, Raised, Refused
from introplan.introspection.programs.terms import Call, Sort, sort_of
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Stream,
    Value,
    as_term,
    is_raw,
    is_simple,
    is_term,
    known,
    sequence,
    unwrapped,
)

PURE: frozenset[Any] = frozenset(
    {
        str, repr, hash, ord, chr, round, pow, divmod, float, complex, bin, hex, oct, format,
        slice, callable, hasattr,
        operator.add, operator.sub, operator.mul, operator.neg, operator.eq, operator.lt,
        operator.xor, operator.and_, operator.or_, operator.not_, operator.floordiv, operator.mod,
    }
)  # fmt: skip


def pure_on_known(
    machine: Machine, function: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """A Python function that is known to be pure, on arguments that are known or a few things."""
    name = getattr(function, "__name__", type(function).__name__)
    if not _is_pure(function):
        raise Refused("PY-CALL", f"a call of {name}, which is not known to be pure")
    try:
        plain = [known(a) for a in arguments]
        plain_named = {key: known(a) for key, a in named.items()}
    except KeyError:
        if named or not all(is_term(a) or is_raw(a) for a in arguments):
            raise Refused("PY-CALL", f"{name} of a value that depends on the state") from None
        return for_each_value(machine, function, *arguments)
    return adopted(machine, guarded(functools.partial(function, *plain, **plain_named)))


def _is_pure(function: Any) -> bool:
    try:
        return function in PURE or getattr(function, "__module__", "") == "math"
    except TypeError:
        return False


def adopted(machine: Machine, value: Any) -> Value:
    """What Python has just made belongs to the run."""
    if type(value) is list:
        return Items(list, list(value), machine.stamp())
    if type(value) is dict:
        return Entries(dict(value), machine.stamp())
    if type(value) is set:
        return Members(set, dict.fromkeys(value, True), machine.stamp())
    return value


def _abs(machine: Machine, value: Value) -> Value:
    if number_like(value):
        return unwrapped(terms.absolute(as_term(value)))
    if isinstance(value, Call):
        return unwrapped(terms.call("abs", value, sort=Sort.ANY))
    return pure_like(machine, abs, value)


def pure_like(machine: Machine, function: Callable[..., Any], *arguments: Value) -> Value:
    """A function of Python's on known arguments, or on unknown ones that are a few things."""
    try:
        return adopted(machine, guarded(function, *map(known, arguments)))
    except KeyError:
        return for_each_value(machine, function, *arguments)


def _len(machine: Machine, value: Value) -> Value:
    match value:
        case Members(_, members):
            ones = [(terms.number(as_term(m)), 1) for m in members.values()]
            return unwrapped(terms.combine(*ones))
        case Entries(items):
            return len(items)
        case Array(shape):
            return shape[0]
        case Stream():
            raise Raised(TypeError)
    parts = sequence(value)
    return len(parts) if parts is not None else pure_like(machine, len, value)


def _extreme(name: str, machine: Machine, arguments: tuple[Value, ...], named: Any) -> Value:
    python = getattr(builtins, name)
    values = items_of(machine, arguments[0]) if len(arguments) == 1 else list(arguments)
    if named:
        key, default = named.get("key"), named.get("default")
        if set(named) - {"key", "default"} or key is not None:
            raise Refused("PY-CALL", f"{name} with a key")
        if not values:
            return default
    if not values:
        raise Raised(ValueError)
    if all(map(is_raw, values)):
        return guarded(python, values)
    if all(number_like(v) and not _is_bool(v) for v in values):
        return unwrapped(
            (terms.smallest if name == "min" else terms.largest)([as_term(v) for v in values])
        )
    return _extreme_by_order(name, machine, values)


def _is_bool(value: Value) -> bool:
    return isinstance(value, bool) or (is_term(value) and sort_of(value) is Sort.BOOL)


def _extreme_by_order(name: str, machine: Machine, values: list[Value]) -> Value:
    best = values[0]
    for value in values[1:]:
        op = ast.Lt if name == "min" else ast.Gt
        if machine.decide(ordered(machine, op, value, best)):
            best = value
    return best


def _min(machine: Machine, *arguments: Value, **named: Value) -> Value:
    return _extreme("min", machine, arguments, named)


def _max(machine: Machine, *arguments: Value, **named: Value) -> Value:
    return _extreme("max", machine, arguments, named)


def _sum(machine: Machine, values: Value, start: Value = 0) -> Value:
    total = start
    for condition, value in pairs_of(machine, values):
        if is_term(condition):
            if number_like(value) and number_like(total):
                value = terms.choose(condition, terms.number(as_term(value)), terms.ZERO)
            elif not machine.decide(condition):
                continue
        total = binary(machine, ast.Add, total, unwrapped(value))
    return total


def _any(machine: Machine, values: Value) -> Value:
    return _quantified(machine, values, stop=True)


def _all(machine: Machine, values: Value) -> Value:
    return _quantified(machine, values, stop=False)


def _quantified(machine: Machine, values: Value, *, stop: bool) -> Value:
    """any (stop at the first True) or all (stop at the first False).

    The items of a generator are computed one by one, as Python does: an item that Python would
    not compute because the answer is there must not raise here. So each item is computed under
    the assumption that the items before do not settle the answer. Where that would raise or fork,
    the items before are decided first, and the generator starts again.
    """
    if not isinstance(values, Stream):
        return _joined_items(machine, pairs_of(machine, values), [], stop=stop)
    while True:
        found: list[Any] = []
        try:
            with machine.assumptions():
                return _joined_items(machine, values.restart(), found, stop=stop, assumes=True)
        except (CannotMerge, Raised):
            if not found:
                raise
        if machine.decide(_join(found, stop=stop)) is stop:
            return stop


def _join(found: list[Any], *, stop: bool) -> Value:
    return unwrapped((terms.disjoin if stop else terms.conjoin)(found))


def _joined_items(
    machine: Machine, pairs: Any, found: list[Any], *, stop: bool, assumes: bool = False
) -> Value:
    for condition, value in pairs:
        held = as_term(truth_value(machine, value))
        present = as_term(condition)
        one = (
            terms.conjoin([present, held])
            if stop
            else terms.disjoin([terms.negate(present), held])
        )
        verdict = machine.knowledge.truth(one)
        if verdict is stop:
            found.append(terms.const(stop))
            break
        if verdict is None:
            found.append(one)
            if assumes:
                machine.forbids_forks = True
                if not machine.knowledge.learn(one, not stop):
                    break
    return _join(found, stop=stop)


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
    rows = [_row(machine, list(row)) for row in zip(*lists, strict=False)]
    return Items(tuple, rows, machine.stamp())


def _row(machine: Machine, items: list[Value]) -> Value:
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
        or not all(number_like(k) and not _is_bool(k) for k in keys)
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


def _int(machine: Machine, *arguments: Value) -> Value:
    if len(arguments) == 1 and number_like(arguments[0]):
        return unwrapped(terms.number(as_term(arguments[0])))
    return pure_like(machine, int, *arguments)


def _bool(machine: Machine, value: Value = False) -> Value:
    return truth_value(machine, value)


def _isinstance(machine: Machine, value: Value, kinds: Value) -> Value:
    plain = known(kinds)
    if is_term(value):
        if sort_of(value) is Sort.ANY:
            return for_each_value(machine, isinstance, value, plain)
        return issubclass(bool if sort_of(value) is Sort.BOOL else int, plain)
    return guarded(issubclass, type_of(machine, value), plain)


def type_of(machine: Machine, value: Value) -> Any:
    """type(value)"""
    match value:
        case Items(kind) | Record(kind) | Members(kind):
            return kind
        case Entries():
            return dict
        case _ if is_term(value):
            if sort_of(value) is Sort.ANY:
                raise Refused("PY-CALL", "the type of a value that depends on the state")
            return bool if sort_of(value) is Sort.BOOL else int
        case _ if is_raw(value):
            return type(value)
        case _:
            raise Refused("PY-CALL", f"the type of {type(value).__name__}")


def _type(machine: Machine, value: Value) -> Any:
    return type_of(machine, value)


def _divmod(machine: Machine, left: Value, right: Value) -> Value:
    quotient = binary(machine, ast.FloorDiv, left, right)
    return _row(machine, [quotient, binary(machine, ast.Mod, left, right)])


def _replace(machine: Machine, record: Value, **changes: Value) -> Value:
    if is_raw(record):
        fields = {f.name: getattr(record, f.name) for f in dataclasses.fields(record)}
        record = Record(type(record), fields, -1)
    if not isinstance(record, Record) or set(changes) - set(record.fields):
        raise Raised(TypeError)
    if hasattr(record.kind, "__post_init__"):
        raise Refused("PY-CALL", "replace on a dataclass with __post_init__")
    return Record(record.kind, {**record.fields, **changes}, machine.stamp())


def _copy(machine: Machine, value: Value) -> Value:
    return copied(machine, value, deep=False)


def _deepcopy(machine: Machine, value: Value) -> Value:
    return copied(machine, value, deep=True)


def copied(machine: Machine, value: Value, *, deep: bool) -> Value:  # noqa: C901 - one case per kind
    """A copy that belongs to the run."""

    def inner(part: Value) -> Value:
        return copied(machine, part, deep=True) if deep else part

    match value:
        case Items(kind, items):
            return Items(kind, [inner(i) for i in items], machine.stamp())
        case Record(kind, fields):
            return Record(kind, {n: inner(f) for n, f in fields.items()}, machine.stamp())
        case Members(kind, members):
            return Members(kind, dict(members), machine.stamp())
        case Entries(items):
            return Entries({k: inner(v) for k, v in items.items()}, machine.stamp())
        case Array(shape, dtype, cells):
            return Array(shape, dtype, list(cells), machine.stamp())
        case list():
            return Items(list, [inner(i) for i in value], machine.stamp())
        case dict():
            return Entries({k: inner(v) for k, v in value.items()}, machine.stamp())
        case set():
            return Members(set, dict.fromkeys(value, True), machine.stamp())
        case _ if is_term(value) or (is_raw(value) and is_simple(value)):
            return value
        case _:
            raise Refused("PY-CALL", "a copy of an object")


def _next(machine: Machine, stream: Value, *default: Value) -> Value:
    if not isinstance(stream, Stream):
        raise Refused("PY-CALL", "next of something other than a generator expression")
    if machine.is_merging:
        raise CannotMerge
    for condition, value in stream.pairs():
        if machine.decide(condition):
            return value
    if default:
        return default[0]
    raise Raised(StopIteration)


def _iter(machine: Machine, values: Value) -> Value:
    if isinstance(values, Stream):
        return values
    items = items_of(machine, values)
    return Stream(lambda: ((True, item) for item in items))


def _print(machine: Machine, *values: Value, **named: Value) -> Value:
    raise Refused("PY-PURE", "printing", "leave the output to the caller")


def _product(machine: Machine, *columns: Value, repeat: int = 1) -> Value:
    lists = [items_of(machine, column) for column in columns] * repeat
    return Items(
        tuple, [_row(machine, list(r)) for r in itertools.product(*lists)], machine.stamp()
    )


def _combinations(machine: Machine, values: Value, count: Value) -> Value:
    rows = itertools.combinations(items_of(machine, values), count)
    return Items(tuple, [_row(machine, list(r)) for r in rows], machine.stamp())


def _getattr(machine: Machine, value: Value, name: Value, *default: Value) -> Value:
    if not isinstance(name, str):
        raise Refused("PY-CALL", "getattr with a name that depends on the state")
    try:
        return machine.context.tables["attribute"](machine, value, name)
    except Raised as raised:
        if default and issubclass(raised.kind, AttributeError):
            return default[0]
        raise


def _setattr(machine: Machine, value: Value, name: Value, new: Value) -> None:
    if not isinstance(name, str):
        raise Refused("PY-CALL", "setattr with a name that depends on the state")
    machine.context.tables["set_attribute"](machine, value, name, new)


def _float(machine: Machine, value: Value = 0.0) -> Value:
    if is_term(value) and number_like(value):
        return terms.call("float", terms.number(as_term(value)), sort=Sort.ANY)
    return pure_like(machine, float, value)


FUNCTIONS: dict[Any, Callable[..., Value]] = {
    abs: _abs,
    len: _len,
    min: _min,
    max: _max,
    sum: _sum,
    any: _any,
    all: _all,
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
    int: _int,
    bool: _bool,
    float: _float,
    isinstance: _isinstance,
    type: _type,
    divmod: _divmod,
    dataclasses.replace: _replace,
    copy.copy: _copy,
    copy.deepcopy: _deepcopy,
    next: _next,
    iter: _iter,
    print: _print,
    itertools.product: _product,
    itertools.combinations: _combinations,
    getattr: _getattr,
    setattr: _setattr,
}
