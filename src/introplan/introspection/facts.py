"""Facts about a world, the small nouns of findings, each with its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from introplan.mdp import display_number
from introplan.symbolic.terms.render import clipped, value_text

REWARD, END, SUCCESS = "reward", "end", "success"
"""Kinds of milestones: a step that pays r_max, the end that pays best, named success."""


@dataclass(frozen=True, slots=True)
class MaximalReward:
    """The largest reward that a step can pay, and how sure that is.

    `status` is "exact", "upper bound", "unbounded" or "unknown"; in the last two cases `value` is
    None.
    """

    value: float | None
    status: str

    def __str__(self) -> str:
        """The value, and the status unless it is exact."""
        if self.value is None:
            return self.status
        text = display_number(self.value)
        return text if self.status == "exact" else f"{text} ({self.status})"


@dataclass(frozen=True, slots=True)
class RewardPath:
    """One way to be paid: the action, the condition, the value, and the line that says so.

    `action` is None where it does not matter. In the texts x is a part of the state before the
    step, and x' the same part after it.
    """

    action: Any
    guard: str
    value: str
    line: int

    def __str__(self) -> str:
        """The path as a sentence; long formulas are cut."""
        return self.sentence([] if self.action is None else [self.action])

    def sentence(self, actions: Sequence[Any]) -> str:
        """What it says of these actions; of all if there are none."""
        return f"{clipped(self.value, 60)}{_when(actions, self.guard)} (line {self.line})"


@dataclass(frozen=True, slots=True)
class EndPath:
    """One way in which an episode ends: how (`status`), when, and what its last step pays."""

    action: Any
    guard: str
    value: str
    status: str

    def sentence(self, actions: Sequence[Any]) -> str:
        """What it says of these actions; of all if there are none."""
        return f"{self.status}, paying {clipped(self.value, 60)}{_when(actions, self.guard)}"


def _when(actions: Sequence[Any], guard: str) -> str:
    """The actions and the condition of a path, cut short; empty where both are any."""
    doers = ", ".join(map(value_text, actions))
    doing = f" for {clipped(doers, 50)}" if doers else ""
    return doing + ("" if guard == "True" else f" if {clipped(guard, 95)}")


@dataclass(frozen=True, slots=True)
class MilestoneKind:
    """What is special about a step to a milestone, and the most that it pays (None: unknown)."""

    name: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Variable:
    """A part of the state that holds one simple value."""

    path: str
    sort: str
    domain: str
    mutable: bool

    @property
    def name(self) -> str:
        """What the part is called."""
        return self.path

    def __str__(self) -> str:
        """The name of the part."""
        return self.path
