"""Concretisation: pure Python functions of unknowns that can only have a few values.

Where no term expresses an operation (`text.upper()`, `3 ** x`, an attribute of an unknown enum
member), it is computed for every value the unknowns can have here, by Python itself, and becomes a
lookup table. Values for which Python raises are ruled out first, on a path of their own.
"""

from __future__ import annotations

import enum
import itertools
import math
from collections.abc import Callable
from typing import Any

from introplan.symbolic.constraints.interval import bounds, domain_of
from introplan.symbolic.interpreter.classes import EXACT, has_special_methods
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.values import (
    Entries,
    Items,
    Members,
    Record,
    Value,
    concrete_value,
    is_concrete,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, doing_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import (
    Choose,
    Const,
    Lookup,
    Sort,
    Table,
    Term,
    Var,
    exact,
    sort_of,
)

MAX_VALUES = 300
"""Values of one unknown for which a function is computed: more make a term that is slow to look up
in and to bound."""

MAX_COMBINATIONS = 4 * MAX_VALUES
"""Combinations of values of several unknowns."""


def call_python(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call Python with concrete arguments; what it raises, the program raises."""
    try:
        return function(*arguments)
    except (RecursionError, MemoryError):
        raise  # of this process, not of the program: how deep it is depends on the interpreter
    except Exception as error:
        raise Raised(type(error), error) from None


def possible_values(run: Execution, term: Term, *, limit: int = MAX_VALUES) -> list[Any] | None:
    """All values an unknown may have here, or None if there are more than `limit`."""
    if isinstance(term, Var):
        domain = domain_of(term, run.path_condition.box)
        return list(domain) if domain is not None and domain.size <= limit else None
    values = terms.values_of(term, limit=limit)
    if values is not None:
        return values
    if isinstance(term, Choose) and sort_of(term) is Sort.ANY:
        return _possible_on_sides(run, term, limit)
    if sort_of(term) is Sort.BOOL:
        return [False, True]
    if sort_of(term) is Sort.INT:
        low, high = bounds(term, run.path_condition.box)
        return list(range(int(low), int(high) + 1)) if high - low < limit else None
    return None


def _possible_on_sides(run: Execution, term: Choose, limit: int) -> list[Any] | None:
    """All values of the parts that a term is chosen from, each looked at once."""
    found: dict[Term, Any] = {}
    seen: set[int] = set()
    stack: list[Term] = [term]
    while stack:
        part = stack.pop()
        if part.serial in seen:
            continue
        seen.add(part.serial)
        if isinstance(part, Choose):
            stack += [part.other, part.then]
            continue
        values = [part.value] if isinstance(part, Const) else possible_values(run, part)
        if values is None:
            return None
        found |= {terms.const(value): value for value in values}
        if len(found) > limit:
            return None
    return list(found.values())


def tabulate(run: Execution, function: Callable[..., Any], *arguments: Value) -> Value:
    """A pure Python function of unknowns with few values: a table of its results.

    Values for which it raises are ruled out first, on a path of their own. Raises `Refused` if an
    unknown has too many values.
    """
    unknown = [a for a in arguments if is_term(a)]
    if not all(is_term(a) or is_concrete(a) for a in arguments):
        raise Refused("PY-EXPR", f"{doing_of(function)} of values that depend on the state")
    if not unknown:
        return call_python(function, *arguments)
    spaces = [possible_values(run, term) for term in unknown]
    if None in spaces:
        return _mapped(function, arguments)
    if math.prod(len(space or ()) for space in spaces) > MAX_COMBINATIONS:
        raise Refused("PY-EXPR", f"{doing_of(function)} of values that depend on the state")
    results, errors = _tabulated(function, arguments, [s or [] for s in spaces])
    for kind, keys in errors.items():
        table = Table(dict.fromkeys(keys, True), default=False)
        if run.decide(terms.lookup(table, tuple(unknown))):
            raise Raised(kind)
    if not results:
        raise Raised(next(iter(errors)))
    if not all(is_simple(value) for value in results.values()):
        raise Refused("PY-EXPR", f"{doing_of(function)} gives values that are not simple")
    return unwrapped(terms.lookup(Table(results), tuple(unknown)))


def _mapped(function: Callable[..., Any], arguments: tuple[Value, ...]) -> Value:
    """A function of a large table, value by value; refused for all else, and where it may raise.

    The table stays one of its own keys, so that it may have more than `MAX_VALUES` values.
    """
    refusal = Refused("PY-EXPR", f"{doing_of(function)} of a value that depends on the state")
    places = [place for place, value in enumerate(arguments) if is_term(value)]
    term = arguments[places[0]]
    if len(places) > 1 or not isinstance(term, Lookup):
        raise refusal
    results: dict[int, Any] = {}
    try:
        for value in term.table.values:
            filled = [value if place == places[0] else a for place, a in enumerate(arguments)]
            results[id(value)] = function(*filled)
    except Exception:
        raise refusal from None
    mapped = terms.on_values(lambda value: results[id(value)], term)
    if mapped is None or not all(map(is_simple, results.values())):
        raise refusal
    return unwrapped(mapped)


def _tabulated(
    function: Callable[..., Any], arguments: tuple[Value, ...], spaces: list[list[Any]]
) -> tuple[dict[Any, Any], dict[type[BaseException], list[Any]]]:
    results: dict[Any, Any] = {}
    errors: dict[type[BaseException], list[Any]] = {}
    for choice in itertools.product(*spaces):
        key = choice[0] if len(choice) == 1 else choice
        filled = iter(choice)
        try:
            result = function(*(next(filled) if is_term(a) else a for a in arguments))
        except Exception as error:
            errors.setdefault(type(error), []).append(key)
            continue
        # 2 and 2.0 are one key of a table, and not everything is the same of both.
        if key in results and exact(results[key]) != exact(result):
            raise Refused("PY-EXPR", f"{doing_of(function)} of values that depend on the state")
        results[key] = result
    return results, errors


def call_or_tabulate(run: Execution, function: Callable[..., Any], *arguments: Value) -> Value:
    """A function of Python's on concrete arguments, or a table of it on unknown ones."""
    for argument in arguments:
        check_has_no_methods(argument)
    try:
        return as_owned(run, call_python(function, *map(concrete_value, arguments)))
    except KeyError:
        return tabulate(run, function, *arguments)


def as_owned(run: Execution, value: Any) -> Value:
    """A list, dictionary or set that Python has just made, as one that the run may change."""
    if type(value) is list:
        return Items(list, list(value), run.stamp())
    if type(value) is dict:
        return Entries(dict(value), run.stamp())
    if type(value) is set:
        return Members(set, dict.fromkeys(value, True), run.stamp())
    return value


def check_has_no_methods(value: Value) -> None:
    """Refuse to give Python's own functions an object with special methods of the user's.

    Which of them a function of Python's calls is not known, and what they do neither.
    """
    if isinstance(value, Record):
        kind, parts = value.kind, list(value.fields.values())
    elif is_concrete(value) or isinstance(value, Items):
        kind, parts = type(value), sequence(value) or []
    else:
        return
    if (
        kind not in EXACT
        and kind is not Items
        and not isinstance(value, enum.Enum)
        and has_special_methods(kind)
    ):
        raise Refused("PY-CALL", f"an object of type {kind.__name__}, given to Python's own")
    for part in parts:
        check_has_no_methods(part)
