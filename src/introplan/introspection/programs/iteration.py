"""Iterating over values: pairs of a condition and an item, lazily.

The condition is True for ordinary containers. For a set whose members are not known, and for a
filtered generator, it is the condition under which the item is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from introplan.introspection.programs.comparing import equals
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import Raised, Refused
from introplan.introspection.programs.tabulating import for_each_value
from introplan.introspection.programs.terms import Call
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Members,
    Stream,
    Value,
    is_raw,
    is_term,
    sequence,
    unwrapped,
)
from introplan.introspection.programs.vocabulary import kind_of

LONGEST = 20_000


def pairs_of(machine: Machine, value: Value) -> Iterator[tuple[Value, Value]]:
    """The items of a value, each with the condition under which it is there."""
    items = sequence(value)
    if items is not None:
        return _present(machine, items)
    match value:
        case Stream():
            return value.pairs()
        case Entries(entries):
            return _present(machine, list(entries))
        case Members(_, members):
            return _of_members(members)
        case Array(shape):
            return _present(machine, [row(value, i) for i in range(shape[0])])
        case _ if is_term(value):
            return _present(machine, _parts_of_unknown(machine, value))
        case _ if is_raw(value):
            return _present(machine, _known_items(value))
        case _:
            raise Refused("PY-EXPR", f"iterating over {kind_of(value)}")


def _present(machine: Machine, items: list[Value]) -> Iterator[tuple[Value, Value]]:
    for item in items:
        machine.context.tick()
        yield True, item


def _of_members(members: dict[object, Value]) -> Iterator[tuple[Value, Value]]:
    """The order of a set is nobody's business: whoever forks on it refuses."""
    for element, condition in list(members.items()):
        yield condition, element


def _known_items(value: object) -> list[Value]:
    if isinstance(value, str | bytes | dict | set | frozenset | enumerate | zip | map | filter):
        return list(value)
    views: tuple[Any, ...] = (
        type({}.items()),
        type({}.keys()),
        type({}.values()),
        type(reversed([])),
    )
    if isinstance(value, views):
        return list(value)
    if isinstance(value, range):
        raise Refused("PY-LIMIT", "a very long range")
    if isinstance(value, type) and hasattr(value, "__members__"):
        return list(value.__members__.values())
    if not hasattr(value, "__iter__"):
        raise Raised(TypeError)
    raise Refused("PY-EXPR", f"iterating over an object of type {type(value).__name__}")


def _parts_of_unknown(machine: Machine, term: Value) -> list[Value]:
    """The parts of an opaque value that is a tuple or text of known length."""
    if isinstance(term, Call) and term.function == "tuple":
        return [unwrapped(a) for a in term.arguments]
    length = for_each_value(machine, len, term)
    if is_term(length):
        for size in range(65):
            if machine.decide(equals(machine, length, size)):
                length = size
                break
    if not isinstance(length, int):
        raise Refused("PY-SHAPE", "iterating over a value whose length depends on the state")
    return [for_each_value(machine, _ItemAt(i), term) for i in range(length)]


class _ItemAt:
    """value[i] as a function."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.__name__ = f"item {position}"

    def __call__(self, value: object) -> object:
        parts = list(value)  # type: ignore[call-overload]
        return parts[self.position] if self.position < len(parts) else parts[-1]


def row(array: Array, position: int) -> Value:
    """The part of an array at a known first index: a cell, or an array that shares its cells."""
    if len(array.shape) == 1:
        return array.cells[position]
    size = len(array.cells) // array.shape[0]
    cells = array.cells[position * size : (position + 1) * size]
    return Array(array.shape[1:], array.dtype, cells, -1)


def items_of(machine: Machine, value: Value) -> list[Value]:
    """The items of a value as a list; forks where it is not known which are there."""
    if isinstance(value, Members) and any(map(is_term, value.members.values())):
        raise Refused("PY-EXPR", "the order of a set that depends on the state", "use sorted data")
    return [item for condition, item in pairs_of(machine, value) if machine.decide(condition)]
