"""Conserved sums: what is taken from one list is put on another.

The lengths of three pegs add up to the number of discs in every sampled state. That is guessed
from the samples, assumed while the transition is read, and kept only if every operator that was
read under the assumption preserves it: an inductive invariant, true at the start and after every
step. It is what bounds the length of a list to which things are appended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.shape import (
    Bits,
    Cases,
    Keys,
    Leaf,
    Shape,
    Sized,
    parts_below,
)
from introplan.symbolic.constraints.interval import bounds, domain_of
from introplan.symbolic.terms.build import (
    ONE,
    at_most,
    combine,
    conjoin,
    const,
    equal,
    less,
    number,
)
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import AtMost, Const, Equal, Sort, Term, Var, variables

MAX_ELEMENTS = 12
"""Elements that are counted; each is a condition that is looked at with every step."""


def conserved(shape: Shape, order: Sequence[Var], rows: list[tuple[Any, ...]]) -> list[Term]:
    """The sum of all sizes that change, if it is the same in all sampled states.

    The sizes of lists, dictionaries and sets, or else of some of these kinds of containers.
    """
    for kinds in ((Sized, Cases, Bits), (Sized, Cases), (Sized,)):
        sizes = list(_sizes(shape, kinds))
        if len(sizes) < 2:
            continue
        total = combine(*((size, 1) for size in sizes))
        sums = set(map(compiled_one(total, order), rows))
        if len(sums) == 1 and not isinstance(total, Const):
            return [equal(total, const(sums.pop()))]
    return []


def _sizes(shape: Shape, kinds: tuple[type, ...]) -> Iterator[Term]:
    """The sizes of containers of these kinds."""
    match shape:
        case Sized() if Sized in kinds:
            yield shape.length.var
        case Bits(_, elements) if Bits in kinds:
            yield combine(*((number(leaf.var), 1) for _, leaf in elements))
        case Cases(tag, cases) if Cases in kinds:
            counts = [(key, len(c.entries)) for key, c in cases if isinstance(c, Keys)]
            if len(counts) == len(cases):
                yield combine(*((number(equal(tag.var, const(k))), n) for k, n in counts))
    for part in parts_below(shape):
        yield from _sizes(part, kinds)


def conserved_elements(
    shape: Shape, order: Sequence[Var], rows: list[tuple[Any, ...]]
) -> list[Term]:
    """How often each element of a list occurs in all containers: always the same, or at most once.

    What is taken off a stack and put into a dictionary is at one place at a time.
    """
    found: list[Term] = []
    for element in _listed(shape, order, rows)[:MAX_ELEMENTS]:
        for with_leaves in (False, True):
            total = combine(*((p, 1) for p in _occurrences(shape, element, with_leaves)))
            sums = set(map(compiled_one(total, order), rows))
            if isinstance(total, Const):
                break
            if len(sums) == 1:
                found.append(equal(total, const(sums.pop())))
                break
            if sums == {0, 1} and not with_leaves:
                found.append(at_most(total, ONE))  # it may vanish, and is never there twice
                break
    return found


def _listed(shape: Shape, order: Sequence[Var], rows: list[tuple[Any, ...]]) -> list[Any]:
    """The words that were seen in lists whose length changes, and beside these as keys."""
    place = {var: number for number, var in enumerate(order)}
    found: dict[Term, Any] = {}
    lists = [part for part in _parts(shape) if isinstance(part, Sized)]
    for part in _parts(shape) if lists else ():
        if isinstance(part, Cases):
            keys = [k for _, c in part.cases if isinstance(c, Keys) for k, _ in c.entries]
            found |= {const(key): key for key in keys}
        elif isinstance(part, Bits):
            found |= {const(element): element for element, _ in part.elements}
    for part in lists:
        length = place[part.length.var]
        for at, slot in enumerate(part.slots):
            if isinstance(slot, Leaf) and slot.var.sort is Sort.ANY:
                column = [row[place[slot.var]] for row in rows if row[length] > at]
                found |= {const(value): value for value in column}
    return [value for value in found.values() if type(value) is str]


def _parts(shape: Shape) -> Iterator[Shape]:
    yield shape
    for part in parts_below(shape):
        yield from _parts(part)


def _occurrences(shape: Shape, element: Any, with_leaves: bool) -> Iterator[Term]:
    """For each place where an element may be, whether it is there, as 0 or 1."""
    own = const(element)
    match shape:
        case Sized(_, length, slots):
            for place, slot in enumerate(slots):
                if isinstance(slot, Leaf) and slot.var.sort is Sort.ANY:
                    is_there = less(const(place), length.var)
                    yield number(conjoin([is_there, equal(slot.var, own)]))
            return
        case Bits(_, elements):
            yield from (number(leaf.var) for e, leaf in elements if const(e) is own)
            return
        case Cases(tag, cases) if all(isinstance(c, Keys) for _, c in cases):
            for key, case in cases:
                if any(const(k) is own for k, _ in getattr(case, "entries", ())):
                    yield number(equal(tag.var, const(key)))
            return
        case Leaf(var) if with_leaves and var.sort is Sort.ANY:
            yield number(equal(var, own))
            return
    for part in parts_below(shape):
        yield from _occurrences(part, element, with_leaves)


def are_kept(invariants: Sequence[Term], operators: Sequence[Operator]) -> bool:
    """Do all operators preserve these conditions, where all of them hold before?"""
    return all(_is_kept(term, operator) for term in invariants for operator in operators)


def _is_kept(invariant: Term, operator: Operator) -> bool:
    after = substituted(invariant, operator.effects)
    if after is invariant or operator.known.truth(after) is True:
        return True
    assert isinstance(invariant, Equal | AtMost)
    # What the guard settles is put in: interval arithmetic sees no condition twice.
    known = {
        var: const(next(iter(domain)))
        for var in variables(invariant)
        if (domain := domain_of(var, operator.known.box)) is not None and domain.size == 1
    }
    counted = invariant.left if isinstance(invariant, Equal) else invariant.linear
    later = substituted(substituted(counted, operator.effects), known)
    change = combine((later, 1), (substituted(counted, known), -1))
    low, high = bounds(change, operator.box)
    return low == high == 0 or (isinstance(invariant, AtMost) and high <= 0)
