"""The same for worlds in Python: what a stretch of a plan works towards, as the code was read.

A milestone of such a world is a conjunction of conditions on the state after a step, or before a
certain action. Where nothing could be read there is nothing to tick, and no distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from introplan.errors import IntroplanError
from introplan.introspection.findings import Introspection, Milestone
from introplan.introspection.introspect import introspect
from introplan.mdp import action_text
from introplan.planners.result import PlanResult
from introplan.programs.program import ProgramTask
from introplan.view.drawing import shortened

MOST_TRIED, MOST_SHOWN = 60, 8


@dataclass(frozen=True, slots=True)
class ProgramStretch:
    """From one step of a plan to another, and the milestone at its end."""

    first: int
    last: int
    milestone: Milestone
    is_met: bool

    @property
    def words(self) -> str:
        """The milestone in words."""
        return milestone_words(self.milestone)

    @property
    def wishes(self) -> tuple[str, ...]:
        """What it asks for; the action last."""
        parts = [part.text for part in self.milestone.parts] or [str(self.milestone.require)]
        action = self.milestone.action
        return (*parts, *([] if action is None else [f"do {action_text(action)}"]))

    def ticks(self, step: int, states: Sequence[Any]) -> list[bool]:
        """Which of its wishes are met after `step` steps."""
        is_end = step == self.last and self.is_met
        if is_end:
            return [True] * len(self.wishes)
        found = [_asked(part.holds, states[step]) for part in self.milestone.parts]
        return found + [False] * (len(self.wishes) - len(found))


@dataclass(frozen=True, slots=True)
class ProgramView:
    """What introspection says about a plan of a world in Python."""

    r_max: str
    conditions: tuple[str, ...]
    formula: str
    distances: tuple[float | None, ...]
    stretches: tuple[ProgramStretch, ...]


def program_view(
    task: ProgramTask, result: PlanResult, states: Sequence[Any], *, budget: float
) -> ProgramView:
    """The conditions that pay the most, the stretches that lead to them, and the distances."""
    info = introspect(task, budget=budget)
    milestones = list(islice(info.milestones(), MOST_TRIED))
    found = tuple(_stretches(result, states, milestones))
    distances = tuple(_distances(info, states, {s.last for s in found if s.is_met}))
    has_distance = any(distances)
    return ProgramView(
        str(info.r_max),
        tuple(milestone_words(m) for m in milestones[:MOST_SHOWN]),
        shortened(str(info.heuristic), 160) if has_distance else "",
        distances if has_distance else (),
        found,
    )


def milestone_words(milestone: Milestone) -> str:
    """The condition, and the action where it takes one."""
    if milestone.action is None:
        return f"{milestone.require}"
    return f"{action_text(milestone.action)} where {milestone.require}"


def _stretches(
    result: PlanResult, states: Sequence[Any], milestones: Sequence[Milestone]
) -> Iterator[ProgramStretch]:
    """A stretch to each milestone that the plan reaches, and one for what is left of it."""
    plan = result.plan or ()
    first = 0
    for reached in result.milestones:
        last = reached.step
        if last <= first:
            continue
        step = (states[last - 1], plan[last - 1], states[last])
        met = next((m for m in milestones if m.satisfied(*step)), None)
        if met is not None:
            yield ProgramStretch(first, last, met, is_met=True)
            first = last
    if milestones and (first < len(plan) or not plan):
        nearest = min(milestones, key=lambda m: _unmet(m, states[first]))
        yield ProgramStretch(first, len(plan), nearest, is_met=False)


def _unmet(milestone: Milestone, state: Any) -> int:
    return sum(not _asked(part.holds, state) for part in milestone.parts)


def _distances(
    info: Introspection, states: Sequence[Any], ends: set[int]
) -> Iterator[float | None]:
    """How far it is from each state; nothing where a milestone was just reached."""
    for step, state in enumerate(states):
        yield 0.0 if step in ends else _distance(info.heuristic, state)


def _distance(heuristic: Callable[[Any], float], state: Any) -> float | None:
    try:
        steps = heuristic(state)
    except IntroplanError:
        return None
    return steps if steps < float("inf") else None


def _asked(holds: Callable[[Any], bool], state: Any) -> bool:
    """Does it hold? A state of a shape that was not foreseen does not meet anything."""
    try:
        return holds(state)
    except (AttributeError, IndexError, KeyError, TypeError):
        return False
