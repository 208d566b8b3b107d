"""Widening and narrowing: ranges of variables that no operator leaves.

Abstract interpretation (Cousot & Cousot 1977) over boxes. The states that can be reached are
overapproximated from the sampled ones:

* `widen` makes room for the effects of all operators at once; an end of a range that moves goes to
  infinity, so that growth comes to an end after a few rounds.
* `grown_exactly` takes what the operators do, again and again, without anything more: where that
  comes to an end soon, no range has to go to infinity first.
* `narrow` takes back what was too much: what the operators do inside the large box, joined with
  the start, is a box again, and often a finite one.
* `regrow_truths` grows truth values alone from the start, inside the ranges that were found: what
  is in a set only where a range was too large for a while is dropped again.
* `widen_to_thresholds` grows from the start once more, by steps to the numbers that guards and
  effects mention (widening with thresholds; Blanchet et al. 2003). It helps where a range went to
  infinity before the guard that ends it was known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from introplan.introspection.programs.operator import Operator
from introplan.symbolic.constraints.interval import (
    INFINITY,
    Box,
    Domain,
    OneOf,
    Range,
    bounds,
    domain_of,
)
from introplan.symbolic.constraints.path_condition import PathCondition, small_space
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import const, values_of
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import (
    AtMost,
    Const,
    Linear,
    Lookup,
    Sort,
    Table,
    Term,
    Var,
    sort_of,
    variables,
    walk,
)

MAX_THRESHOLD_ROUNDS = 12
"""Rounds of widening to thresholds; a counter that passes more thresholds than this one by one is
rare, and keeps its infinite range."""

EXACT_ROUNDS = 12
"""Steps in which a box may grow to where it stays: rooms rarely go on for long beyond what was
sampled, and each step takes some milliseconds."""

NARROWING_ROUNDS = 3
"""Each round carries a bound one operator further; chains of more than three are rare."""

MAX_EVALUATED_STATES = 256
"""A term over so few states is evaluated in all of them: interval arithmetic is less exact."""

MAX_LISTED_NUMBERS = 64
"""Numbers that an opaque variable may get besides its other values."""

MAX_OPAQUE_VALUES = 512
"""Values of one opaque variable; joins and comparisons look at all pairs."""


def reach(term: Term, box: Box) -> Domain | None:
    """The values a term can have in a box; None if that is not known."""
    if isinstance(term, Var):
        return domain_of(term, box)
    values = values_of(term)
    if values is not None and not all(type(v) is int for v in values):
        return _reached(term, box) or OneOf(tuple({const(v): v for v in values}.values()))
    space = small_space(variables(term), box, limit=MAX_EVALUATED_STATES)
    if space is not None:
        function = compiled_one(term, space[0])
        found = {const(v): v for v in map(function, space[1])}
        if found and all(type(v) is int for v in found.values()):
            return Range(min(found.values()), max(found.values()))
        return OneOf(tuple(found.values()))
    low, high = bounds(term, box)
    if sort_of(term) is Sort.BOOL:  # 0 and 1 are other values than False and True
        return OneOf(tuple(value for value in (False, True) if low <= value <= high))
    return Range(low, high)


def _reached(term: Term, box: Box) -> Domain | None:
    """What a table of an opaque value comes to in a box; None where that is all it has.

    A place one step from any place that was reached may lie behind a wall, and be no place.
    """
    if not isinstance(term, Lookup) or not isinstance(term.keys[0], Var):
        return None
    space = small_space(variables(term), box, limit=MAX_OPAQUE_VALUES)
    if space is None or len(space[1]) >= len(term.table.entries):
        return None
    function = compiled_one(term, space[0])
    return OneOf(tuple({const(v): v for v in map(function, space[1])}.values()))


def widen(box: Box, operators: Sequence[Operator]) -> dict[Var, Domain]:
    """The box, with room for all effects of the operators; numbers that leave it go to infinity.

    What is copied from one variable to another is nothing new: it only makes their ranges one.
    Raises `Refused` if a variable may get a value of which nothing is known.
    """
    larger = dict(box)
    copies: dict[tuple[Var, Var], None] = {}
    for operator in operators:
        for var, term in operator.effects.items():
            if isinstance(term, Var) and term in larger:
                copies[var, term] = None
                continue
            found = reach(term, operator.box)
            if found is None:
                raise Refused("PY-SHAPE", f"{var.name} gets a value that is not one of a few")
            larger[var] = _widened(larger[var], found, var)
    return _with_copies(larger, list(copies))


def _with_copies(box: dict[Var, Domain], copies: list[tuple[Var, Var]]) -> dict[Var, Domain]:
    """The box, where a variable has room for all values of those that are copied into it."""
    is_settled = False
    while not is_settled:
        is_settled = True
        for var, source in copies:
            joined = _joined_like(box[var], box[source], var)
            if joined != box[var]:
                box[var], is_settled = joined, False
    return box


def grown_exactly(
    box: dict[Var, Domain], operators: Sequence[Operator]
) -> tuple[dict[Var, Domain], bool]:
    """The least box around a box that the operators do not leave, and True if it is found soon.

    Otherwise the box after one step of theirs.
    """
    first, smaller = None, box
    for _ in range(EXACT_ROUNDS):
        larger = dict(smaller)
        for var, term, known in _effects_in(smaller, operators):
            found = reach(term, known)
            if found is None or found.size == INFINITY:
                return first or box, False
            larger[var] = _joined_exactly(larger[var], found, var)
        if larger == smaller:
            return smaller, True
        first = first or larger
        smaller = larger
    return first or box, False


def goes_both_ways(box: Box, grown: Box, operators: Sequence[Operator]) -> bool:
    """Are all numbers that grew raised by 1 by some operators and lowered by others?

    So are rows and columns, which end at walls; what is only counted may have no end.
    """
    steps: dict[Var, set[int]] = {}
    for operator in operators:
        for var, term in operator.effects.items():
            if isinstance(term, Linear) and variables(term) == (var,):
                steps.setdefault(var, set()).add(term.constant)
    numbers = [var for var, domain in box.items() if isinstance(domain, Range)]
    return all(steps.get(var) == {1, -1} for var in numbers if grown[var] != box[var])


def _joined_exactly(domain: Domain, found: Domain, var: Var) -> Domain:
    if var.sort is Sort.BOOL:
        found = OneOf(tuple(map(bool, found)))
    return _joined_like(domain, found, var)


def _joined_like(domain: Domain, other: Domain, var: Var) -> Domain:
    if isinstance(domain, Range) and isinstance(other, Range):
        return joined_domains(domain, other)
    return _widened(domain, other, var)


def _widened(domain: Domain, found: Domain, var: Var) -> Domain:
    if isinstance(domain, Range) and isinstance(found, Range):
        low = domain.low if found.low >= domain.low else -INFINITY
        high = domain.high if found.high <= domain.high else INFINITY
        return Range(low, high)
    if isinstance(domain, Range) or (isinstance(found, Range) and found.size > MAX_LISTED_NUMBERS):
        raise Refused("PY-SHAPE", f"{var.name} is a number in some states and not in others")
    return joined_domains(domain, OneOf(tuple(found)))


def joined_domains(one: Domain, two: Domain) -> Domain:
    """The least domain with the values of both; raises `Refused` if they are too many to list."""
    if isinstance(one, Range) and isinstance(two, Range):
        return Range(min(one.low, two.low), max(one.high, two.high))
    values = {const(v): v for v in (*one, *two)}
    if len(values) > MAX_OPAQUE_VALUES:
        raise Refused("PY-LIMIT", "an opaque value with too many possibilities")
    return OneOf(tuple(values.values()))


def narrow(start: Box, box: dict[Var, Domain], operators: Sequence[Operator]) -> dict[Var, Domain]:
    """A smaller box that still holds the start and all that the operators do inside it."""
    for _ in range(NARROWING_ROUNDS):
        smaller = dict(start)
        for var, term, known in _effects_in(box, operators):
            found = reach(term, known)
            if found is not None and var.sort is Sort.INT:
                smaller[var] = joined_domains(smaller[var], found)
        numbers = {v: d for v, d in smaller.items() if v.sort is Sort.INT}
        narrower = {**box, **numbers}
        if narrower == box:
            break
        box = narrower
    return box


def regrow_truths(
    start: Box, box: dict[Var, Domain], operators: Sequence[Operator]
) -> dict[Var, Domain]:
    """The box with no more truth values than the operators bring about in it, from the start."""
    smaller = {var: start[var] if var.sort is Sort.BOOL else box[var] for var in box}
    while True:
        larger = dict(smaller)
        for var, term, known in _effects_in(smaller, operators):
            found = reach(term, known) if var.sort is Sort.BOOL else None
            if found is not None:
                larger[var] = joined_domains(larger[var], OneOf(tuple(map(bool, found))))
        if larger == smaller:
            return smaller
        smaller = larger


def widen_to_thresholds(
    start: Box, box: dict[Var, Domain], operators: Sequence[Operator]
) -> dict[Var, Domain]:
    """Another box that no operator leaves, grown from the start by steps to thresholds.

    Ranges that only seemed endless, because a guard was not met yet when they grew, end at the
    numbers that guards and effects mention. Gives `box` back if growth does not end.
    """
    thresholds = _thresholds(operators)
    smaller = {var: domain if var.sort is Sort.INT else box[var] for var, domain in start.items()}
    for _ in range(MAX_THRESHOLD_ROUNDS):
        larger = dict(smaller)
        for var, term, known in _effects_in(smaller, operators):
            found, own = reach(term, known), larger[var]
            if isinstance(found, Range) and isinstance(own, Range):
                larger[var] = _up_to_thresholds(own, found, thresholds)
        if larger == smaller:
            return smaller
        smaller = larger
    return box


def _effects_in(box: Box, operators: Sequence[Operator]) -> Iterator[tuple[Var, Term, Box]]:
    """The effects of operators that apply in a box, each with the values it may read."""
    for operator in operators:
        known = PathCondition.of(box)
        if known.learn_all(operator.constraints):
            for var, term in operator.effects.items():
                yield var, term, known.box


def _thresholds(operators: Sequence[Operator]) -> list[float]:
    """The whole numbers that operators mention, and their neighbours."""
    found: set[int] = set()
    for operator in operators:
        for term in walk(*operator.constraints, *operator.effects.values()):
            match term:
                case Const(int(value)) | AtMost(_, int(value)):
                    found |= {value - 1, value, value + 1, -value}
                case Linear(constant):
                    found |= {constant, -constant}
                case Lookup(table, keys):
                    found |= _numbers_of(table, len(keys))
    return sorted(found)


def _numbers_of(table: Table, parts: int) -> set[int]:
    """The least and the largest number among the keys of a table, part by part, and beyond."""
    found: set[int] = set()
    for column in zip(*(row for row, _ in table.rows(parts)), strict=True):
        numbers = [key for key in column if type(key) is int]
        if numbers:
            found |= {min(numbers) - 1, min(numbers), max(numbers), max(numbers) + 1}
    return found


def _up_to_thresholds(domain: Range, found: Range, thresholds: list[float]) -> Range:
    """A range with room for what was found, up to the next threshold."""
    low, high = domain.low, domain.high
    if found.low < low:
        low = max((t for t in thresholds if t <= found.low), default=-INFINITY)
    if found.high > high:
        high = min((t for t in thresholds if t >= found.high), default=INFINITY)
    return Range(low, high)
