"""Iterating over values: pairs of a condition and an item, lazily.

Lists are read as Python does, so that changes are seen; a dictionary or set that is changed while
it is iterated over is refused.

The condition is True for ordinary containers. For a set whose members are not known, and for a
filtered generator, it is the condition under which the item is there.

Is it so of some, or of all? Python stops at the first item that settles the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

from introplan.symbolic.builtins.compare import equals
from introplan.symbolic.builtins.finite import for_each_value
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.special_methods import CONTAINING
from introplan.symbolic.interpreter.streams import Pairs, Source, Stream, View, begun
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    Entries,
    Items,
    Members,
    Value,
    as_term,
    check_plain,
    is_raw,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused, kind_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Call, Term

CHANGED = "a {} that is changed while it is iterated over"


def pairs_of(machine: Machine, value: Value) -> Pairs:
    """The items of a value, each with the condition under which it is there."""
    return begun(source_of(machine, value))


def new_stream(
    machine: Machine, columns: list[Value], start: Callable[[list[Pairs]], Pairs]
) -> Stream:
    """An iterator over values side by side."""
    sources = [source_of(machine, column) for column in columns]
    return Stream(machine, start, sources, machine.stamp(), all(map(has_order, columns)))


def source_of(machine: Machine, value: Value) -> Source:
    """What an iterator over a value draws from; Python looks now whether there is anything."""
    match value:
        case Stream():
            return value
        case Items(kind) if kind is list:
            return partial(_of_list, machine, value)
        case Entries():
            return _watched(machine, View(value, "keys"))
        case View():
            return _watched(machine, value)
        case Members():
            return partial(_of_members, value, dict(value.members))
        case Array(shape):
            return lambda: ((True, row(value, i)) for i in range(shape[0]))
    check_plain(value, *CONTAINING)
    items = sequence(value)
    if items is not None:
        return partial(_present, machine, items)
    if is_term(value):
        return partial(_present, machine, _parts_of_unknown(machine, value))
    if is_raw(value):
        return partial(_present, machine, _known_items(value))
    raise Refused("PY-EXPR", f"iterating over {kind_of(value)}")


def _present(machine: Machine, items: list[Value]) -> Pairs:
    for item in items:
        machine.context.check()
        yield True, item


def _of_list(machine: Machine, values: Items) -> Pairs:
    """A list is read item by item: what is changed meanwhile is seen."""
    place = 0
    while place < len(values.items):
        machine.context.check()
        yield True, values.items[place]
        place += 1


def _watched(machine: Machine, view: View) -> Source:
    """A dictionary must keep its keys while it is iterated over; its values may change."""
    keys = list(view.rows())

    def pairs() -> Pairs:
        for key in keys:
            _check_same(view.rows(), keys)
            machine.context.check()
            value = view.rows()[key]
            match view.kind:
                case "keys":
                    yield True, key
                case "values":
                    yield True, value
                case _:
                    is_known = is_raw(value)
                    yield True, (key, value) if is_known else Items(tuple, [key, value], FOREIGN)
        _check_same(view.rows(), keys)

    return pairs


def _check_same(now: dict[Any, Value], before: list[Any]) -> None:
    if len(now) != len(before) or any(a is not b for a, b in zip(now, before, strict=True)):
        raise Refused("PY-STMT", CHANGED.format("dictionary"))


def _of_members(values: Members, before: dict[Any, Value]) -> Pairs:
    """The order of a set is nobody's business: whoever forks on it refuses."""
    for element, condition in before.items():
        _check_same_members(values.members, before)
        yield condition, element
    _check_same_members(values.members, before)


def _check_same_members(now: dict[Any, Value], before: dict[Any, Value]) -> None:
    if len(now) != len(before) or any(now.get(e) is not c for e, c in before.items()):
        raise Refused("PY-STMT", CHANGED.format("set"))


def _known_items(value: object) -> list[Value]:
    if isinstance(value, str | bytes | dict | set | frozenset):
        return list(value)
    views: tuple[Any, ...] = (type({}.items()), type({}.keys()), type({}.values()))
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
    check_has_order(value)
    items = list(decided(machine, pairs_of(machine, value)))
    check_has_order(value)
    return items


def check_has_order(value: Value) -> None:
    """Refuse a set of which it is not known in which order Python goes through it."""
    if not has_order(value):
        refuse_disorder()


def refuse_disorder() -> None:
    """Refuse the order of a set."""
    raise Refused("PY-EXPR", "the order of a set that is made on the way", "use sorted data")


def has_order(value: Value) -> bool:
    """Is it known in which order Python goes through this?"""
    if isinstance(value, Members):
        return len([c for c in value.members.values() if c is not False]) < 2
    return not isinstance(value, Stream) or value.has_order


def decided(machine: Machine, pairs: Pairs) -> Iterator[Value]:
    """The items that are there; forks where that is not known."""
    return (item for condition, item in pairs if machine.decide(condition))


Truth: TypeAlias = Callable[[Machine, Value], Value]


def quantified(machine: Machine, values: Value, truth: Truth, *, stop: bool) -> Value:
    """any (stop at the first True) or all (stop at the first False).

    The items of an iterator are computed one by one, as Python does: an item that Python would
    not compute because the answer is there must not raise here. So each item is computed under
    the assumption that the items before do not settle the answer. Where that would raise or fork,
    the items before are decided first, and the iterator is rehearsed again. One that changes
    something, or that somebody has drawn from, is not rehearsed: each item is decided.
    """
    if not isinstance(values, Stream):
        return _joined_items(machine, values, pairs_of(machine, values), [], truth, stop=stop)
    while values.can_rehearse():
        found: list[Term] = []
        try:
            with machine.assumptions():
                answer = _joined_items(
                    machine, values, values.rehearsal(), found, truth, stop=stop, assumes=True
                )
        except Raised:
            values.check_may_raise()
            if not found:
                break
            answer = None
        except CannotMerge:
            if not found:
                break
            answer = None
        if answer is None and machine.decide(_join(found, stop=stop)) is not stop:
            continue
        values.lose()
        return stop if answer is None else answer
    if values.has_order:
        return _one_by_one(machine, values, truth, stop=stop)
    with machine.assumptions():
        return _one_by_one(machine, values, truth, stop=stop)


def _one_by_one(machine: Machine, values: Stream, truth: Truth, *, stop: bool) -> bool:
    for condition, value in values.pairs():
        if machine.decide(condition) and machine.decide(truth(machine, value)) is stop:
            return stop
    return not stop


def _join(found: list[Term], *, stop: bool) -> Value:
    return unwrapped((terms.disjoin if stop else terms.conjoin)(found))


def _joined_items(
    machine: Machine,
    values: Value,
    pairs: Pairs,
    found: list[Term],
    truth: Truth,
    *,
    stop: bool,
    assumes: bool = False,
) -> Value:
    """The answer as one condition; of a set all is looked at, for any of it may come first."""
    for condition, value in pairs:
        held = as_term(truth(machine, value))
        present = as_term(condition)
        one = (
            terms.conjoin([present, held])
            if stop
            else terms.disjoin([terms.negate(present), held])
        )
        verdict = machine.knowledge.truth(one)
        if verdict is stop:
            found.append(terms.const(stop))
            if has_order(values):
                break
        if verdict is None:
            found.append(one)
            if assumes and has_order(values):
                machine.forbids_forks = True
                if not machine.knowledge.learn(one, not stop):
                    break
    return _join(found, stop=stop)
