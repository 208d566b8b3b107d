"""The value of a term in one state, without making a function of it first.

Making a function of a term (`compile.py`) costs as much as some hundred evaluations: it pays where
a term is asked in many states. Here it is asked in a few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

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
    children,
)

Values: TypeAlias = tuple[Any, ...]


def value_of(term: Term, values: Mapping[Var, Any]) -> Any:
    """The value of a term where variables have these values; the same as of its function."""
    done: dict[Term, Any] = {var: value for var, value in values.items()}  # noqa: C416 - other keys come
    return _value_within(term, done)


def _value_within(term: Term, done: dict[Term, Any]) -> Any:
    """The value of a term; values of its parts are taken from `done`, and entered there."""
    if term in done:
        return done[term]
    if isinstance(term, And):  # the first part that fails decides, as in its function
        done[term] = all(_value_within(part, done) for part in term.children)
        return done[term]
    waiting: list[Term] = [term]
    while waiting:
        part = waiting[-1]
        below = [child for child in children(part) if child not in done]
        if below:
            waiting += below
        else:
            done[waiting.pop()] = _value(part, done)
    return done[term]


def evaluation() -> Callable[[Sequence[Term], Sequence[Var]], Callable[[Values], Values]]:
    """As `compiled`, for a few rows of values: its functions share what they find out of a row."""
    last: tuple[Any, Any, dict[Term, Any]] = (None, None, {})

    def evaluated(terms: Sequence[Term], order: Sequence[Var]) -> Callable[[Values], Values]:
        def values(row: Values) -> Values:
            nonlocal last
            if last[0] is not row or last[1] is not order:
                last = (row, order, dict(zip(order, row, strict=True)))
            return tuple(_value_within(term, last[2]) for term in terms)

        return values

    return evaluated


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
