"""The value of a term in one state, without making a function of it first.

Making a function of a term (`compile.py`) costs as much as some hundred evaluations: it pays where
a term is asked in many states. Here it is asked in a few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from introplan.symbolic.terms.term import (
    FUNCTIONS,
    And,
    AtMost,
    Call,
    Choose,
    Const,
    Equal,
    Linear,
    Lookup,
    Not,
    Or,
    Term,
    Var,
    walk,
)


def value_of(term: Term, values: Mapping[Var, Any]) -> Any:
    """The value of a term where variables have these values; the same as of its function."""
    done: dict[Term, Any] = {}
    for part in walk(term):
        done[part] = values[part] if isinstance(part, Var) else _value(part, done)
    return done[term]


def evaluated(
    terms: Sequence[Term], order: Sequence[Var]
) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """As `compiled`, for a few rows of values."""

    def values(row: tuple[Any, ...]) -> tuple[Any, ...]:
        known = dict(zip(order, row, strict=True))
        return tuple(value_of(term, known) for term in terms)

    return values


def _value(term: Term, done: Mapping[Term, Any]) -> Any:  # noqa: C901 - one case per kind
    """The value of a term from the values of its children."""
    match term:
        case Const(value):
            return value
        case Linear(constant, parts):
            return constant + sum(weight * done[part] for part, weight in parts)
        case Equal(left, right):
            return done[left] == done[right]
        case AtMost(form, bound):
            return done[form] <= bound
        case Not(child):
            return not done[child]
        case And(parts):
            return all(done[part] for part in parts)
        case Or(parts):
            return any(done[part] for part in parts)
        case Choose(test, then, other):
            return done[then if done[test] else other]
        case Lookup(table, keys):
            found = tuple(done[key] for key in keys)
            return table.at(found if len(found) > 1 else found[0])
        case Call(function, arguments):
            return FUNCTIONS[function](*(done[part] for part in arguments))
        case Var():
            raise AssertionError("the values of variables are given")
