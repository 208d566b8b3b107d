"""Sets: each element that a set may have, with the condition that it has it.

All operations go element by element on these conditions. Elements must be known or be one of a few
values; the order of a set is unspecified and never used (iteration.py).
"""

from __future__ import annotations

import ast
from typing import Any

from introplan.symbolic.builtins.dicts import check_has_hash
from introplan.symbolic.interpreter.concretisation import call_python, tabulate
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import pairs_of
from introplan.symbolic.interpreter.values import (
    Items,
    Members,
    Value,
    as_term,
    concrete_value,
    is_concrete,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, sign_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term

MAX_POSSIBLE_TUPLES = 400
"""Tuples that an element of a set may be: each is a member with a condition of its own."""


def members_of(run: Execution, value: Value) -> Members | None:
    """A set, known or not, as elements with conditions."""
    if isinstance(value, Members):
        return value
    if isinstance(value, set | frozenset):
        return Members(type(value), dict.fromkeys(value, True), run.stamp())
    return None


def join_sets(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left | right, and the like."""
    first, second = members_of(run, left), members_of(run, right)
    if first is None or second is None or op not in (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor):
        raise Refused("PY-EXPR", f"{sign_of(op)} on sets")
    both = dict.fromkeys([*first.members, *second.members])
    joined = {}
    for element in both:
        a = as_term(first.members.get(element, False))
        b = as_term(second.members.get(element, False))
        joined[element] = unwrapped(_joined_membership(op, a, b))
    return Members(first.kind, joined, run.stamp())


def _joined_membership(op: type[ast.AST], first: Term, second: Term) -> Term:
    if op is ast.BitOr:
        return terms.disjoin([first, second])
    if op is ast.BitAnd:
        return terms.conjoin([first, second])
    if op is ast.Sub:
        return terms.conjoin([first, terms.negate(second)])
    return terms.choose(first, terms.negate(second), second)


def equal_sets(run: Execution, left: Value, right: Value) -> Value:
    """left == right: every element is in both or in neither."""
    first, second = members_of(run, left), members_of(run, right)
    if first is None or second is None:
        return False
    both = dict.fromkeys([*first.members, *second.members])
    pairs = ((first.members.get(e, False), second.members.get(e, False)) for e in both)
    return unwrapped(terms.conjoin(terms.equal(as_term(a), as_term(b)) for a, b in pairs))


def ordered_sets(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left <= right and the like: is one a subset of the other?"""
    if op in (ast.Gt, ast.GtE):
        left, right = right, left
    first, second = members_of(run, left), members_of(run, right)
    if first is None or second is None:
        raise Raised(TypeError)
    inside = [
        terms.disjoin([terms.negate(as_term(m)), as_term(second.members.get(e, False))])
        for e, m in first.members.items()
    ]
    is_subset = terms.conjoin(inside)
    if op in (ast.LtE, ast.GtE):
        return unwrapped(is_subset)
    differs = terms.negate(as_term(equal_sets(run, first, second)))
    return unwrapped(terms.conjoin([is_subset, differs]))


def in_members(run: Execution, value: Value, members: dict[Any, Value]) -> Value:
    """value in a set with these members."""
    check_has_hash(value)
    if is_concrete(value):
        return call_python(lambda: members.get(value, False))
    cases = [
        terms.conjoin([as_term(condition), as_term(run.equals(value, element))])
        for element, condition in members.items()
        if condition is not False
    ]
    return unwrapped(terms.disjoin(cases))


def make_set(run: Execution, kind: type, pairs: list[tuple[Value, Value]]) -> Value:
    """A set of values, each there under a condition; elements must be known."""
    members: dict[Any, Value] = {}
    for condition, value in pairs:
        for test, item in possible_elements(run, value):
            held = terms.conjoin([as_term(condition), as_term(test)])
            before = as_term(members.get(item, False))
            members[item] = unwrapped(terms.disjoin([before, held]))
    made = Members(kind, members, run.stamp())
    # A concrete frozenset can be an element or a key itself; a set could still be changed.
    if kind is frozenset and not any(map(is_term, members.values())):
        return frozenset(concrete_value(made))
    return made


def possible_elements(run: Execution, value: Value) -> list[tuple[Value, Any]]:
    """What an element of a set may be: conditions and known values."""
    try:
        plain = concrete_value(value)
    except KeyError:
        plain = None
    else:
        try:
            hash(plain)
        except TypeError:
            raise Refused("PY-EXPR", "a set of values that cannot be hashed") from None
        return [(True, plain)]
    if is_term(value):
        choices = tabulate(run, _itself, value)
        values = terms.values_of(as_term(choices)) or []
        return [(run.equals(value, v), v) for v in dict.fromkeys(values)]
    parts = sequence(value)
    if parts is None or (isinstance(value, Items) and value.kind not in (str, tuple)):
        raise Refused("PY-EXPR", "a set of values that depend on the state")
    return _possible_tuples(run, value, parts)


def _itself(value: Any) -> Any:
    return value


def _possible_tuples(run: Execution, value: Value, parts: list[Value]) -> list[tuple[Value, Any]]:
    found: list[tuple[Value, tuple[Any, ...]]] = [(True, ())]
    for part in parts:
        options = possible_elements(run, part)
        found = [
            (unwrapped(terms.conjoin([as_term(c), as_term(d)])), (*head, item))
            for c, head in found
            for d, item in options
        ]
        found = [pair for pair in found if run.path_condition.truth(as_term(pair[0])) is not False]
        if len(found) > MAX_POSSIBLE_TUPLES:
            raise Refused("PY-EXPR", "a set of values that depend on the state")
    found = [pair for pair in found if _may_hold(run, pair[0])]
    kind = getattr(value, "kind", tuple)
    if kind is str:
        return [(condition, "".join(letters)) for condition, letters in found]
    make = tuple if kind is tuple else lambda items: tuple.__new__(kind, items)
    return [(condition, make(items)) for condition, items in found]


def _may_hold(run: Execution, condition: Value) -> bool:
    """Can a condition on several parts hold here? What a table says of them all is used."""
    if not is_term(condition):
        return bool(condition)
    return run.path_condition.copy().learn(condition, True)


def _set(run: Execution, values: Value = (), /) -> Value:
    return _set_of(run, set, values)


def _frozenset(run: Execution, values: Value = (), /) -> Value:
    return _set_of(run, frozenset, values)


def _set_of(run: Execution, kind: type, values: Value) -> Value:
    if isinstance(values, Members):
        return Members(kind, dict(values.members), run.stamp())
    return make_set(run, kind, list(pairs_of(run, values)))


def _joined(op: type[ast.AST]) -> Builtin:
    def join(run: Execution, receiver: Value, /, *others: Value) -> Value:
        result = members_of(run, receiver)
        assert result is not None
        for other in others:
            result = run.binary(op, result, _as_set(run, other))
        return (
            Members(result.kind, dict(result.members), run.stamp())
            if result is receiver
            else result
        )

    return join


def _symmetric_difference(run: Execution, receiver: Value, other: Value, /) -> Value:
    return _joined(ast.BitXor)(run, receiver, other)


def _as_set(run: Execution, value: Value) -> Value:
    if isinstance(value, Members | set | frozenset):
        return value
    return make_set(run, set, list(pairs_of(run, value)))


def _compared(op: type[ast.AST]) -> Builtin:
    def compare(run: Execution, receiver: Value, other: Value, /) -> Value:
        left, right = _as_members(run, receiver), _as_members(run, other)
        return run.ordered(op, left, right)

    return compare


def _as_members(run: Execution, value: Value) -> Value:
    return members_of(run, _as_set(run, value))


def _is_disjoint(run: Execution, receiver: Value, other: Value, /) -> Value:
    both = _joined(ast.BitAnd)(run, receiver, other)
    some = terms.disjoin(map(as_term, both.members.values()))
    return unwrapped(terms.negate(some))


def _add(run: Execution, receiver: Members, value: Value, /) -> None:
    _change(run, receiver, value, present=True)


def _discard(run: Execution, receiver: Members, value: Value, /) -> None:
    _change(run, receiver, value, present=False)


def _remove_member(run: Execution, receiver: Members, value: Value, /) -> None:
    if not run.decide(run.is_in(value, receiver)):
        raise Raised(KeyError)
    _change(run, receiver, value, present=False)


def _change(run: Execution, receiver: Members, value: Value, *, present: bool) -> None:
    one = make_set(run, set, [(True, value)])
    op = ast.BitOr if present else ast.Sub
    receiver.members = run.binary(op, receiver, one).members


def _changed_by(op: type[ast.AST]) -> Builtin:
    """receiver |= other and the like, as methods."""

    def change(run: Execution, receiver: Members, /, *others: Value) -> None:
        for other in others:
            receiver.members = run.binary(op, receiver, _as_set(run, other)).members

    return change


def _clear(run: Execution, receiver: Members, /) -> None:
    receiver.members.clear()


FUNCTIONS: dict[Any, Builtin] = {set: _set, frozenset: _frozenset}
METHODS: dict[Any, Builtin] = {
    set.union: _joined(ast.BitOr),
    set.intersection: _joined(ast.BitAnd),
    set.difference: _joined(ast.Sub),
    set.symmetric_difference: _symmetric_difference,
    set.issubset: _compared(ast.LtE),
    set.issuperset: _compared(ast.GtE),
    set.isdisjoint: _is_disjoint,
    frozenset.union: _joined(ast.BitOr),
    frozenset.intersection: _joined(ast.BitAnd),
    frozenset.difference: _joined(ast.Sub),
    frozenset.symmetric_difference: _symmetric_difference,
    frozenset.issubset: _compared(ast.LtE),
    frozenset.issuperset: _compared(ast.GtE),
    frozenset.isdisjoint: _is_disjoint,
    set.add: _add,
    set.discard: _discard,
    set.remove: _remove_member,
    set.clear: _clear,
    set.update: _changed_by(ast.BitOr),
    set.intersection_update: _changed_by(ast.BitAnd),
    set.difference_update: _changed_by(ast.Sub),
    set.symmetric_difference_update: _changed_by(ast.BitXor),
}
