"""The decisions of one run of a function that draws (`forking.py`)."""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from introplan.programs.uniforms import Uniform

MAX_OPTIONS = 5_000
"""Options of one draw: a shuffle of six has 720, one of seven 5,040."""


class NotListedError(BaseException):
    """What is drawn has no list of options that is short enough; the text says which draw.

    No `Exception`: a function that catches those must not go on as if it had been given a number.
    """


class Script:
    """The decisions of one run, and the options that were not taken."""

    def __init__(self, decisions: Sequence[int]) -> None:
        self.decisions = list(decisions)
        self.taken = 0
        self.probability = 1.0
        self.waiting: list[list[int]] = []
        self.refused = ""
        self.uniforms: list[weakref.ref[Uniform]] = []

    def refuse(self, what: str) -> NoReturn:
        """Raise `NotListedError`, and remember it in case that someone catches everything."""
        self.refused = what
        raise NotListedError(what)

    def choose(self, weights: Sequence[float]) -> int:
        """The number of the option to take now; options without weight are never taken."""
        possible = [number for number, weight in enumerate(weights) if weight > 0]
        if not possible:
            raise ValueError("no option has a probability above 0")
        if len(possible) == 1:
            return possible[0]
        if len(possible) > MAX_OPTIONS:
            self.refuse(f"a draw of {len(possible):,} options")
        if self.taken == len(self.decisions):
            self.waiting += [[*self.decisions, other] for other in reversed(possible[1:])]
            self.decisions.append(possible[0])
        number = self.decisions[self.taken]
        self.taken += 1
        self.probability *= weights[number] / math.fsum(weights)
        return number
