"""Any task as a world whose states can be hashed, with all outcomes of an action."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.errors import UsageError
from introplan.mdp import Outcome, Task, Wanted, has_chance, unchanged
from introplan.programs.chance import ChanceTask
from introplan.programs.freezing import kept, value_of
from introplan.programs.program import ProgramTask

NO_END = (
    "an episode of this task has no end, so its score has none either; give it a horizon, a "
    "discount or an end"
)


@dataclass(frozen=True, slots=True)
class World:
    """A task, and its states as keys of tables."""

    task: Task
    encode: Callable[[Any], Hashable]
    decode: Callable[[Any], Any]

    def actions(self, state: Hashable) -> Sequence[Any]:
        """The actions to try."""
        return self.task.actions(self.decode(state))

    def outcomes(self, state: Hashable, action: Any) -> list[tuple[float, Outcome[Hashable]]]:
        """What one leads to, with probabilities."""
        found = self.task.outcomes(self.decode(state), action)
        encode = self.encode
        return [(p, outcome._replace(state=encode(outcome.state))) for p, outcome in found]

    def sample(self, state: Hashable, action: Any, rng: random.Random) -> Outcome[Hashable]:
        """One of them."""
        outcome = self.task.sample(self.decode(state), action, rng)
        return outcome._replace(state=self.encode(outcome.state))

    @property
    def start(self) -> Hashable:
        """Where an episode begins."""
        return self.encode(self.task.start)


def world_of(task: Task) -> World:
    """The world of a task; raises `UsageError` where scores have no meaning."""
    if isinstance(task, ProgramTask | ChanceTask):
        is_endless = task.wanted is Wanted.BEST_REWARD
        ends = task.program.terminal is not None or has_chance(task)
        if is_endless or not (ends or task.horizon is not None or task.discount != 1):
            raise UsageError(NO_END)
        return World(task, kept, value_of)
    if getattr(task, "is_sum_paid_once", False):
        raise UsageError(NO_END)
    return World(task, unchanged, unchanged)
