"""Lists of unknown length (`Listing`): elements, `==`, `remove`, `min`, `sorted`, item by item.

What needs the length itself (a slice, `pop`, an unpacked tuple) decides which items are there:
each combination is a path of its own. What does not is one value with conditions inside.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from introplan.symbolic.interpreter.choices import merge_values
from introplan.symbolic.interpreter.concretisation import possible_values
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.iteration import pairs_of
from introplan.symbolic.interpreter.kinds import possible_cases, settled
from introplan.symbolic.interpreter.listings import (
    Guarded,
    append,
    become,
    both,
    count,
    guarded_items,
    is_there,
    new_listing,
)
from introplan.symbolic.interpreter.streams import Stream
from introplan.symbolic.interpreter.values import (
    Entries,
    Items,
    Listing,
    Record,
    Value,
    Variant,
    as_term,
    current,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Sort, Term, sort_of

MAX_DECIDED_ITEMS = 16
"""Items of which it is decided whether they are there, each in two paths; more are refused."""


MAX_SORTED_VALUES = 512
"""Values of all unknown items of a list together, where it is sorted value by value."""


def of_known_length(run: Execution, value: Value) -> Value:
    """A list of known length: whether each item is there is decided, on a path of its own."""
    value = settled(run, value)
    if not isinstance(value, Listing):
        return value
    if sum(is_term(held) for held, _ in value.items) > MAX_DECIDED_ITEMS:
        raise Refused("PY-LIMIT", "a list of which too many items may be missing")
    items = [item for held, item in value.items if run.decide(held)]
    if value.kind is range:
        step = items[1] - items[0] if len(items) > 1 else 1
        return range(items[0], items[-1] + step, step) if items else range(0)
    if run.may_change(value.made):
        become(value, [(True, item) for item in items])
        return value
    return Items(value.kind, items, value.made)


def settled_deeply(run: Execution, value: Value) -> Value:
    """A value in which no list that the program made has an unknown length.

    Variants stay where they can: parts of the state may be of several kinds and lengths.
    """
    match current(value):
        case Variant(_, cases) as found:
            possible = dict(possible_cases(run, found))
            if len(possible) == 1 or any(map(_has_listing, possible.values())):
                return settled_deeply(run, settled(run, found))
            is_same = len(possible) == len(cases)
            return found if is_same else Variant(found.tag, possible, found.made)
        case Listing() as found:
            return settled_deeply(run, of_known_length(run, found))
        case Items(kind, items, made) as found:
            parts = [settled_deeply(run, item) for item in items]
            is_same = all(a is b for a, b in zip(parts, items, strict=True))
            return found if is_same else Items(kind, parts, made)
        case Record(kind, fields, made) as found:
            named = {name: settled_deeply(run, part) for name, part in fields.items()}
            is_same = all(part is fields[name] for name, part in named.items())
            return found if is_same else Record(kind, named, made)
        case Entries(entries, made) as found:
            kept = {key: settled_deeply(run, part) for key, part in entries.items()}
            is_same = all(part is entries[key] for key, part in kept.items())
            return found if is_same else Entries(kept, made)
    return value


def _has_listing(value: Value) -> bool:
    """Is there a list of unknown length in this value?"""
    match current(value):
        case Listing():
            return True
        case Items(_, items):
            return any(map(_has_listing, items))
        case Record(_, named) | Entries(named) | Variant(_, named):
            return any(map(_has_listing, named.values()))
    return False


def listing_element(run: Execution, value: Listing, key: Value) -> Value:
    """value[key]: the item before which as many are there; each case is one of the items."""
    if not isinstance(key, int) or isinstance(key, bool):
        found = of_known_length(run, value)
        return run.element(found, key)
    pairs = value.items if key >= 0 else value.items[::-1]
    before = key if key >= 0 else -key - 1
    if not has_more(run, pairs, before):
        raise Raised(IndexError)
    here = _places(run, pairs, before)
    return _chosen(run, [(held, item) for held, (_, item) in zip(here, pairs, strict=True)])


def has_more(run: Execution, pairs: Guarded, number: int) -> bool:
    """Are more items there than a number? Decided, where it can be both."""
    held = [guard for guard, _ in pairs]
    more = (
        is_there(pairs)
        if number == 0
        else unwrapped(terms.less(terms.const(number), as_term(count(held))))
    )
    # `left or right or up` may hold everywhere although none of them does.
    if is_term(more) and not run.path_condition.copy().learn(more, False):
        return True
    return run.decide(more)


def _places(run: Execution, pairs: Guarded, before: int) -> list[Term]:
    """For each item the condition that it is there, and so many before it."""
    found: list[Term] = []
    for position, (held, _) in enumerate(pairs):
        earlier = [guard for guard, _ in pairs[:position]]
        fits = (
            terms.negate(terms.disjoin(map(as_term, earlier)))
            if before == 0
            else terms.equal(as_term(count(earlier)), terms.const(before))
        )
        found.append(terms.conjoin([as_term(held), fits]))
    return found


def _chosen(run: Execution, cases: Guarded) -> Value:
    """The value of the case that holds; exactly one does."""
    possible = [case for case in cases if run.implied(case[0]) is not False]
    if not possible:
        raise CannotMerge
    result = possible[-1][1]
    try:
        for held, item in reversed(possible[:-1]):
            result = merge_values(as_term(held), item, result, floor=run.stamp())
    except CannotMerge:
        return next((item for held, item in possible[:-1] if run.decide(held)), possible[-1][1])
    return result


def equal_listings(run: Execution, left: Value, right: Value) -> Value:
    """left == right where one of them is a list of unknown length."""
    first, second = guarded_items(left), guarded_items(right)
    if first is None or second is None or _kind(left) is not _kind(right):
        return False
    if not first or not second:
        return unwrapped(terms.negate(as_term(is_there([*first, *second]))))
    return run.equals(of_known_length(run, left), of_known_length(run, right))


def _kind(value: Value) -> type:
    return value.kind if isinstance(value, Items | Listing) else type(value)


def join_listings(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left + right where one of them is a list of unknown length."""
    first, second = guarded_items(left), guarded_items(right)
    if op is not ast.Add or range in (_kind(left), _kind(right)):
        return run.binary(op, of_known_length(run, left), of_known_length(run, right))
    if first is None or second is None or _kind(left) is not _kind(right):
        raise Raised(TypeError)
    return new_listing(_kind(left), [*first, *second], run.stamp())


