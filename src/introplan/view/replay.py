"""A plan gone through again, so that every step can be drawn: states, rewards, and what was done.

Long plans in large worlds are not kept as states: a `PlanReplay` replays the plan each time
it is iterated over, and stops only at the steps that are to be drawn. All of them are,
unless that would be too much to look at or to keep (`drawn_steps`); then every n-th, each
milestone, and the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from introplan.mdp import Status, Task
from introplan.programs.copying import copied, is_immutable
from introplan.relational.domain import RelationalTask
from introplan.verification.relational import RelationalReplay
from introplan.view.situation import Row, Situation, kinds_of, number_row

MAX_LITERALS = 600_000
"""Steps times literals that are looked at, so that pages of long plans are quick to make."""

MAX_DRAWN_STEPS = 5_000
"""Steps with a drawing of their own: the size of the page grows with each."""

MAX_DRAWN_MILESTONES = 200
"""Milestones that are drawn in any case, each with the step before it."""


def drawn_steps(length: int, size: int, milestones: Set[int]) -> tuple[int, ...]:
    """The steps to draw of a plan of this length, in a world of so many literals.

    >>> drawn_steps(3, 10, {2})
    (0, 1, 2, 3)
    >>> len(drawn_steps(20_000, 30_000, {7})) < 100
    True
    """
    stride = max(1, -(-length // MAX_DRAWN_STEPS), -(-length * size // MAX_LITERALS))
    stride += 1 - stride % 2  # odd, or of "pick, place, pick, place" one would see one half only
    chosen = {*range(0, length, stride), length}
    marked = sorted(milestones)[:: max(1, len(milestones) // MAX_DRAWN_MILESTONES)]
    chosen.update(step - back for step in marked for back in (0, 1) if step >= back)
    return tuple(sorted(chosen))


@dataclass(frozen=True, slots=True)
class PlanReplay:
    """The situations after the steps that are to be drawn, each with the one drawn before it."""

    task: RelationalTask
    plan: Sequence[Any]
    steps: Sequence[int]

    def __iter__(self) -> Iterator[Situation]:
        """Replay the plan."""
        kinds = kinds_of(self.task.start.objects)
        replay = RelationalReplay(self.task, lambda: None)
        before: frozenset[Row] | None = None
        taken = 0
        for step in self.steps:
            while taken < step:
                replay.take(self.plan[taken])
                taken += 1
            facts = frozenset([*replay.world.known, *self._numbers(replay)])
            yield Situation(kinds, facts, before)
            before = facts

    def _numbers(self, replay: RelationalReplay) -> Iterator[Row]:
        """The numbers that change, as rows."""
        changing = self.task.domain.changing_functions
        for row, value in replay.world.true.values.items():
            if row[0] in changing:
                yield number_row(f"({' '.join(row)})", value)


@dataclass(frozen=True, slots=True)
class Passed:
    """What a plan is paid on its way: for each step the reward, and the status it leads to."""

    rewards: tuple[float, ...]
    status: Status


def program_states(task: Task, plan: Sequence[Any]) -> tuple[list[Any], Passed]:
    """The states that a plan comes through, start and end included, as the task steps."""
    state = task.start if is_immutable(task.start) else copied(task.start)
    states, rewards, status = [state], [], Status.CONTINUE
    for action in plan:
        state, reward, status = task.step(state, action)
        states.append(state)
        rewards.append(reward)
    return states, Passed(tuple(rewards), status)


def relational_rewards(task: RelationalTask, plan: Sequence[Any]) -> Passed:
    """What a plan of a relational task is paid; a plain goal pays with the last step."""
    replay = RelationalReplay(task, lambda: None)
    for action in plan:
        replay.take(action)
    verdict = replay.judged()
    return Passed(verdict.rewards, verdict.status or Status.CONTINUE)
