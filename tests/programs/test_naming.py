"""Whether a `terminal` names success is read off its code."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import introplan as ip
from introplan.programs.naming import names_success

WON = ip.Status.SUCCESS
TABLE = {"goal": ip.Status.SUCCESS, "pit": ip.Status.FAILURE}


class Result:
    """Another enumeration, which happens to have a member of that name."""

    SUCCESS = "yes"


def status(s: int, a: int, t: int) -> ip.Status:
    """The usual form."""
    return ip.Status.SUCCESS if t == 3 else ip.Status.CONTINUE


def word(s: int, a: int, t: int) -> str:
    """A word instead of the status."""
    if t == 3:
        return "success"
    return "continue"


def by_constant(s: int, a: int, t: int) -> ip.Status | None:
    """A global that holds the status."""
    return WON if t == 3 else None


def by_table(s: int, a: int, t: str) -> ip.Status | None:
    """A table that holds it."""
    return TABLE.get(t)


def by_helper(s: int, a: int, t: int) -> ip.Status:
    """Another function answers."""
    return status(s, a, t)


def truth(s: int, a: int, t: int) -> bool:
    """Over, and no success is named, although the docstring says success."""
    return t in (3, -3)


def asks_info(s: int, a: int, t: dict[str, Any]) -> bool:
    """A question about a part of the state that is called success."""
    return bool(t["success"]) or t.get("success", False) or t.get("dead", False)


def compares(s: int, a: int, t: Any) -> bool:
    """A question about another enumeration."""
    return bool(t.result == Result.SUCCESS)


def other_member(s: int, a: int, t: int) -> Any:
    """A member of that name which is no status."""
    return Result.SUCCESS if t == 3 else False


def fails_only(s: int, a: int, t: int) -> ip.Status:
    """Failure is named, success is not."""
    return ip.Status.FAILURE if t == 3 else ip.Status.CONTINUE


@dataclass
class Judge:
    """An object that is called, and has no hash."""

    goal: int

    def __call__(self, s: int, a: int, t: int) -> ip.Status:
        """Success at the goal."""
        return ip.Status.SUCCESS if t == self.goal else ip.Status.CONTINUE

    def is_over(self, s: int, a: int, t: int) -> bool:
        """Over at the goal."""
        return t == self.goal


@pytest.mark.parametrize(
    "terminal",
    [status, word, by_constant, by_table, by_helper, Judge(3), functools.partial(status)],
)
def test_success_is_named_where_it_can_be_the_answer(terminal: Callable[..., Any]) -> None:
    """As a status, a word, a constant, in a table, by another function, by an object."""
    assert names_success(terminal)


@pytest.mark.parametrize(
    "terminal",
    [None, truth, asks_info, compares, other_member, fails_only, Judge(3).is_over, bool],
)
def test_a_question_about_success_names_none(terminal: Callable[..., Any] | None) -> None:
    """A truth value is an end and no more, whatever words stand in the code."""
    assert not names_success(terminal)


def test_code_without_a_text_is_read_by_its_names() -> None:
    """Functions that were made at run time have no source."""
    scope: dict[str, Any] = {"Status": ip.Status}
    exec("def yes(s, a, t): return Status.SUCCESS if t else None", scope)
    exec("def no(s, a, t): return t > 3", scope)

    assert names_success(scope["yes"])
    assert not names_success(scope["no"])


def test_what_a_plan_is_for_follows_from_it() -> None:
    """A named success is wanted; a plain end leaves the score to decide."""
    parts: Any = {"actions": [1], "transition": lambda s, a: s + a, "reward": lambda s, a, t: -1}

    assert ip.program(**parts, terminal=status).task(0).wanted.name == "SUCCESS"
    assert ip.program(**parts, terminal=truth).task(0).wanted.name == "SCORE"
    assert ip.program(**parts).task(0).wanted.name == "BEST_REWARD"
    assert ip.program(**parts).task(0, discount=0.9).wanted.name == "SCORE"
