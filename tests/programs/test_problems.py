"""Search problems as objects: AIMA, SimpleAI, Berkeley, OpenSpiel and their relatives."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip

STEPS = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}


def neighbours(s: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
    """Moves in a room of 5 x 5 with two walls."""
    after = {a: (s[0] + dx, s[1] + dy) for a, (dx, dy) in STEPS.items()}
    free = {a: t for a, t in after.items() if t not in {(1, 1), (2, 1)}}
    return [(a, t) for a, t in free.items() if 0 <= t[0] < 5 and 0 <= t[1] < 5]


class Aima:
    """AIMA: costs add up along a path."""

    initial = (0, 0)

    def actions(self, state: Any) -> list[str]:
        """Moves."""
        return [a for a, _ in neighbours(state)]

    def result(self, state: Any, action: str) -> Any:
        """After a move."""
        return dict(neighbours(state))[action]

    def goal_test(self, state: Any) -> bool:
        """At the corner."""
        return bool(state == (4, 4))

    def path_cost(self, c: float, one: Any, action: str, two: Any) -> float:
        """East is dear."""
        return c + (3 if action == "E" else 1)


class Berkeley:
    """Berkeley: triples."""

    def getStartState(self) -> Any:  # noqa: N802
        """The start."""
        return (0, 0)

    def isGoalState(self, s: Any) -> bool:  # noqa: N802
        """At the corner."""
        return bool(s == (4, 4))

    def getSuccessors(self, s: Any) -> list[Any]:  # noqa: N802
        """State, action, cost."""
        return [(t, a, 3 if a == "E" else 1) for a, t in neighbours(s)]


class Bare:
    """Successors that are bare states."""

    start = (0, 0)

    def neighbors(self, s: Any) -> list[Any]:
        """States."""
        return [t for _, t in neighbours(s)]

    def is_goal(self, s: Any) -> bool:
        """At the corner."""
        return bool(s == (4, 4))


class Nim:
    """A game that is its own state."""

    def __init__(self) -> None:
        self.left, self.player = 7, 0

    def legal_actions(self) -> list[int]:
        """One to three."""
        return [n for n in (1, 2, 3) if n <= self.left]

    def apply_action(self, action: int) -> None:
        """Changes the game."""
        self.left -= action
        self.player = 1 - self.player

    def is_terminal(self) -> bool:
        """Nothing is left."""
        return self.left == 0

    def returns(self) -> list[float]:
        """Whoever takes the last one wins."""
        return [1.0, -1.0] if self.player == 1 else [-1.0, 1.0]


@pytest.mark.parametrize(("problem", "score"), [(Aima(), -16), (Berkeley(), -16), (Bare(), -8)])
def test_cheapest_paths_are_found(problem: Any, score: float) -> None:
    """A step pays minus its cost, and the goal test names success."""
    task = ip.from_problem(problem)
    result = ip.plan(task, optimal=True)
    assert (str(result.status), result.score) == ("success", score)
    assert result.proved_optimal
    assert ip.verify(task, result.plan).valid
    with pytest.raises(ip.NotAllowedError):
        task.step((0, 0), (9, 9))


def test_another_start_may_be_given() -> None:
    """And a name."""
    task = ip.from_problem(Berkeley(), start=(4, 3), name="maze")
    assert (task.name, ip.plan(task).plan) == ("maze", ("S",))


def test_a_game_object_is_the_state() -> None:
    """What the end is worth is paid with the last step; illegal moves are not allowed."""
    game = Nim()
    task = ip.from_problem(game)
    assert ip.plan(task, optimal=True).score == 1
    assert game.left == 7
    with pytest.raises(ip.NotAllowedError):
        task.step(game, 9)


def test_other_objects_are_told_what_was_looked_for() -> None:
    """And what they have; classes are not objects of theirs."""
    with pytest.raises(ip.UsageError, match=r"Looked for: actions\(s\).*It has: nothing"):
        ip.from_problem(object())
    with pytest.raises(ip.UsageError, match=r"give an object: Nim\(\)"):
        ip.from_problem(Nim)
