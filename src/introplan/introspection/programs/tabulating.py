"""Functions of values that can only be a few things: tables of their results."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.bounds import bounds, domain_of
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import Raised, Refused
from introplan.introspection.programs.terms import (
    Sort,
    Table,
    Term,
    Var,
    sort_of,
)
from introplan.introspection.programs.values import (
    Value,
    is_raw,
    is_simple,
    is_term,
    unwrapped,
)
from introplan.introspection.programs.vocabulary import doing_of

MOST_VALUES = 300
"""A function of so many possible values is computed for each of them."""


def guarded(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call Python with known arguments; what it raises, the model raises."""
    try:
        return function(*arguments)
    except (RecursionError, MemoryError):
        raise
    except Exception as error:
        raise Raised(type(error), error) from None


def number_like(value: Value) -> bool:
    """Is this a whole number or truth value, known or not?"""
    if is_term(value):
        return sort_of(value) is not Sort.ANY
    return isinstance(value, int)


def possible_values(machine: Machine, term: Term, *, limit: int = MOST_VALUES) -> list[Any] | None:
    """All values an unknown may have here, or None if they are too many to tell."""
    if isinstance(term, Var):
        domain = domain_of(term, machine.knowledge.box)
        return list(domain) if domain is not None and domain.size <= limit else None
    values = terms.values_of(term, limit=limit)
    if values is not None:
        return values
    if sort_of(term) is Sort.BOOL:
        return [False, True]
    if sort_of(term) is Sort.INT:
        low, high = bounds(term, machine.knowledge.box)
        return list(range(int(low), int(high) + 1)) if high - low < limit else None
    return None


def for_each_value(machine: Machine, function: Callable[..., Any], *arguments: Value) -> Value:
    """A pure Python function of unknowns that can only be a few things: a table of results.

    Values for which it raises are ruled out first, on a path of their own.
    """
    unknown = [a for a in arguments if is_term(a)]
    if not all(is_term(a) or is_raw(a) for a in arguments):
        raise Refused("PY-EXPR", f"{doing_of(function)} of values that depend on the state")
    if not unknown:
        return guarded(function, *arguments)
    spaces = [possible_values(machine, term) for term in unknown]
    size = 1
    for space in spaces:
        if space is None:
            raise Refused("PY-EXPR", f"{doing_of(function)} of a value that depends on the state")
        size *= len(space)
    if size > 4 * MOST_VALUES:
        raise Refused("PY-EXPR", f"{doing_of(function)} of values that depend on the state")
    results, errors = _tabulated(function, arguments, [s or [] for s in spaces])
    for kind, keys in errors.items():
        table = Table(dict.fromkeys(keys, True), default=False)
        if machine.decide(terms.lookup(table, tuple(unknown))):
            raise Raised(kind)
    if not results:
        raise Raised(next(iter(errors)))
    if not all(is_simple(value) for value in results.values()):
        raise Refused("PY-EXPR", f"{doing_of(function)} gives values that are not simple")
    return unwrapped(terms.lookup(Table(results), tuple(unknown)))


def _tabulated(
    function: Callable[..., Any], arguments: tuple[Value, ...], spaces: list[list[Any]]
) -> tuple[dict[Any, Any], dict[type[BaseException], list[Any]]]:
    results: dict[Any, Any] = {}
    errors: dict[type[BaseException], list[Any]] = {}
    for choice in itertools.product(*spaces):
        key = choice[0] if len(choice) == 1 else choice
        filled = iter(choice)
        try:
            results[key] = function(*(next(filled) if is_term(a) else a for a in arguments))
        except Exception as error:
            errors.setdefault(type(error), []).append(key)
    return results, errors
