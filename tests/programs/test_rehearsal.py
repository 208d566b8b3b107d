"""Plans taken with one environment from start to end."""

from __future__ import annotations

from typing import Any

from introplan.programs.rehearsal import Rehearsal


class Stairs:
    """Three steps up; jumping is not allowed."""

    def __init__(self) -> None:
        self.height = 0

    def step(self, action: str) -> Any:
        """Up, or an error."""
        if action == "jump":
            raise ValueError("too high")
        self.height += 1
        return self.height, 0.5, self.height == 3


def test_steps_are_taken_one_after_the_other() -> None:
    """Up to one that is not allowed, as often as asked, and with the environment left alone."""
    env = Stairs()
    rehearsal = Rehearsal(env, {"height": 0})
    env.height = 2
    for _ in range(2):
        answers = rehearsal.answers({"height": 0}, ["up", "up", "up"])
        assert answers == [(0.5, False), (0.5, False), (0.5, True)]
    assert rehearsal.answers({"height": 0}, ["up", "jump", "up"]) == [(0.5, False)]
    assert env.height == 2


def test_nothing_is_known_of_other_starts() -> None:
    """The environment was in one state only."""
    assert Rehearsal(Stairs(), {"height": 0}).answers({"height": 1}, ["up"]) is None
