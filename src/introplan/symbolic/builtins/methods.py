"""Methods of Python's own types, on values that may be unknown."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from introplan.symbolic.builtins.arrays import array_method
from introplan.symbolic.builtins.compare import equals
from introplan.symbolic.builtins.dicts import is_in
from introplan.symbolic.builtins.finite import for_each_value, guarded
from introplan.symbolic.builtins.functions import adopted
from introplan.symbolic.builtins.iterators import decided, items_of
from introplan.symbolic.builtins.records import copied
from introplan.symbolic.builtins.sequences import entry_at
from introplan.symbolic.builtins.sets import SET_METHODS
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.special_methods import CONTAINING, EXACT, in_class
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import (
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
    is_term,
    known,
    merged,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms

CHANGING = frozenset(
    {
        "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "add",
        "discard", "update", "setdefault", "popitem", "intersection_update", "difference_update",
        "symmetric_difference_update", "fill", "__setitem__", "__delitem__",
    }
)  # fmt: skip


def call_method(
    machine: Machine, receiver: Value, name: str, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """receiver.name(*arguments, **named) for a value of one of Python's types."""
    if isinstance(receiver, Array):
        return array_method(machine, receiver, name, arguments, named)
    if name in CHANGING:
        check_may_change(machine, receiver, name)
    handler = _handler(receiver, name)
    if handler is not None:
        return handler(machine, receiver, *arguments, **named)
    if is_raw(receiver) and name not in CHANGING:
        return _of_known(machine, receiver, name, arguments, named)
    if is_term(receiver) and not named and all(is_raw(a) or is_term(a) for a in arguments):
        return for_each_value(machine, _Caller(name), receiver, *arguments)
    raise Refused("PY-CALL", f"the method {name} on a value that depends on the state")


def check_may_change(machine: Machine, receiver: Value, name: str) -> None:
    """Refuse to change what the call did not make; ask for a fork where something is assumed."""
    made = getattr(receiver, "made", None)
    if made is None or made < 0:
        raise Refused("PY-PURE", f"{name} changes an object that the call did not create")
    if not machine.may_change(made) or machine.forbids_forks:
        raise CannotMerge


def _handler(receiver: Value, name: str) -> Callable[..., Value] | None:
    is_other = is_raw(receiver) and not isinstance(receiver, tuple)
    if is_other and type(receiver) not in EXACT:
        check_plain(receiver, *CONTAINING, "__eq__")
        if not isinstance(in_class(type(receiver), name), types.MethodDescriptorType):
            return None
    if isinstance(receiver, Members | set | frozenset):
        return _SETS.get(name)
    if isinstance(receiver, Entries | dict):
        return _DICTIONARIES.get(name)
    if isinstance(receiver, Record) or is_named_tuple(type(receiver)):
        return _NAMED_TUPLES.get(name) or _SEQUENCES.get(name)
    if sequence(receiver) is not None:
        return _SEQUENCES.get(name)
    return None


