"""Assuming a condition: a piece of program is run as if it held, and changes nothing older.

Branches of an `if`, merged: both are run, and the names they assign get one value each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import Record, Value, merged
from introplan.symbolic.refusal import CannotMerge
from introplan.symbolic.terms.build import negate
from introplan.symbolic.terms.term import Term


def assumed(machine: Machine, frame: Frame, condition: Term, thunk: Callable[[], Value]) -> Value:
    """The value of a piece of program where `condition` holds; it must not bind names."""
    names = dict(frame.names)

    def run() -> Value:
        try:
            value = thunk()
            if _has_changed(frame.names, names):
                raise CannotMerge
            return value
        finally:
            frame.names.clear()
            frame.names.update(names)

    return machine.merge(run, assume=condition)


def _has_changed(after: dict[str, Value], before: dict[str, Value]) -> bool:
    return len(after) != len(before) or any(after[n] is not v for n, v in before.items())


def merge_branches(
    machine: Machine, frame: Frame, test: Term, run: Callable[[bool], None]
) -> None:
    """Both branches as new values of the names they assign; raises `CannotMerge` otherwise."""
    before = dict(frame.names)
    then = _branch(machine, frame, test, partial(run, True), before)
    other = _branch(machine, frame, negate(test), partial(run, False), before)
    if then is None or other is None:
        frame.names.update(then or other or {})
        return
    if then.keys() != other.keys():
        raise CannotMerge
    floor = machine.stamp()
    frame.names.update({name: merged(test, then[name], other[name], floor=floor) for name in then})


def _branch(
    machine: Machine,
    frame: Frame,
    test: Term,
    body: Callable[[], None],
    before: dict[str, Value],
) -> dict[str, Value] | None:
    """The names after a branch; None if no state takes it."""

    def run() -> Value:
        try:
            body()
            return Record(_Names, dict(frame.names), 0)
        finally:
            frame.names.clear()
            frame.names.update(before)

    ways = machine.ways(run, assume=test)
    if not ways:
        return None
    return _joined_ways(machine, ways, 0)


class _Names:
    """Stands for the names of a block."""


def _joined_ways(machine: Machine, ways: list[Any], position: int) -> dict[str, Value]:
    trace, record = ways[0]
    if len(ways) == 1:
        fields: dict[str, Value] = record.fields
        return fields
    condition = trace[position][0]
    yes = [way for way in ways if way[0][position][1]]
    no = [way for way in ways if not way[0][position][1]]
    if not yes or not no:
        return _joined_ways(machine, ways, position + 1)
    first = _joined_ways(machine, yes, position + 1)
    second = _joined_ways(machine, no, position + 1)
    if first.keys() != second.keys():
        raise CannotMerge
    floor = machine.stamp()
    return {n: merged(condition, first[n], second[n], floor=floor) for n in first}
