"""Substitution: terms in place of variables, simplified again; and other rewritings of conditions.

`weakened` is the abstraction behind pattern databases: conditions on forgotten variables count as
met. `spelled_out` turns conditions into AND and OR over simple ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from introplan.symbolic.terms.build import (
    ONE,
    TRUE,
    at_most,
    call,
    choose,
    combine,
    conjoin,
    disjoin,
    divide,
    equal,
    lookup,
    modulo,
    multiply,
    negate,
)
from introplan.symbolic.terms.term import (
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
    Sort,
    Term,
    Var,
    children,
    const,
    variables,
)

MAX_SPELLED_PLACES = 64
"""Membership in a set of at most so many places is written as being at one of them: a distance
looks at each place, and more places say little about where to go."""


def substituted(term: Term, terms: Mapping[Any, Term]) -> Term:
    """The term with other terms in place of some of its parts, most often variables."""
    # The keys are terms. `Mapping` is invariant in its keys, so no type but Any admits mappings
    # of variables as well as mappings of conditions.
    names = {var for key in terms for var in variables(key)}
    if names.isdisjoint(variables(term)):
        return term
    done: dict[Term, Term] = {}
    waiting = [term]
    while waiting:
        part = waiting[-1]
        if part in terms:
            done[part] = terms[part]
        elif names.isdisjoint(variables(part)):
            done[part] = part  # nothing below is replaced: most of what is large is left alone
        else:
            below = children(part)
            open_parts = [child for child in below if child not in done]
            if open_parts:
                waiting += reversed(open_parts)
                continue
            parts = tuple([done[child] for child in below])
            done[part] = part if parts == below else rebuilt(part, parts)
        waiting.pop()
    return done[term]


def weakened(condition: Term, inside: set[Var]) -> Term:
    """The condition with whatever speaks of other variables taken as met."""
    match condition:
        case And(parts):
            return conjoin(weakened(part, inside) for part in parts)
        case Or(parts):
            return disjoin(weakened(part, inside) for part in parts)
        case _:
            return condition if inside.issuperset(variables(condition)) else TRUE


def spelled_out(condition: Term) -> Term:
    """A condition as AND and OR; being in a small set is being at one of its places."""
    match condition:
        case And(parts):
            return conjoin(map(spelled_out, parts))
        case Or(parts):
            return disjoin(map(spelled_out, parts))
        case Choose(test, then, other):
            yes = conjoin([spelled_out(test), spelled_out(then)])
            return disjoin([yes, conjoin([spelled_out(negate(test)), spelled_out(other)])])
        case Not(Choose(test, then, other)):
            yes = conjoin([spelled_out(test), spelled_out(negate(then))])
            no = conjoin([spelled_out(negate(test)), spelled_out(negate(other))])
            return disjoin([yes, no])
        case Lookup(table, keys) if table.default is False:
            places = [row for row, is_inside in table.rows(len(keys)) if is_inside]
            if len(places) > MAX_SPELLED_PLACES:
                return condition
            return disjoin(_being_at(keys, place) for place in places)
        case _:
            return condition


def _being_at(keys: tuple[Term, ...], place: tuple[Any, ...]) -> Term:
    return conjoin(equal(key, const(part)) for key, part in zip(keys, place, strict=True))


def rebuilt(term: Term, parts: tuple[Term, ...]) -> Term:  # noqa: C901 - one case per kind
    """The same term over other children, simplified again."""
    match term:
        case Const() | Var():
            return term
        case Linear(constant, old):
            weights = ((p, c) for p, (_, c) in zip(parts, old, strict=True))
            return combine(*weights, (ONE, constant))
        case Call(function, _, sort):
            return _rebuilt_call(function, parts, sort)
        case Lookup(table):
            return lookup(table, parts)
        case Choose():
            return choose(*parts)
        case AtMost(_, bound):
            return at_most(parts[0], const(bound))
        case Equal():
            return equal(*parts)
        case Not():
            return negate(parts[0])
        case And():
            return conjoin(parts)
        case Or():
            return disjoin(parts)


def _rebuilt_call(function: str, parts: tuple[Term, ...], sort: Sort) -> Term:
    if function == "*" and sort is Sort.INT:
        return multiply(*parts)
    divisor = parts[-1].value if isinstance(parts[-1], Const) else None
    if function in ("//", "%") and sort is Sort.INT and isinstance(divisor, int) and divisor:
        return (divide if function == "//" else modulo)(parts[0], divisor)
    return call(function, *parts, sort=sort)
