"""State merging: where several paths become one (Kuznetsov et al. 2012; Avgerinos et al. 2014).

A fork doubles the work that follows. So a piece of program that only computes values (raises
nothing, changes nothing older) is run on all its paths at once, as in veritesting, and their
values become one value with a condition inside: after

    if x > 3: y = 1
    else:     y = z

`y` is the term `1 if x > 3 else z`, on one path (choices.py). Three questions are answered here:

    merge_paths       all paths through an expression or a call, as one value
    merge_branches    both branches of an `if` statement, as new values of the names they assign
    merge_round       one round of a loop, where it may be left by `continue` or not take place

What is learnt under an assumption never leaves it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias, TypeVar

from introplan.symbolic.interpreter.choices import merge_values
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.listings import (
    Guarded,
    become,
    guarded_items,
    is_listing,
    merged_items,
    new_listing,
    parts_of,
)
from introplan.symbolic.interpreter.paths import Changes, PurePath, pure_paths
from introplan.symbolic.interpreter.recall import is_lasting, recalled
from introplan.symbolic.interpreter.scopes import UNSETTLED, Frame, can_stay
from introplan.symbolic.interpreter.values import (
    Items,
    Listing,
    Members,
    Value,
    as_term,
)
from introplan.symbolic.refusal import CannotMerge, Infeasible
from introplan.symbolic.terms.build import negate
from introplan.symbolic.terms.term import Const, Term

T = TypeVar("T")


def merge_paths(run: Execution, body: Callable[[], Value], *, assume: Term | None = None) -> Value:
    """The value of a piece of program, all its paths in one; raises `CannotMerge`.

    An assumption that no input meets says nothing about what happens without it: the caller has
    to decide, so that is `CannotMerge` too, as are changes under an assumption. Without one the
    whole path is infeasible.
    """
    start = run.stamp()

    def merged() -> tuple[Value, Changes]:
        found = pure_paths(run, body, assume=assume)
        if not found:
            raise CannotMerge if assume is not None else Infeasible
        if assume is not None and any(path.changes for path in found):
            raise CannotMerge
        return joined(found, partial(join_results, run, start))

    value, changes = recalled(run, merged, _is_lasting_result)
    apply_changes(run, changes)
    return value


def _is_lasting_result(found: tuple[Value, Changes]) -> bool:
    return is_lasting(found[0]) and not found[1]


def merge_results(run: Execution, paths: list[PurePath[T]], result: Callable[[T], Value]) -> Value:
    """One part of the results of paths that change nothing, as one value."""
    parts = [PurePath(path.trace, result(path.result), path.changes) for path in paths]
    return joined(parts, partial(join_results, run, run.stamp()))[0]


def join_results(
    run: Execution,
    start: int,
    test: Term,
    then: tuple[Value, Changes],
    other: tuple[Value, Changes],
) -> tuple[Value, Changes]:
    """Two results with the lists changed meanwhile, as one of each."""
    lists = _NewLists(run, test, start)
    value = lists.merged(then[0], other[0])
    return value, _join_changes(run, lists, then[1], other[1])


def merge_new_values(
    run: Execution, test: Term, then: Value, other: Value, *, start: int
) -> Value:
    """As `merge_values`; lists may also have different lengths if both are newer than `start`."""
    return _NewLists(run, test, start).merged(then, other)


Join: TypeAlias = Callable[[Term, tuple[T, Changes], tuple[T, Changes]], tuple[T, Changes]]


def joined(paths: list[PurePath[T]], join: Join[T], position: int = 0) -> tuple[T, Changes]:
    """The results of paths that agree on their first decisions, joined at the next one."""
    if len(paths) == 1:
        return paths[0].result, paths[0].changes
    condition = paths[0].trace[position][0]
    yes = [path for path in paths if path.trace[position][1]]
    no = [path for path in paths if not path.trace[position][1]]
    if not yes or not no:
        return joined(paths, join, position + 1)
    then, other = joined(yes, join, position + 1), joined(no, join, position + 1)
    return join(condition, then, other)


def _join_changes(run: Execution, lists: _NewLists, then: Changes, other: Changes) -> Changes:
    """The items of changed lists, in one value each."""
    # A list that is also an item of a changed one would be two lists afterwards.
    if lists.done and any(
        not can_stay(value) for _, items in (*then.values(), *other.values()) for _, value in items
    ):
        raise CannotMerge
    joined: Changes = {}
    for key, (changed, _) in {**then, **other}.items():
        now = parts_of(changed)
        first, second = (changes.get(key, (changed, now))[1] for changes in (then, other))
        if isinstance(changed, Items | Listing):
            is_set = len(first) == len(second) == len(now) and run.merges_parts
            items = _join_items(run, lists.test, first, second, is_set=is_set)
        else:
            items = _join_parts(run, lists.test, first, second, isinstance(changed, Members))
        joined[key] = (changed, items)
    return joined


def _join_parts(
    run: Execution, test: Term, first: Guarded, second: Guarded, is_set: bool
) -> Guarded:
    """Parts by names, merged one by one; members of sets may be there in one of the two alone."""
    then, other = dict(first), dict(second)
    if not is_set and then.keys() != other.keys():
        raise CannotMerge
    floor = run.stamp()
    return [
        (name, merge_values(test, then.get(name, False), other.get(name, False), floor=floor))
        for name in {**then, **other}
    ]


def _join_items(
    run: Execution, test: Term, first: Guarded, second: Guarded, *, is_set: bool = False
) -> Guarded:
    """Items of the same conditions one by one where they can be merged; otherwise side by side.

    Where some were only set to other values (`is_set`), that would be a list of another length.
    """
    if len(first) == len(second) and all(
        a is b for (a, _), (b, _) in zip(first, second, strict=True)
    ):
        try:
            return [
                (held, merge_values(test, one, two, floor=run.stamp()))
                for (held, one), (_, two) in zip(first, second, strict=True)
            ]
        except CannotMerge:
            if is_set:
                raise
    return merged_items(test, first, second)


def apply_changes(run: Execution, changes: Changes) -> None:
    """Change lists as a piece of program does on all its paths."""
    for changed, _ in changes.values():
        if isinstance(changed, Items | Listing):
            run.check_may_lengthen(changed, "a change")
        else:
            run.check_may_set(changed, "a change")
    for changed, items in changes.values():
        become(changed, items)


class _NewLists:
    """Merges lists that both branches have made, of any length.

    Two names of one list are two names of one merged list. Where they are one list in one branch
    and two in the other there is no such list: `CannotMerge`.
    """

    def __init__(self, run: Execution, test: Term, start: int) -> None:
        self.run, self.test, self.start = run, test, start
        self.done: dict[tuple[int, int], Value] = {}
        self.partners: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def merged(self, then: Value, other: Value) -> Value:
        """One value for both; raises `CannotMerge` if it is a list and one of them is older."""
        if then is other:
            return then
        if not is_listing(then) or not is_listing(other):
            return merge_values(self.test, then, other, floor=self.run.stamp())
        if min(then.made, other.made) < self.start:
            raise CannotMerge
        one, two = id(then), id(other)
        are_pairs = (
            self.partners[0].setdefault(one, two) == two
            and self.partners[1].setdefault(two, one) == one
        )
        if not are_pairs:
            raise CannotMerge
        if (one, two) not in self.done:
            items = _join_items(
                self.run, self.test, guarded_items(then) or [], guarded_items(other) or []
            )
            self.done[one, two] = new_listing(list, items, self.run.stamp())
        return self.done[one, two]


def under_assumption(
    run: Execution, frame: Frame, condition: Term, body: Callable[[], Value]
) -> Value:
    """The value of an expression where a condition holds; `CannotMerge` if it binds names.

    An assumption that no input meets says nothing about what happens without it: the caller has
    to decide, so that is `CannotMerge` too.
    """
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

    start = run.stamp()

    def merged() -> Value:
        found = pure_paths(run, restoring, assume=condition)
        if not found or any(path.changes for path in found):
            raise CannotMerge
        return joined(found, partial(join_results, run, start))[0]

    return recalled(run, merged, is_lasting)


def _has_changed(after: dict[str, Value], before: dict[str, Value]) -> bool:
    return len(after) != len(before) or any(after[n] is not v for n, v in before.items())


Names: TypeAlias = tuple[dict[str, Value], Changes]
MergeNames: TypeAlias = Callable[[_NewLists, dict[str, Value], dict[str, Value]], dict[str, Value]]


def merge_branches(
    run: Execution, frame: Frame, test: Term, branch: Callable[[bool], None]
) -> None:
    """Run both branches of an `if` and give the names they assign one value each.

    Raises `CannotMerge` if one of them does more than to assign to names and to change items of
    lists, or if one of them leaves a name unbound that the other one binds.
    """
    before = dict(frame.names)
    join = partial(join_names, run, run.stamp(), merge=_merge_names)

    def merged() -> Names:
        then = _names_after(run, frame, test, partial(branch, True), before, join)
        other = _names_after(run, frame, negate(test), partial(branch, False), before, join)
        if then is None or other is None:
            return new_names(then or other or ({}, {}), before)
        return new_names(join(test, then, other), before)

    _go_on(run, frame, recalled(run, merged, _are_lasting))


def merge_round(run: Execution, frame: Frame, held: Value, body: Callable[[], None]) -> None:
    """Run a round of a loop that takes place where `held`; give the names it assigns one value.

    Names that only some paths bind are unsettled after it. Raises `CannotMerge` if the round does
    more than to assign to names and to change items of lists.
    """
    before, test = dict(frame.names), as_term(held)
    join = partial(join_names, run, run.stamp(), merge=merge_settled)

    def merged() -> Names:
        merged_parts, run.merges_parts = run.merges_parts, True
        try:
            after = _names_after(run, frame, test, body, before, join)
        finally:
            run.merges_parts = merged_parts
        if after is None:
            return {}, {}
        is_certain = isinstance(test, Const)
        return new_names(after if is_certain else join(test, after, (before, {})), before)

    _go_on(run, frame, recalled(run, merged, _are_lasting))


def new_names(after: Names, before: dict[str, Value]) -> Names:
    """The names that have got other values, and the changed lists."""
    return {n: v for n, v in after[0].items() if n not in before or v is not before[n]}, after[1]


def _are_lasting(found: Names) -> bool:
    return not found[1] and all(is_lasting(v) or v is UNSETTLED for v in found[0].values())


def _go_on(run: Execution, frame: Frame, after: Names) -> None:
    """Give names and lists what they are after a merged piece of program."""
    apply_changes(run, after[1])
    frame.names.update(after[0])


def join_names(
    run: Execution, start: int, test: Term, then: Names, other: Names, *, merge: MergeNames
) -> Names:
    """The names after two pieces of program with the lists they changed, as one of each."""
    lists = _NewLists(run, test, start)
    names = merge(lists, then[0], other[0])
    return names, _join_changes(run, lists, then[1], other[1])


def merge_settled(
    lists: _NewLists, then: dict[str, Value], other: dict[str, Value]
) -> dict[str, Value]:
    """Merged values of the names that both bind; the others are unsettled."""
    is_settled = {n: v is not UNSETTLED is not other.get(n, UNSETTLED) for n, v in then.items()}
    both = [name for name, settled in is_settled.items() if settled]
    merged = _merge_names(lists, {n: then[n] for n in both}, {n: other[n] for n in both})
    return {**dict.fromkeys([*then, *other], UNSETTLED), **merged}


def _names_after(
    run: Execution,
    frame: Frame,
    test: Term,
    branch: Callable[[], None],
    before: dict[str, Value],
    join: Join[dict[str, Value]],
) -> Names | None:
    """The names after a branch; None if no input takes it."""

    def restoring() -> dict[str, Value]:
        try:
            branch()
            return dict(frame.names)
        finally:
            frame.names.clear()
            frame.names.update(before)

    paths = pure_paths(run, restoring, assume=test)
    return joined(paths, join) if paths else None


def _merge_names(
    lists: _NewLists, then: dict[str, Value], other: dict[str, Value]
) -> dict[str, Value]:
    if then.keys() != other.keys():
        raise CannotMerge
    return {name: lists.merged(then[name], other[name]) for name in then}
