"""Programs whose actions are the states after them."""

from __future__ import annotations

from typing import Any

import introplan as ip
from introplan.programs.listed_successors import (
    ListedSuccessor,
    lists_successors,
    successor_with_row,
)


def _following(s: int) -> list[int]:
    return [s + 1, s * 2]


def _taken(state: int, action: int) -> int:
    """As it is."""
    return action


def _program(transition: Any, actions: Any = _following) -> Any:
    return ip.program(actions=actions, transition=transition, reward=lambda s, a, s2: int(s2 == 9))


def test_a_step_that_takes_a_successor_as_it_is_is_known() -> None:
    """By what it does, whatever its names are; any other step is none."""
    assert lists_successors(_program(lambda s, a: a))
    assert lists_successors(_program(_taken))
    assert not lists_successors(_program(lambda s, a: s))
    assert not lists_successors(_program(lambda s, a: a + 0))
    assert not lists_successors(_program(lambda s, a: a, [1, 2, 3]))


def test_places_are_told_in_words() -> None:
    """Counted from one, as people do."""
    assert str(ListedSuccessor(0)) == "successor 1"


def test_a_successor_is_found_by_its_row() -> None:
    """The one with that row; None where none is listed."""
    task = _program(_taken).task(1)

    assert successor_with_row(task, lambda s: (s,), 5, (10,)) == 10
    assert successor_with_row(task, lambda s: (s,), 5, (11,)) is None
