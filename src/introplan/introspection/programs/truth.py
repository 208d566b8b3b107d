"""Truth: what counts as true of a value that depends on the state."""

from __future__ import annotations

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.own_methods import check_plain_class
from introplan.introspection.programs.signals import Raised
from introplan.introspection.programs.streams import View
from introplan.introspection.programs.tabulating import for_each_value, guarded
from introplan.introspection.programs.terms import (
    Sort,
    Term,
    sort_of,
)
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    as_term,
    check_plain,
    is_raw,
    is_term,
    unwrapped,
)


def truth_value(machine: Machine, value: Value) -> Value:
    """The truth of a value: True, False, or a condition."""
    match value:
        case Items(_, items):
            return bool(items)
        case Entries(items):
            return bool(items)
        case View():
            return bool(value.rows())
        case Members(_, members):
            return unwrapped(terms.disjoin(map(as_term, members.values())))
        case Record(kind):
            check_plain_class(kind, "__bool__", "__len__")
            return bool(value.fields) if issubclass(kind, tuple) else True
        case Array():
            return _truth_of_array(value)
        case _ if is_term(value):
            return _truth_of_term(machine, value)
        case _ if is_raw(value):
            check_plain(value, "__bool__", "__len__")
            return guarded(bool, value)
        case _:
            return True


def _truth_of_array(array: Array) -> Value:
    if len(array.cells) != 1:
        raise Raised(ValueError)
    return unwrapped(terms.negate(terms.equal(as_term(array.cells[0]), terms.ZERO)))


def _truth_of_term(machine: Machine, term: Term) -> Value:
    match sort_of(term):
        case Sort.BOOL:
            return term
        case Sort.INT:
            return unwrapped(terms.negate(terms.equal(term, terms.ZERO)))
        case Sort.ANY:
            simple = terms.on_values(bool, term)
            return for_each_value(machine, bool, term) if simple is None else unwrapped(simple)
