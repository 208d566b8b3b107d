"""Lists of unknown length: guarded items, and how they become one value.

`moves.append(a)` under a condition that depends on the state does not fork: the list becomes a
`Listing`, whose items have conditions, as members of sets do. The order of those that are there is
known. This is the guarded value summary of veritesting (Avgerinos et al. 2014) for lists.
"""

from __future__ import annotations

from typing import Any

from introplan.symbolic.interpreter.values import (
    CHANGEABLE,
    Array,
    Entries,
    Items,
    Listing,
    Members,
    Record,
    Value,
    Variant,
    as_term,
    current,
    sequence,
    unwrapped,
)
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term

Guarded = list[tuple[Value, Value]]
"""Conditions and items: an item is there where its condition holds."""


def both(first: Value, second: Value) -> Value:
    """The conjunction of two conditions, known or not."""
    if first is True or second is True:
        return second if first is True else first
    return unwrapped(terms.conjoin([as_term(first), as_term(second)]))


def merged_items(test: Term, then: Guarded, other: Guarded) -> Guarded:
    """The items of one list where `test` holds and of another elsewhere; a common start is shared.

    Of the rest each has the conditions of its own list: never are items of both there.
    """
    shared = 0
    while shared < min(len(then), len(other)) and _is_same(then[shared], other[shared]):
        shared += 1
    opposite = terms.negate(test)
    return [
        *then[:shared],
        *((both(test, held), value) for held, value in then[shared:]),
        *((both(opposite, held), value) for held, value in other[shared:]),
    ]


def _is_same(one: tuple[Value, Value], two: tuple[Value, Value]) -> bool:
    return one[0] is two[0] and one[1] is two[1]


def is_listing(value: Value) -> bool:
    """Is this a list that the run made, of known length or not?"""
    return isinstance(value, Items | Listing) and value.kind in CHANGEABLE


def count(conditions: list[Value]) -> Value:
    """How many of the conditions hold."""
    return unwrapped(terms.combine(*((terms.number(as_term(held)), 1) for held in conditions)))


def is_there(pairs: Guarded) -> Value:
    """Is some item there?"""
    return unwrapped(terms.disjoin(as_term(held) for held, _ in pairs))


def guarded_items(value: Value) -> Guarded | None:
    """The parts of a list or tuple of known or unknown length, each with its condition."""
    value = current(value)
    if isinstance(value, Variant):
        return slots_of(value)
    if isinstance(value, Listing):
        return list(value.items)
    parts = sequence(value)
    return None if parts is None else [(True, part) for part in parts]


def slots_of(value: Variant) -> list[tuple[Value, Value]] | None:
    """The items of a list of unknown length, each with the condition that it is there.

    None for a variant that is something else: its tag is no length, or its cases differ in more.
    """
    longest: list[Value] = []
    for length, case in value.cases.items():
        items = plain_items(case)
        if items is None or type(length) is not int or len(items) != length:
            return None
        short, long = sorted((items, longest), key=len)
        if any(a is not b for a, b in zip(short, long, strict=False)):
            return None
        longest = long
    tag = as_term(value.tag)
    return [(unwrapped(terms.less(terms.const(i), tag)), item) for i, item in enumerate(longest)]


def plain_items(value: Value) -> list[Value] | None:
    """The items of a list, tuple or text of known length; None for anything else."""
    if isinstance(value, Items):
        return value.items
    return list(value) if type(value) in (tuple, list, str) else None


def new_listing(kind: type, pairs: Guarded, made: int) -> Items | Listing:
    """A list or tuple of these items, each there where its condition holds."""
    pairs = [(held, value) for c, value in pairs if (held := unwrapped(c)) is not False]
    if all(held is True for held, _ in pairs):
        return Items(kind, [value for _, value in pairs], made)
    return Listing(kind, pairs, made)


def parts_of(value: Value) -> Guarded:
    """What `become` gives back to a container: items with conditions, or parts by their names."""
    match value:
        case Record(_, named) | Entries(named) | Members(_, named):
            return list(named.items())
        case Array():
            return list(enumerate(value.cells))
    return list(guarded_items(value) or [])


def become(container: Any, pairs: Guarded) -> None:
    """Give a list other items, each there where its condition holds; it stays the same object.

    Of what has parts by names, these are given: see `parts_of`.
    """
    match container:
        case Record():
            container.fields = dict(pairs)
            return
        case Entries():
            container.items = dict(pairs)
            return
        case Members():
            container.members = dict(pairs)
            return
        case Array():
            container.cells[:] = [cell for _, cell in pairs]
            return
    new = new_listing(container.kind, pairs, container.made)
    container.items = new.items
    container.__class__ = type(new)


def append(container: Items | Listing, held: Value, value: Value) -> None:
    """Add an item that is there where a condition holds."""
    if isinstance(container, Items) and held is True:
        container.items.append(value)
    elif isinstance(container, Listing):
        container.items.append((held, value))
    else:
        become(container, [*(guarded_items(container) or []), (held, value)])
