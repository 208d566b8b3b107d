"""Lists, tuples and text: elements, slices, `+` and `*`, methods, `sorted`.

An unknown place in a known container becomes a table, so `MAZE[y][x] == "#"` is one condition.
Where the place may lie outside, raising is a path of its own; negative places count from the end,
as in Python.
"""

from __future__ import annotations

import ast
from collections import deque
from typing import Any

from introplan.symbolic.builtins.listings import (
    add_items,
    of_known_length,
    remove_item,
)
from introplan.symbolic.builtins.unasked import copied_unasked, is_unasked
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.interpreter.choices import merge_values, shared_keys
from introplan.symbolic.interpreter.concretisation import call_python, tabulate
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import (
    check_has_order,
    pairs_of,
)
from introplan.symbolic.interpreter.listings import (
    append,
    become,
    both,
    count,
    guarded_items,
    new_listing,
)
from introplan.symbolic.interpreter.values import (
    CHANGEABLE,
    FOREIGN,
    Entries,
    Items,
    Listing,
    Value,
    as_term,
    is_concrete,
    is_number,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused, sign_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Lookup, Table, Term

MAX_PLACES = 5000
"""Places that an unknown index may mean: one entry of a table each."""


def make_tuple(run: Execution, items: list[Value]) -> Value:
    """A tuple; a plain one if all of it is known."""
    return tuple(items) if all(map(is_concrete, items)) else Items(tuple, items, run.stamp())


def sequence_kind(value: Value) -> type:
    """list, deque or tuple: what a sequence counts as in Python's operators."""
    if isinstance(value, Items):
        return value.kind
    return next((kind for kind in CHANGEABLE if isinstance(value, kind)), tuple)


def join_sequences(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left + right of two sequences of one kind, or a sequence times a known number."""
    first, second = sequence(left), sequence(right)
    if op is ast.Add and first is not None and second is not None:
        kind = sequence_kind(left)
        if kind is not sequence_kind(right):
            raise Raised(TypeError)
        return Items(kind, first + second, run.stamp())
    if op is ast.Mult:
        items, count = (first, right) if first is not None else (second, left)
        if isinstance(count, int) and items is not None:
            kind = sequence_kind(left if first is not None else right)
            return Items(kind, items * count, run.stamp())
    raise Refused("PY-EXPR", f"{sign_of(op)} on lists or tuples")


def item(run: Execution, value: Value, items: list[Value], key: Value) -> Value:
    """value[key] where `items` are the parts of `value`."""
    if isinstance(key, slice):
        if isinstance(value, Items) and value.kind is deque:
            raise Raised(TypeError)
        part = call_python(lambda: items[key])
        if is_concrete(value):
            return Items(list, part, run.stamp()) if isinstance(value, list) else value[key]
        kind = value.kind if isinstance(value, Items) else tuple
        return Items(kind, part, run.stamp())
    if is_concrete(key):
        return call_python(lambda: items[key])
    if not is_number(key):
        raise Refused("PY-EXPR", "an index that is not a whole number")
    position = as_term(key)
    check_inside(run, position, len(items))
    return chosen_item(run, items, position)


def check_inside(run: Execution, position: Term, length: int) -> None:
    """Decide whether a place lies inside; outside, raising `IndexError` is a path of its own."""
    inside = terms.conjoin(
        [
            terms.at_most(terms.const(-length), position),
            terms.less(position, terms.const(length)),
        ]
    )
    if not run.decide(unwrapped(inside)):
        raise Raised(IndexError)


def chosen_item(run: Execution, items: list[Value], position: Term) -> Value:
    """The item at an unknown place that lies inside."""
    places = _places(run, position, len(items))
    if all(is_concrete(items[i]) for i in places):
        if all(is_simple(items[i]) and not isinstance(items[i], list) for i in places):
            return unwrapped(
                terms.lookup(Table({i: items[i] for i in places}), (terms.number(position),))
            )
        if all(isinstance(items[i], list) for i in places):
            return _unknown_row({i: items[i] for i in places}, position)
    keys = shared_keys([items[i] for i in places])
    if keys is not None:
        rows = [items[i] if i in places else {} for i in range(len(items))]
        columns = {key: [row.get(key) for row in rows] for key in keys}
        parts = {key: chosen_item(run, column, position) for key, column in columns.items()}
        return Entries(parts, FOREIGN)
    result = items[places[-1]]
    for i in reversed(places[:-1]):
        here = terms.equal(position, terms.const(i))
        try:
            result = merge_values(here, items[i], result, floor=run.stamp())
        except CannotMerge:
            return _forked_item(run, items, places, position)
    return result


def _forked_item(run: Execution, items: list[Value], places: list[int], position: Term) -> Value:
    for i in places[:-1]:
        if run.decide(unwrapped(terms.equal(position, terms.const(i)))):
            return items[i]
    return items[places[-1]]


def _places(run: Execution, position: Term, length: int) -> list[int]:
    low, high = bounds(position, run.path_condition.box)
    first, last = int(max(low, -length)), int(min(high, length - 1))
    places = list(range(first, last + 1))
    if not places or len(places) > MAX_PLACES:
        raise Refused("PY-LIMIT", "an index with too many possible places")
    return places


def _unknown_row(rows: dict[int, list[Any]], position: Term) -> Value:
    """An unknown row of a table of lists; as a tuple, since constants are never changed."""
    frozen = {place: _frozen(row) for place, row in rows.items()}
    if not all(map(is_simple, frozen.values())):
        raise Refused("PY-EXPR", "an unknown element of a list of objects")
    return unwrapped(terms.lookup(Table(frozen), (terms.number(position),)))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def item_of_unknown(run: Execution, term: Term, key: Value) -> Value:
    """An element of an opaque value: text or tuples from a table, looked up by two keys."""
    if not isinstance(term, Lookup) or (not is_number(key) and not is_concrete(key)):
        if is_concrete(key) or is_term(key):
            return tabulate(run, _take, term, key)
        raise Refused("PY-EXPR", "an element of a value that depends on the state")
    if is_concrete(key):
        return tabulate(run, _take, term, key)
    rows = term.table.values
    lengths = {len(r) for r in rows if isinstance(r, str | tuple)}
    if len(lengths) != 1 or not all(isinstance(r, str | tuple) for r in rows):
        return tabulate(run, _take, term, key)
    length = lengths.pop()
    position = terms.number(as_term(key))
    check_inside(run, position, length)
    places = _places(run, position, length)
    return _joined_table(term, position, places)


def _joined_table(term: Lookup, position: Term, places: list[int]) -> Value:
    joined: dict[Any, Any] = {}
    for head, text in term.table.rows(len(term.keys)):
        joined.update({(*head, i): text[i] for i in places})
    return unwrapped(terms.lookup(Table(joined), (*term.keys, position)))


def _take(container: Any, key: Any) -> Any:
    return container[key]


def _tuple(run: Execution, values: Value = (), /) -> Value:
    if is_unasked(values):
        return copied_unasked(values, tuple)
    made = _copy_of(run, tuple, values)
    return make_tuple(run, made.items) if isinstance(made, Items) else made


def _list(run: Execution, values: Value = (), /) -> Value:
    if is_unasked(values):
        return copied_unasked(values, list)
    return _copy_of(run, list, values)


def _copy_of(run: Execution, kind: type, values: Value) -> Items | Listing:
    check_has_order(values)
    pairs = list(pairs_of(run, values))
    check_has_order(values)
    return new_listing(kind, pairs, run.stamp())


def _append(run: Execution, receiver: Items | Listing, value: Value, /) -> None:
    append(receiver, True, value)


def extend(run: Execution, receiver: Items | Listing, values: Value, /) -> None:
    """receiver.extend(values)"""
    check_has_order(values)
    add_items(run, receiver, values)
    check_has_order(values)


def _insert(run: Execution, receiver: Value, place: Value, value: Value, /) -> None:
    of_known_length(run, receiver).items.insert(_known_place(place), value)


def _known_place(place: Value) -> int:
    if not isinstance(place, int):
        raise Refused("PY-CALL", "a place in a list that depends on the state")
    return place


def _pop(run: Execution, receiver: Value, place: Value = -1, /) -> Value:
    return call_python(of_known_length(run, receiver).items.pop, _known_place(place))


def _remove(run: Execution, receiver: Value, value: Value, /) -> None:
    if isinstance(receiver, Listing):
        remove_item(run, receiver, value)
        return
    place = _index(run, receiver, value)
    del receiver.items[place]


def _clear(run: Execution, receiver: Value, /) -> None:
    become(receiver, [])


def _reverse(run: Execution, receiver: Value, /) -> None:
    receiver.items.reverse()


def _index(run: Execution, receiver: Value, value: Value, /) -> Value:
    """The first place of a value; a fork for each, so that the place is known afterwards."""
    items = sequence(of_known_length(run, receiver)) or []
    # A merged place would be a term, and most uses of a place in a list need a number.
    if run.is_merging and not all(is_concrete(i) for i in items):
        raise CannotMerge
    for place, found in enumerate(items):
        if run.decide(run.equals(found, value)):
            return place
    raise Raised(ValueError)


def _count(run: Execution, receiver: Value, value: Value, /) -> Value:
    pairs = guarded_items(receiver) or []
    return count([both(held, run.equals(found, value)) for held, found in pairs])


FUNCTIONS: dict[Any, Builtin] = {tuple: _tuple, list: _list}
METHODS: dict[Any, Builtin] = {
    list.append: _append,
    list.extend: extend,
    list.insert: _insert,
    list.pop: _pop,
    list.remove: _remove,
    list.clear: _clear,
    list.reverse: _reverse,
    list.index: _index,
    list.count: _count,
    tuple.index: _index,
    tuple.count: _count,
    range.index: _index,
    range.count: _count,
}
