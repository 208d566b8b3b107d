"""Methods of sets."""

from __future__ import annotations

import ast
from collections.abc import Callable

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.comparing import ordered
from introplan.introspection.programs.iteration import pairs_of
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.membership import is_in
from introplan.introspection.programs.objects import copied
from introplan.introspection.programs.operations import binary
from introplan.introspection.programs.sets import members_of
from introplan.introspection.programs.signals import Raised
from introplan.introspection.programs.values import (
    Members,
    Value,
    as_term,
    unwrapped,
)


def _joined(op: type[ast.AST]) -> Callable[..., Value]:
    def join(machine: Machine, receiver: Value, *others: Value) -> Value:
        result = members_of(machine, receiver)
        assert result is not None
        for other in others:
            result = binary(machine, op, result, _as_set(machine, other))
        return copied(machine, result, deep=False) if result is receiver else result

    return join


def _as_set(machine: Machine, value: Value) -> Value:
    if isinstance(value, Members | set | frozenset):
        return value
    return machine.context.tables["make_set"](machine, set, list(pairs_of(machine, value)))


def _compared(op: type[ast.AST]) -> Callable[..., Value]:
    def compare(machine: Machine, receiver: Value, other: Value) -> Value:
        left, right = _as_members(machine, receiver), _as_members(machine, other)
        return ordered(machine, op, left, right)

    return compare


def _as_members(machine: Machine, value: Value) -> Value:
    return members_of(machine, _as_set(machine, value))


def _is_disjoint(machine: Machine, receiver: Value, other: Value) -> Value:
    both = _joined(ast.BitAnd)(machine, receiver, other)
    some = terms.disjoin(map(as_term, both.members.values()))
    return unwrapped(terms.negate(some))


def _add(machine: Machine, receiver: Members, value: Value) -> None:
    _change(machine, receiver, value, present=True)


def _discard(machine: Machine, receiver: Members, value: Value) -> None:
    _change(machine, receiver, value, present=False)


def _remove_member(machine: Machine, receiver: Members, value: Value) -> None:
    if not machine.decide(is_in(machine, value, receiver)):
        raise Raised(KeyError)
    _change(machine, receiver, value, present=False)


def _change(machine: Machine, receiver: Members, value: Value, *, present: bool) -> None:
    one = machine.context.tables["make_set"](machine, set, [(True, value)])
    op = ast.BitOr if present else ast.Sub
    receiver.members = binary(machine, op, receiver, one).members


SET_METHODS: dict[str, Callable[..., Value]] = {
    "union": _joined(ast.BitOr),
    "intersection": _joined(ast.BitAnd),
    "difference": _joined(ast.Sub),
    "symmetric_difference": _joined(ast.BitXor),
    "issubset": _compared(ast.LtE),
    "issuperset": _compared(ast.GtE),
    "isdisjoint": _is_disjoint,
    "add": _add,
    "discard": _discard,
    "remove": _remove_member,
}
