"""The path explorer: every path through a program, and results split into paths at the end.

A path is a list of decisions. Where a condition is open, `Execution.decide` takes the next planned
decision, or True; the alternative is explored later by running the program again from its start
with the same decisions up to there and then False (depth first). That is exact but exponential
in the number of branches, so a piece of program is merged into one value before it forks where
that is possible (merging.py).

Merging keeps the paths few while a program runs. At its end the opposite is wanted: a reward of
`1 if at_goal else -1` is two payments, and a move that is blocked or not is two operators. So
`split_value` and `split_terms` decide the conditions inside a result, as long as they are few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from introplan.symbolic.constraints.entailment import is_satisfiable
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Execution, Trace
from introplan.symbolic.interpreter.listings import Guarded, become
from introplan.symbolic.interpreter.values import Value, is_term, unwrapped
from introplan.symbolic.refusal import CannotMerge, Infeasible, Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import (
    Choose,
    Lookup,
    Sort,
    Term,
    order_that_stays,
    sort_of,
    walk,
)

T = TypeVar("T")

MAX_SPLITS_OF_PATH = 24
"""Splits of a search whether any state takes a path. Where lengths of lists add up to a constant,
hundreds are needed to see that none does: more work than to read a path that does no harm."""

MAX_MERGED_PATHS = 64
"""More paths than these through one piece of program are not merged: the merged term has a
condition for each, and is looked through again at every later step."""

MAX_SPLIT_CONDITIONS = 6
"""Conditions of one result that are decided: at most 2**6 paths for each path before."""

MAX_CONDITIONS_IN_RESULT = 4
"""A number with more conditions inside stays one term: a formula, not a choice of payments."""

MAX_SPLIT_VALUES = 12
"""A table with more values than these stays a table."""


@dataclass(frozen=True, slots=True)
class Path:
    """One path through a program: its decisions, and its result or the exception it raises."""

    conditions: tuple[tuple[Term, bool], ...]
    result: Value
    raised: type[BaseException] | None = None
    line: int = 0


def all_paths(run: Execution, body: Callable[[], Value]) -> list[Path]:
    """Every path through `body` that the path condition allows; refuses if they are too many."""

    def outcome() -> tuple[Value, type[BaseException] | None, int]:
        run.now, run.floor, run.depth = 0, 0, 0
        try:
            return body(), None, run.line
        except Raised as raised:
            return None, raised.kind, 0

    paths: list[Path] = []
    limit = run.context.max_paths
    for trace, (result, raised, line) in explore(run, run.path_condition, outcome):
        if is_satisfiable(run.path_condition, max_splits=MAX_SPLITS_OF_PATH) is not False:
            paths.append(Path(tuple(trace), result, raised, line))
        if len(paths) > limit:
            raise Refused("PY-LIMIT", f"more than {limit} paths through the program")
    return paths


def explore(
    run: Execution, start: PathCondition, body: Callable[[], T]
) -> Iterator[tuple[Trace, T]]:
    """Run `body` once for each feasible path: the decisions of each, and what it returns.

    The state of a path is not copied at a fork, as other symbolic executors do: values are
    ordinary Python objects that may share parts, so running again is simpler, and exact. What
    merged pieces of program came to is not worked out again (recall.py).
    """
    with order_that_stays():
        yield from _explored(run, start, body)


def _explored(
    run: Execution, start: PathCondition, body: Callable[[], T]
) -> Iterator[tuple[Trace, T]]:
    waiting: list[Trace] = [[]]
    run.outcomes = {}
    while waiting:
        plan = waiting.pop()
        run.path_condition, run.planned, run.trace, run.pieces = start.copy(), plan, [], 0
        run.context.check()
        try:
            result = body()
            yield run.trace, result
        except Infeasible:
            pass
        waiting += [
            [*run.trace[:i], (condition, False)]
            for i, (condition, choice) in enumerate(run.trace)
            if choice and i >= len(plan)
        ]


Changes: TypeAlias = dict[int, tuple[Value, Guarded]]
"""Lists that a piece of program changes, by identity, with their items after it."""


@dataclass(frozen=True, slots=True)
class PurePath(Generic[T]):
    """One path through a piece of program: its decisions, its result, and lists it changes."""

    trace: Trace
    result: T
    changes: Changes


def pure_paths(
    run: Execution, body: Callable[[], T], *, assume: Term | None = None
) -> list[PurePath[T]]:
    """All paths through a piece of program, under an assumption; the run itself goes on as before.

    Raises `CannotMerge` if the piece raises an exception or changes something older, for then its
    paths differ in more than their values. Items of older lists may change: they are put back,
    and what they were at the end of each path is noted. Empty if no input meets the assumption.
    """
    before = (run.path_condition, run.planned, run.trace, run.floor, run.is_merging)
    forbade, run.forbids_forks = run.forbids_forks, False
    outcomes, pieces = run.outcomes, run.pieces
    found: list[PurePath[T]] = []
    base = run.path_condition.copy()
    run.floor, run.is_merging = run.stamp(), True
    try:
        if assume is not None and not base.learn(assume, True):
            return []
        for trace, (result, changes) in explore(run, base, lambda: _undone(run, body)):
            found.append(PurePath(trace, result, changes))
            if len(found) > MAX_MERGED_PATHS:
                raise CannotMerge
    except Raised:
        raise CannotMerge from None
    finally:
        run.path_condition, run.planned, run.trace, run.floor, run.is_merging = before
        run.forbids_forks, run.outcomes, run.pieces = forbade, outcomes, pieces
    return found


def _undone(run: Execution, body: Callable[[], T]) -> tuple[T, Changes]:
    """The result of a piece of program and the lists it changes, as they were before again."""
    outer, run.journal = run.journal, {}
    journal = run.journal
    try:
        result = body()
        return result, run.changed_lists()
    finally:
        run.journal = outer
        for changed, items in journal.values():
            become(changed, items)


def split_value(run: Execution, value: Value) -> Value:
    """A result with its conditions decided, one path for each; as it is, if there are many."""
    if is_term(value) and _conditions_in(value) > MAX_CONDITIONS_IN_RESULT:
        return value
    for _ in range(MAX_SPLIT_CONDITIONS):
        if not is_term(value):
            return value
        test = _first_test(value)
        if test is None:
            break
        value = unwrapped(_assuming(value, test, run.decide(test)))
    if isinstance(value, Lookup):
        return _split_table(run, value)
    if is_term(value) and sort_of(value) is Sort.BOOL:
        return run.decide(value)
    return value


def split_terms(run: Execution, parts: list[Term]) -> list[Term]:
    """The new values of variables with a few of their conditions decided."""
    for _ in range(MAX_SPLIT_CONDITIONS):
        test = next((t for t in map(_first_test, parts) if t is not None), None)
        if test is None:
            break
        choice = run.decide(test)
        parts = [_assuming(term, test, choice) for term in parts]
    return parts


def _split_table(run: Execution, term: Lookup) -> Value:
    values = list({terms.const(v): v for v in term.table.values}.values())
    if len(values) > MAX_SPLIT_VALUES:
        return term
    # The last value is what is left when it is none of the others: a condition that says little.
    # The largest number is asked for most, so it is not the last.
    if all(isinstance(value, int | float) for value in values):
        values.sort(reverse=True)
    for value in values[:-1]:
        if run.decide(unwrapped(terms.equal(term, terms.const(value)))):
            return value
    return values[-1]


def _conditions_in(term: Term) -> int:
    return sum(isinstance(part, Choose) for part in walk(term))


def _first_test(term: Term) -> Term | None:
    return next((part.test for part in walk(term) if isinstance(part, Choose)), None)


def _assuming(term: Term, test: Term, choice: bool) -> Term:
    """The term where the truth of `test` is known."""
    return substituted(term, {test: terms.const(choice)})
