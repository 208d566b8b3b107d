"""Sets of which only the membership of each element is known."""

from __future__ import annotations

import ast

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.terms import (
    Term,
)
from introplan.introspection.programs.values import (
    Members,
    Value,
    as_term,
    unwrapped,
)
from introplan.introspection.programs.vocabulary import sign_of


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
