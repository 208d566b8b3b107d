"""Sorting: by known keys, by numbers, and by whatever else can be compared.

Items are compared and swapped as in bubble sort, which is stable as Python's is: where the
comparison is a condition, both places get one value with the condition inside, if they can.
"""

from __future__ import annotations

import ast
from functools import partial
from itertools import pairwise
from typing import Any

from introplan.symbolic.builtins.listings import (
    by_possible_value,
    can_be_sorted,
    has_one_order,
    sorted_pairs,
)
from introplan.symbolic.interpreter.choices import merge_values
from introplan.symbolic.interpreter.concretisation import call_python
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import (
    check_has_order,
    decided_items,
    has_order,
    pairs_of,
)
from introplan.symbolic.interpreter.listings import (
    Guarded,
    become,
    guarded_items,
    new_listing,
)
from introplan.symbolic.interpreter.values import (
    Items,
    Listing,
    Value,
    as_term,
    is_concrete,
    is_condition,
    is_number,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term

MAX_SORTED_UNKNOWNS = 8
"""Unknown values that are sorted: there are n(n-1)/2 comparisons, each a nested term."""


def _sort(
    run: Execution, receiver: Items, /, *, key: Value = None, reverse: Value = False
) -> None:
    # Python empties the list while it sorts, so that a key function sees it empty.
    before = new_listing(tuple, guarded_items(receiver) or [], run.stamp())
    become(receiver, [])
    done = _sorted(run, before, key=key, reverse=reverse)
    if receiver.items:
        raise Refused("PY-CALL", "a list that is changed while it is sorted")
    become(receiver, guarded_items(done) or [])


def _sorted(
    run: Execution, values: Value, /, *, key: Value = None, reverse: Value = False
) -> Value:
    pairs = list(pairs_of(run, values))
    if not is_concrete(reverse):
        raise Refused("PY-CALL", "sorting in an order that depends on the state")
    if not isinstance(values, Items):
        found = _sorted_guarded(run, values, pairs, key)
        if found is not None:
            return sorted_pairs(*found, run.stamp(), reverse=bool(reverse))
    items = list(decided_items(run, iter(pairs)))
    if key is not None or not has_one_order(items):
        check_has_order(values)
    keys = items if key is None else [run.call(key, [item], {}) for item in items]
    if all(map(is_concrete, keys)):
        order = call_python(
            partial(sorted, key=keys.__getitem__, reverse=reverse), range(len(items))
        )
        return Items(list, [items[i] for i in order], run.stamp())
    if len(items) > MAX_SORTED_UNKNOWNS:
        raise Refused("PY-CALL", "sorting by values that depend on the state")
    if key is None and all(is_number(k) and not is_condition(k) for k in keys):
        numbers = _sorting_network([as_term(item) for item in items])
        if reverse:
            numbers.reverse()
        return Items(list, list(map(unwrapped, numbers)), run.stamp())
    return Items(list, _by_comparison(run, items, keys, reverse=bool(reverse)), run.stamp())


def _sorted_guarded(
    run: Execution, values: Value, pairs: Guarded, key: Value
) -> tuple[Guarded, list[Any]] | None:
    """Items of which some may be missing, and keys of theirs that are known; None if not."""
    known, is_ordered = [item for _, item in pairs], has_order(values)
    if not is_ordered and key is not None:
        keys = _keys_of_all(run, key, known)
        return None if keys is None else (pairs, keys)
    if isinstance(values, Listing) and (key is not None or all(map(is_concrete, known))):
        keys = known if key is None else [run.call(key, [item], {}) for item in known]
        if all(map(is_concrete, keys)):
            return pairs, keys
    if key is not None or not any(is_term(held) for held, _ in pairs):
        return None
    if can_be_sorted(known):
        return pairs, known
    # Few items are sorted as they are, on a path for each choice of those that are there.
    return by_possible_value(run, pairs) if len(pairs) > MAX_SORTED_UNKNOWNS else None


def _keys_of_all(run: Execution, key: Value, items: list[Value]) -> list[Any] | None:
    """The keys of items in no order, if each has its place by them; None if not.

    An item that is not there has a key as well, unless that raises.
    """
    try:
        keys = [run.call(key, [item], {}) for item in items]
    except Raised:
        return None
    if not all(map(is_concrete, keys)):
        return None
    in_order = call_python(sorted, keys)
    return keys if all(one < other for one, other in pairwise(in_order)) else None


def _sorting_network(numbers: list[Term]) -> list[Term]:
    """The same numbers in order, each a term of minima and maxima (bubble sort as a network)."""
    numbers = list(numbers)
    for end in range(len(numbers), 1, -1):
        for i in range(end - 1):
            pair = [numbers[i], numbers[i + 1]]
            numbers[i], numbers[i + 1] = terms.smallest(pair), terms.largest(pair)
    return numbers


def _by_comparison(
    run: Execution, items: list[Value], keys: list[Value], *, reverse: bool
) -> list[Value]:
    """The items in order of their keys."""
    rows = list(zip(keys, items, strict=True))
    for end in range(len(rows), 1, -1):
        for i in range(end - 1):
            low, high = rows[i], rows[i + 1]
            own, other = (low[0], high[0]) if reverse else (high[0], low[0])
            is_less = run.ordered(ast.Lt, own, other)
            rows[i], rows[i + 1] = _swapped_where(run, is_less, low, high)
    return [item for _, item in rows]


Row = tuple[Value, Value]


def _swapped_where(run: Execution, test: Value, low: Row, high: Row) -> tuple[Row, Row]:
    implied = run.implied(test)
    if implied is None:
        floor = run.stamp()
        try:
            first = [merge_values(test, b, a, floor=floor) for a, b in zip(low, high, strict=True)]
            last = [merge_values(test, a, b, floor=floor) for a, b in zip(low, high, strict=True)]
            return (first[0], first[1]), (last[0], last[1])
        except CannotMerge:
            implied = run.decide(test)
    return (high, low) if implied else (low, high)


FUNCTIONS: dict[Any, Builtin] = {sorted: _sorted}
METHODS: dict[Any, Builtin] = {list.sort: _sort}
