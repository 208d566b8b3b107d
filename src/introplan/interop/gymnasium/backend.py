"""What an environment asks of a task: numbered actions, and a state in numbers.

A `Backend` is a task in play. Environments of Gymnasium have a present state, a `Discrete` space
of actions and arrays for observations; a task has neither. There is one backend per kind of task:
`relational_backend`, `program_backend`, and those of `chance_backend`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from gymnasium.spaces import Space
from numpy.typing import NDArray

from introplan.mdp import Status, Task

Observation: TypeAlias = NDArray[Any]
Mask: TypeAlias = NDArray[np.int8]


Observe: TypeAlias = Callable[[Any, Any], Observation]
"""What is to be seen of a state of a task."""


@dataclass(frozen=True, slots=True)
class View:
    """What is observed of a state, and where all observations are."""

    observe: Observe
    space: Space[Any]


class Step(NamedTuple):
    """What a step paid, and whether the episode goes on."""

    reward: float
    status: Status


class Backend(Protocol):
    """A task with its actions numbered and its states as arrays; it knows the present state."""

    @property
    def task(self) -> Task:
        """The task that is played."""
        ...

    @property
    def actions(self) -> Sequence[Any]:
        """The actions, by number."""
        ...

    @property
    def space(self) -> Space[Any]:
        """Where all observations are."""
        ...

    @property
    def state(self) -> Any:
        """The present state, as the model has it."""
        ...

    def restart(self) -> None:
        """Back to the start."""
        ...

    def observation(self) -> Observation:
        """The present state in numbers; an array of its own."""
        ...

    def mask(self) -> Mask:
        """1 for each action that can be done now, 0 for the others."""
        ...

    def take(self, number: int, rng: random.Random) -> Step | None:
        """Do the action with this number; None if it cannot be done.

        `rng` draws what happens, in a world with chance.
        """
        ...
