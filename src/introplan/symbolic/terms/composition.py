"""Functions of one opaque value are one table, however they are put together.

A place that is one value (a complex number, a name) is looked up in a table of neighbours, what is
found there in a map, and where that is a portal in a table of exits. As one table it says at once
at which places a condition holds, which is what a path condition narrows the places by.
"""

from __future__ import annotations

from typing import Any

from introplan.symbolic.terms.term import MISSING, Const, Lookup, Sort, Table, Term, Var

MAX_COMPOSED_ENTRIES = 512
"""Entries of a table that is put together: as many as an opaque value may have."""


def composed(table: Table, inner: Lookup) -> Table | None:
    """The table of what another one says of the opaque values of an inner one; None of others."""
    below = inner.table
    if _key_of(inner) is None or below.sort is not Sort.ANY:
        return None
    entries = {key: table.at(v) for key, v in below.entries.items() if _has(table, v)}
    if below.default is MISSING:
        return Table(entries) if entries else None
    is_said = entries and _has(table, below.default)
    return Table(entries, default=table.at(below.default)) if is_said else None


def chosen(test: Term, then: Term, other: Term) -> tuple[Table, Var] | None:
    """A choice between opaque values, all of them functions of one variable, as a table of it."""
    var = _key_of(test)
    if var is None or not isinstance(test, Lookup):
        return None
    first, second = _as_table(then, var), _as_table(other, var)
    if first is None or second is None:
        return None
    entries = {}
    for key in {**test.table.entries, **first.entries, **second.entries}:
        side = first if test.table.at(key) else second
        if _has(test.table, key) and _has(side, key):
            entries[key] = side.at(key)
    default = test.table.default
    if default is not MISSING:
        default = (first if default else second).default
    return (Table(entries, default=default), var) if entries else None


def _key_of(term: Term) -> Var | None:
    """The opaque variable that a term is a small table of."""
    if not isinstance(term, Lookup) or len(term.table.entries) > MAX_COMPOSED_ENTRIES:
        return None
    key, *others = term.keys
    return key if not others and isinstance(key, Var) and key.sort is Sort.ANY else None


def _as_table(term: Term, var: Var) -> Table | None:
    """A function of one variable as its table; None of others."""
    if isinstance(term, Const):
        return Table({}, default=term.value)
    return term.table if isinstance(term, Lookup) and _key_of(term) is var else None


def _has(table: Table, key: Any) -> bool:
    """Does a table say anything of a key? Where it does not, guards keep keys away from there."""
    return table.default is not MISSING or key in table.entries
