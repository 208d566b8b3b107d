"""Parts of the state that no rule asks: links to the state before, paths, costs."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import introplan as ip

END = 40


class Walk:
    """A walk that keeps where it came from and how it got here."""

    def __init__(self, place: int, parent: Walk | None = None, path: list[int] | None = None):
        self.place = place
        self.parent = parent
        self.path = [] if path is None else path
        self.cost: int = 0 if parent is None else parent.cost + 1


def _linked(s: Walk, a: int) -> Walk:
    return Walk(min(s.place + a, END), s, [*s.path[:], a])


def _appended(s: Walk, a: int) -> Walk:
    path, step = list(s.path), [a]
    path.append(a)
    path = path + step
    return Walk(min(s.place + a, END), s, path)


def _copied(s: Walk, a: int) -> Walk:
    after = copy.copy(s)
    after.path = s.path.copy()
    after.path.append(a)
    after.place, after.parent = min(s.place + a, END), s
    return after


def _asking(s: Walk, a: int) -> Walk:
    if len(s.path) > 3:
        a = 1
    return Walk(min(s.place + a, END), s, [*s.path, a])


def _first(s: Walk, a: int) -> Walk:
    return Walk(min(s.place + a, END), s, [*s.path, a if s.parent is None else 1])


def _task(transition: Callable[[Any, int], Any], start: Any = None) -> ip.ProgramTask:
    return ip.program(
        actions=[1, 2, 3],
        transition=transition,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: "success" if s2.place == END else "continue",
    ).task(Walk(0) if start is None else start)


@pytest.mark.parametrize("transition", [_linked, _appended, _copied])
def test_paths_and_links_that_no_rule_asks_are_no_part_of_what_is_read(
    transition: Callable[[Walk, int], Walk],
) -> None:
    """They grow with every step: the rules are read without them, and so is the distance."""
    info = ip.introspect(_task(transition))

    assert not info.diagnostics
    assert info.heuristic is not None
    assert info.heuristic(Walk(0)) == 14
    assert [v.path for v in info.variables] == ["cost", "place"]


@pytest.mark.parametrize("transition", [_asking, _first])
def test_a_rule_that_asks_such_a_part_is_refused(
    transition: Callable[[Walk, int], Walk],
) -> None:
    """How long the path is, or whether there is a parent, is not known: nothing is guessed."""
    info = ip.introspect(_task(transition))

    assert info.operators == ()
    assert "grows without end" in info.diagnostics[0].construct


def test_a_goal_that_asks_such_a_part_is_refused() -> None:
    """The rules are read; the end, which goes by the length of the path, is not."""
    task = ip.program(
        actions=[1, 2, 3],
        transition=_appended,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: len(s2.path) == 30,
    ).task(Walk(0))
    info = ip.introspect(task)

    assert info.ends == ()
    assert any("grows without end" in d.construct for d in info.diagnostics)


def test_plans_with_such_parts_are_as_short_as_without() -> None:
    """The plan is replayed with the user's functions, paths and all."""
    result = ip.plan(_task(_linked))

    assert result.status is ip.PlanStatus.SUCCESS
    assert result.score == -14
