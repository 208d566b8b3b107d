"""Loops: where their exits are paths, and where they are one value."""

from __future__ import annotations

from typing import Any

import pytest

from introplan.symbolic.interpreter import loops
from symbolic_runs import paths_through, refusal_of, wrong_answers


def _place(x: int) -> int:
    for i in range(-2, 2):
        if x == i:
            return 3 * i
    return 0


def test_exits_of_the_program_itself_are_paths() -> None:
    """There a path for each is what is asked for."""

    def function(x: int, y: int, flag: bool) -> Any:
        for i in range(-2, 2):
            if x == i:
                return (i * y,)
        return (0,)

    assert len(paths_through(function)) == 5


def test_exits_of_a_helper_are_one_value() -> None:
    """Its loop is a formula for those who call it."""

    def function(x: int, y: int, flag: bool) -> Any:
        return (_place(x) + y,)

    assert len(paths_through(function)) == 1
    assert wrong_answers(function) == []


def _up(x: int, last: int) -> int:
    while x < last:
        x += 1
    else:
        x += last
    return x


def test_a_long_while_is_not_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many rounds it forks instead, and comes to the same."""

    def function(x: int, y: int, flag: bool) -> Any:
        return (_up(x, y),)

    assert wrong_answers(function) == []
    monkeypatch.setattr(loops, "MAX_MERGED_ROUNDS", 2)
    assert wrong_answers(function) == []


def test_a_loop_without_an_end_is_refused() -> None:
    """Merged or not."""

    def forever(x: int) -> int:
        while x < 9:
            pass
        return x

    def function(x: int, y: int, flag: bool) -> Any:
        return (forever(x),)

    assert refusal_of(function) == f"a loop of more than {loops.MAX_LOOP_ROUNDS} rounds"


class _Guard:
    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.count = 0


def test_what_a_round_sets_is_merged() -> None:
    """Elements, attributes and members: one path, and not one for each combination of rounds."""

    def function(x: int, y: int, flag: bool) -> Any:
        row, guard = [x, y, 0, 1, 2, 3], _Guard()
        for i in range(6):
            if row[i] > y:
                row[i] -= 1
            if row[i] == x:
                guard.count += i
                guard.seen.add(i)
        return (sum(row), guard.count, len(guard.seen), 3 in guard.seen)

    assert len(paths_through(function)) <= 2
    assert wrong_answers(function) == []


def test_a_match_in_a_round_is_merged() -> None:
    """Each case would be a path of its own, with those of all other rounds."""

    def function(x: int, y: int, flag: bool) -> Any:
        found: list[str] = []
        for each in ("a", "b", "c", "d"):
            match each:
                case "a" | "b" if x > 1:
                    found.append(each)
                case "c" if flag:
                    found.append(each)
                case "d" if y < 3:
                    found.append(each)
        return (len(found), "c" in found)

    assert len(paths_through(function)) <= 2
    assert wrong_answers(function) == []
