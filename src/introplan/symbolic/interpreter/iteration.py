"""The iteration protocol: the items of a value, one by one, each with its condition.

The condition is True for ordinary containers. For a set whose members are not known, and for a
filtered generator, it is the condition under which the item is there.

Lists are read as Python does, so that changes are seen. A dictionary or set that is changed while
it is iterated over is refused. Set order is unspecified: a path split that depends on it raises
`Refused`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from operator import is_not
from typing import Any

from introplan.symbolic.interpreter.classes import CONTAINING
from introplan.symbolic.interpreter.concretisation import possible_values, tabulate
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.kinds import settled, watched_slots
from introplan.symbolic.interpreter.listings import slots_of
from introplan.symbolic.interpreter.protocols import ABSENT, own_iterator
from introplan.symbolic.interpreter.streams import ItemSource, Pairs, Stream, View, begun
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    Entries,
    Items,
    Listing,
    Members,
    Value,
    Variant,
    as_term,
    check_plain,
    current,
    is_concrete,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, kind_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Call

CHANGED = "a {} that is changed while it is iterated over"

MAX_UNKNOWN_LENGTH = 64
"""Items of an unknown tuple or text of unknown length: each has a condition."""


def pairs_of(run: Execution, value: Value) -> Pairs:
    """The items of a value, each with the condition under which it is there."""
    return begun(source_of(run, value))


def new_stream(
    run: Execution, columns: list[Value], start: Callable[[list[Pairs]], Pairs]
) -> Stream:
    """An iterator that draws from these values; `start` makes its items of theirs."""
    sources = [source_of(run, column) for column in columns]
    return Stream(run, start, sources, run.stamp(), all(map(has_order, columns)))


def source_of(run: Execution, value: Value) -> ItemSource:  # noqa: C901 - one case per kind
    """What an iterator over a value draws from; raises now what `iter(value)` raises."""
    if isinstance(value, Variant):
        value = current(value)
        slots = slots_of(value) if isinstance(value, Variant) else None
        if slots is not None:
            return partial(watched_slots, value, slots)
        value = settled(run, value)
    match value:
        case Stream():
            return value
        case Items(kind) if kind is list:
            return partial(_of_list, run, value)
        case Items(kind) if kind is deque:
            return partial(_of_deque, run, value)
        case Listing():
            return partial(_of_listing, run, value)
        case Entries():
            return _watched(run, View(value, "keys"))
        case View():
            return _watched(run, value)
        case Members():
            return partial(_of_members, value, dict(value.members))
        case Array(shape):
            return lambda: ((True, value.row(i)) for i in range(shape[0]))
    stream = own_iterator(run, value)
    if stream is not ABSENT:
        return stream  # type: ignore[no-any-return]
    check_plain(value, *CONTAINING)
    items = sequence(value)
    if items is not None:
        return partial(_present, run, items)
    if is_term(value):
        return partial(_noted, run, _parts_of_unknown(run, value))
    if is_concrete(value):
        return partial(_present, run, _known_items(value))
    raise Refused("PY-EXPR", f"iterating over {kind_of(value)}")


def _present(run: Execution, items: list[Value]) -> Pairs:
    for item in items:
        run.context.check()
        yield True, item


def _noted(run: Execution, pairs: list[tuple[Value, Value]]) -> Pairs:
    for pair in pairs:
        run.context.check()
        yield pair


def _of_list(run: Execution, values: Items) -> Pairs:
    """A list is read item by item, so that changes meanwhile are seen."""
    place = 0
    while place < len(values.items):
        if not isinstance(values, Items):
            raise Refused("PY-STMT", CHANGED.format("list"))
        run.context.check()
        yield True, values.items[place]
        place += 1


def _of_deque(run: Execution, values: Items) -> Pairs:
    """Python raises where a deque is changed meanwhile; that is refused here."""
    before = list(values.items)
    for item in before:
        run.context.check()
        yield True, item
        if not isinstance(values, Items) or len(values.items) != len(before):
            raise Refused("PY-STMT", CHANGED.format("deque"))
        if any(map(is_not, values.items, before)):
            raise Refused("PY-STMT", CHANGED.format("deque"))


def _of_listing(run: Execution, values: Listing) -> Pairs:
    """A list of unknown length, which must not change meanwhile."""
    before = list(values.items)
    for pair in before:
        run.context.check()
        yield pair
        if len(values.items) != len(before) or any(map(is_not, values.items, before)):
            raise Refused("PY-STMT", CHANGED.format("list"))


def _watched(run: Execution, view: View) -> ItemSource:
    """The items of a dictionary, which must keep its keys meanwhile; its values may change."""
    # CPython notices a change of size only, and otherwise goes on in an order of its own.
    keys = list(view.rows())

    def pairs() -> Pairs:
        for key in keys:
            _check_same(view.rows(), keys)
            run.context.check()
            value = view.rows()[key]
            match view.kind:
                case "keys":
                    yield True, key
                case "values":
                    yield True, value
                case _:
                    is_known = is_concrete(value)
                    yield True, (key, value) if is_known else Items(tuple, [key, value], FOREIGN)
        _check_same(view.rows(), keys)

    return pairs


def _check_same(now: dict[Any, Value], before: list[Any]) -> None:
    if len(now) != len(before) or any(a is not b for a, b in zip(now, before, strict=True)):
        raise Refused("PY-STMT", CHANGED.format("dictionary"))


def _of_members(values: Members, before: dict[Any, Value]) -> Pairs:
    """Set order is unspecified: a path split that depends on it raises `Refused`."""
    for element, condition in before.items():
        _check_same_members(values.members, before)
        if condition is not False:
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


def _parts_of_unknown(run: Execution, term: Value) -> list[tuple[Value, Value]]:
    """The parts of an opaque value that is a tuple or text; of some lengths some are missing."""
    if isinstance(term, Call) and term.function == "tuple":
        return [(True, unwrapped(a)) for a in term.arguments]
    length = tabulate(run, len, term)
    sizes = [length] if isinstance(length, int) else possible_values(run, length)
    if sizes is None or max(sizes) > MAX_UNKNOWN_LENGTH:
        raise Refused("PY-SHAPE", "iterating over a value whose length depends on the state")
    return [
        (unwrapped(terms.less(terms.const(i), as_term(length))), tabulate(run, _ItemAt(i), term))
        for i in range(max(sizes))
    ]


class _ItemAt:
    """value[i] as a function."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.__name__ = f"item {position}"

    def __call__(self, value: object) -> object:
        parts = list(value)  # type: ignore[call-overload]
        return parts[self.position] if self.position < len(parts) else None


def items_of(run: Execution, value: Value) -> list[Value]:
    """The items of a value as a list; forks where it is not known which are there."""
    check_has_order(value)
    items = list(decided_items(run, pairs_of(run, value)))
    check_has_order(value)
    return items


def check_has_order(value: Value) -> None:
    """Refuse a value whose order of iteration is not known: a set, or an iterator over one."""
    if not has_order(value):
        refuse_disorder()


def refuse_disorder() -> None:
    """Raise the refusal of whatever depends on the order of a set."""
    raise Refused("PY-EXPR", "the order of a set that the program makes", "use sorted data")


def has_order(value: Value) -> bool:
    """Is the order of iteration known? That of a set is, if it has at most one item."""
    if isinstance(value, Members):
        return len([c for c in value.members.values() if c is not False]) < 2
    return not isinstance(value, Stream) or value.has_order


def decided_items(run: Execution, pairs: Pairs) -> Iterator[Value]:
    """The items that are there; forks where that is not known."""
    return (item for condition, item in pairs if run.decide(condition))
