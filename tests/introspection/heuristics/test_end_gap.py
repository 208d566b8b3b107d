"""The gap to an end of which the test alone is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.heuristics.end_gap import FAR, gaps_of, near_states
from introplan.introspection.programs.reader import read_program_model
from introplan.mdp import Status
from introplan.symbolic.budget import Budget

SUCCESS = frozenset({Status.SUCCESS})
GOALS = frozenset({(2, 3), (5, 1)})
WANTED = frozenset({1, 3})


def unread(state: Any, move: Any) -> Any:
    """A transition that is not understood: it evaluates text."""
    return eval("change(state, move)", {"change": change, "state": state, "move": move})


def change(state: Any, move: int) -> Any:
    """One number of a tuple goes up, or an element goes in or out."""
    if isinstance(state, frozenset):
        return state ^ {move}
    return tuple(tuple((x + (i == move)) % 8 for x in part) for i, part in enumerate(state))


def both_on_goals(state: Any, move: Any, after: Any) -> Status | bool:
    """Both pairs of numbers are goals."""
    return Status.SUCCESS if all(pair in GOALS for pair in after) else False


def numbers(state: Any, move: Any, after: Any) -> Status | bool:
    """The first number is far from where it is, or the second is there."""
    return Status.SUCCESS if after[0][0] == 7 or after[1][1] == 2 else False


def wanted_set(state: Any, move: Any, after: Any) -> Status | bool:
    """The elements are these."""
    return Status.SUCCESS if after == WANTED else False


def never(state: Any, move: Any, after: Any) -> Status | bool:
    """No end."""
    return False


def gaps(terminal: Callable[..., Any], start: Any) -> tuple[Callable[[Any], float], ...]:
    """What is found in a world with this end."""
    moves = [0, 1, 2, 3] if isinstance(start, frozenset) else [0, 1]
    program = ip.program(
        actions=moves, transition=unread, reward=lambda s, a, s2: -1, terminal=terminal
    )
    reading = read_program_model(program.task(start), Budget.of(5))
    assert reading.operators is None
    states = near_states(reading, Budget.of(5))
    return gaps_of(reading.task, states, moves, SUCCESS, Budget.of(5))


def test_the_way_to_the_nearest_true_entry_of_a_table() -> None:
    """Each pair goes to the goal that is nearest to it."""
    count, gap = gaps(both_on_goals, ((0, 0), (5, 5)))
    assert (count(((0, 0), (5, 5))), gap(((0, 0), (5, 5)))) == (2, 5 + 4)
    assert (count(((2, 3), (5, 5))), gap(((2, 3), (5, 5)))) == (1, 4)
    assert (count(((2, 3), (5, 1))), gap(((2, 3), (5, 1)))) == (0, 0)


def test_the_nearest_alternative_counts() -> None:
    """Of two equations the one that is nearer to being true."""
    count, gap = gaps(numbers, ((0, 0), (5, 5)))
    assert (count(((0, 0), (5, 5))), gap(((0, 0), (5, 5)))) == (1, 3)
    assert gap(((6, 0), (5, 5))) == 1


def test_elements_of_sets_are_counted() -> None:
    """One for each element that is missing or too many."""
    count, gap = gaps(wanted_set, frozenset({0}))
    assert count(frozenset({0})) == gap(frozenset({0})) == 3
    assert count(frozenset({1})) == 1


def test_a_state_of_another_shape_comes_last() -> None:
    """It is neither near nor left out."""
    _, gap = gaps(both_on_goals, ((0, 0), (5, 5)))
    assert gap(None) == gap(((0, 0),)) == FAR


@pytest.mark.parametrize("terminal", [never, eval])
def test_nothing_is_made_of_an_end_that_says_nothing(terminal: Callable[..., Any]) -> None:
    """Neither of one that never comes nor of one that is not understood."""
    assert gaps(never if terminal is never else unread_end, ((0, 0), (5, 5))) == ()


def unread_end(state: Any, move: Any, after: Any) -> Any:
    """An end that is not understood."""
    return eval("after[0][0] == 9", {"after": after})


def test_a_goal_far_away_is_found_by_its_test_alone() -> None:
    """Eight numbers of eight values each: sixteen million states, and as few as need be seen."""

    def turn(state: Any, move: int) -> Any:
        return eval("turned(state, move)", {"turned": turned, "state": state, "move": move})

    def turned(state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return tuple((x + (i == move)) % 8 for i, x in enumerate(state))

    program = ip.program(
        actions=list(range(8)),
        transition=turn,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: Status.SUCCESS if all(x == 6 for x in s2) else False,
    )
    result = ip.plan(program.task((0,) * 8), limits=ip.Limits(nodes=40_000))
    assert result.plan is not None
    assert (len(result.plan), result.method) == (48, "goal-counting")
    assert not any("blind search" in note for note in result.notes)