class _Caller:
    """value.name(...) as a function."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.__name__ = f"the method {name}"

    def __call__(self, receiver: Any, *arguments: Any) -> Any:
        return getattr(receiver, self.name)(*arguments)


def _of_known(
    machine: Machine, receiver: Any, name: str, arguments: list[Value], named: dict[str, Value]
) -> Value:
    try:
        plain = [known(a) for a in arguments]
        plain_named = {key: known(a) for key, a in named.items()}
    except KeyError:
        if not named and all(is_raw(a) or is_term(a) for a in arguments):
            return for_each_value(machine, _Caller(name), receiver, *arguments)
        raise Refused("PY-CALL", f"the method {name} of values that depend on the state") from None
    return adopted(machine, guarded(lambda: getattr(receiver, name)(*plain, **plain_named)))


def _append(machine: Machine, receiver: Items, value: Value) -> None:
    receiver.items.append(value)


def _extend(machine: Machine, receiver: Items, values: Value) -> None:
    extend(machine, receiver, values)


def extend(machine: Machine, receiver: Items, values: Value) -> None:
    """receiver.extend(values), item by item where an iterator may look at it meanwhile."""
    if not isinstance(values, Stream):
        receiver.items.extend(items_of(machine, values))
        return
    for item in decided(machine, values.pairs()):
        receiver.items.append(item)


def _insert(machine: Machine, receiver: Items, place: Value, value: Value) -> None:
    receiver.items.insert(_known_place(place), value)


def _known_place(place: Value) -> int:
    if not isinstance(place, int):
        raise Refused("PY-CALL", "a place in a list that depends on the state")
    return place


def _pop(machine: Machine, receiver: Items, place: Value = -1) -> Value:
    return guarded(receiver.items.pop, _known_place(place))


def _remove(machine: Machine, receiver: Items, value: Value) -> None:
    place = _index(machine, receiver, value)
    del receiver.items[place]


def _clear(machine: Machine, receiver: Any) -> None:
    (receiver.members if isinstance(receiver, Members) else receiver.items).clear()


def _reverse(machine: Machine, receiver: Items) -> None:
    receiver.items.reverse()


def _sort(machine: Machine, receiver: Items, *, key: Value = None, reverse: Value = False) -> None:
    call = machine.context.tables["call"]
    before = Items(tuple, list(receiver.items), machine.stamp())
    receiver.items.clear()
    done = call(machine, sorted, [before], {"key": key, "reverse": reverse})
    if receiver.items:
        raise Refused("PY-CALL", "a list that is changed while it is sorted")
    receiver.items[:] = done.items


def _index(machine: Machine, receiver: Value, value: Value) -> Value:
    """The first place of a value; a fork for each, so that the place is known afterwards."""
    items = sequence(receiver) or []
    if machine.is_merging and not all(is_raw(i) for i in items):
        raise CannotMerge
    for place, item in enumerate(items):
        if machine.decide(equals(machine, item, value)):
            return place
    raise Raised(ValueError)


def _count(machine: Machine, receiver: Value, value: Value) -> Value:
    ones = [equals(machine, item, value) for item in sequence(receiver) or []]
    return unwrapped(terms.combine(*((terms.number(as_term(one)), 1) for one in ones)))


def _copy(machine: Machine, receiver: Value) -> Value:
    return copied(machine, receiver, deep=False)


_SEQUENCES: dict[str, Callable[..., Value]] = {
    "append": _append,
    "extend": _extend,
    "insert": _insert,
    "pop": _pop,
    "remove": _remove,
    "clear": _clear,
    "reverse": _reverse,
    "sort": _sort,
    "index": _index,
    "count": _count,
    "copy": _copy,
}


def _replace(machine: Machine, receiver: Value, **changes: Value) -> Value:
    if isinstance(receiver, Record):
        kind, fields = receiver.kind, receiver.fields
    else:
        kind, fields = type(receiver), receiver._asdict()
    if set(changes) - set(fields):
        raise Raised(ValueError)
    return Record(kind, {**fields, **changes}, machine.stamp())


def _as_dict(machine: Machine, receiver: Value) -> Value:
    fields = receiver.fields if isinstance(receiver, Record) else receiver._asdict()
    return Entries(dict(fields), machine.stamp())


_NAMED_TUPLES: dict[str, Callable[..., Value]] = {"_replace": _replace, "_asdict": _as_dict}


def _get(machine: Machine, receiver: Value, key: Value, default: Value = None) -> Value:
    items = receiver.items if isinstance(receiver, Entries) else receiver
    if is_raw(key):
        return guarded(lambda: items.get(key, default))
    inside = is_in(machine, key, receiver)
    if not is_term(inside):
        return entry_at(machine, items, key) if inside else default
    verdict = machine.knowledge.truth(inside)
    if verdict is None:
        try:
            return merged(inside, entry_at(machine, items, key), default, floor=machine.stamp())
        except CannotMerge:
            verdict = machine.decide(inside)
    return entry_at(machine, items, key) if verdict else default


def _entry_items(machine: Machine, receiver: Value) -> Value:
    return View(receiver, "items")


def _keys(machine: Machine, receiver: Value) -> Value:
    return View(receiver, "keys")


def _values(machine: Machine, receiver: Value) -> Value:
    return View(receiver, "values")


def _update(machine: Machine, receiver: Entries, other: Value = (), **named: Value) -> None:
    extra = machine.context.tables["call"](machine, dict, [other], named)
    receiver.items.update(extra.items)


def _pop_entry(machine: Machine, receiver: Entries, key: Value, *default: Value) -> Value:
    if not is_raw(key):
        raise Refused("PY-CALL", "a dictionary key that depends on the state")
    return guarded(receiver.items.pop, key, *default)


_DICTIONARIES: dict[str, Callable[..., Value]] = {
    "get": _get,
    "items": _entry_items,
    "keys": _keys,
    "values": _values,
    "copy": _copy,
    "update": _update,
    "pop": _pop_entry,
    "clear": _clear,
}


_SETS: dict[str, Callable[..., Value]] = {**SET_METHODS, "clear": _clear, "copy": _copy}
