"""Satisfiability and entailment where propagation alone does not decide.

A small solver: choose a variable, split its values, propagate, and go on in each part (maintaining
arc consistency; Sabin & Freuder 1994). Conditions of programs are mostly satisfied at the first
attempt, so the search costs a few propagations. It is limited: an answer that would take longer is
None, unknown.

A conjunct is *redundant* if the others entail it, that is, if they cannot be met together with
its opposite.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from introplan.symbolic.budget import is_time_over
from introplan.symbolic.constraints.interval import (
    EVERYTHING,
    INFINITY,
    Box,
    Domain,
    OneOf,
    Range,
    bounds,
    domain_of,
)
from introplan.symbolic.constraints.path_condition import PathCondition, Space, small_space
from introplan.symbolic.terms.build import at_most, conjoin, disjoin, equal, negate, values_of
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import (
    MISSING,
    And,
    Equal,
    Lookup,
    Not,
    Or,
    Sort,
    Term,
    Var,
    children,
    const,
    remembered,
    sort_of,
    variables,
    walk,
)

MAX_ENUMERATED_STATES = 256
"""So few states are tried one by one: cheaper than splitting until each is alone."""

MAX_SPLITS = 200
"""Splits of one search. Every condition of the shipped worlds is decided with fewer than 20."""

MAX_SPLITS_FOR_BREVITY = 20
"""Splits of one search whether a conjunct can be left out: a longer guard is no wrong one."""


def is_satisfiable(known: PathCondition, *, max_splits: int = MAX_SPLITS) -> bool | None:
    """Is there a state that meets all that is known? None if that takes more than the limits."""
    pending, splits, is_open = [known], 0, False
    while pending:
        current = pending.pop()
        undecided = current.undecided()
        if not undecided or any(map(current.is_met, _corners(current, undecided))):
            return True
        space = small_space(variables(*undecided), current.box, limit=MAX_ENUMERATED_STATES)
        if space is not None:
            if _is_met_somewhere(current, undecided, space):
                return True
            continue
        halves = _halves(undecided, current.box)
        if halves is None:
            is_open = True
            continue
        splits += 1
        if splits > max_splits or is_time_over():
            return None
        for half in halves:
            part = current.copy()
            if part.learn(half, True):
                pending.append(part)
    return None if is_open else False


def _is_met_somewhere(known: PathCondition, undecided: Sequence[Term], space: Space) -> bool:
    order, rows = space
    for term in undecided:
        holds, wanted = compiled_one(term, order), known.decided[term]
        rows = [row for row in rows if bool(holds(row)) is wanted]
    return bool(rows)


def _corners(known: PathCondition, undecided: Sequence[Term]) -> Iterator[Box]:
    """Two opposite corners of the box: many conditions, such as x != 3, are met in one of them."""
    for corner in (0, -1):
        point: dict[Var, Domain] = {}
        for var in variables(*undecided):
            domain = domain_of(var, known.box)
            if isinstance(domain, OneOf):
                point[var] = OneOf((domain.values[corner],))
            elif isinstance(domain, Range):
                end = domain.low if corner == 0 else domain.high
                point[var] = domain if math.isinf(end) else Range(end, end)
        yield {**known.box, **point}


def _halves(undecided: Sequence[Term], box: Box) -> tuple[Term, Term] | None:
    """A condition that splits the values of one of the variables, and its opposite.

    The second is looked at first. None if some variable has no bounds: no end is in sight then.
    The variable has few values and is spoken of often (dom/deg; Bessiere & Regin 1996): where
    things stand decides which of a hundred cells matter at all.
    """
    counts: dict[Var, int] = {}
    for term in undecided:
        for var, count in _mentions(term):
            counts[var] = counts.get(var, 0) + count
    open_domains = [(var, domain_of(var, box) or EVERYTHING) for var in counts]
    if any(domain.size == INFINITY for _, domain in open_domains):
        return None
    splittable = [(var, domain) for var, domain in open_domains if domain.size > 1]
    if not splittable:
        return None  # a condition that interval arithmetic cannot compute even in one state
    var, domain = min(splittable, key=lambda item: item[1].size / counts[item[0]])
    if isinstance(domain, OneOf):
        first = equal(var, const(domain.values[0]))
    else:
        assert isinstance(domain, Range)
        first = at_most(var, const(int(domain.low + domain.high) // 2))
    return negate(first), first


@remembered
def _mentions(term: Term) -> tuple[tuple[Var, int], ...]:
    """The variables of a term, each with the number of terms that it is a part of."""
    counts = dict.fromkeys(variables(term), 0)
    for part in walk(term):
        for below in children(part):
            if isinstance(below, Var):
                counts[below] += 1
    return tuple((var, max(1, count)) for var, count in counts.items())


def contradicts(box: Box, conditions: Iterable[Term], *, max_splits: int = MAX_SPLITS) -> bool:
    """Is it certain that no state in the box meets all conditions?"""
    known = PathCondition.of(box)
    if not known.learn_all(conditions):
        return True
    return is_satisfiable(known, max_splits=max_splits) is False


def irredundant(
    conditions: Sequence[Term], box: Box, *, keeps_equalities: bool = False
) -> tuple[Term, ...]:
    """The conditions without those that the others and the box entail, in the same order.

    Where two entail each other the one that is harder to read goes: disjunctions first, then
    inequalities, and equalities only if they are not to be kept. What is left of a disjunction
    has no parts that the others exclude.
    """
    kept = _flat(conditions)
    while True:
        smaller = _without_redundant(kept, box, keeps_equalities=keeps_equalities)
        # A disjunction that shrank may be entailed now, or entail others.
        if not any(condition not in kept for condition in smaller):
            return tuple(smaller)
        kept = smaller


def _without_redundant(conditions: list[Term], box: Box, *, keeps_equalities: bool) -> list[Term]:
    kept = list(conditions)
    for condition in sorted(kept, key=_weight):
        if keeps_equalities and isinstance(condition, Equal):
            continue
        others = [other for other in kept if other is not condition]
        related = _related(condition, others, box)
        if not related and PathCondition.of(box).truth(condition) is None:
            continue
        opposite = [*related, negate(condition)]
        if contradicts(box, opposite, max_splits=MAX_SPLITS_FOR_BREVITY):
            kept = others
        elif isinstance(condition, Or):
            kept[kept.index(condition)] = _without_excluded(condition, related, box)
    return _flat(kept)


def _flat(conditions: Iterable[Term]) -> list[Term]:
    return list(dict.fromkeys(part for c in conditions for part in _conjuncts(c)))


def _conjuncts(condition: Term) -> tuple[Term, ...]:
    return condition.children if isinstance(condition, And) else (condition,)


def _weight(condition: Term) -> int:
    """Conditions of a smaller weight are dropped before others."""
    match condition:
        case Or():
            return 0
        case Not():
            return 1
        case Equal():
            return 3
        case _:
            return 2


def _related(condition: Term, others: Iterable[Term], box: Box) -> list[Term]:
    """The conditions that may entail this one; none if its variables are nowhere else.

    A table without a default has any value outside its keys, and the condition may be there to
    keep it inside: `x < 5 and MAP[x] == '.'`. Such tables entail nothing.
    """
    own = set(variables(condition))
    found = [o for o in others if own.isdisjoint(variables(o)) or not _needs_guard(o, box)]
    elsewhere = own.intersection(variables(*found)) if found else set()
    # An equality follows only if all of its variables are constrained by others.
    is_possible = elsewhere == own if isinstance(condition, Equal) else bool(elsewhere)
    return found if is_possible else []


def _needs_guard(condition: Term, box: Box) -> bool:
    """Does a condition look something up that is not in the table everywhere in the box?"""
    return any(
        isinstance(part, Lookup) and part.table.default is MISSING and not _is_total(part, box)
        for part in walk(condition)
    )


def _is_total(lookup: Lookup, box: Box) -> bool:
    spans = [_values(key, box) for key in lookup.keys]
    entries = lookup.table.entries
    if math.prod(span.size for span in spans) > len(entries):
        return False
    rows = product(*spans)
    return all((row if len(spans) > 1 else row[0]) in entries for row in rows)


def _values(key: Term, box: Box) -> Domain:
    """The values that a key can have at most."""
    if sort_of(key) is Sort.INT:
        return Range(*bounds(key, box))
    if isinstance(key, Var):
        domain = domain_of(key, box)
        return EVERYTHING if domain is None else domain
    values = values_of(key)  # whether an inner table is total is asked of that table
    return EVERYTHING if values is None else OneOf(tuple(values))


def _without_excluded(condition: Or, others: Sequence[Term], box: Box) -> Term:
    """A disjunction without the parts that the other conditions exclude."""
    known = PathCondition.of(box)
    if not known.learn_all(others):
        return condition
    possible = []
    for part in condition.children:
        attempt = known.copy()
        if attempt.learn(part, True) and is_satisfiable(attempt) is not False:
            possible.append(part)
    return disjoin(possible)


def minimal(condition: Term, box: Box, *, keeps_equalities: bool = False) -> Term:
    """The same condition without redundant parts."""
    return conjoin(irredundant(_conjuncts(condition), box, keeps_equalities=keeps_equalities))
