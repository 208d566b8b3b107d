"""Any task as a world whose states can be hashed, with all outcomes of an action."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.errors import UsageError
from introplan.mdp import NotAllowedError, Outcome, Status, Task, Wanted, has_chance, unchanged
from introplan.programs.chance import ChanceTask, table_of
from introplan.programs.freezing import kept, value_of
from introplan.programs.outcome_lists import ROUNDING
from introplan.programs.program import ProgramTask
from introplan.slipping import SlipperyTask

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


@dataclass(frozen=True, slots=True)
class TableWorld(World):
    """A world that is a table of numbers: its rows are read as they are, five times as fast."""

    rows: dict[tuple[Any, Any], list[tuple[Any, ...]]]

    def outcomes(self, state: Hashable, action: Any) -> list[tuple[float, Outcome[Hashable]]]:
        """What a row says, with probabilities that add up to 1."""
        row = self.rows.get((state, action))
        if row is None:
            raise NotAllowedError(f"there is no action {action}")
        total = math.fsum(entry[0] for entry in row)
        if abs(total - 1) > ROUNDING:  # said in the words of a task
            return World.outcomes(self, state, action)
        return [
            (p / total, Outcome(after, reward, Status.OVER if is_over else Status.CONTINUE))
            for p, after, reward, is_over in row
            if p > 0
        ]


def hashable(task: Task) -> World:
    """The world of a task, whether or not scores have a meaning there."""
    if isinstance(task, SlipperyTask):
        base = hashable(task.base)
        return World(task, base.encode, base.decode)  # not the base's table, if it has one
    if isinstance(task, ChanceTask):
        rows = table_of(task)
        if rows is not None:
            return TableWorld(task, kept, value_of, rows)
    if isinstance(task, ProgramTask | ChanceTask):
        return World(task, kept, value_of)
    return World(task, unchanged, unchanged)


def world_of(task: Task) -> World:
    """The world of a task; raises `UsageError` where scores have no meaning."""
    if _is_endless(task):
        raise UsageError(NO_END)
    return hashable(task)


def _is_endless(task: Task) -> bool:
    """Does an episode go on, whatever happens, and is nothing discounted?"""
    if isinstance(task, SlipperyTask):
        return _is_endless(task.base)
    if isinstance(task, ProgramTask | ChanceTask):
        if task.wanted is Wanted.BEST_REWARD:
            return True
        ends = task.program.terminal is not None or task.r_max is not None or has_chance(task)
        return not (ends or task.horizon is not None or task.discount != 1)
    return bool(getattr(task, "is_sum_paid_once", False))
