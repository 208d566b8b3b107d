"""State merging: where several paths become one (Kuznetsov et al. 2012; Avgerinos et al. 2014).

A fork doubles the work that follows. So a piece of program that only computes values (raises
nothing, changes nothing older) is run on all its paths at once, as in veritesting, and their
values become one value with a condition inside: after

    if x > 3: y = 1
    else:     y = z

`y` is the term `1 if x > 3 else z`, on one path. Four questions are answered here:

    merge_values      can two values be one? Numbers and truth values always, containers if they
                      have the same shape; otherwise `CannotMerge`, and the caller forks
    merge_paths       all paths through an expression or a call, as one value
    merge_branches    both branches of an `if` statement, as new values of the names they assign
    merge_round       one round of a loop, where it may be left by `continue` or not take place

What is learnt under an assumption never leaves it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar

from introplan.symbolic.interpreter.classes import is_frozen, is_named_tuple
from introplan.symbolic.interpreter.execution import Execution, Trace
from introplan.symbolic.interpreter.paths import pure_paths
from introplan.symbolic.interpreter.scopes import UNSETTLED, Frame
from introplan.symbolic.interpreter.values import (
    Items,
    Record,
    Value,
    Variant,
    as_term,
    current,
    is_concrete,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Infeasible
from introplan.symbolic.terms.build import choose, negate
from introplan.symbolic.terms.floats import choose_number, is_float_term
from introplan.symbolic.terms.term import Const, Term, exact

T = TypeVar("T")
MergeNames: TypeAlias = Callable[
    [Execution, Term, dict[str, Value], dict[str, Value]], dict[str, Value]
]


class _Atom(enum.Enum):
    """The shape of a value without parts; two of the same shape become one term."""

    NUMBER = enum.auto()
    OPAQUE = enum.auto()


def merge_values(test: Term, then: Value, other: Value, *, floor: int) -> Value:
    """One value that is `then` where `test` holds and `other` elsewhere.

    Raises `CannotMerge` if no one value stands for both. New containers are stamped `floor`.
    """
    then, other = current(then), current(other)
    if type(then) is type(other) is Variant:
        return _merge_variants(test, then, other, floor=floor)
    if then is other or (is_concrete(then) and is_concrete(other) and _are_same(then, other)):
        return then
    kind = _shape(then)
    if kind is None or kind != _shape(other):
        raise CannotMerge
    if isinstance(kind[0], _Atom):
        return unwrapped(choose_number(test, as_term(then), as_term(other)))
    return _merge_parts(test, then, other, floor=floor)


def _merge_variants(test: Term, then: Variant, other: Variant, *, floor: int) -> Value:
    """Two variants with the same tags, case by case."""
    if then is other:
        return then
    if then.cases.keys() != other.cases.keys():
        raise CannotMerge
    tag = unwrapped(choose(test, as_term(then.tag), as_term(other.tag)))
    cases = {
        key: merge_values(test, case, other.cases[key], floor=floor)
        for key, case in then.cases.items()
    }
    return Variant(tag, cases, floor)


def _are_same(left: Any, right: Any) -> bool:
    return is_simple(left) and is_simple(right) and exact(left) == exact(right)


def _merge_parts(test: Term, then: Value, other: Value, *, floor: int) -> Value:
    def join(first: Value, second: Value) -> Value:
        return merge_values(test, first, second, floor=floor)

    # A list is known by its identity: others may hold the one that is older, and would not see
    # what happens to the merged copy. Two new lists are seen by no one else.
    for value in (then, other):
        if isinstance(value, Items) and value.kind is list and value.made < floor:
            raise CannotMerge
    match then, other:
        case Record(kind, first), Record(_, second):
            return Record(kind, {name: join(first[name], second[name]) for name in first}, floor)
        case _:
            pairs = zip(sequence(then) or (), sequence(other) or (), strict=True)
            kind = then.kind if isinstance(then, Items) else tuple
            return Items(kind, [join(a, b) for a, b in pairs], floor)


def _shape(value: Value) -> tuple[object, ...] | None:
    """What two values must have in common to be merged; None if it can be merged with none.

    An `_Atom`, or the class of the container with its length or the names of its fields.
    """
    match value:
        case Record(kind, fields):
            if not is_named_tuple(kind) and not is_frozen(kind):
                return None
            return (kind, *fields)
        case Items(kind, items):
            return (kind, len(items))
        case _ if is_term(value):
            return (_Atom.NUMBER if is_float_term(value) else _Atom.OPAQUE,)
        case bool() | int() | float() if type(value) in (bool, int, float) and value == value:
            return (_Atom.NUMBER,)
        case str() | enum.Enum() | None:
            return (_Atom.OPAQUE,)
        case tuple() if type(value) is tuple:
            return (tuple, len(value))
        case _:
            return None


def merge_paths(run: Execution, body: Callable[[], Value], *, assume: Term | None = None) -> Value:
    """The value of a piece of program, all its paths in one; raises `CannotMerge`.

    An assumption that no input meets says nothing about what happens without it: the caller has
    to decide, so that is `CannotMerge` too. Without an assumption the whole path is infeasible.
    """
    found = pure_paths(run, body, assume=assume)
    if not found:
        raise CannotMerge if assume is not None else Infeasible

    def join(condition: Term, then: Value, other: Value) -> Value:
        return merge_values(condition, then, other, floor=run.stamp())

    return _joined(found, join)


def _joined(paths: list[tuple[Trace, T]], join: Callable[[Term, T, T], T], position: int = 0) -> T:
    """The results of paths that agree on their first decisions, joined at the next one."""
    trace, result = paths[0]
    if len(paths) == 1:
        return result
    condition = trace[position][0]
    yes = [path for path in paths if path[0][position][1]]
    no = [path for path in paths if not path[0][position][1]]
    if not yes or not no:
        return _joined(paths, join, position + 1)
    then, other = _joined(yes, join, position + 1), _joined(no, join, position + 1)
    return join(condition, then, other)


def under_assumption(
    run: Execution, frame: Frame, condition: Term, body: Callable[[], Value]
) -> Value:
    """The value of an expression where a condition holds; `CannotMerge` if it binds names."""
    names = dict(frame.names)

    def restoring() -> Value:
        try:
            value = body()
            if _has_changed(frame.names, names):
                raise CannotMerge
            return value
        finally:
            frame.names.clear()
            frame.names.update(names)

    return merge_paths(run, restoring, assume=condition)


def _has_changed(after: dict[str, Value], before: dict[str, Value]) -> bool:
    return len(after) != len(before) or any(after[n] is not v for n, v in before.items())


def merge_branches(
    run: Execution, frame: Frame, test: Term, branch: Callable[[bool], None]
) -> None:
    """Run both branches of an `if` and give the names they assign one value each.

    Raises `CannotMerge` if one of them does more than to assign to names, or if one of them leaves
    a name unbound that the other one binds.
    """
    before = dict(frame.names)
    then = _names_after(run, frame, test, partial(branch, True), before)
    other = _names_after(run, frame, negate(test), partial(branch, False), before)
    if then is None or other is None:
        frame.names.update(then or other or {})
        return
    frame.names.update(_merge_names(run, test, then, other))


def merge_round(run: Execution, frame: Frame, held: Value, body: Callable[[], None]) -> None:
    """Run a round of a loop that takes place where `held`; give the names it assigns one value.

    Names that only some paths bind are unsettled after it. Raises `CannotMerge` if the round does
    more than to assign to names.
    """
    before, test = dict(frame.names), as_term(held)
    after = _names_after(run, frame, test, body, before, merge=_merge_settled)
    if after is not None:
        is_certain = isinstance(test, Const)
        frame.names.update(after if is_certain else _merge_settled(run, test, after, before))


def _merge_settled(
    run: Execution, test: Term, then: dict[str, Value], other: dict[str, Value]
) -> dict[str, Value]:
    """Merged values of the names that both bind; the others are unsettled."""
    is_settled = {n: v is not UNSETTLED is not other.get(n, UNSETTLED) for n, v in then.items()}
    both = [name for name, settled in is_settled.items() if settled]
    merged = _merge_names(run, test, {n: then[n] for n in both}, {n: other[n] for n in both})
    return {**dict.fromkeys([*then, *other], UNSETTLED), **merged}


def _names_after(
    run: Execution,
    frame: Frame,
    test: Term,
    branch: Callable[[], None],
    before: dict[str, Value],
    *,
    merge: MergeNames | None = None,
) -> dict[str, Value] | None:
    """The names after a branch; None if no input takes it."""

    def restoring() -> dict[str, Value]:
        try:
            branch()
            return dict(frame.names)
        finally:
            frame.names.clear()
            frame.names.update(before)

    paths = pure_paths(run, restoring, assume=test)
    return _joined(paths, partial(merge or _merge_names, run)) if paths else None


def _merge_names(
    run: Execution, test: Term, then: dict[str, Value], other: dict[str, Value]
) -> dict[str, Value]:
    if then.keys() != other.keys():
        raise CannotMerge
    floor = run.stamp()
    return {name: merge_values(test, then[name], other[name], floor=floor) for name in then}
