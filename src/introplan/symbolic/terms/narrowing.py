"""The part of a table that is left where some of its keys are known."""

from __future__ import annotations

from introplan.symbolic.terms.term import Const, Table, Term


def narrowed(table: Table, keys: tuple[Term, ...]) -> tuple[Table, tuple[Term, ...]]:
    """The rows of a table that fit the keys that are known, looked up by the others.

    For keys that are in the table: outside a table without default, any value will do.
    """
    known = {i: key.value for i, key in enumerate(keys) if isinstance(key, Const)}
    rows = {
        tuple(part for i, part in enumerate(head) if i not in known): value
        for head, value in table.rows(len(keys))
        if all(head[i] == part for i, part in known.items())
    }
    open_keys = tuple(key for i, key in enumerate(keys) if i not in known)
    if not known or not rows or not open_keys:
        return table, keys
    return Table.of_rows(rows, default=table.default, name=table.name), open_keys
