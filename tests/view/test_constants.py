"""The constants that a world's functions use are found wherever they are."""

from __future__ import annotations

import functools
from typing import Any

import introplan as ip
from introplan.view.constants import constants_of, counts_rows_first

OUTSIDE = {(1, 1)}


class Rules:
    """Rules as an object."""

    SIZE = 4

    def __init__(self) -> None:
        self.goals = {(2, 3)}

    def transition(self, state: Any, action: Any) -> Any:
        """One step."""
        r, c = state
        return (r, c) if state in OUTSIDE else self.moved(r, c + action)

    def moved(self, r: int, c: int) -> Any:
        """A place."""
        return (min(r, self.SIZE), c)


def _world(transition: Any) -> Any:
    return ip.program(actions=[1], transition=transition, reward=lambda s, a, t: 0)


def test_globals_attributes_and_names_around_are_found() -> None:
    """Also behind a partial, in a helper, and in the class of an object."""
    around = ["#.#", "..#"]

    def helper(state: Any) -> Any:
        return around[state]

    def transition(state: Any, action: Any) -> Any:
        return helper(state)

    found = constants_of(_world(transition))
    assert found["around"] is around

    rules = Rules()
    found = constants_of(_world(rules.transition))
    assert found["goals"] == {(2, 3)}
    assert found["SIZE"] == 4
    assert found["OUTSIDE"] is OUTSIDE
    curried = functools.partial(Rules.transition, rules)
    assert constants_of(_world(lambda s, a: curried(s, a)))["OUTSIDE"] is OUTSIDE


def test_worlds_behind_a_door_have_their_own_constants_and_none_of_ours() -> None:
    """Environments and problem classes are wrapped in functions of this package."""

    class Env:
        """A corridor."""

        def __init__(self) -> None:
            self.walls = {(0, 1)}
            self.reset()

        def reset(self) -> Any:
            """Back to the start."""
            self.pos = [0, 0]
            return self.pos

        def step(self, action: int) -> Any:
            """One step."""
            if (self.pos[0] + action, 0) not in self.walls:
                self.pos[0] += action
            return self.pos, 0.0, self.pos[0] > 3

    task = ip.from_env(Env(), actions=[0, 1])
    found = constants_of(task.program)
    assert found["walls"] == {(0, 1)}
    assert not any(name.isupper() for name in found)


def test_rows_and_columns_are_told_from_x_and_y() -> None:
    """By the names of local variables."""

    def by_x(state: Any, action: Any) -> Any:
        x, y = state
        return (x, y + action)

    assert counts_rows_first(_world(Rules().transition))
    assert not counts_rows_first(_world(by_x))
