"""On which paths an episode ends, how, and what that pays."""

from __future__ import annotations

import math
from typing import Any

import pytest

from introplan.introspection.programs.ends import best_ends, status_cases
from introplan.mdp import Status
from read_worlds import SIDE, read

FAR = SIDE - 1
ENDS = (Status.OVER, Status.SUCCESS)


def _prize(s: Any, a: str, s2: Any) -> int:
    if s2 == (FAR, FAR):
        return 7
    return -50 if s2 == (FAR, 0) else -1


def _flag(s: Any, a: str, s2: Any) -> bool:
    return s2 in ((FAR, FAR), (FAR, 0))


def _statuses(s: Any, a: str, s2: Any) -> Status:
    if s2 == (FAR, FAR):
        return Status.SUCCESS
    return Status.FAILURE if s2 == (FAR, 0) else Status.CONTINUE


def _words(s: Any, a: str, s2: Any) -> str | None:
    if s2 == (FAR, FAR):
        return "success"
    return "over" if s2 == (FAR, 0) else None


@pytest.mark.parametrize(
    ("terminal", "expected"),
    [
        (_flag, {Status.OVER, Status.CONTINUE}),
        (_statuses, {Status.SUCCESS, Status.FAILURE, Status.CONTINUE}),
        (_words, {Status.SUCCESS, Status.OVER, Status.CONTINUE}),
    ],
)
def test_statuses_words_and_truth_values_are_told_apart(terminal: Any, expected: Any) -> None:
    """A plain True is over, not success."""
    reading = read(reward=_prize, terminal=terminal)
    found = {
        status for ending in reading.endings or () for status, _ in status_cases(reading, ending)
    }
    assert found == expected


def test_the_best_ends_pay_most() -> None:
    """Of ends by the same flag the prize is best; below it comes what costs 50."""
    reading = read(reward=_prize, terminal=_flag)
    best = best_ends(reading, ENDS)
    assert best is not None
    assert (best.value, best.going_on, best.is_goal) == (7, -1, True)
    assert {end.action for end in best.ends} == {"right", "up"}
    worse = best_ends(reading, ENDS, below=7)
    assert worse is not None
    assert worse.value == -50
    assert best_ends(reading, ENDS, below=-50) is None


def test_failure_is_no_end_to_aim_for() -> None:
    """It is not among the ends, whatever it pays."""

    def paid(s: Any, a: str, s2: Any) -> int:
        return 100 if s2 == (FAR, 0) else -1

    reading = read(reward=paid, terminal=_statuses)
    best = best_ends(reading, ENDS)
    assert best is not None
    assert best.value == -1


def test_an_end_that_pays_by_the_state_is_bounded() -> None:
    """The last step pays what is left: its most, exactly, is a condition on the state."""

    def paid(s: Any, a: str, s2: Any) -> int:
        return 2 * s2[0] + 1 if s2[1] == FAR else 0

    def top(s: Any, a: str, s2: Any) -> bool:
        return bool(s2[1] == FAR)

    best = best_ends(read(reward=paid, terminal=top), ENDS)
    assert best is not None
    assert best.value == 2 * FAR + 1
    assert not math.isinf(best.going_on)
