"""Functions of values that can only be a few things: tables of their results.

Sets of which only the membership of each element is known.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Any

from introplan.symbolic.constraints.interval import bounds, domain_of
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.values import (
    Members,
    Value,
    as_term,
    is_raw,
    is_simple,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, doing_of, sign_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Sort, Table, Term, Var, sort_of

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


def members_of(machine: Machine, value: Value) -> Members | None:
    """A set, known or not, as elements with conditions."""
    if isinstance(value, Members):
        return value
    if isinstance(value, set | frozenset):
        return Members(type(value), dict.fromkeys(value, True), machine.stamp())
    return None


def join_sets(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left | right, and the like."""
    first, second = members_of(machine, left), members_of(machine, right)
    if first is None or second is None or op not in (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor):
        raise Refused("PY-EXPR", f"{sign_of(op)} on sets")
    both = dict.fromkeys([*first.members, *second.members])
    joined = {}
    for element in both:
        a, b = (
            as_term(first.members.get(element, False)),
            as_term(second.members.get(element, False)),
        )
        joined[element] = unwrapped(_joined_membership(op, a, b))
    return Members(first.kind, joined, machine.stamp())


def _joined_membership(op: type[ast.AST], first: Term, second: Term) -> Term:
    if op is ast.BitOr:
        return terms.disjoin([first, second])
    if op is ast.BitAnd:
        return terms.conjoin([first, second])
    if op is ast.Sub:
        return terms.conjoin([first, terms.negate(second)])
    return terms.choose(first, terms.negate(second), second)
