"""Where a task asks to go, as the native engine knows it: goals and ways that stay inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from introplan.relational.mutation import Mutation
from introplan.search.native.places import number_of
from introplan.search.requests import OwnGoal, Place

if TYPE_CHECKING:
    from introplan import _kernel
    from introplan.search.native.engine import KernelEngine


@dataclass(frozen=True, slots=True, eq=False)
class KernelGoal(OwnGoal):
    """A goal that lives in the native engine."""

    own: _kernel.Goal


@dataclass(frozen=True, slots=True)
class KernelWay:
    """A mutation that the kernel found."""

    engine: KernelEngine
    goal: KernelGoal

    @property
    def stages(self) -> list[KernelGoal]:
        """What to aim at first, one after the other, if there is a natural order."""
        return self.engine.stages(self.goal)

    @property
    def told(self) -> Callable[[], Mutation]:
        """What tells the mutation in words of the model."""
        return self.engine.told(self.goal)


@dataclass(frozen=True, slots=True)
class KernelOutlook:
    """Where the task asks to go, kept by the kernel."""

    engine: KernelEngine
    own: _kernel.GoalGenerator

    @property
    def success(self) -> KernelGoal:
        """What ends with success, as far as it can be had from the start."""
        return KernelGoal(self.own.success)

    @property
    def is_unsolvable(self) -> bool:
        """Can success never be had?"""
        return self.own.is_unsolvable

    def mutation_goals_from(self, place: Place) -> Iterator[KernelWay]:
        """The mutations worth trying from there, nearest first."""
        ways = self.own.mutation_goals_from(number_of(place))
        while (way := self.engine.next_way(ways)) is not None:
            yield way
