"""A plan taken with one environment from its start to its end, as its user will take it.

A search takes each step with a copy that is put into a state. What such copies do not have in
common with the environment (a cache that a decorator keeps, a list with two names, what hides in a
closure) shows here: the plan would pay something else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from introplan.programs.answered import answered
from introplan.programs.identity import key_of
from introplan.programs.shells import twin_of


class Rehearsal:
    """An environment as it was when its task was made; its own steps leave it alone."""

    def __init__(self, env: Any, start: Any, moves: int | None = None) -> None:
        self.env = twin_of(env)
        self.start = start
        self.moves = moves
        """After so many it says that the episode is over; for the task that is the horizon."""

    def answers(self, start: Any, plan: Iterable[Any]) -> list[tuple[float, bool]] | None:
        """What the steps of a plan pay, and which ends the episode, up to one that is not allowed.

        None for a plan from another state than the one in which the environment was.
        """
        if key_of(start) != key_of(self.start):
            return None
        env, found = twin_of(self.env), list[tuple[float, bool]]()
        for action in plan:
            try:
                answer = env.step(action)
            except Exception:
                answer = None
            if answer is None:
                break
            found.append(answered(answer))
        return found
