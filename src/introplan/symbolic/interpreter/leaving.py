"""Loops that are left early (`break`, `return`, the test of a `while`), merged round by round.

A loop over a board that returns at the first line it likes has a path for each line, and a piece
of program with many paths is not merged (paths.py). So a round is run on all its paths at once, as
in `merge_round`, and those that leave the loop are kept apart, as *exits*: a condition, and what
names and lists are there. The next round goes on under the assumption that no exit was taken. At
the end the exits become one value, that of the first whose condition holds:

    for cell in row:                  v = a if a > 3 else (b if b > 3 else 0)
        if cell > 3: return cell      on one path, whatever the number of cells
    return 0

It is all or nothing: `CannotMerge` if the loop does more than to assign to names and to change
items of lists.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, TypeVar

from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.merging import (
    Names,
    apply_changes,
    join_names,
    join_results,
    joined,
    merge_settled,
    new_names,
)
from introplan.symbolic.interpreter.paths import Changes, PurePath, pure_paths
from introplan.symbolic.interpreter.recall import is_lasting, recalled
from introplan.symbolic.interpreter.scopes import UNSETTLED, Frame
from introplan.symbolic.interpreter.values import Value, unwrapped
from introplan.symbolic.refusal import CannotMerge, Refused
from introplan.symbolic.terms.build import choose, const
from introplan.symbolic.terms.term import Const, Term

T = TypeVar("T")


class Way(enum.Enum):
    """How a path through a round of a loop goes on."""

    ON = enum.auto()
    BROKEN = enum.auto()
    ENDED = enum.auto()
    RETURNED = enum.auto()


Round: TypeAlias = Callable[[], tuple[Way, Value]]
"""Runs a round: how it goes on, and what it returns."""


@dataclass(frozen=True, slots=True)
class Exit:
    """One way to leave a loop, where it is reached and no earlier one was taken."""

    test: Term
    way: Way
    value: Value
    names: dict[str, Value]
    changes: Changes


@dataclass(slots=True)
class Left:
    """A loop that was left by the first of its exits whose condition holds, or by the last one."""

    run: Execution
    frame: Frame
    start: int
    exits: list[Exit]

    def leaves_by(self, way: Way) -> Value:
        """The condition under which the loop is left this way."""
        term: Term = const(self.exits[-1].way is way)
        for one in self.exits[-2::-1]:
            term = choose(one.test, const(one.way is way), term)
        return unwrapped(term)

    def returned(self) -> Value:
        """What the loop returns where it does; changes lists as it does there."""
        found = [(e.test, (e.value, e.changes)) for e in self.exits if e.way is Way.RETURNED]
        value, changes = _chained(found, partial(join_results, self.run, self.start))
        apply_changes(self.run, changes)
        return value

    def go_on(self, *ways: Way) -> None:
        """Give names and lists what they are where the loop was left in one of these ways."""
        join = partial(join_names, self.run, self.start, merge=merge_settled)
        before = self.frame.names
        taken = [one for one in self.exits if one.way in ways]
        found = [(one.test, ({**before, **one.names}, one.changes)) for one in taken]
        names, changes = new_names(_chained(found, join), before)
        apply_changes(self.run, changes)
        self.frame.names.update(names)


def merge_loop(run: Execution, frame: Frame, rounds: Callable[[], Iterator[Round]]) -> Left:
    """Run a loop until no input goes on; names and lists are as before. Raises `CannotMerge`."""
    start = run.stamp()

    def whole() -> list[Exit]:
        found = pure_paths(run, partial(_all_rounds, run, frame, rounds))
        if len(found) != 1 or not found[0].result:
            raise CannotMerge
        return found[0].result

    # What is refused here may not be needed on the paths that a fork leads to.
    try:
        return Left(run, frame, start, recalled(run, whole, _are_lasting))
    except Refused:
        raise CannotMerge from None


def _are_lasting(exits: list[Exit]) -> bool:
    return all(
        not one.changes
        and is_lasting(one.value)
        and all(is_lasting(v) or v is UNSETTLED for v in one.names.values())
        for one in exits
    )


def _all_rounds(run: Execution, frame: Frame, rounds: Callable[[], Iterator[Round]]) -> list[Exit]:
    """The exits of all rounds of a loop, the last of which is its end if it comes to that."""
    before = dict(frame.names)
    exits: list[Exit] = []
    try:
        for body in rounds():
            if not _is_going_on(run, frame, body, exits, before):
                break
        else:
            names = new_names((frame.names, {}), before)[0]
            exits.append(Exit(const(True), Way.ENDED, None, names, run.changed_lists()))
        return exits
    finally:
        frame.names.clear()
        frame.names.update(before)


Reached: TypeAlias = tuple[Way, Value, dict[str, Value]]


def _is_going_on(
    run: Execution, frame: Frame, body: Round, exits: list[Exit], first: dict[str, Value]
) -> bool:
    """Run a round where the loop was not left, and note its exits; is there another one?"""
    start, floor, before = run.stamp(), run.floor, dict(frame.names)

    def restoring() -> Reached:
        try:
            return (*body(), dict(frame.names))
        finally:
            frame.names.clear()
            frame.names.update(before)

    paths = pure_paths(run, restoring)
    going = [path for path in paths if path.result[0] is Way.ON]
    if exits or len(going) < len(paths):
        _check_noted(paths, floor)
    ways = [way for way in Way if any(path.result[0] is way for path in paths)]
    exits.extend(_exit(run, start, way, paths, first) for way in ways if way is not Way.ON)
    if not going:
        return False
    names, changes = _after(run, start, going)
    apply_changes(run, changes)
    frame.names.update(names)
    is_going = _condition(paths, Way.ON)
    return isinstance(is_going, Const) or run.path_condition.learn(is_going, True)


def _check_noted(paths: list[PurePath[Reached]], floor: int) -> None:
    """Lists made in the loop must stay as they are once it may have been left: exits hold them."""
    if any(changed.made >= floor for p in paths for changed, _ in p.changes.values()):
        raise CannotMerge


def _exit(
    run: Execution, start: int, way: Way, paths: list[PurePath[Reached]], first: dict[str, Value]
) -> Exit:
    """The exit of one round by one way, with all that has changed since the loop began."""
    some = [path for path in paths if path.result[0] is way]
    test, earlier = _condition(paths, way), run.changed_lists()
    if way is Way.RETURNED:
        values = [PurePath(path.trace, path.result[1], path.changes) for path in some]
        value, changes = joined(values, partial(join_results, run, start))
        return Exit(test, way, value, {}, {**earlier, **changes})
    names, changes = _after(run, start, some)
    return Exit(test, way, None, new_names((names, {}), first)[0], {**earlier, **changes})


def _after(run: Execution, start: int, paths: list[PurePath[Reached]]) -> Names:
    """Names and changed lists after a round, one value for all of these paths."""
    names = [PurePath(path.trace, path.result[2], path.changes) for path in paths]
    return joined(names, partial(join_names, run, start, merge=merge_settled))


def _condition(paths: list[PurePath[Reached]], way: Way) -> Term:
    """Where the paths go on in this way, said of the inputs that take one of the paths."""
    held: list[PurePath[Term]] = [
        PurePath(path.trace, const(path.result[0] is way), {}) for path in paths
    ]
    return joined(held, lambda test, then, other: (choose(test, then[0], other[0]), {}))[0]


def _chained(found: list[tuple[Term, T]], join: Callable[[Term, T, T], T]) -> T:
    """One result for those of several exits, of which the first whose test holds is taken."""
    result = found[-1][1]
    for test, one in found[-2::-1]:
        result = join(test, one, result)
    return result
