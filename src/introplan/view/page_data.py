"""Everything that the page shows about a task and its plan, as one value that becomes JSON.

Frames are the drawn steps of the plan. For each there is the drawing (as a change of the last
one), the step, the score so far, the segment of the plan it belongs to, the conditions that were
met or no longer met since the frame before, the distance that is left, and the state's number in
the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from introplan.errors import UsageError
from introplan.introspection.relational.goals import reward_condition
from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import Task, action_text
from introplan.planners.result import PlanResult
from introplan.programs.identity import key_of
from introplan.programs.program import ProgramTask
from introplan.relational.arithmetic import number_text
from introplan.relational.domain import RelationalTask
from introplan.reporting.words import aim_in_words, in_words, mutation_in_words
from introplan.search.state_space import StateSpace, reachable
from introplan.view.animation import Animation, animated
from introplan.view.draw import draw_text, relational_scene, situation_text
from introplan.view.plan_segments import (
    PlanSegment,
    ProgramView,
    action_row,
    program_view,
    segments,
    turning_points,
)
from introplan.view.program_scenes import own_text, program_scene
from introplan.view.replay import PlanReplay, drawn_steps, program_states, relational_rewards
from introplan.view.situation import Row, rows_of

MAX_SHOWN_CONDITIONS = 400
"""Conditions of one segment, which the page lists beside the drawing and ticks off one by one."""

MAX_GRAPH_STATES = 150
"""States of the graph beside the drawing: in that column more cannot be told apart."""

MAX_GRAPH_SECONDS = 2.0
"""For exploring the states: the graph is an extra, and the page must not wait for it."""

MAX_MILESTONES_LISTED = 2_000
"""Rows of the list of milestones; a plan of a million steps can have as many, and is not read."""


@dataclass(slots=True)
class Progress:
    """How conditions and distance develop: one entry for each frame."""

    segments: list[dict[str, Any]] = field(default_factory=list)
    segment_of: list[int] = field(default_factory=list)
    toggles: list[list[int]] = field(default_factory=list)
    distance: list[float | None] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PageData:
    """What the page shows."""

    task: Task
    result: PlanResult
    animation: Animation
    steps: tuple[int, ...]
    scores: list[float]
    words: str
    symbols: list[str]
    distance_name: str
    progress: Progress
    space: StateSpace | None
    state_of: list[int]

    @property
    def record(self) -> dict[str, Any]:
        """What the script of the page reads."""
        animation, progress = self.animation, self.progress
        return {
            "actions": [action_text(action) for action in self.result.plan or ()],
            "steps": list(self.steps),
            "scores": self.scores,
            "width": animation.width,
            "height": animation.height,
            "bodies": animation.bodies,
            "frames": animation.frames,
            "titles": animation.titles,
            "pictures": animation.pictures,
            "shown": animation.shown,
            "segments": progress.segments,
            "segmentOf": progress.segment_of,
            "toggles": progress.toggles,
            "distance": progress.distance,
            "milestones": list(_milestones(self.result)),
            "stateOf": self.state_of,
        }


@singledispatch
def page_data(task: Task, result: PlanResult, *, budget: float = 1.0) -> PageData:
    """The data of the page about a result; reading a Python world takes up to `budget` seconds."""
    raise UsageError(f"{type(task).__name__} has no page: it is of no kind that can be drawn")


@page_data.register
def _(task: RelationalTask, result: PlanResult, *, budget: float = 1.0) -> PageData:
    plan = result.plan or ()
    marks = {reached.step for reached in result.milestones}
    steps = drawn_steps(len(plan), len(task.start.facts) + len(task.start.objects), marks)
    situations = PlanReplay(task, plan, steps)
    space = _space(task)
    numbers = {rows_of(s): n for n, s in enumerate(space.states, start=1)} if space else {}
    scene = relational_scene(situations)
    condition = reward_condition(task)
    return PageData(
        task,
        result,
        animated(map(scene, situations)),
        steps,
        _scores(relational_rewards(task, plan).rewards, steps, task.discount)
        if plan
        else [_kept(result)],
        f"A plan is for: {aim_in_words(task)}. The most that one step pays is "
        f"{number_text(task.r_max)}. {_paid(task)} when {in_words(condition)}.",
        [str(condition)],
        "literals that are not yet as required",
        _progress(task, result, situations),
        space,
        [numbers.get(_plain(task, s.facts), 0) for s in situations] if space else [],
    )


def _plain(task: RelationalTask, facts: Set[Row]) -> frozenset[Row]:
    """The literals without those that follow from rules, as the states of a space have them."""
    derived = {rule.head.predicate.name for rule in task.domain.derived}
    return frozenset(row for row in facts if row[0] not in derived)


def _paid(task: RelationalTask) -> str:
    """Not all of a sum can be had at once: then less is paid for as much as goes together."""
    if task.milestone_value == task.r_max:
        return "It is paid"
    return f"Not all of that goes together; {number_text(task.milestone_value)} is paid"


def _progress(task: RelationalTask, result: PlanResult, situations: PlanReplay) -> Progress:
    """Check the conditions of each segment along the plan."""
    turns = sorted(turning_points(result))
    turned = dict(zip(turns, PlanReplay(task, situations.plan, turns), strict=True))
    found = segments(task, result, {step: s.facts for step, s in turned.items()})
    begun = [segment.satisfied(-1, turned[segment.first], None).count(False) for segment in found]
    records = map(_segment_record, found, begun)
    progress = Progress(segments=list(records))
    satisfied_before: list[bool] = []
    number = 0
    for step, situation in zip(situations.steps, situations, strict=True):
        while step > found[number].last:
            number += 1
            satisfied_before = []
        did = action_row(situations.plan[step - 1]) if step else None
        now = found[number].satisfied(step, situation, did)
        _note(progress, number, satisfied_before, now)
        progress.distance.append(now.count(False) if found[number].is_known else None)
        satisfied_before = now
    return progress


def _segment_record(segment: PlanSegment, begun: int | None = None) -> dict[str, Any]:
    """A segment as the page reads it; it begins with `begun` conditions to go."""
    return {
        "to": segment.last,
        "words": segment.words,
        "conditions": [condition.text for condition in segment.conditions[:MAX_SHOWN_CONDITIONS]],
        "size": len(segment.conditions),
        "from": begun if segment.is_known else None,
    }


def _note(
    progress: Progress, number: int, satisfied_before: Sequence[bool], now: Sequence[bool]
) -> None:
    """Add a frame: the conditions that are met, or no longer met, since the last one."""
    old = satisfied_before or [False] * len(now)
    changed = [i for i, (a, b) in enumerate(zip(old, now, strict=True)) if a != b]
    progress.segment_of.append(number)
    progress.toggles.append([i for i in changed if i < MAX_SHOWN_CONDITIONS])


@page_data.register
def _(task: ProgramTask, result: PlanResult, *, budget: float = 1.0) -> PageData:
    plan = result.plan or ()
    states, passed = program_states(task, plan)
    marks = {reached.step for reached in result.milestones}
    steps = drawn_steps(len(plan), _size_of(task), marks)
    drawn = [states[step] for step in steps]
    scene = program_scene(task.program, drawn)
    view = program_view(task, result, states, budget=budget)
    space = _space(task)
    numbers = {key_of(s): n for n, s in enumerate(space.states, start=1)} if space else {}
    paid = " It is paid on reaching one of these:" if view.conditions else ""
    return PageData(
        task,
        result,
        animated(scene(now, before) for before, now in _pairs(drawn)),
        steps,
        _scores(passed.rewards, steps, task.discount),
        f"A plan is for: {aim_in_words(task)}. The most that one step can pay is "
        f"{view.r_max}.{paid}",
        list(view.conditions),
        f"steps to the next one, at least: {view.formula}" if view.formula else "",
        _program_progress(view, states, steps),
        space,
        [numbers.get(key_of(state), 0) for state in drawn] if space else [],
    )


def _program_progress(view: ProgramView, states: Sequence[Any], steps: Sequence[int]) -> Progress:
    """Check the conditions of each segment."""
    progress = Progress()
    for segment in view.segments:
        record = {
            "to": segment.last,
            "words": segment.words,
            "conditions": list(segment.conditions),
        }
        progress.segments.append({**record, "size": len(segment.conditions), "from": None})
    satisfied_before: list[bool] = []
    number = 0
    for step in steps:
        while view.segments and step > view.segments[number].last:
            number += 1
            satisfied_before = []
        now = view.segments[number].satisfied(step, states) if view.segments else []
        _note(progress, number, satisfied_before, now)
        satisfied_before = now
    progress.distance = [view.distances[step] for step in steps] if view.distances else []
    return progress


def _pairs(states: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    before = None
    for state in states:
        yield before, state
        before = state


def _size_of(task: ProgramTask) -> int:
    """How much there is to keep of one drawn state, about."""
    if task.program.draw is None:
        return 50
    return max(50, len(own_text(task.program, task.start)) // 3)


def _space(task: Task) -> StateSpace | None:
    """The reachable space, if it is small."""
    try:
        meter = Meter(Limits(seconds=MAX_GRAPH_SECONDS))
        space = reachable(task, MAX_GRAPH_STATES + 1, meter=meter)
    except LimitReached:
        return None
    is_small = space.is_complete and len(space.states) <= MAX_GRAPH_STATES
    return space if is_small and len(space.states) > 1 else None


def _scores(rewards: Iterable[float], steps: Sequence[int], discount: float) -> list[float]:
    """The score so far after each of these steps: what was paid, discounted."""
    totals, worth = [0.0], 1.0
    for reward in rewards:
        totals.append(totals[-1] + worth * reward)
        worth *= discount
    return [_rounded_number(totals[min(step, len(totals) - 1)]) for step in steps]


def _kept(result: PlanResult) -> float:
    """The score of an empty plan: a goal that holds from the start pays as well."""
    return 0 if result.plan is None else _rounded_number(result.score)


def _rounded_number(value: float) -> float:
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _milestones(result: PlanResult) -> Iterator[dict[str, Any]]:
    for reached in result.milestones[:MAX_MILESTONES_LISTED]:
        has_words = len(result.milestones) <= 200 and reached.mutation is not None
        words = mutation_in_words(reached.mutation) if has_words and reached.mutation else ""
        yield {"step": reached.step, "reward": _rounded_number(reached.reward), "words": words}


def text_pictures(task: Task, result: PlanResult) -> Iterator[tuple[int, str]]:
    """The start, the milestones and the end in letters, each with its step."""
    plan = result.plan or ()
    steps = sorted({0, len(plan), *(reached.step for reached in result.milestones)})
    return zip(steps, texts_at(task, plan, steps), strict=True)


@singledispatch
def texts_at(task: Task, plan: Sequence[Any], steps: Sequence[int]) -> Iterator[str]:
    """The states after these steps of a plan, in letters."""
    states, _ = program_states(task, plan)
    return (draw_text(states[step], task) for step in steps)


@texts_at.register
def _(task: RelationalTask, plan: Sequence[Any], steps: Sequence[int]) -> Iterator[str]:
    return map(situation_text, PlanReplay(task, plan, steps))