def add_items(run: Execution, receiver: Items | Listing, values: Value) -> None:
    """receiver.extend(values), item by item where an iterator may look at it meanwhile."""
    if not isinstance(values, Stream):
        become(receiver, [*(guarded_items(receiver) or []), *list(pairs_of(run, values))])
        return
    for held, value in values.pairs():
        append(receiver, held, value)


def remove_item(run: Execution, receiver: Items | Listing, value: Value) -> None:
    """receiver.remove(value): the first item that is there and equal is there no more."""
    pairs = guarded_items(receiver) or []
    equal = [both(held, run.equals(item, value)) for held, item in pairs]
    if not run.decide(unwrapped(terms.disjoin(map(as_term, equal)))):
        raise Raised(ValueError)
    left: Guarded = []
    for position, (held, item) in enumerate(pairs):
        is_first = terms.conjoin(
            [as_term(equal[position]), *(terms.negate(as_term(e)) for e in equal[:position])]
        )
        left.append((_implied(run, both(held, unwrapped(terms.negate(is_first)))), item))
    become(receiver, left)


def _implied(run: Execution, held: Value) -> Value:
    known = run.implied(held)
    return held if known is None else known


def extreme_number(run: Execution, pairs: Guarded, choose: Callable[[list[Term]], Term]) -> Value:
    """The smallest or largest of whole numbers of which some may be missing; one is there."""
    found: tuple[Term, Term] | None = None
    for held, item in pairs:
        one = (as_term(held), terms.number(as_term(item)))
        if found is not None:
            value = terms.choose(found[0], choose([found[1], one[1]]), one[1])
            one = (terms.disjoin([found[0], one[0]]), terms.choose(one[0], value, found[1]))
        found = one
    assert found is not None
    return unwrapped(found[1])


def sorted_pairs(pairs: Guarded, keys: list[Any], made: int, *, reverse: bool) -> Value:
    """Items in the order of known keys; sorting is stable, so those missing do not matter."""
    order = sorted(range(len(pairs)), key=keys.__getitem__, reverse=reverse)
    return new_listing(list, [pairs[i] for i in order], made)


def by_possible_value(run: Execution, pairs: Guarded) -> tuple[Guarded, list[Any]] | None:
    """Whole numbers, each value that one may have as an item of its own, and these values.

    None where they are something else than whole numbers, or may have too many values.
    """
    found: Guarded = []
    for held, item in pairs:
        is_whole = sort_of(item) is Sort.INT if is_term(item) else type(item) is int
        values = possible_values(run, item) if is_whole and is_term(item) else [item]
        if not is_whole or values is None or len(found) + len(values) > MAX_SORTED_VALUES:
            return None
        found += [(both(held, run.equals(item, value)), value) for value in sorted(values)]
    kept = [(held, value) for held, value in found if run.implied(held) is not False]
    return kept, [value for _, value in kept]


def has_one_order(items: list[Value]) -> bool:
    """Has this list one sorted order, whatever order its items come in?"""
    return all(type(item) in (int, str) for item in items) or all(
        type(item) is tuple and has_one_order(list(item)) for item in items
    )


def can_be_sorted(items: list[Value]) -> bool:
    """Can these known values be sorted, and so any of them, in one order?"""
    try:
        return has_one_order(items) and len(sorted(items)) == len(items)
    except TypeError:
        return False
