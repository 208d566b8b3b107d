"""What `policy` gives: what to do, what is to be expected of it, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from introplan.mdp import action_text, display_number
from introplan.pictures import picture

MEETS = 1e-9
"""A value meets a bound if they differ by no more than this part of them, or this much: nine
digits, where doubles carry nearly sixteen and a long episode loses some."""


class Policy(Protocol):
    """What to do in a state; None where nothing can be done."""

    def __call__(self, state: Any, steps_left: int | None = None) -> Any:
        """The action; with a horizon it may depend on how many moves are left.

        None for `steps_left` means all moves of the task.
        """
        ...


@dataclass(frozen=True, slots=True)
class Option:
    """An action, and what is to be expected of an episode that begins with it."""

    action: Any
    value: float
    error: float = 0.0
    """Half the width of the interval of an estimate; 0 where the value is exact."""
    parts: tuple[tuple[str, float], ...] = ()
    """What each wish contributes, where values are computed wish by wish."""

    def __str__(self) -> str:
        about = f" +- {display_number(self.error)}" if self.error else ""
        line = f"{display_number(self.value)}{about}  {action_text(self.action)}"
        several = self.parts if len(self.parts) > 1 else ()
        return "\n".join([line, *(f"      {value:.6g}  for {wish}" for wish, value in several)])


@dataclass(frozen=True, slots=True)
class Explanation:
    """What every action in a state is worth, the best first."""

    options: tuple[Option, ...]
    method: str

    @property
    def value(self) -> float:
        """What the state is worth; 0 where nothing can be done."""
        return self.options[0].value if self.options else 0.0

    def __str__(self) -> str:
        if not self.options:
            return "nothing can be done here"
        return "\n".join([f"by {self.method}:", *(f"  {option}" for option in self.options)])


@dataclass(frozen=True, slots=True)
class PolicyResult:
    """A policy and what is known of it.

    `value` is the expected score of an episode that follows it from the start, `interval` is where
    it lies (for certain where the method is exact, else with 95 % confidence). No policy is
    expected to score more than `bound` (None: not known; infinite: a loop gains without end, and
    the notes name it). `proved_optimal`: value and bound are equal, but for rounding.
    """

    policy: Policy
    value: float
    bound: float | None
    interval: tuple[float, float]
    method: str
    explanation: Callable[[Any, int | None], Explanation] = field(repr=False)
    states: int | None = None
    """How many states can be reached; None: they were not counted."""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    verified: bool = False
    """Was the value computed a second time by the judge, and is it the same?"""
    known: Any = field(default=None, repr=False, compare=False)
    """The `Values` of all states, where all were looked at; pictures are made of them."""

    @property
    def proved_optimal(self) -> bool:
        """Is it proven that no policy is expected to score more?"""
        if self.bound is None or not math.isfinite(self.value):
            return False
        return meets(self.interval[0], self.bound)

    def explain(self, state: Any, steps_left: int | None = None) -> Explanation:
        """What every action in a state is worth with so many moves left."""
        return self.explanation(state, steps_left)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)

    def __str__(self) -> str:
        """Two lines for people."""
        low, high = self.interval
        sure = "" if meets(low, high) else f" ({display_number(low)} to {display_number(high)})"
        parts = [f"value {display_number(self.value)}{sure}"]
        if self.proved_optimal:
            parts.append("proved optimal")
        elif self.bound is not None:
            parts.append(f"and no policy exceeds {display_number(self.bound)}")
        parts += ["verified"] if self.verified else []
        counted = "" if self.states is None else f", {self.states:,} states"
        lines = [", ".join(parts), f"by {self.method}{counted} in {self.seconds:.2f} s"]
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])


def meets(value: float, bound: float) -> bool:
    """Are they equal but for rounding?"""
    if value == bound:
        return True
    # An infinite value is within any part of itself.
    return math.isfinite(value) and abs(bound - value) <= MEETS * max(1.0, abs(value))
