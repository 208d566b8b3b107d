"""Conditions checked by enumeration: contradictory ones, and conjuncts that others entail."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from introplan.symbolic.constraints.interval import Box, domain_of
from introplan.symbolic.terms.build import lookup
from introplan.symbolic.terms.compile import compiled
from introplan.symbolic.terms.substitute import rebuilt
from introplan.symbolic.terms.term import (
    MISSING,
    And,
    Lookup,
    Table,
    Term,
    Var,
    children,
    variables,
    walk,
)

MAX_STATES = 60_000
"""Conditions over more states are not enumerated."""


def conjuncts(condition: Term) -> tuple[Term, ...]:
    """The parts that must all hold."""
    return condition.children if isinstance(condition, And) else (condition,)


def states(names: Sequence[Var], box: Box) -> list[tuple[Any, ...]] | None:
    """All values of some variables; None if they are too many to enumerate."""
    size = 1.0
    domains = [domain_of(var, box) for var in names]
    for domain in domains:
        size *= float("inf") if domain is None else domain.size
    if size > MAX_STATES:
        return None
    return list(itertools.product(*(list(domain) for domain in domains if domain is not None)))


def completed(term: Term, number: int) -> Term:
    """The term, where tables without a default have their value of this number elsewhere.

    What a table says outside its keys is never asked for; a conjunct that keeps a program inside
    must count as needed whatever that is.
    """
    done: dict[Term, Term] = {}
    for part in walk(term):
        parts = tuple(done[child] for child in children(part))
        if isinstance(part, Lookup) and part.table.default is MISSING:
            values = list(dict.fromkeys(part.table.values))
            table = Table(part.table.entries, default=values[number % len(values)])
            done[part] = lookup(table, parts)
        else:
            done[part] = rebuilt(part, parts) if parts else part
    return done[term]


def flaw(condition: Term, box: Box) -> str | None:
    """ "contradictory", the number of a redundant conjunct, or None; unknown counts as None."""
    parts, names = conjuncts(condition), variables(condition)
    rows = states(names, box)
    if rows is None or not names:
        return None
    holds = compiled(parts, names)
    if not any(all(holds(row)) for row in rows):
        return "contradictory"
    tables = []
    for number in (0, 1):
        completion = compiled([completed(part, number) for part in parts], names)
        tables.append([tuple(map(bool, completion(row))) for row in rows])
    for place in range(len(parts)):
        if all(_is_entailed(table, place) for table in tables):
            return f"redundant: conjunct {place}"
    return None


def _is_entailed(table: list[tuple[bool, ...]], place: int) -> bool:
    return all(row[place] for row in table if all(row[:place]) and all(row[place + 1 :]))
