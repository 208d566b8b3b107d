"""The black box: all that a baseline planner may know of a world."""

from __future__ import annotations

import enum
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

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


@dataclass(frozen=True, slots=True)
class Outcome(Generic[S]):
    """What one step gives: the state after, the reward paid, the termination signal."""

    state: S
    reward: float
    status: Status


class Model(Protocol[S, A]):
    """Two questions: what can be done here, and what happens then."""

    def actions(self, state: S) -> Iterable[A]:
        """The actions that are allowed in `state`, in a fixed order."""
        ...

    def step(self, state: S, action: A) -> Outcome[S]:
        """The outcome of an allowed `action`."""
        ...


@dataclass(frozen=True, slots=True)
class Episode(Generic[S, A]):
    """A black box, where it starts, and how many moves there are (None: any number)."""

    model: Model[S, A]
    start: S
    horizon: int | None = None
