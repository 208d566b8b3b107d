"""The black box: all that a baseline planner may know of a world.

What the judge of plans and proofs says.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

S = TypeVar("S", bound=Hashable)
A = TypeVar("A")


class Status(enum.Enum):
    """The termination signal of a transition (the paper's -1, 0, 1)."""

    FAILURE = -1
    CONTINUE = 0
    SUCCESS = 1

    def __str__(self) -> str:
        """The word used in model files."""
        return self.name.lower()


class Outcome(NamedTuple, Generic[S]):
    """What one step gives: the state after, the reward paid, the termination signal."""

    state: S
    reward: float
    status: Status


class NotAllowedError(Exception):
    """An action cannot be done in this state."""


class Model(Protocol[S, A]):
    """Two questions: what can be done here, and what happens then."""

    def actions(self, state: S) -> Sequence[A]:
        """The actions to try in `state`, in a fixed order."""
        ...

    def step(self, state: S, action: A) -> Outcome[S]:
        """The outcome of `action`; `NotAllowedError` if it cannot be done after all."""
        ...


class Wanted(enum.Enum):
    """What a plan is for."""

    SUCCESS = "to end the episode with success"
    SCORE = "to collect as much as possible within the horizon"
    BEST_REWARD = "to be paid, once, the most that is paid anywhere"


@dataclass(frozen=True, slots=True)
class Episode(Generic[S, A]):
    """A black box, where it starts, and how many moves there are (None: any number).

    `distance` is the number d of the paper's experiments, in worlds that have one.
    """

    model: Model[S, A]
    start: S
    horizon: int | None = None
    wanted: Wanted = Wanted.SUCCESS
    distance: int | None = None


def action_text(action: object) -> str:
    """An action on one line: a word as it is, the name of an enum member, else as it prints.

    >>> [action_text(a) for a in ("up", (0, 1), Status.SUCCESS, "two words", " ", "; x")]
    ['up', '(0, 1)', 'SUCCESS', 'two words', "' '", "'; x'"]
    """
    if isinstance(action, enum.Enum):
        return action.name
    if isinstance(action, str) and action != action.strip(" ;"):
        return repr(action)
    text = str(action)
    return text if text.isprintable() and text else " ".join(repr(action).split())


@dataclass(frozen=True, slots=True)
class Verdict:
    """Is it a plan, what was it paid, how did the episode stand, and why not.

    `status` is None when the plan does not run; `score`, `cost` and `rewards` are then those of
    the steps before the wrong one.
    """

    valid: bool
    score: float
    status: Status | None
    reason: str
    cost: float
    rewards: tuple[float, ...]


class WrongStepError(Exception):
    """The plan does not run; the text says why."""


class NotProvenError(Exception):
    """The certificate proves nothing; the text says why."""


def total(rewards: tuple[float, ...]) -> float:
    """The sum in order, one rounding per step, as an agent would add up (`sum` rounds less)."""
    paid = 0.0
    for reward in rewards:
        paid += reward
    return paid
