"""Surroundings: what else a step reads where it moves things, such as where the worker is.

They are a projection of the world that forgets what the things are on: cells may hold anything, so
every surroundings that come about are among those that are found from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from introplan.introspection.programs.operator import Operator
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import (
    And,
    Choose,
    Const,
    Equal,
    Not,
    Or,
    Term,
    Var,
    const,
    variables,
)

Surroundings: TypeAlias = tuple[tuple[Var, ...], list[tuple[Any, ...]]]
"""Variables, and rows of values for them."""

MAX_SURROUNDINGS = 1_000
"""Values of what steps read besides cells: a room has some fifty places."""


def around_of(operator: Operator, cells: set[Var]) -> tuple[Var, ...]:
    """What an operator reads besides cells, where it changes some."""
    touched = [effect for var, effect in operator.effects.items() if var in cells]
    spoken = [*operator.conditions, *touched] if touched else []
    return tuple(var for var in variables(*spoken) if var not in cells)


def reached(
    operators: Sequence[Operator],
    cells: set[Var],
    start: Mapping[Var, Any],
    check: Callable[[], None],
) -> Surroundings | None:
    """The surroundings that can come about, whatever is on the cells; None if they are too many.

    A worker never stands in a wall, so nothing is pushed away from one.
    """
    around = _read_of_all(operators, cells)
    changing = [(o, asks(o, around)) for o in operators if not o.effects.keys().isdisjoint(around)]
    rows = {tuple(start[var] for var in around): None}
    for row in (left := list(rows)):
        known = {var: const(value) for var, value in zip(around, row, strict=True)}
        for operator, may_apply in changing:
            check()
            if not may_apply(row) or is_excluded(operator, known):
                continue
            after = [resolved(operator.effects.get(var, var), known) for var in around]
            values = tuple(term.value for term in after if isinstance(term, Const))
            if len(values) < len(around) or len(rows) > MAX_SURROUNDINGS:
                return None
            if values not in rows:
                rows[values] = None
                left.append(values)
    return around, left


def _read_of_all(operators: Sequence[Operator], cells: set[Var]) -> tuple[Var, ...]:
    """What operators read besides cells, and what decides about that."""
    found = dict.fromkeys(var for operator in operators for var in around_of(operator, cells))
    for var in (waiting := list(found)):
        deciding = variables(*(operator.effects.get(var, var) for operator in operators))
        more = [other for other in deciding if other not in found and other not in cells]
        found |= dict.fromkeys(more)
        waiting += more
    return tuple(found)


def is_excluded(operator: Operator, known: Mapping[Var, Term]) -> bool:
    """Does an operator certainly not apply where so much is known?"""
    guard = resolved_parts(operator.conditions, known, is_all=True)
    return isinstance(guard, Const) and not guard.value


def projected(around: tuple[Var, ...], found: Surroundings | None) -> list[Any] | None:
    """What is reached of some of the surroundings."""
    if found is None:
        return None
    places = [found[0].index(var) for var in around]
    return list(dict.fromkeys(tuple(row[place] for place in places) for row in found[1]))


def asks(operator: Operator, around: tuple[Var, ...]) -> Callable[[tuple[Any, ...]], Any]:
    """Whether an operator may apply in surroundings, by what it asks of them alone."""
    inside = set(around)
    asked = [c for c in operator.conditions if inside.issuperset(variables(c))]
    return compiled_one(terms.conjoin(asked), around)


def resolved(term: Term, known: Mapping[Var, Term]) -> Term:
    """The same as `substituted`, without looking at branches that are not taken: of a board that
    is asked for the mark at a place these are all but one."""
    while isinstance(term, Choose):
        test = resolved(term.test, known)
        if not isinstance(test, Const):
            break
        term = term.then if test.value else term.other
    match term:
        case Var():
            return known.get(term, term)
        case Const():
            return term
        case Not(child):
            return terms.negate(resolved(child, known))
        case And(parts) | Or(parts):
            return resolved_parts(parts, known, is_all=isinstance(term, And))
        case Equal(left, right):
            return terms.equal(resolved(left, known), resolved(right, known))
    return substituted(term, known)


def resolved_parts(parts: Sequence[Term], known: Mapping[Var, Term], *, is_all: bool) -> Term:
    """The same for a conjunction or (`is_all` False) a disjunction, up to a part that decides."""
    left = []
    for part in parts:
        found = resolved(part, known)
        if not isinstance(found, Const):
            left.append(found)
        elif bool(found.value) is not is_all:
            return found
    return (terms.conjoin if is_all else terms.disjoin)(left)
