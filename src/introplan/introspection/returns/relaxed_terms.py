"""Terms that no longer mention certain variables, and are never smaller.

A projection keeps a few variables and forgets the others. What is paid in it is the most that can
be paid whatever the forgotten ones are: interval arithmetic (Moore 1966) on what must be forgotten
and nothing else, so that sums and choices over kept variables stay exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from introplan.introspection.returns.step_sums import as_whole
from introplan.symbolic.constraints.interval import Box, bounds, key_filters
from introplan.symbolic.terms.build import (
    call,
    choose,
    combine,
    conjoin,
    const,
    disjoin,
    lookup,
    negate,
)
from introplan.symbolic.terms.substitute import spelled_out, substituted, weakened
from introplan.symbolic.terms.term import (
    MISSING,
    And,
    Call,
    Choose,
    Const,
    Linear,
    Lookup,
    Or,
    Sort,
    Table,
    Term,
    Var,
    sort_of,
    variables,
    walk,
)


def upper(term: Term, inside: set[Var], box: Box) -> Term:
    """A number over the variables `inside` that is at least `term` everywhere in the box."""
    return _relaxed(term, inside, box, max)


def lower(term: Term, inside: set[Var], box: Box) -> Term:
    """A number over the variables `inside` that is at most `term` everywhere in the box."""
    return _relaxed(term, inside, box, min)


MAX_ABSORBED_PARTS = 24
"""Parts of a conjunction that are compared with each other; longer ones are lists of walls."""


def absorbed(condition: Term) -> Term:
    """The same condition, where what one part says is not repeated in another.

    `a and (not a or b)` is `a and b`: if a is forgotten, b is left.
    """
    match condition:
        case And(parts) | Or(parts) if len(parts) <= MAX_ABSORBED_PARTS:
            is_all = isinstance(condition, And)
            found = [absorbed(part) for part in parts]
            for part in [p for p in found if not isinstance(p, And | Or)]:
                known: dict[Term, Term] = {part: const(is_all), negate(part): const(not is_all)}
                found = [other if other is part else substituted(other, known) for other in found]
            return (conjoin if is_all else disjoin)(found)
        case _:
            return condition


def with_absorbed_tests(number: Term) -> Term:
    """The same number, with the conditions of its choices absorbed."""
    tests = {t.test: absorbed(t.test) for t in walk(number) if isinstance(t, Choose)}
    changed = {test: simpler for test, simpler in tests.items() if simpler is not test}
    return substituted(number, changed) if changed else number


Extreme = Callable[..., Any]
"""`max` for bounds from above, `min` for bounds from below."""


def _opposite(extreme: Extreme) -> Extreme:
    return min if extreme is max else max


def _relaxed(term: Term, inside: set[Var], box: Box, extreme: Extreme) -> Term:
    if inside.issuperset(variables(term)):
        return term
    match term:
        case Linear(constant, parts):
            return _relaxed_sum(constant, parts, inside, box, extreme)
        case Choose(test, then, other) if sort_of(term) is not Sort.BOOL:
            branches = (_relaxed(branch, inside, box, extreme) for branch in (then, other))
            return _relaxed_choice(test, *branches, inside=inside, extreme=extreme)
        case Call("+" | "min" | "max" | "float" as name, arguments, sort):
            bounded = [_relaxed(part, inside, box, extreme) for part in arguments]
            return call(name, *bounded, sort=sort)
        case Call("-", (left, right), sort):
            less = _relaxed(right, inside, box, _opposite(extreme))
            return call("-", _relaxed(left, inside, box, extreme), less, sort=sort)
        case Call("*", (part, Const(int() | float() as factor)), sort):
            relaxed = _relaxed(part, inside, box, extreme if factor >= 0 else _opposite(extreme))
            return call("*", relaxed, const(factor), sort=sort)
        case Call("neg", (part,), sort):
            return call("neg", _relaxed(part, inside, box, _opposite(extreme)), sort=sort)
        case Lookup():
            return _relaxed_lookup(term, inside, box, extreme)
    return _extreme_value(term, box, extreme)


def _extreme_value(term: Term, box: Box, extreme: Extreme) -> Const:
    low, high = bounds(term, box)
    return const(as_whole(high if extreme is max else low))


def _relaxed_sum(
    constant: int,
    parts: tuple[tuple[Term, int], ...],
    inside: set[Var],
    box: Box,
    extreme: Extreme,
) -> Term:
    found: list[tuple[Term, int]] = [(const(constant), 1)]
    for part, weight in parts:
        relaxed = _relaxed(part, inside, box, extreme if weight > 0 else _opposite(extreme))
        if sort_of(relaxed) is Sort.ANY:  # without bounds: so is the sum
            return const(math.inf if extreme is max else -math.inf)
        found.append((relaxed, weight))
    return combine(*found)


def _relaxed_choice(
    test: Term, then: Term, other: Term, *, inside: set[Var], extreme: Extreme
) -> Term:
    """A choice where the test may or may not be decided by what is kept."""
    may, may_not = weakened(spelled_out(test), inside), weakened(spelled_out(negate(test)), inside)
    sort = sort_of(then) if sort_of(then) is sort_of(other) else Sort.ANY
    either = call(extreme.__name__, then, other, sort=sort)
    return choose(may, choose(may_not, either, then), other)


def _relaxed_lookup(term: Lookup, inside: set[Var], box: Box, extreme: Extreme) -> Term:
    """The extreme value in each slice of a table, by the keys that are kept."""
    table, keys = term.table, term.keys
    kept = [place for place, key in enumerate(keys) if inside.issuperset(variables(key))]
    if not kept or not all(isinstance(value, int | float) for value in table.values):
        return _extreme_value(term, box, extreme)
    filters = key_filters(keys, box)
    slices: dict[tuple[Any, ...], Any] = {}
    for row, value in table.rows(len(keys)):
        if all(allows(part) for allows, part in zip(filters, row, strict=True)):
            place = tuple(row[i] for i in kept)
            # Keys that are not in the table have the default, whatever the kept ones are.
            found = slices.get(place, value if table.default is MISSING else table.default)
            slices[place] = extreme(found, value)
    if not slices:
        return _extreme_value(term, box, extreme)
    relaxed = Table.of_rows(slices, default=table.default, name=table.name)
    return lookup(relaxed, tuple(keys[i] for i in kept))
