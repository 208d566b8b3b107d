"""Membership: `value in container`.

An unknown in a constant container is one lookup in a table, however large the container is; the
table is made once (`MembershipTables`). A range is two inequalities and a remainder.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from introplan.symbolic.builtins.dicts import check_has_hash, key_parts, matching_keys
from introplan.symbolic.builtins.iterators import quantified
from introplan.symbolic.builtins.operators import has_own_equality, part_equals
from introplan.symbolic.builtins.sets import in_members
from introplan.symbolic.builtins.text import in_text, is_text
from introplan.symbolic.interpreter.classes import CONTAINING, is_named_tuple
from introplan.symbolic.interpreter.concretisation import call_python, tabulate
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.iteration import new_stream, pairs_of
from introplan.symbolic.interpreter.kinds import lifted
from introplan.symbolic.interpreter.listings import both
from introplan.symbolic.interpreter.protocols import ABSENT, method_of, own_membership
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    Variant,
    as_term,
    check_plain,
    is_concrete,
    is_number,
    is_simple,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Table, Term, sort_of


def is_in(run: Execution, value: Value, container: Value) -> Value:  # noqa: C901 - one case per kind
    """value in container: True, False, or a condition."""
    if isinstance(container, Variant):
        return lifted(run, container, lambda case: run.is_in(value, case))
    if isinstance(value, Variant):
        return lifted(run, value, lambda case: run.is_in(case, container))
    if is_text(container) or (isinstance(container, str) and is_text(value)):
        return in_text(run, value, container)
    match container:
        case Members(_, members):
            return in_members(run, value, members)
        case Entries(items):
            check_has_hash(value)
            return _in_entries(run, value, items)
        case Array():
            container = Items(tuple, container.cells, FOREIGN)
        case View(owner, "keys"):
            return run.is_in(value, owner)
        case Stream():
            return quantified(run, container, lambda item: run.equals(item, value), stop=True)
    held = own_membership(run, value, container)
    if held is not ABSENT:
        return held
    if is_concrete(value) and is_concrete(container) and method_of(container, "__iter__") is None:
        return call_python(lambda: value in container)
    if method_of(container, "__iter__") is not None:
        stream = new_stream(run, [container], lambda sources: sources[0])
        return quantified(run, stream, lambda item: run.equals(item, value), stop=True)
    check_plain(container, *CONTAINING)
    if isinstance(container, set | frozenset | dict):
        check_has_hash(value)
    return _in_parts(run, value, container)


def _in_parts(run: Execution, value: Value, container: Value) -> Value:
    if isinstance(container, set | frozenset | dict | tuple | list | range):
        table = _membership(run, container, value)
        if table is not None:
            return table
    if is_term(container) or isinstance(container, str):
        return tabulate(run, _contains, container, value)
    pairs = list(pairs_of(run, container))
    is_set = isinstance(container, set | frozenset | dict)
    if not is_set and any(has_own_equality(v) for v in (value, *(item for _, item in pairs))):
        stream = new_stream(run, [container], lambda columns: columns[0])
        return quantified(run, stream, lambda item: part_equals(run, item, value), stop=True)
    cases = [both(held, run.equals(value, item)) for held, item in pairs]
    return unwrapped(terms.disjoin(map(as_term, cases)))


def _equals_one(run: Execution, value: Value, items: list[Value]) -> Value:
    return unwrapped(terms.disjoin(as_term(run.equals(value, item)) for item in items))


def _in_entries(run: Execution, value: Value, items: dict[Any, Value]) -> Value:
    """Membership in a dictionary that the program made; its table is not kept, it may change."""
    if is_concrete(value):
        return call_python(lambda: value in items)
    parts = key_parts(value)
    if parts is None:
        return _equals_one(run, value, list(items))
    return _looked_up(_table_of(items, parts), parts)


def _contains(container: Any, value: Any) -> bool:
    return value in container


def _membership(run: Execution, container: Any, value: Value) -> Value | None:
    """Membership of an unknown in a known container, as a table; None if it cannot be one."""
    parts = key_parts(value)
    if parts is None or (isinstance(value, Record) and not is_named_tuple(value.kind)):
        return None
    if isinstance(container, range):
        return _in_range(parts[0], container) if len(parts) == 1 else False
    kept, sorts = run.context.membership, tuple(map(sort_of, parts))
    table = kept.table(container, sorts)
    if table is None:
        if isinstance(container, list | tuple) and not all(is_simple(k) for k in container):
            return None
        table = _table_of(container, parts)
        kept.keep(container, sorts, table)
    return _looked_up(table, parts)


def _table_of(container: Iterable[Any], parts: tuple[Term, ...]) -> Table:
    return Table(dict.fromkeys(matching_keys(container, parts), True), default=False)


def _looked_up(table: Table, parts: tuple[Term, ...]) -> Value:
    return unwrapped(terms.lookup(table, parts)) if table.entries else False


def _in_range(term: Term, numbers: range) -> Value:
    if not is_number(term):
        raise Refused("PY-EXPR", "membership of something in a range")
    if not numbers:
        return False
    low, high = min(numbers[0], numbers[-1]), max(numbers[0], numbers[-1])
    inside = [terms.at_most(terms.const(low), term), terms.at_most(term, terms.const(high))]
    step = abs(numbers.step)
    if step > 1:
        inside.append(terms.equal(terms.modulo(term, step), terms.const(low % step)))
    return unwrapped(terms.conjoin(inside))
